"""A recommendation with what it rests on. Strangers wrote it: it is shown as text and linked with care."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pilothouse.web.cards.face import Face
from pilothouse.web.tags import Tag, away, meter

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply

Row = Mapping[str, Any]
MOST = 12


class ShoppingFace(Face):
    """Cards for decisions, text for the rest."""

    def reply(self, reply: Reply, *, fresh: bool = False) -> None:
        decision = reply.data.get("decision")
        if not decision or reply.data.get("intent") != "search":
            self.text(reply.reply, self._cite(reply))
            return
        if decision["abstained"] or reply.data.get("wording") != "code":
            self.text(reply.reply, self._cite(reply))
        if not decision["abstained"]:
            self._recommended(decision)
        self._evidence(decision["evidence"])
        if decision["runner_ups"]:
            self._runner_ups(decision["runner_ups"])
        if reply.data.get("scores"):
            self._scores(reply.data["scores"])

    def _cite(self, reply: Reply) -> Any:
        pages = {source.n: source for source in reply.sources}

        def cite(number: int) -> bool:
            if number in pages:
                with Tag("sup"):
                    away(f"[{number}]", pages[number].path or "", self.say("newtab"), "cite")
            return number in pages

        return cite

    def _recommended(self, decision: Row) -> None:
        say = self.say
        with Tag("section", classes="recommended", aria_label=say("recommendation")):
            Tag("p", say("recommendation"), "eyebrow")
            with Tag("div", classes="dishhead"):
                Tag("h3", decision["product"])
                with Tag("span", classes="scored"):
                    Tag("span", f"{decision['score']:g}", "number")
                    Tag("span", f"/ 100 {say('score')}", "about")
            meter(decision["score"] / 100, say("score"))
            self._list("reasons", decision["reasons"])
            self._list("caveats", decision["caveats"], "warn")

    def _list(self, key: str, texts: Sequence[str], classes: str = "") -> None:
        if texts:
            Tag("h4", self.say(key), "small")
            with Tag("ul", classes=f"plain {classes}"):
                for text in texts:
                    Tag("li", text)

    def _evidence(self, evidence: Sequence[Row]) -> None:
        if not evidence:
            return
        Tag("h3", self.say("evidence"), "small")
        for polarity in ("positive", "negative", "neutral"):
            chosen = [item for item in evidence if item["polarity"] == polarity]
            if not chosen:
                continue
            with Tag("section", classes=f"evidence {polarity}"):
                Tag("h4", self.say(f"evidence.{polarity}"))
                for item in chosen:
                    with Tag("figure"):
                        Tag("blockquote", item["quotation"])
                        with Tag("figcaption"):
                            Tag("span", f"[{item['n']}] ")
                            away(item["domain"], item["url"], self.say("newtab"))
                            Tag("span", "".join(f" · {item[key]}" for key in ("date", "aspect") if item.get(key)))

    def _runner_ups(self, rows: Sequence[Row]) -> None:
        Tag("h3", self.say("runnerups"), "small")
        with Tag("ol", classes="runnerups", start="2"):
            for row in rows:
                with Tag("li"):
                    Tag("strong", row["product"])
                    Tag("span", f" {row['score']:g} · {row['reason']}")

    def _scores(self, rows: Sequence[Row]) -> None:
        say = self.say
        with Tag("details", classes="scores"):
            Tag("summary", say("scores"))
            with Tag("div", classes="scroller", tabindex="0", role="region", aria_label=say("scores")), Tag("table"):
                with Tag("thead"), Tag("tr"):
                    for key in ("product", "score", "price", "domains", "positive", "negative", "fitness", "barred"):
                        Tag("th", say(key), scope="col")
                with Tag("tbody"):
                    for row in rows[:MOST]:
                        with Tag("tr"):
                            Tag("th", row["product"], scope="row")
                            for value in self._cells(row):
                                Tag("td", value)

    def _cells(self, row: Row) -> list[str]:
        numbers = [row.get("score"), row.get("price"), row.get("domains"), row.get("positive"), row.get("negative")]
        shown = ["–" if number is None else f"{round(number, 1):g}" for number in numbers]
        fitness = row.get("fitness")
        return [*shown, "–" if fitness is None else f"{fitness:.0%}", str(row.get("bar") or "")]
