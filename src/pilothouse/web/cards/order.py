"""The order as the assistant keeps it. Each button is a sentence, so that nothing goes around its checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.cards.menu import MenuFace

Line = Mapping[str, Any]


class OrderPanel:
    """Stands beside the conversation; on a narrow screen it is folded up above the composer."""

    def __init__(self, face: MenuFace) -> None:
        self._face, self._say = face, face.say
        with Tag("aside", classes="panel", aria_label=self._say("order")), Tag("details", open="", id="order"):
            self._head = Tag("summary", self._say("order"))
            self._body = Tag("div", classes="order")
        self.show({}, None)

    def show(self, cart: Mapping[str, Any], order: Mapping[str, Any] | None) -> None:
        """The order of a reply; ``order`` where it has been placed."""
        lines = cart.get("lines") or []
        total = cart.get("total") or 0
        count = sum(line["quantity"] for line in lines)
        self._head.say(self._say("order.show", count=count, total=total) if lines else self._say("order"))
        self._body.clear()
        with self._body:
            if order:
                with Tag("p", classes="placed", role="status"):
                    Tag("strong", self._say("order.placed", id=order["id"]))
                    if order.get("wait_minutes"):
                        Tag("span", self._say("order.wait", n=order["wait_minutes"]))
                lines, total = order.get("lines") or lines, order.get("total", total)
            if not lines:
                Tag("p", self._say("order.empty"), "about")
                return
            with Tag("ul", classes="lines"):
                for line in lines:
                    self._line(line, changeable=not order)
            with Tag("p", classes="total"):
                Tag("span", self._say("order.total"))
                Tag("strong", self._say("yuan", amount=total))
            if not order:
                self._service(cart)
                self._face.button(self._say("order.place"), self._say("order.place.say"), "button full")

    def _line(self, line: Line, *, changeable: bool) -> None:
        name = self._name(line)
        with Tag("li"):
            with Tag("div", classes="what"):
                Tag("span", name, "name")
                if details := self._details(line):
                    Tag("span", details, "about")
            with Tag("div", classes="many"):
                if changeable:
                    self._change("−", "order.less", line)
                Tag("span", f"× {line['quantity']}", "count")
                if changeable:
                    self._change("+", "order.more", line)
                Tag("span", self._say("yuan", amount=line["subtotal"]), "price")
                if changeable:
                    self._change("✕", "order.drop", line)

    def _change(self, sign: str, key: str, line: Line) -> None:
        named = self._say(key, name=" ".join(filter(None, (self._name(line), self._details(line)))))
        sentence = self._say(f"{key}.say", name=self._spoken(line))
        self._face.button(sign, sentence, "round tiny", named)

    def _service(self, cart: Mapping[str, Any]) -> None:
        chosen = cart.get("service")
        with Tag("div", classes="chips", role="group"):
            for key in ("dine_in", "takeaway"):
                text = self._say(f"order.{key}")
                made = self._face.button(text, text, "chip on" if key == chosen else "chip")
                made.attributes(aria_pressed="true" if key == chosen else "false")
        told = [self._say("order.table", table=cart["table"]) if cart.get("table") else "", cart.get("address") or ""]
        if any(told) or cart.get("note"):
            Tag("p", "，".join(filter(None, [*told, cart.get("note") or ""])), "about")

    def _name(self, line: Line) -> str:
        english = getattr(self._face, "names", {}).get(line["dish_id"])
        return english if english and self._say.language == "en" else str(line["dish"])

    def _details(self, line: Line) -> str:
        without = [self._say("order.without", name=name) for name in line.get("exclusions") or ()]
        return "，".join([*(line.get("options") or ()), *without, *filter(None, [line.get("note")])])

    def _spoken(self, line: Line) -> str:
        """The line as the assistant tells it from others of the same dish."""
        details = [*(line.get("options") or ()), *(f"不要{name}" for name in line.get("exclusions") or ())]
        return self._name(line) + (f"（{'，'.join(details)}）" if details else "")
