"""Pages are read while slower sub-queries are under way: sooner, and with the same result whatever comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pilothouse.assistants.shopping import ahead
from pilothouse.assistants.shopping.searching import Search, search_all
from pilothouse.contracts.reply import Reply
from pilothouse.websearch.provider import SearchAnswer

from .market import FAN, FANS, WINNER, Cache, open_house
from .web import Web, services


class Staggered(Web):
    """Each sub-query finds other pages; they come in the order that is given, by number."""

    def __init__(self, order: Sequence[int]) -> None:
        super().__init__()
        self._order = list(order)
        self._come = [asyncio.Event() for _ in order]

    async def search(self, query: str, options: Any) -> Any:
        number = len(self.asked)
        self.asked.append(query)
        place = self._order.index(number) if number < len(self._order) else 0
        if place:
            await self._come[place - 1].wait()
            await asyncio.sleep(0)
        self._come[place].set()
        return SearchAnswer(FANS[number * 2 : number * 2 + 3], self.engine)


def told(reply: Reply) -> tuple[Any, Any, Any]:
    return reply.data["decision"], reply.data["scores"], reply.data["notes"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_that_the_order_of_arrival_changes_nothing(
    tmp_path: Path, order: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path / "a", web=Staggered((0, 1, 2))) as house:
        first = house.ask("shopping", FAN)
    monkeypatch.setattr(ahead, "WAIT_S", 0.0)
    with open_house(tmp_path / "b", web=Staggered(order)) as house:
        assert told(house.ask("shopping", FAN)) == told(first)
    assert first.data["decision"]["product"] == WINNER


def test_that_a_fault_in_reading_ahead_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ahead, "WAIT_S", 0.0)
    monkeypatch.setattr(ahead, "extract", broken)
    with open_house(tmp_path, web=Staggered((0, 1, 2))) as house:
        assert house.ask("shopping", FAN).data["decision"]["product"] == WINNER


async def test_that_each_but_the_last_is_told_of_when_it_comes() -> None:
    web = Web(FANS)
    seen: list[Search] = []
    made = await search_all(services(web), ("一", "二", "三"), "anna", seen.append)
    assert len(made) == 3
    assert len(seen) == 2


def test_that_what_was_found_is_kept_when_the_turn_is_over(tmp_path: Path) -> None:
    cache = Cache()
    with open_house(tmp_path, web=Staggered((0, 1, 2)), cache=cache) as house:
        asked = house.ask("shopping", FAN).data["searches"]
        assert {query for query, _ in cache} == {search["query"] for search in asked}
