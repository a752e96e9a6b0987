"""A hundred and eighty sentences of guests, each with its order: the grammar of orders through the whole house."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse

from .kitchen import open_house

TABLE = Path(__file__).with_name("waiter.txt")
DIALOGUES = [line for line in TABLE.read_text("utf-8").splitlines() if "=>" in line and not line.startswith("#")]


@dataclass(frozen=True)
class Wanted:
    """A line of the cart as the table writes it; ``note`` is only looked for."""

    dish: str
    quantities: tuple[int, ...]
    options: frozenset[str]
    exclusions: frozenset[str]
    noted: bool

    @classmethod
    def read(cls, text: str, listed: list[str]) -> Wanted:
        name, quantity, *rest = text.split()
        marks = {mark: frozenset(part[1:].replace("_", " ") for part in rest if part[0] == mark) for mark in "+-*"}
        dish = listed[int(name[1:]) - 1] if name.startswith("@") else name
        return cls(dish, tuple(map(int, quantity.split("?"))), marks["+"], marks["-"], bool(marks["*"]))

    def fits(self, line: dict[str, Any]) -> bool:
        exclusions = {_CHINESE.get(term, term) for term in line["exclusions"]}
        return (
            (line["dish"], set(line["options"]), exclusions) == (self.dish, self.options, self.exclusions)
            and line["quantity"] in self.quantities
            and (bool(line["note"]) or not self.noted)
        )


_CHINESE = {"cilantro": "香菜", "peanuts": "花生"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with open_house(tmp_path_factory.mktemp("waiter")) as opened:
        yield opened


@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_that_what_guests_say_becomes_their_order(dialogue: str, house: Pilothouse) -> None:
    said, _, wanted = dialogue.partition("=>")
    listed: list[str] = []
    lines: list[dict[str, Any]] = []
    for sentence in said.split("|"):
        reply = house.ask("menu", sentence.strip(), session=dialogue[:200])
        if len(reply.data["dishes"]) > 1 and reply.data["cart"]["lines"] == lines:  # what was ordered is no list
            listed = [item["name"] for item in reply.data["dishes"]]
        lines = reply.data["cart"]["lines"]
    expected = [Wanted.read(line, listed) for line in wanted.split(";") if line.strip()]
    unmet = [line for line in expected if not any(line.fits(found) for found in lines)]
    assert (unmet, len(lines)) == ([], len(expected)), lines
