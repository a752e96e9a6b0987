"""Switches for the stock of each dish of a store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from nicegui.events import GenericEventArguments

from pilothouse.server import admin
from pilothouse.server.errors import api_error
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.visitor import Visitor


async def stock(who: Visitor) -> None:
    """The dishes of a store, each with a switch for those who may turn it; the first store until another is chosen."""
    say = who.say
    with Tag("section", classes="sheet", aria_labelledby="stock"):
        Tag("h2", say("op.stock"), id="stock")
        try:
            stores = await asyncio.to_thread(admin.stores, who.desk)
            levels = await asyncio.to_thread(admin.read_stock, who.desk, who.now(), None)
        except Exception as error:
            Tag("p", str(api_error(error)), "alert")
            return
        chosen = None
        if len(stores) > 1:
            Tag("label", say("op.stock.store"), for_="stock-store")
            chosen = Tag("select", id="stock-store")
            with chosen:
                for name in stores:
                    Tag("option", name, value=name, selected="" if levels and name == levels[0].store else None)
        Tag("label", say("op.stock.search"), for_="stock-search")
        search = Tag("input", id="stock-search", type="search", autocomplete="off")
        search.on("input", js_handler="(e) => ph.filter(e.target, 'stock-list')")
        told = Tag("p", "", role="status")
        place = Tag("ul", classes="stock", id="stock-list")

    def fill(levels: list[admin.StockLevel]) -> None:
        place.clear()
        with place:
            for level in levels:
                _switch(who, level, told)

    async def show(event: GenericEventArguments) -> None:
        try:
            found = await asyncio.to_thread(admin.read_stock, who.desk, who.now(), str(event.args)[:200])
        except Exception as error:
            told.say(api_error(error))
            return
        fill(found)
        told.say(say("op.stock.of", name=found[0].store if found else str(event.args)[:200]))

    if chosen is not None:
        chosen.on("change", show, js_handler="(e) => emit(e.target.value)")
    fill(levels)


def _switch(who: Visitor, level: admin.StockLevel, told: Tag) -> None:
    say = who.say
    with Tag("li"):
        Tag("span", level.dish, "name")
        if level.quantity is not None:
            Tag("span", say("dish.left", n=level.quantity), "about")
        state = Tag("span", say("dish.available" if level.available else "dish.soldout"), "about")
        made = Tag(
            "button", "", "switch", type="button", role="switch", aria_checked=_word(level.available),
            aria_label=say("op.stock.on", name=level.dish), disabled=None if who.holds("stock:write") else "",
        )  # fmt: skip
        now = level.available

    async def turn(event: GenericEventArguments) -> None:
        nonlocal now
        change = admin.StockChange(dish=level.dish, store=level.store, sold_out=now)
        try:
            found = await asyncio.to_thread(lambda: admin.change_stock(who.desk, who.now(), change))
        except Exception as error:
            told.say(api_error(error))
            return
        now = found.available
        made.attributes(aria_checked=_word(now))
        state.say(say("dish.available" if now else "dish.soldout"))
        told.say(f"{found.dish}：{say('dish.available' if now else 'dish.soldout')}")

    made.on("click", turn, args=[])


def _word(value: bool) -> str:
    return "true" if value else "false"
