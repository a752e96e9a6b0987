"""Promises of either store, seen through ``Store``."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.flow.sessions import Store, store

from ..flow.kit import DATABASE, EchoState, conductor, turn_of
from ..flow.test_processes import WAIT, line, start
from ..flow.test_turns import NAMES


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which store the conductors of the kit use, here and in processes that the test starts."""
    monkeypatch.delenv(DATABASE, raising=False)
    if request.param == "postgres":
        monkeypatch.setenv(DATABASE, request.getfixturevalue("url"))
    return str(request.param)


def opened(home: Path) -> Store:
    return store(home / "checkpoints.db", home / "locks", EchoState, os.environ.get(DATABASE))


async def test_that_sessions_of_any_name_are_their_own(kind: str, tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        for user in ("李", "王", "nul\x00"):
            for name in NAMES:
                assert (await at.turn(f"{user}{name[:9]}", turn_of(tmp_path, name, user))).turn == 1
        for user in ("李", "王", "nul\x00"):
            for name in NAMES:
                assert (await at.state(Caller(user), name))["words"] == [f"{user}{name[:9]}"]


@pytest.mark.parametrize(
    "value",
    ["nul\x00", "", "🐟\\u0000", 1e20, 10.0, -0.0, 2**63, 10**19 % 2**64, True, None, [], {}, {"a": [1, 2.0, None]}],
    ids=repr,
)
async def test_that_a_value_comes_back_as_it_was(kind: str, tmp_path: Path, value: Any) -> None:
    at = opened(tmp_path)
    await at.open()
    await at.keep({"t": {"turn": value, "words": [value]}})
    await at.close()
    await at.open()
    loaded = await at.load("t")
    assert repr(loaded) == repr({"turn": value, "words": [value]})
    await at.close()


async def test_that_a_field_the_assistant_no_longer_has_is_left_out(kind: str, tmp_path: Path) -> None:
    at = opened(tmp_path)
    await at.open()
    await at.keep({"t": {"turn": 1, "of an earlier version": 2}})
    assert await at.load("t") == {"turn": 1}
    await at.close()


async def test_that_a_stored_class_is_not_loaded(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGGRAPH_STRICT_MSGPACK", "false")
    at = opened(tmp_path)
    await at.open()
    await at.keep({"t": {"turn": Caller("forged")}})
    assert not isinstance((await at.load("t"))["turn"], Caller)
    await at.close()


async def test_that_one_holds_a_thread_at_a_time_and_other_threads_are_free(kind: str, tmp_path: Path) -> None:
    stores, inside, most = [opened(tmp_path), opened(tmp_path)], 0, 0

    async def work(at: Store) -> None:
        nonlocal inside, most
        async with at.hold("a"):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    for at in stores:
        await at.open()
    await asyncio.gather(*(work(at) for at in stores * 4))
    assert most == 1
    async with stores[0].hold("a"), stores[0].hold("b"), stores[1].hold("c"):
        pass
    for at in stores:
        await at.close()


async def test_that_a_wait_given_up_at_any_moment_leaves_the_lock_free(kind: str, tmp_path: Path) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    await one.open()
    await other.open()

    async def wait() -> None:
        async with other.hold("a"):
            await asyncio.sleep(0.001)

    for step in range(60):
        waiting = asyncio.create_task(wait())
        if step % 2:
            for _ in range(step // 2):
                await asyncio.sleep(0)
        else:
            await asyncio.sleep(step / 20_000)
        waiting.cancel()
        await asyncio.wait({waiting})
        async with asyncio.timeout(5), one.hold("a"):
            pass
    await one.close()
    await other.close()


async def test_that_a_process_killed_in_the_middle_of_a_turn_leaves_the_last_acknowledged_turn(
    kind: str, tmp_path: Path
) -> None:
    process = start(WAIT, str(tmp_path))
    assert [line(process), line(process)] == ["1", "in the middle"]
    process.kill()
    process.communicate()
    async with conductor(tmp_path) as at:
        assert (await at.state(Caller(), "s"))["words"] == ["鱼"]
        async with asyncio.timeout(10):
            assert (await at.turn("菜", turn_of(tmp_path))).reply == "2: 鱼 菜 /  /"


async def test_that_many_sessions_at_once_all_count(kind: str, tmp_path: Path) -> None:
    async with conductor(tmp_path, strict=True) as at:
        turns = [turn_of(tmp_path, f"s{n % 10}", f"u{n % 10}") for n in range(40)]
        replies = await asyncio.gather(*(at.turn("鱼", turn) for turn in turns))
        assert sorted(reply.turn for reply in replies) == sorted([1, 2, 3, 4] * 10)


async def test_that_the_doctor_is_told_how_many_states_are_stored(kind: str, tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        assert "0 stored states" in await at.check()
        await at.turn("鱼", turn_of(tmp_path))
        for _ in range(2):
            said = await at.check()
            assert "2 份会话状态" in said  # the session's and the user's
            assert {"sqlite": "SQLite", "postgres": "PostgreSQL"}[kind] in said
