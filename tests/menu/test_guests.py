"""What guests say in five houses: the sample, a tea shop, hotpot, noodles, a bistro; orders, changes and questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse.contracts.reply import Reply

from .eatery import open_eatery
from .kitchen import open_house
from .shops import MENUS
from .test_dialogues import refill
from .test_followups import turns

TABLE = Path(__file__).with_name("guests.txt")


def table() -> list[tuple[str, str]]:
    """Each dialogue with its house."""
    house, found = "", []
    for line in TABLE.read_text("utf-8").splitlines():
        if match := re.fullmatch(r"\[(\w+)\]", line.strip()):
            house = match[1]
        elif "=>" in line and not line.startswith("#"):
            found.append((house, line))
    return found


def fits(wish: str, line: dict[str, Any], listed: list[str]) -> bool:
    """A line of the cart as the table has it: name, quantity, +option, -left out, ~said to the kitchen somehow."""
    name, quantity, *rest = [part.replace("_", " ") for part in wish.split()]
    if name.startswith("@"):
        name = listed[int(name[1:]) - 1]
    told = [part[1:].lower().split("/") for part in rest if part[0] == "~"]
    made = [*line["options"], *line["exclusions"], *filter(None, [line["note"]])]
    free = [word for words in told for word in words]

    def others(words: list[str]) -> set[str]:
        return {word for word in words if not any(word.lower() in known or known in word.lower() for known in free)}

    return (
        line["dish"] == name
        and line["quantity"] in map(int, quantity.split("?"))
        and all(any(word in " ".join(made).lower() for word in words) for words in told)
        and others(line["options"]) == {part[1:] for part in rest if part[0] == "+"}
        and others(line["exclusions"]) == {part[1:] for part in rest if part[0] == "-"}
        and bool(line["note"]) <= any(part[0] in "*~" for part in rest)
        and (bool(line["note"]) or not any(part == "*" for part in rest))
    )


_CHECKS: dict[str, Callable[[str, Reply], bool]] = {
    "tool": lambda value, reply: value in {call.name for call in reply.tool_calls},
    "out": lambda value, reply: reply.outcome in value.split("/"),
    "placed": lambda value, reply: bool(reply.data["order"]),
    "unplaced": lambda value, reply: not reply.data["order"],
    "listed": lambda value, reply: len(reply.data["dishes"]) > 1,
    "lines": lambda value, reply: len(reply.data["cart"]["lines"]) == int(value),
    "total": lambda value, reply: bool(reply.data["cart"]["total"] == float(value)),
    "addr": lambda value, reply: bool(reply.data["cart"]["address"] == value),
    "table": lambda value, reply: bool(reply.data["cart"]["table"] == value),
    "service": lambda value, reply: bool(reply.data["cart"]["service"] == value),
    "cartnote": lambda value, reply: re.search(value, reply.data["cart"]["note"]) is not None,
    "has": lambda value, reply: any(re.fullmatch(value, dish["name"]) for dish in reply.data["dishes"]),
    "hasnt": lambda value, reply: not any(re.fullmatch(value, dish["name"]) for dish in reply.data["dishes"]),
    "under": lambda value, reply: all(0 < (dish["price"] or 0) <= float(value) for dish in reply.data["dishes"]),
}


def holds(check: str, reply: Reply) -> bool:
    """A fact of the reply, named, or words that stand in it (``!``: that don't)."""
    name, _, value = check.partition(":")
    if name in _CHECKS:
        return _CHECKS[name](value, reply)
    return bool(re.search(check.lstrip("!"), reply.reply)) != check.startswith("!")


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("guests")
    with ExitStack() as stack:
        opened = {"sample": stack.enter_context(open_house(folder / "sample"))}
        for name, menu in MENUS.items():
            (folder / name).mkdir()
            opened[name] = stack.enter_context(open_eatery(folder / name, menu))
        yield opened


@pytest.mark.parametrize(("shop", "dialogue"), table())
def test_that_guests_are_understood(shop: str, dialogue: str, houses: dict[str, Pilothouse]) -> None:
    said, _, wanted = dialogue.partition("=>")
    house, problems = houses[shop], []
    listed: list[str] = []
    lines: list[dict[str, Any]] = []
    if shop == "sample":
        refill(house)
    for text, checks in turns(said):
        reply = house.ask("menu", text, session=f"{shop} {dialogue}"[:200])
        problems += [f"{text}: {check} / {reply.reply}" for check in filter(None, checks) if not holds(check, reply)]
        if len(reply.data["dishes"]) > 1 and reply.data["cart"]["lines"] == lines:
            listed = [dish["name"] for dish in reply.data["dishes"]]
        lines = reply.data["cart"]["lines"]
    expected = [wish for wish in wanted.split(";") if wish.strip()] if wanted.strip() != "?" else []
    unmet = [wish for wish in expected if not any(fits(wish, line, listed) for line in lines)]
    assert (problems, unmet) == ([], []), lines
    assert wanted.strip() == "?" or len(lines) == len(expected), lines
