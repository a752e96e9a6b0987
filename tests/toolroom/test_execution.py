"""What handlers may do, and what comes of it."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import ProviderUnavailable
from pilothouse.contracts.tool import ToolContext
from pilothouse.toolroom import Registry, ToolRoom
from pilothouse.toolroom.results import CHARACTERS_LIMIT, ROWS_LIMIT
from pilothouse.toolroom.threads import STUCK_LIMIT

from .kit import Handler, ask, call, one, tool, turn_room

WHO = contextvars.ContextVar("who", default="nobody")
SHORT = 0.02


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Handlers that wait for it hang; they are let go at the end."""
    event = threading.Event()
    yield event
    event.set()


def failing(error: BaseException) -> Callable[[Any, ToolContext], Envelope]:
    def handler(arguments: Any, context: ToolContext) -> Envelope:
        raise error

    return handler


def failing_later(error: BaseException) -> Callable[[Any, ToolContext], Any]:
    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        raise error

    return handler


@pytest.mark.parametrize("kind", [failing, failing_later])
@pytest.mark.parametrize(
    "error",
    [
        ValueError("secret /etc/passwd"),
        KeyError("secret"),
        SystemExit("secret"),
        asyncio.CancelledError("secret"),
        StopIteration("secret"),
        RecursionError("secret"),
    ],
)
async def test_that_a_handler_that_raises_is_unavailable_and_its_words_reach_nobody(
    kind: Callable[[BaseException], Any], error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    events: list[Mapping[str, Any]] = []
    result = await one(turn_room(tool(kind(error)), observer=events.append))
    assert result.call.error_type == "unavailable"
    assert result.envelope.message == "search can't be used at the moment."
    assert "secret" not in str(events)
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


async def test_that_an_error_with_a_sentence_of_its_own_is_passed_on() -> None:
    result = await one(turn_room(tool(failing(ProviderUnavailable("没有密钥。 There is no key.")))))
    assert result.call.error_type == "unavailable"
    assert result.envelope.message == "没有密钥。 There is no key."


async def test_that_one_failing_call_leaves_its_siblings_alone() -> None:
    room = turn_room(tool(failing(ValueError())), tool(Handler(), name="faq"))
    results = await ask(room, call(), call("faq"))
    assert [result.call.status for result in results] == ["error", "success"]


@pytest.mark.parametrize(
    "answer",
    [
        "free text",
        None,
        {"status": "success"},
        Envelope.success([{"text": "a", "next_state": "checkout"}]),
        Envelope.success([{"text": 7}]),
        Envelope.success([{}]),
        Envelope.success([{"text": "a", "extra": {"score": object()}}]),
        Envelope.success([{"text": "x" * (CHARACTERS_LIMIT + 1)}]),
    ],
)
async def test_that_only_an_envelope_with_declared_rows_comes_out(answer: Any) -> None:
    result = await one(turn_room(tool(Handler(lambda arguments, context: answer))))
    assert result.call.error_type == "unavailable"
    assert result.envelope.results == ()


async def test_that_protocol_fields_hidden_in_a_free_form_part_are_left_out() -> None:
    extra = {"next_state": "checkout", "colour": "red", "parts": [{"Tool-Calls": [], "size": 2}]}
    result = await one(turn_room(tool(Handler(lambda a, c: Envelope.success([{"text": "a", "extra": extra}])))))
    assert result.envelope.results == ({"text": "a", "extra": {"colour": "red", "parts": [{"size": 2}]}},)


async def test_that_huge_results_are_cut_and_say_so() -> None:
    many = [{"text": str(n)} for n in range(ROWS_LIMIT * 3)]
    wide = [{"text": "x" * (CHARACTERS_LIMIT // 3)}] * 5
    for rows, kept in ((many, ROWS_LIMIT), (wide, 2)):
        handler = Handler(lambda a, c, rows=rows: Envelope.success(rows, data_version="v1"))
        envelope = (await one(turn_room(tool(handler)))).envelope
        assert len(envelope.results) == kept
        assert envelope.total_found == len(rows)
        assert envelope.truncated
        assert envelope.data_version == "v1"


async def test_that_a_handler_gets_its_context_and_the_callers_context_variables() -> None:
    def plain(arguments: Any, context: ToolContext) -> Envelope:
        return Envelope.success([{"text": f"{WHO.get()} {context.session} {threading.current_thread().daemon}"}])

    async def later(arguments: Any, context: ToolContext) -> Envelope:
        return Envelope.success([{"text": f"{WHO.get()} {context.session} async"}])

    WHO.set("李")
    results = await ask(turn_room(tool(plain), tool(later, name="later")), call(), call("later"))
    assert [result.envelope.results[0]["text"] for result in results] == ["李 s True", "李 s async"]


async def test_that_calls_of_a_step_run_together() -> None:
    meeting = asyncio.Barrier(3)

    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        await meeting.wait()  # passes only when all three are there
        return Envelope.success([{"text": "met"}])

    results = await ask(turn_room(tool(handler, timeout_s=30)), call(count=1), call(count=2), call(count=3))
    assert all(result.envelope.ok for result in results)


async def test_that_no_more_run_at_once_than_the_cap_and_waiting_is_not_charged_to_their_time() -> None:
    running, most = 0, 0

    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(5):
            await asyncio.sleep(0)
        running -= 1
        return Envelope.success([{"text": "done"}])

    results = await ask(turn_room(tool(handler), concurrency=1), call(count=1), call(count=2), call(count=3))
    assert all(result.envelope.ok for result in results)
    assert most == 1


async def test_that_an_async_handler_is_stopped_at_its_time_limit() -> None:
    stopped = False

    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        nonlocal stopped
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped = True
            raise
        raise AssertionError

    result = await one(turn_room(tool(handler, timeout_s=SHORT)))
    assert result.call.error_type == "timeout"
    assert stopped


async def test_that_a_hanging_plain_handler_costs_its_call_only_and_later_turns_work(gate: threading.Event) -> None:
    def hang(arguments: Any, context: ToolContext) -> Envelope:
        gate.wait()
        return Envelope.success([{"text": "too late"}])

    room = ToolRoom(Registry([tool(hang, timeout_s=SHORT), tool(Handler(), name="faq")]))
    context = turn_room().context
    for _ in range(4):
        results = await ask(room.open_turn(context), *(call(count=n) for n in range(3)))
        assert {result.call.error_type for result in results} <= {"timeout", "unavailable"}
    assert (await one(room.open_turn(context), "faq")).envelope.ok


async def test_that_a_tool_whose_calls_all_hang_is_no_longer_begun_until_they_return(gate: threading.Event) -> None:
    returned = threading.Semaphore(0)
    begun = 0

    def hang(arguments: Any, context: ToolContext) -> Envelope:
        nonlocal begun
        begun += 1
        gate.wait()
        returned.release()
        return Envelope.success([{"text": "here"}])

    room = ToolRoom(Registry([tool(hang, timeout_s=SHORT)]))
    context = turn_room().context
    for _ in range(STUCK_LIMIT):
        assert (await one(room.open_turn(context))).call.error_type == "timeout"
    assert (await one(room.open_turn(context))).call.error_type == "unavailable"
    assert begun == STUCK_LIMIT

    gate.set()
    for _ in range(STUCK_LIMIT):
        await asyncio.to_thread(returned.acquire)
    while threading.active_count() > 1 and any(t.name == "tool-search" for t in threading.enumerate()):
        await asyncio.to_thread(lambda: [t.join() for t in threading.enumerate() if t.name == "tool-search"])
    assert (await one(room.open_turn(context))).envelope.ok


async def test_that_a_cancelled_turn_leaves_no_call_running(gate: threading.Event) -> None:
    started, stopped = asyncio.Event(), asyncio.Event()

    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        raise AssertionError

    before = asyncio.all_tasks()
    room = turn_room(tool(handler, timeout_s=30), tool(lambda a, c: gate.wait(), name="plain", timeout_s=30))
    turn = asyncio.create_task(room.run([call(count=1), call(count=2), call("plain")]))
    await started.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert stopped.is_set()
    assert asyncio.all_tasks() == before
    assert room.calls == []


async def test_that_a_cancelled_call_is_not_reused() -> None:
    answers = iter([asyncio.Event().wait(), None])

    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        if (waiting := next(answers)) is not None:
            await waiting
        return Envelope.success([{"text": "鱼"}])

    room = turn_room(tool(handler, timeout_s=30))
    turn = asyncio.create_task(room.run([call()]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    result = await one(room)
    assert result.envelope.ok
    assert not result.call.reused


async def test_that_a_failing_observer_costs_no_result() -> None:
    def observer(event: Mapping[str, Any]) -> None:
        raise OSError("disk full")

    assert (await one(turn_room(tool(Handler()), observer=observer))).envelope.ok


async def test_that_each_decision_is_observed_once_and_reuse_is_not() -> None:
    events: list[Mapping[str, Any]] = []
    room = turn_room(tool(Handler()), observer=events.append)
    await ask(room, call(), call(), call("nothing"), call(wrong=1))
    assert [(event["name"], event["envelope"]["status"]) for event in events] == [
        ("search", "success"),
        ("nothing", "error"),
        ("search", "error"),
    ]


async def test_that_a_replay_answers_as_it_was_then_and_runs_no_handler() -> None:
    events: list[Mapping[str, Any]] = []
    stock = iter([5, 4])
    live = Handler(lambda a, c: Envelope.success([{"text": f"{next(stock)} left"}], data_version="v1"))
    tools = (tool(live, reusable=False), tool(failing(ValueError()), name="broken"))
    room = turn_room(*tools, observer=events.append)
    then = await ask(room, call(), call(), call("broken"))

    again = ToolRoom(Registry(tools)).open_turn(room.context, recorded=[dict(event) for event in events])
    now = await ask(again, call(), call(), call("broken"))
    assert [result.envelope for result in now] == [result.envelope for result in then]
    assert len(live.seen) == 2

    other = ToolRoom(Registry(tools)).open_turn(room.context, recorded=[{"name": "search"}])
    assert (await one(other)).call.error_type == "unavailable"
    assert len(live.seen) == 2


async def test_that_a_replay_keeps_the_order_of_equal_calls_that_ended_in_another_order() -> None:
    first_may_end = asyncio.Event()
    numbers = iter([1, 2])

    async def handler(arguments: Any, context: ToolContext) -> Envelope:
        number = next(numbers)
        if number == 1:
            await first_may_end.wait()
        else:
            first_may_end.set()
        return Envelope.success([{"text": f"call {number}"}], data_version="v1")

    events: list[Mapping[str, Any]] = []
    tools = (tool(handler, reusable=False),)
    room = turn_room(*tools, observer=events.append)
    then = await ask(room, call(), call())
    assert [event["place"] for event in events] == [2, 1]
    again = ToolRoom(Registry(tools)).open_turn(room.context, recorded=[dict(event) for event in events])
    assert [result.envelope for result in await ask(again, call(), call())] == [result.envelope for result in then]


def test_that_a_hanging_handler_does_not_keep_the_process_from_ending(tmp_path: Any) -> None:
    import subprocess

    script = tmp_path / "hang.py"
    script.write_text(
        """
import asyncio, threading
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.tool import NoArguments, Row, ToolContext, ToolContract
from pilothouse.toolroom import Registry, ToolRoom
hang = ToolContract(name="hang", when="never", when_not="", arguments=NoArguments, row=Row, timeout_s=0.01,
                    handler=lambda a, c: threading.Event().wait())
room = ToolRoom(Registry([hang]))
[result] = asyncio.run(room.open_turn(ToolContext(Caller(), "s")).run([ProposedCall("hang")]))
print(result.envelope.error_type)
"""
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "timeout"
    assert done.stderr == ""
