"""The events of a turn while it runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Assistant, Pilothouse
from pilothouse.contracts.errors import DataError, UsageError

from .kit import ECHO


def house_of(home: Path, services: Any = None) -> Pilothouse:
    return Pilothouse(home, assistants=[Assistant("echo", ECHO, (), open=lambda resources: services)])


async def test_that_steps_are_told_as_they_begin_and_end_and_the_reply_comes_last(tmp_path: Path) -> None:
    async with house_of(tmp_path) as house:
        events = [event async for event in house.astream("echo", "hi", session="s")]
    steps = [(event.kind, event.fields["name"]) for event in events[:-1]]
    names = ["listen", "remember", "answer"]
    assert steps == [(kind, name) for name in names for kind in ("node_begun", "node")]
    assert events[-1].kind == "reply"
    assert events[-1].fields["turn"] == 1
    assert [event.ms for event in events] == sorted(event.ms for event in events)


async def test_that_a_stream_that_is_closed_early_ends_the_turn_and_leaves_the_session(tmp_path: Path) -> None:
    services = {"started": asyncio.Event(), "go": asyncio.Event()}
    async with house_of(tmp_path, services) as house:
        await house.aask("echo", "one", session="s")
        stream = house.astream("echo", "wait", session="s")
        assert (await anext(stream)).kind == "node_begun"
        await stream.aclose()  # type: ignore[attr-defined]
        reply = await house.aask("echo", "two", session="s")
    assert (reply.turn, reply.data["words"]) == (2, ["one", "two"])


async def test_that_what_a_turn_raises_reaches_who_listens(tmp_path: Path) -> None:
    async with house_of(tmp_path) as house:
        for assistant, text, kind in (
            ("nobody", "hi", UsageError),
            ("echo", "", UsageError),
            ("echo", "data error", DataError),
        ):
            with pytest.raises(kind):
                [event async for event in house.astream(assistant, text)]


def test_that_what_is_heard_live_is_recorded_without_the_beginnings(tmp_path: Path) -> None:
    with house_of(tmp_path) as house:

        async def listen() -> list[Any]:
            return [event async for event in house.astream("echo", "hi", session="s")]

        heard = asyncio.run(listen())
        trace = house.recorded(heard[-1].fields["trace_id"])
    assert [event.kind for event in trace.events] == ["node"] * 3
