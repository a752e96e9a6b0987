"""What a turn keeps, what it forgets, and what a failing one becomes."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import ContractViolation, DataError, UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.flow import FALLBACK, RECURSION_LIMIT, Conductor, thread_id
from pilothouse.telemetry.recorder import FlightRecorder, Trace

from .kit import ECHO, EchoState, conductor, turn_of


async def say(at: Conductor, home: Path, text: str, session: str = "s", user: str = "guest", **more: Any) -> Reply:
    return await at.turn(text, turn_of(home, session, user, **more))


def traces(home: Path) -> list[Trace]:
    recorder = FlightRecorder(home / "traces.db")
    found = [recorder.get(trace.trace_id, user=None) for trace in recorder.list(user=None, limit=500)]
    recorder.close()
    return [trace for trace in reversed(found) if trace is not None]


def files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.iterdir()}


async def test_that_session_fields_go_on_in_a_new_process_and_turn_fields_start_afresh(tmp_path: Path) -> None:
    async with conductor(tmp_path) as first:
        assert (await say(first, tmp_path, "leave")).reply == "1: leave /  / left"
    async with conductor(tmp_path) as second:
        reply = await say(second, tmp_path, "鱼")
        assert reply.reply == "2: leave 鱼 /  /"
        assert reply.turn == 2
        assert await second.state(Caller(), "s") == {"turn": 2, "words": ["leave", "鱼"], "tastes": []}


async def test_that_user_fields_are_shared_by_the_sessions_of_a_user_and_by_nobody_else(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        await say(at, tmp_path, "爱辣", session="a", user="李")
        assert (await say(at, tmp_path, "鱼", session="b", user="李")).reply == "1: 鱼 / 爱辣 /"
        assert (await say(at, tmp_path, "鱼", session="a", user="王")).reply == "1: 鱼 /  /"


async def test_that_a_new_session_is_empty(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        assert await at.state(Caller(), "s") == {}


NAMES = [
    "s",
    "S",
    " s",
    "a/b",
    "../../etc/passwd",
    "会话",
    "🐟",
    "x" * 5000,
    "x" * 5001,
    "nul\x00",
    "nul",
    '"]',
    "",
    "%",
]


async def test_that_sessions_of_any_name_are_their_own(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        for user in ("李", "王"):
            for name in NAMES:
                assert (await say(at, tmp_path, f"{user}{name[:9]}", session=name, user=user)).turn == 1
        for user in ("李", "王"):
            for name in NAMES:
                assert (await at.state(Caller(user), name))["words"] == [f"{user}{name[:9]}"]
    assert {name.split("-")[0] for name in files(tmp_path)} == {"checkpoints.db", "locks", "traces.db"}
    assert files(tmp_path / "locks") == {}


async def test_that_all_sessions_of_a_user_are_forgotten_and_nobody_else_s(tmp_path: Path) -> None:
    users = ("李", "李李", '李", "', "%", "_", "guest")
    async with conductor(tmp_path) as at:
        for user in users:
            for name in NAMES[:8]:
                await say(at, tmp_path, "爱鱼", session=name, user=user)
        await at.forget("李")
        for user in users:
            for name in NAMES[:8]:
                assert bool(await at.state(Caller(user), name)) == (user != "李")
        await at.forget("nobody")
        assert (await say(at, tmp_path, "鱼", session="s", user="李")).reply == "1: 鱼 /  /"


TEXT = st.text(st.characters(codec="utf-8"), max_size=300)


@given(st.tuples(TEXT, TEXT), st.tuples(TEXT, TEXT))
def test_that_keys_of_different_users_or_sessions_differ(one: tuple[str, str], other: tuple[str, str]) -> None:
    keys = {thread_id("echo", *one), thread_id("echo", *other), thread_id("echo", one[0]), thread_id("menu", *one)}
    assert len(keys) == (3 if one == other else 4)


async def test_that_a_session_whose_name_is_not_text_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        with pytest.raises(UsageError, match="会话名"):
            await say(at, tmp_path, "鱼", session="\ud800")


async def test_that_half_a_surrogate_pair_in_the_text_is_replaced(tmp_path: Path) -> None:
    async with conductor(tmp_path, strict=True) as at:
        reply = await say(at, tmp_path, "鱼\ud83d")
        assert reply.reply.startswith("1: 鱼?")
        reply.model_dump_json().encode()


async def test_that_two_turns_at_once_both_count(tmp_path: Path) -> None:
    async with conductor(tmp_path) as one, conductor(tmp_path) as other:
        replies = await asyncio.gather(*(say(at, tmp_path, "鱼") for at in (one, other, one, other, one)))
        assert sorted(reply.turn for reply in replies) == [1, 2, 3, 4, 5]
        assert len((await one.state(Caller(), "s"))["words"]) == 5


async def test_that_turns_of_other_sessions_go_on_while_one_waits(tmp_path: Path) -> None:
    waiting = turn_of(tmp_path, "slow")
    async with conductor(tmp_path) as at:
        slow = asyncio.create_task(at.turn("wait", waiting))
        await waiting.services["started"].wait()
        assert (await say(at, tmp_path, "鱼", session="fast", user="王")).turn == 1
        waiting.services["go"].set()
        assert (await slow).turn == 1


async def test_that_waiting_for_the_previous_turn_ends_with_a_sentence(tmp_path: Path) -> None:
    waiting = turn_of(tmp_path)
    async with conductor(tmp_path, lock_wait_s=0.05) as at, conductor(tmp_path, lock_wait_s=0.05) as other:
        slow = asyncio.create_task(at.turn("wait", waiting))
        await waiting.services["started"].wait()
        for conducting in (at, other):
            with pytest.raises(UsageError, match="上一句还在处理"):
                await say(conducting, tmp_path, "鱼")
        waiting.services["go"].set()
        await slow
        assert (await say(other, tmp_path, "鱼")).turn == 2


FAILURES = ["bug", "late bug", "steal", "object", "nothing", "astray", "circle", "bad finish"]


@pytest.mark.parametrize("text", FAILURES)
async def test_that_a_bug_becomes_a_plain_reply_and_one_log_entry_and_the_session_goes_on(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with conductor(tmp_path) as at:
        await say(at, tmp_path, "鱼")
        reply = await say(at, tmp_path, text)
        assert reply.reply == FALLBACK["en"]
        assert (reply.outcome, reply.turn, reply.data) == ("fallback", 2, {})
        logged = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert len(logged) == 1
        assert reply.trace_id in logged[0].getMessage()
        assert (await say(at, tmp_path, "菜")).reply == "3: 鱼 菜 /  /"
    failed = traces(tmp_path)[1]
    assert failed.outcome == "fallback"
    assert "failed" in {event.kind for event in failed.events}
    assert "secret" not in str(failed)


async def test_that_the_safe_reply_speaks_the_users_language(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        assert (await say(at, tmp_path, "bug", language="zh")).reply == FALLBACK["zh"]
        assert (await say(at, tmp_path, "bug")).reply == FALLBACK["en"]
    chinese = replace(ECHO, finish=lambda state: 1 / 0)  # type: ignore[arg-type,return-value]
    async with conductor(tmp_path, flow=chinese) as at:
        assert (await say(at, tmp_path, "有鱼吗")).reply == FALLBACK["zh"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("steal", "wrote 'reply', which it does not own"),
        ("object", "wrote 'words': object is not plain data"),
        ("nothing", "returned NoneType"),
        ("astray", "named 'nowhere', which it doesn't declare"),
        ("circle", f"did not end within {RECURSION_LIMIT} steps"),
    ],
)
async def test_that_broken_contracts_are_loud_when_strict(text: str, words: str, tmp_path: Path) -> None:
    async with conductor(tmp_path, strict=True) as at:
        with pytest.raises(ContractViolation, match=words):
            await say(at, tmp_path, text)
        assert (await say(at, tmp_path, "鱼")).turn == 1


async def test_that_an_error_with_a_sentence_of_its_own_is_raised_and_changes_nothing(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        with pytest.raises(DataError, match="菜单坏了"):
            await say(at, tmp_path, "data error")
        assert await at.state(Caller(), "s") == {}
    assert [trace.outcome for trace in traces(tmp_path)] == ["error"]


async def test_that_a_node_can_not_change_a_field_of_another_in_place(tmp_path: Path) -> None:
    async with conductor(tmp_path, strict=True) as at:
        assert (await say(at, tmp_path, "mutate", user="李")).reply == "1: mutate /  /"
        assert (await at.state(Caller("李"), "s"))["tastes"] == []


async def test_that_a_stored_tuple_reads_the_same_before_and_after_a_restart(tmp_path: Path) -> None:
    async with conductor(tmp_path, strict=True) as at:
        assert (await say(at, tmp_path, "tuple")).data == {"words": ["a", "b"]}
        assert (await at.state(Caller(), "s"))["words"] == ["a", "b"]


async def test_that_a_cancelled_turn_leaves_nothing_running_and_the_session_as_it_was(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    loop.set_debug(True)
    waiting = turn_of(tmp_path)
    async with conductor(tmp_path) as at:
        await say(at, tmp_path, "鱼")
        before = asyncio.all_tasks()
        turn = asyncio.create_task(at.turn("wait", waiting))
        await waiting.services["started"].wait()
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        assert asyncio.all_tasks() == before
        assert (await say(at, tmp_path, "菜")).reply == "2: 鱼 菜 /  /"
    assert asyncio.all_tasks() == before
    assert [trace.outcome for trace in traces(tmp_path)] == ["answered", "error", "answered"]


async def test_that_a_replay_gives_the_same_reply_and_writes_nothing(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        for text in ("爱辣", "鱼", "菜"):
            await say(at, tmp_path, text, user="李")
        before = (tmp_path / "checkpoints.db").read_bytes(), await at.state(Caller("李"), "s")
        for trace in traces(tmp_path):
            assert trace.input is not None
            again = await at.replay(trace.input, trace.state_before, turn_of(tmp_path / "aside", user="李"))
            assert (again.reply, again.turn, again.outcome) == (
                trace.reply["reply"],
                trace.reply["turn"],
                trace.reply["outcome"],
            )
        assert ((tmp_path / "checkpoints.db").read_bytes(), await at.state(Caller("李"), "s")) == before


async def test_that_a_turn_can_be_looked_at_step_by_step(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        await say(at, tmp_path, "鱼")
        await say(at, tmp_path, "菜")
    last = traces(tmp_path)[-1]
    assert last.state_before == {"turn": 1, "words": ["鱼"], "tastes": []}
    steps = [(event.fields["name"], event.fields["wrote"]) for event in last.events if event.kind == "node"]
    assert steps == [("listen", ["words"]), ("remember", []), ("answer", ["reply"])]


async def test_that_the_file_stays_small_over_many_turns(tmp_path: Path) -> None:
    async with conductor(tmp_path, flow=replace(ECHO, nodes={**ECHO.nodes, "listen": _forgetful})) as at:
        for n in range(200):
            reply = await say(at, tmp_path, f"第{n}句" * 20)
        assert reply.turn == 200
    assert sum(size for name, size in files(tmp_path).items() if name.startswith("checkpoints")) < 200_000


async def _forgetful(state: Any, turn: Any) -> dict[str, Any]:
    return {"words": [*state["words"], state["text"]][-6:]}


async def test_that_a_session_of_an_earlier_version_gets_the_fields_it_lacks(tmp_path: Path) -> None:
    async with conductor(tmp_path) as at:
        reply = await at.replay("鱼", {"turn": 4}, turn_of(tmp_path))
        assert reply.reply == "5: 鱼 /  /"


async def test_that_a_damaged_file_is_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "checkpoints.db").write_bytes(b"not a database" * 1000)
    at = conductor(tmp_path)
    for _ in range(2):
        with pytest.raises(DataError, match=r"checkpoints\.db"):
            await say(at, tmp_path, "鱼")
    await at.close()
    (tmp_path / "checkpoints.db").unlink()
    async with at:
        assert (await say(at, tmp_path, "鱼")).turn == 1


async def test_that_opening_twice_at_once_opens_one_store_for_its_owner_only(tmp_path: Path) -> None:
    at = conductor(tmp_path / "new" / "home")
    await asyncio.gather(*(at.open() for _ in range(5)))
    assert (tmp_path / "new" / "home" / "checkpoints.db").stat().st_mode & 0o077 == 0
    await at.close()
    await at.close()


async def test_that_a_stored_state_can_not_load_a_class(tmp_path: Path) -> None:
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    kind, data = JsonPlusSerializer(allowed_msgpack_modules=True).dumps_typed({"words": [Caller("forged")]})
    async with conductor(tmp_path) as at:
        loaded = at._sessions._saver.serde.loads_typed((kind, data))
        assert not isinstance(loaded["words"][0], Caller)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.sampled_from(["鱼", "leave", "mutate", *FAILURES]), min_size=1, max_size=6))
async def test_that_any_mixture_of_good_and_failing_turns_counts_each_and_keeps_the_good(
    texts: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    async with conductor(home) as at:
        replies = [await say(at, home, text) for text in texts]
        assert [reply.turn for reply in replies] == list(range(1, len(texts) + 1))
        assert [reply.outcome == "fallback" for reply in replies] == [text in FAILURES for text in texts]
        assert (await at.state(Caller(), "s"))["words"] == [text for text in texts if text not in FAILURES]


def test_that_the_state_type_is_as_declared() -> None:
    assert set(ECHO.fields()) == set(EchoState.__annotations__)
