"""Who may call what, when, how often; and when nothing is called at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.reply import Reply
from pilothouse.contracts.tool import HARD_CALL_LIMIT, ToolContext
from pilothouse.toolroom import CallResult, Registry, ToolRoom, TurnRoom

from .kit import Handler, ask, call, one, tool, turn_room


async def test_that_a_call_is_answered_in_the_order_of_the_proposals() -> None:
    room = turn_room(tool(Handler()))
    results = await ask(room, call(query="鱼"), call("nothing"), call(query="菜"))
    assert [result.call.status for result in results] == ["success", "error", "success"]
    assert [row["text"] for result in results for row in result.envelope.results] == ["鱼", "菜"]
    assert [recorded.name for recorded in room.calls] == ["search", "nothing", "search"]


async def test_that_the_same_call_is_answered_from_the_first_result_whether_defaults_are_written_or_not() -> None:
    handler = Handler()
    room = turn_room(tool(handler))
    first = await one(room)
    for arguments in ({"query": "鱼"}, {"count": 3, "query": "鱼"}, {"count": 3}):
        again = await one(room, **arguments)
        assert again.call.reused
        assert again.envelope == first.envelope
        assert again.call.arguments == {"query": "鱼", "count": 3}
    assert len(handler.seen) == 1


async def test_that_equal_calls_of_one_step_run_once() -> None:
    handler = Handler()
    results = await ask(turn_room(tool(handler)), call(), call(), call())
    assert [result.call.reused for result in results] == [False, True, True]
    assert len(handler.seen) == 1


async def test_that_a_reused_result_does_not_change_with_what_was_done_to_the_rows_of_another() -> None:
    room = turn_room(tool(Handler()))
    await one(room)
    (await one(room)).envelope.results[0]["text"] = "别的"
    assert (await one(room)).envelope.results[0]["text"] == "鱼"


async def test_that_a_failure_is_never_reused() -> None:
    answers = iter([Envelope.error("unavailable", "down"), Envelope.success([{"text": "鱼"}])])
    handler = Handler(lambda arguments, context: next(answers))
    room = turn_room(tool(handler))
    assert (await one(room)).call.error_type == "unavailable"
    second = await one(room)
    assert second.call.status == "success"
    assert not second.call.reused
    assert len(handler.seen) == 2


async def test_that_a_live_tool_runs_again_for_the_same_call() -> None:
    handler = Handler()
    room = turn_room(tool(handler, reusable=False))
    await ask(room, call(), call())
    assert len(handler.seen) == 2


async def test_that_a_result_found_for_one_store_is_not_reused_for_another() -> None:
    handler = Handler()
    room = turn_room(tool(handler))
    await one(room)
    room.context = ToolContext(caller=Caller(), session="s", scope={"store": "河湾店"})
    assert not (await one(room)).call.reused
    assert len(handler.seen) == 2


async def test_that_reuse_goes_on_when_the_calls_are_used_up() -> None:
    handler = Handler()
    room = turn_room(tool(handler), max_calls=1)
    await one(room)
    assert (await one(room, query="菜")).call.error_type == "call_limit"
    assert (await one(room)).call.reused
    assert len(handler.seen) == 1


@pytest.mark.parametrize(("setting", "allowed"), [(0, 0), (1, 1), (2, 2), (3, 3), (50, HARD_CALL_LIMIT)])
async def test_that_no_setting_lifts_the_hard_limit(setting: int, allowed: int) -> None:
    handler = Handler()
    room = turn_room(tool(handler), max_calls=setting)
    results = await ask(room, *(call(count=n) for n in range(6)))
    assert len(handler.seen) == allowed
    assert [result.call.error_type for result in results] == [None] * allowed + ["call_limit"] * (6 - allowed)
    assert room.offered() == [] or allowed < HARD_CALL_LIMIT


async def test_that_a_tool_is_withdrawn_when_its_own_limit_is_reached_and_others_stay() -> None:
    room = turn_room(tool(Handler(), soft_limit=1), tool(Handler(), name="faq"))
    await one(room)
    assert [contract.name for contract in room.offered()] == ["faq"]
    assert (await one(room, query="菜")).call.error_type == "call_limit"


async def test_that_steps_that_bring_nothing_new_use_up_the_calls_and_withdraw_the_tools() -> None:
    handler = Handler()
    room = turn_room(tool(handler))
    await one(room, wrong=1)
    await one(room, "nothing")
    assert room.offered()
    await ask(room)
    assert room.exhausted
    assert room.offered() == []
    last = await one(room, wrong=1)
    assert last.call.error_type == "call_limit"
    assert "Answer from what there is" in (last.envelope.hint or "")
    assert handler.seen == []


async def test_that_a_tool_needs_its_scopes_and_its_phase() -> None:
    handler = Handler()
    staff = tool(handler, scopes=frozenset({"stock:write"}))
    ordering = tool(handler, name="order", phases=frozenset({"ordering"}))
    room = turn_room(staff, ordering)
    assert room.offered() == []
    results = await ask(room, call(), call("order"))
    assert [result.call.error_type for result in results] == ["not_allowed", "not_allowed"]
    assert "ordering" not in (results[1].envelope.message or "")
    assert handler.seen == []

    room = turn_room(staff, ordering, caller=Caller("李", frozenset({"staff"})), phase="ordering")
    assert [contract.name for contract in room.offered()] == ["search", "order"]
    assert all(result.envelope.ok for result in await ask(room, call(), call("order")))


async def test_that_a_former_name_still_works_and_is_recorded_as_the_present_one() -> None:
    handler = Handler()
    room = turn_room(tool(handler, aliases=("menu_rag",)))
    first = await one(room, "menu_rag")
    assert first.call.name == "search"
    assert (await one(room, "search")).call.reused


@pytest.mark.parametrize(
    "name", ["", "x" * 100_000, "<script>alert(1)</script>", "查\ud800", "Search", " search", None, 7, []]
)
async def test_that_an_unknown_name_runs_nothing_and_is_shown_harmlessly(name: Any) -> None:
    room = turn_room(tool(Handler()))
    [result] = await room.run([ProposedCall(name, {"a": 1})])
    assert result.call.error_type == "unknown_tool"
    assert "search" in (result.envelope.message or "")
    assert len(result.call.name) <= 64
    assert not set("<>") & set(result.call.name)
    assert "<" not in (result.envelope.message or "")
    result.call.model_dump_json()


async def test_that_the_message_about_an_unknown_tool_names_only_tools_that_are_offered() -> None:
    room = turn_room(tool(Handler()), tool(Handler(), name="stock_update", scopes=frozenset({"stock:write"})))
    message = (await one(room, "nothing")).envelope.message or ""
    assert "search" in message
    assert "stock_update" not in message


@pytest.mark.parametrize(
    "arguments", [None, [], "query", {"query": object()}, {1: 2}, {"query": "x" * 1_000_000}, {"count": float("nan")}]
)
async def test_that_odd_arguments_are_invalid_and_the_record_of_them_stays_writable(arguments: Any) -> None:
    room = turn_room(tool(Handler()))
    [result] = await room.run([ProposedCall("search", arguments)])
    assert result.call.error_type == "invalid_params"
    reply = Reply(reply="", assistant="a", session="s", turn=1, outcome="fallback", tool_calls=room.calls)
    assert len(reply.model_dump_json()) < 1000


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["search", "find", "order", "stock"]) | st.text(max_size=5)
ARGUMENTS = st.dictionaries(st.sampled_from(["query", "count", "other"]), ANYTHING, max_size=3) | st.fixed_dictionaries(
    {"query": st.sampled_from("鱼菜肉")}
)


@given(
    st.lists(st.lists(st.builds(ProposedCall, NAMES, ARGUMENTS), max_size=4), max_size=6),
    st.integers(0, 5),
    st.integers(1, 3),
)
async def test_that_any_proposals_get_envelopes_and_never_more_runs_than_the_limit(
    steps: list[list[ProposedCall]], max_calls: int, soft_limit: int
) -> None:
    async def found(arguments: Any, context: ToolContext) -> Envelope:
        runs.append(arguments)
        if arguments.query == "肉":
            raise RuntimeError("no meat")
        return Envelope.success([{"text": arguments.query}])

    runs: list[Any] = []
    room = ToolRoom(
        Registry(
            [
                tool(found, aliases=("find",), soft_limit=soft_limit),
                tool(found, name="order", reusable=False),
                tool(found, name="stock", scopes=frozenset({"stock:read"})),
            ]
        ),
        max_calls=max_calls,
    ).open_turn(ToolContext(caller=Caller(), session="s"))
    for step in steps:
        results: list[CallResult] = await room.run(step)
        assert [result.proposal for result in results] == step
        for result in results:
            assert isinstance(result.envelope, Envelope)
            result.envelope.model_dump_json()
            result.call.model_dump_json()
    assert len(runs) <= min(max_calls, HARD_CALL_LIMIT)
    assert room.exhausted or room.spent >= len(steps)
    assert_nothing_offered_when_exhausted(room)


def assert_nothing_offered_when_exhausted(room: TurnRoom) -> None:
    assert not (room.exhausted and room.offered())
