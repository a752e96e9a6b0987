"""Dishes as cards, and the order beside the talk. Whatever changes the order is said to the assistant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pilothouse.web.cards.face import Face
from pilothouse.web.cards.order import OrderPanel
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply

Dish = Mapping[str, Any]
MOST = 12
_SPICES = {"不辣": "not spicy", "微辣": "mild", "中辣": "medium hot", "特辣": "extra hot"}


class MenuFace(Face):
    """``names`` are the English names of the dishes seen so far, by id."""

    names: dict[str, str]
    order: OrderPanel

    def panel(self) -> None:
        self.order = OrderPanel(self)

    def update(self, reply: Reply) -> None:
        self.order.show(reply.data.get("cart") or {}, reply.data.get("order"))

    def called(self, dish: Dish) -> str:
        """What the dish is called in the language of the page."""
        english = dish.get("name_en")
        return str(english) if english and self.say.language == "en" else str(dish["name"])

    def reply(self, reply: Reply, *, fresh: bool = False) -> None:
        heard = reply.data.get("heard") or {}
        if heard.get("repairs"):
            Tag("p", self.say("repaired", raw=heard["raw"], text=heard["text"]), "note")
        self.text(reply.reply)
        dishes = (reply.data.get("dishes") or [])[:MOST]
        if not hasattr(self, "names"):
            self.names = {}
        self.names |= {dish["dish_id"]: dish["name_en"] for dish in dishes if dish.get("name_en")}
        if dishes:
            with Tag("ul", classes="dishes", aria_label=self.say("dishes")):
                for dish in dishes:
                    self._card(dish)

    def _card(self, dish: Dish) -> None:
        open_ = bool(dish["available"] and dish["served_now"])
        with Tag("li", classes="dish" if open_ else "dish out"):
            with Tag("div", classes="dishhead"):
                Tag("h3", self.called(dish))
                Tag("span", self._price(dish), "price")
            if self.called(dish) != dish["name"]:
                Tag("p", dish["name"], "about")
            with Tag("p", classes="tags"):
                if dish.get("signature"):
                    Tag("span", self.say("dish.signature"), "tag gold")
                if dish.get("spice"):
                    Tag("span", self._taste(dish["spice"]), "tag hot" if dish["spice"] != "不辣" else "tag mild")
                self._stock(dish)
                if dish.get("prep_minutes"):
                    Tag("span", self.say("dish.minutes", n=dish["prep_minutes"]), "tag")
            if dish.get("ingredients"):
                Tag("p", "、".join(dish["ingredients"]), "about")
            if dish.get("allergens"):
                Tag("p", self.say("dish.allergens", names="、".join(dish["allergens"])), "about warn")
            if dish.get("notes"):
                Tag("p", dish["notes"], "about")
            for conflict in dish.get("conflicts") or ():
                Tag("p", str(conflict), "about warn")
            if open_:
                self._buttons(dish)

    def _stock(self, dish: Dish) -> None:
        if not dish["available"]:
            Tag("span", self.say("dish.soldout"), "tag bad")
        elif not dish["served_now"]:
            Tag("span", self.say("dish.later"), "tag bad")
        elif dish.get("stock") is not None:
            Tag("span", self.say("dish.left", n=dish["stock"]), "tag good")
        else:
            Tag("span", self.say("dish.available"), "tag good")

    def _buttons(self, dish: Dish) -> None:
        name = self.called(dish)
        say = self.say
        with Tag("div", classes="chips"):
            self.button(
                say("dish.order"), say("dish.say", name=name), "chip strong", say("dish.order.label", name=name)
            )
            for taste in dish.get("tastes") or ():
                label = say("dish.order.taste", name=name, taste=self._taste(taste))
                self.button(self._taste(taste), say("dish.say.taste", name=name, taste=taste), "chip", label)

    def _taste(self, taste: str) -> str:
        return _SPICES.get(taste, taste) if self.say.language == "en" else taste

    def _price(self, dish: Dish) -> str:
        if dish.get("price") is None or self.say.language == "zh":
            return str(dish.get("price_label") or "")
        return self.say("yuan", amount=f"{dish['price']:g}")
