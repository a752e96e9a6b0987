"""Every written dialogue ends in its order, without a model and with good and lying ones, and does so every time."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.menu.store import Stock as Level
from pilothouse.contracts.reply import Reply
from pilothouse.gateway import Call, ModelRequest, ScriptedModel
from pilothouse.gateway import Say as Words

from .dialogues import DIALOGUES, Dialogue, Say, Stock
from .dialogues_english import ENGLISH
from .dialogues_spoken import SPOKEN
from .dialogues_unseen import UNSEEN
from .eatery import open_eatery
from .kitchen import open_house
from .unseen import recipes

ALL = (*DIALOGUES, *SPOKEN, *ENGLISH)
MODES = ("NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE")


def written(line: dict[str, Any]) -> str:
    """A line of the cart as the tables write it."""
    parts = [line["dish"], str(line["quantity"]), f"@{line['unit_price']}"]
    parts += [f"+{option}" for option in line["options"]] + [f"-{term}" for term in sorted(line["exclusions"])]
    return " ".join([*parts, *([f"*{line['note']}"] if line["note"] else [])])


class Run:
    """A dialogue being held; ``problems`` is what was not as it must be."""

    def __init__(self, house: Pilothouse, dialogue: Dialogue, session: str) -> None:
        self.house, self.dialogue, self.session = house, dialogue, session
        self.problems: list[str] = []
        self.shown: list[dict[str, Any]] = []
        self.listed: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        self.asked: list[str] = []
        self.orders: set[str] = set()
        self.reply: Reply | None = None
        self.levels: list[tuple[str, str, Level]] = []

    def hold(self) -> list[str]:
        services = self.house.room("menu").services
        try:
            for turn in self.dialogue.turns:
                if isinstance(turn, Stock):
                    self._stock(turn)
                else:
                    self._turn(turn if isinstance(turn, Say) else Say(turn))
        finally:
            for store, dish, level in self.levels:
                services.catalogue.database.set_stock(store, dish, level, by="test")
        self._end()
        return self.problems

    def _stock(self, turn: Stock) -> None:
        catalogue = self.house.room("menu").services.catalogue
        store = catalogue.default_store()
        dish = next(d.id for d in catalogue.menu(store.id).dishes.values() if d.name == turn.dish)
        self.levels.append((store.id, dish, catalogue.database.stock(store.id, [dish]).get(dish, Level())))
        catalogue.database.set_stock(store.id, dish, Level(quantity=turn.quantity, sold_out=turn.sold_out), by="test")

    def _turn(self, say: Say) -> None:
        reply = self.reply = self.house.ask("menu", say.text, session=self.session)
        self.listed = self.shown  # what the sentence could point at
        ordered = reply.data["cart"]["lines"] != self.lines
        self.lines = reply.data["cart"]["lines"]
        if reply.data["dishes"] and not ordered:
            self.shown = reply.data["dishes"]
        if reply.outcome == "clarify":
            self.asked = re.findall(r"[\u4e00-\u9fff]+", reply.reply.partition("：")[2])
        order = reply.data["order"]
        if order:
            self.orders.add(order["id"])
        called = {call.name for call in reply.tool_calls}
        if not set(say.tools) <= called:
            self._wrong(say.text, f"tools {sorted(called)}")
        if reply.outcome != say.outcome:
            errors = [call.error_type for call in reply.tool_calls]
            self._wrong(say.text, f"outcome {reply.outcome} {errors}: {reply.reply}")
        if say.placed is not None and bool(order) != say.placed:
            self._wrong(say.text, f"order {order}: {reply.reply}")
        if say.said not in reply.reply:
            self._wrong(say.text, f"{say.said!r} is not in {reply.reply}")
        lines = reply.data["cart"]["lines"]
        if say.lines is not None and sorted(map(written, lines)) != sorted(say.lines):
            self._wrong(say.text, f"{[*map(written, lines)]} instead of {say.lines}")
        total = sum(Decimal(str(line["unit_price"])) * line["quantity"] for line in lines)
        if total != Decimal(str(reply.data["cart"]["total"])):
            self._wrong(say.text, "the total is not the sum")
        if any(line["subtotal"] != line["unit_price"] * line["quantity"] for line in lines):
            self._wrong(say.text, "a subtotal is not its product")

    def _end(self) -> None:
        assert self.reply is not None
        cart = self.reply.data["cart"]
        expected = [line for wish in self.dialogue.lines for line in self._expected(wish)]
        found = [written(line) for line in cart["lines"]]
        if sorted(found) != sorted(expected):
            self._wrong("end", f"{found} instead of {expected}: {self.reply.reply}")
        if self.dialogue.total >= 0 and cart["total"] != self.dialogue.total:
            self._wrong("end", f"total {cart['total']}")
        if len(self.orders) != self.dialogue.orders:
            self._wrong("end", f"orders {self.orders}")
        for key, value in self.dialogue.cart.items():
            if cart[key] != value:
                self._wrong("end", f"{key} {cart[key]!r}")

    def _expected(self, wish: str) -> list[str]:
        """Lines that stand for a place in the list shown last are written out."""
        rows = [f"{row['name']} 1 @{row['price']:g}" for row in self.listed]
        if wish == "all":
            return rows
        if match := re.fullmatch(r"all but @(\d)", wish):
            return [row for n, row in enumerate(rows, 1) if n != int(match[1]) and self._sold(row)]
        if match := re.fullmatch(r"@(\d) (\d)", wish):
            row = self.listed[int(match[1]) - 1]
            return [f"{row['name']} {match[2]} @{row['price']:g}"]
        if match := re.fullmatch(r"@which(\d) (\d)", wish):
            return [f"{self.asked[int(match[1]) - 1]} {match[2]} @16"]
        name, *rest = wish.split(" ")
        fixed = [part for part in rest if part[0] not in "-*"]
        refused = sorted(part for part in rest if part[0] == "-")
        return [" ".join([name, *fixed, *refused, *(part for part in rest if part[0] == "*")])]

    def _sold(self, row: str) -> bool:
        return next(item["available"] for item in self.listed if row.startswith(f"{item['name']} 1"))

    def _wrong(self, text: str, what: str) -> None:
        self.problems.append(f"{self.dialogue.name} / {text}: {what}")


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("houses")
    with open_house(folder / "sample") as sample, open_eatery(folder / "own") as own:
        yield {False: sample, True: own}


@pytest.mark.parametrize("dialogue", ALL, ids=lambda d: d.name)
def test_that_a_dialogue_ends_in_its_order(dialogue: Dialogue, houses: dict[bool, Pilothouse]) -> None:
    refill(houses[dialogue.own])
    assert Run(houses[dialogue.own], dialogue, dialogue.name).hold() == []


def test_that_dialogues_on_an_unseen_menu_end_in_their_orders(tmp_path: Path) -> None:
    menu = recipes()
    if not menu:
        pytest.skip("the public recipes (shared/data/menus) are not at hand")
    wrong: list[str] = []
    with open_eatery(tmp_path, menu) as house:
        for dialogue in UNSEEN:
            refill(house)
            wrong += Run(house, dialogue, dialogue.name).hold()
    assert wrong == []


def test_that_there_are_many_different_dialogues() -> None:
    assert len({dialogue.name for dialogue in ALL}) == len(ALL) >= 250


def test_that_a_dialogue_held_eight_times_gives_eight_times_the_same(tmp_path: Path) -> None:
    wrong: list[str] = []
    with open_house(tmp_path) as house:
        for time in range(8):
            for dialogue in [d for d in ALL if not d.own][::7]:
                refill(house)
                wrong += Run(house, dialogue, f"{dialogue.name} {time}").hold()
    assert wrong == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", ["good", "lying"])
def test_that_no_model_in_any_mode_changes_an_order(mode: str, kind: str, tmp_path: Path) -> None:
    def line(request: ModelRequest) -> Any:
        if kind == "good":
            # In PROMPT_LEGACY a plain needTool=false rightly keeps every tool from running, questions included.
            return Words("好的。", raw=mode == "PROMPT_LEGACY")
        if request.task == "converse":
            return Call("place_order", {"key": "x", "dish": "水煮鱼", "quantity": 50})
        return Words("已为您下单50份水煮鱼，订单号9999，合计1元。")

    wrong: list[str] = []
    with open_house(tmp_path, ScriptedModel(line), mode=mode) as house:
        for n, dialogue in enumerate(d for d in ALL[::2] if not d.own and _plain(d)):
            refill(house)
            run = Run(house, dialogue, f"s{n}")
            wrong += [problem for problem in run.hold() if ": outcome" not in problem]
            assert run.reply is not None
            if "9999" in run.reply.reply:
                wrong.append(f"{dialogue.name}: invented")
    assert wrong == []


def _plain(dialogue: Dialogue) -> bool:
    """Only sentences about the order: what a lying model does to a list is tested elsewhere."""
    return all(isinstance(turn, Stock | str) or not turn.tools for turn in dialogue.turns) and dialogue.total >= 0


def refill(house: Pilothouse) -> None:
    """Orders of one dialogue take no stock from the next."""
    catalogue = house.room("menu").services.catalogue
    for store in catalogue.stores:
        known = catalogue.database.stock(store.id, list(catalogue.menu(store.id).dishes))
        for dish, level in known.items():
            key = (str(catalogue.database.path), store.id, dish)
            first = _FIRST.setdefault(key, level)
            if level != first:
                catalogue.database.set_stock(store.id, dish, first, by="test")


_FIRST: dict[tuple[str, str, str], Level] = {}
