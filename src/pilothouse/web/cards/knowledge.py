"""Answers with their sources: each number opens the document at the cited sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from pilothouse.web.cards.face import Face
from pilothouse.web.source import address, excerpt
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply

Citation = Mapping[str, Any]


class KnowledgeFace(Face):
    """Shows a source in a dialog; as a link it can be opened in a window of its own as well."""

    def panel(self) -> None:
        with Tag("dialog", classes="source", id="source", aria_labelledby="source-title") as self._dialog:
            pass

    def reply(self, reply: Reply, *, fresh: bool = False) -> None:
        cited: dict[int, Citation] = {item["n"]: item for item in reply.data.get("citations") or []}

        def cite(number: int) -> bool:
            if number in cited:
                with Tag("sup"):
                    self._link(cited[number], f"[{number}]", "cite")
            return number in cited

        self.text(reply.reply, cite)
        for conflict in reply.data.get("conflicts") or []:
            self._conflict(conflict, cited)
        calculation = reply.data.get("calculation")
        if calculation:
            Tag("p", f"{calculation['expression']} = {calculation['value']}", "calculation")
        if cited:
            Tag("h3", self.say("sources"), "small")
            with Tag("ol", classes="sources"):
                for item in cited.values():
                    with Tag("li", value=item["n"]):
                        self._link(item, str(item["title"]), "title")
                        Tag("span", self._place(item), "about")
                        if item.get("quote"):
                            Tag("q", item["quote"])

    def _link(self, item: Citation, text: str, classes: str) -> None:
        label = self.say("source.open", n=item["n"], title=item["title"])
        link = Tag("a", text, classes, href=address(item), aria_label=label)

        async def show() -> None:
            self._dialog.clear()
            with self._dialog:
                await excerpt(self.talk.visitor, item)
            ui.context.client.run_javascript("ph.source()")

        link.on("click", show, js_handler="(e) => ph.plain(e) && emit()")

    def _place(self, item: Citation) -> str:
        page = self.say("source.page", page=item["page"]) if item.get("page") else ""
        return " · ".join(filter(None, (item.get("section") or "", page, item.get("date") or "", str(item["path"]))))

    def _conflict(self, conflict: Mapping[str, Any], cited: Mapping[int, Citation]) -> None:
        with Tag("section", classes="conflict", aria_label=self.say("conflict")):
            Tag("strong", f"⚠ {self.say('conflict')}")
            with Tag("ul"):
                for index, value in enumerate(conflict["values"]):
                    with Tag("li"):
                        Tag("span", value["value"], "value")
                        Tag("span", value.get("date") or "", "about")
                        if index == conflict.get("newer"):
                            Tag("span", self.say("conflict.newer"), "tag good")
                        if value.get("n") in cited:
                            self._link(cited[value["n"]], f"[{value['n']}]", "cite")
