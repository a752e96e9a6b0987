# ruff: noqa: E501 -- tables
"""The four tools: offered in their phases, within their limits, telling what may be told."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.tutor.guard import leaks, secrets_of
from pilothouse.assistants.tutor.lore import Lore
from pilothouse.assistants.tutor.machine.states import State
from pilothouse.assistants.tutor.mastery import Patterns
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.tools import PHASES, SOFT_LIMIT, TOOLS, equip
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, ProposedCall
from pilothouse.contracts.tool import HARD_CALL_LIMIT, ToolContext
from pilothouse.gateway.offline import Router
from pilothouse.toolroom import Registry, ToolRoom, TurnRoom

from .shelf import CAGE, EMBEDDER, lore

NAMES = ["get_current_sub_question", "get_step_digest", "search_kb", "get_wrong_pattern"]
TOLD = "先假设全是鸡。结果兔有十二只。"


class One:
    def get(self, id_: str) -> Problem:
        assert id_ == CAGE.id
        return CAGE


@dataclass
class Services:
    problems: One
    lore: Lore
    patterns: Patterns


@pytest.fixture
def services(tmp_path: Path) -> Services:
    pages = {"math/heads-and-legs": f"# 鸡兔同笼\n## 要点\n{TOLD}\n", "english/x": "# 主旨\n先看首段。\n"}
    return Services(One(), lore(tmp_path, None, pages), Patterns(tmp_path / "tutor.db"))


def lesson(**more: Any) -> dict[str, Any]:
    """As ``Position.plain()`` writes it."""
    base: dict[str, Any] = {
        "problem": "cage", "part": 0, "state": "STEP", "back": None, "step": 0, "tries": 0, "hints": 0, "pool": [],
        "taught": [], "told": [], "passed": [], "solved": {}, "skipped": [], "asked": [], "turns": 3,
    }  # fmt: skip
    return {**base, **more}


def opened(services: Services, at: dict[str, Any], user: str = "anna", **room: Any) -> TurnRoom:
    context = ToolContext(Caller(user), "s", services, {"lesson": at, "language": "zh"})
    return ToolRoom(Registry(TOOLS), **room).open_turn(
        context, phase=at["state"], contracts=equip(services, Caller(user))
    )


def call(services: Services, name: str, at: dict[str, Any] | None = None, user: str = "anna", **arguments: Any) -> Any:
    turn = opened(services, at or lesson(), user)
    (result,) = asyncio.run(turn.run([ProposedCall(name, arguments)]))
    return result.envelope


def test_that_there_are_four_tools_and_no_others() -> None:
    assert [tool.name for tool in TOOLS] == NAMES


@pytest.mark.parametrize("state", State)
def test_that_tools_are_offered_in_their_phases_only(services: Services, state: State) -> None:
    turn = opened(services, lesson(state=state.value))
    assert [tool.name for tool in turn.offered()] == (NAMES if state in PHASES else [])
    (result,) = asyncio.run(turn.run([ProposedCall("get_step_digest", {})]))
    assert (result.envelope.error_type == "not_allowed") is (state not in PHASES)


def test_that_the_phases_are_the_article_s() -> None:
    assert {state.value for state in PHASES} == {"UNDERSTAND", "THINK", "STEP", "CHECK", "EXTEND"}


def test_that_nothing_is_offered_after_two_calls_of_any_tools(services: Services) -> None:
    turn = opened(services, lesson())
    asyncio.run(turn.run([ProposedCall("search_kb", {"query": "鸡兔同笼"})]))
    assert [tool.name for tool in turn.offered()] == NAMES
    asyncio.run(turn.run([ProposedCall("get_step_digest", {})]))
    assert turn.offered() == []
    names = ("get_wrong_pattern", "get_current_sub_question")
    third, fourth = asyncio.run(turn.run([ProposedCall(name, {}) for name in names]))
    assert third.envelope.error_type != "call_limit"
    assert fourth.envelope.error_type == "call_limit"


def test_that_two_calls_of_a_tool_run_and_three_of_all_together(services: Services) -> None:
    assert (SOFT_LIMIT, HARD_CALL_LIMIT) == (2, 3)
    turn = opened(services, lesson(), max_calls=20)  # a setting that was mistyped
    queries = [ProposedCall("search_kb", {"query": f"鸡兔同笼 {n}"}) for n in range(3)]
    results = asyncio.run(
        turn.run([*queries, ProposedCall("get_step_digest", {}), ProposedCall("get_wrong_pattern", {})])
    )
    assert [result.envelope.error_type == "call_limit" for result in results] == [False, False, True, False, True]
    assert turn.offered() == []


def test_that_the_same_call_again_is_answered_from_the_first(services: Services) -> None:
    turn = opened(services, lesson())
    results = asyncio.run(turn.run([ProposedCall("search_kb", {"query": "鸡兔同笼"})] * 3))
    assert [result.call.reused for result in results] == [False, True, True]
    assert turn.spent == 1


@pytest.mark.parametrize(("old", "name"), [(alias, tool.name) for tool in TOOLS for alias in tool.aliases])
def test_that_old_names_still_work(services: Services, old: str, name: str) -> None:
    turn = opened(services, lesson())
    arguments = {"query": "鸡兔同笼"} if name == "search_kb" else {}
    (result,) = asyncio.run(turn.run([ProposedCall(old, arguments)]))
    assert result.call.name == name
    assert result.envelope.error_type in (None, "no_results")


def test_that_the_names_of_the_article_s_forerunner_are_among_them() -> None:
    aliases = {alias for tool in TOOLS for alias in tool.aliases}
    assert {"getCurrentSubQuestion", "getStepDigest", "searchKb", "getWrongPattern", "get_sub_question"} <= aliases


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("search_kb", {}), ("search_kb", {"query": ""}), ("search_kb", {"query": "x", "top_k": 4}), ("search_kb", {"query": "x", "top_k": "2"}),
        ("search_kb", {"query": "x" * 201}), ("search_kb", {"query": "x", "state": "SUMMARY"}), ("get_step_digest", {"next_state": "DONE"}),
    ],
)  # fmt: skip
def test_that_undeclared_or_wrong_arguments_are_refused(
    services: Services, name: str, arguments: dict[str, Any]
) -> None:
    assert call(services, name, **arguments).error_type == "invalid_params"


@pytest.mark.parametrize("name", ["set_state", "next_state", "check_answer", "searchkb", ""])
def test_that_a_made_up_tool_is_refused(services: Services, name: str) -> None:
    assert call(services, name).error_type == "unknown_tool"


def test_that_the_question_is_the_current_one_and_no_other(services: Services) -> None:
    (row,) = call(services, "get_current_sub_question", lesson(step=1)).results
    assert (row["number"], row["parts"], row["question"]) == (1, 2, "兔有多少只？")
    assert row["focus"] == "少了多少条腿？"
    assert "鸡的腿" not in json.dumps(row, ensure_ascii=False)
    (row,) = call(services, "get_current_sub_question", lesson(part=1, state="CHECK")).results
    assert (row["number"], row["question"]) == (2, "鸡的腿一共多少条？")


@pytest.mark.parametrize(
    ("state", "focus"), [("UNDERSTAND", "兔有多少只？"), ("THINK", "先把它们都当成什么？"), ("STEP", "如果全是鸡，有多少条腿？"), ("CHECK", "代回去，腿数对吗？")]
)  # fmt: skip
def test_that_the_open_question_follows_the_lesson(services: Services, state: str, focus: str) -> None:
    (row,) = call(services, "get_current_sub_question", lesson(state=state)).results
    assert row["focus"] == focus


def test_that_a_free_problem_shows_its_statement_without_the_other_parts(services: Services) -> None:
    free = CAGE.model_copy(update={"given": (), "origin": "free"})
    services.problems.get = lambda id_: free  # type: ignore[method-assign]
    (row,) = call(services, "get_current_sub_question").results
    (given,) = row["given"]
    assert "共 35 只" in given
    assert "鸡的腿" not in given


def test_that_the_digest_holds_what_was_taught_and_what_is_open(services: Services) -> None:
    at = lesson(step=2, taught=["1.s1", "1.s2"], pool=["全是鸡时有 70 条腿。", "少了 24 条腿。", "每只差 2 条腿。"])
    rows = call(services, "get_step_digest", at).results
    assert [(row["kind"], row["content"]) for row in rows] == [
        ("taught", "全是鸡时有 70 条腿。"),
        ("taught", "少了 24 条腿。"),
        ("conclusion", "每只差 2 条腿。"),
        ("open", ""),
    ]
    assert rows[-1]["question"] == "兔有多少只？"


def test_that_the_digest_of_a_fresh_lesson_names_the_open_question_only(services: Services) -> None:
    (row,) = call(services, "get_step_digest").results
    assert (row["kind"], row["content"]) == ("open", "")


def test_that_an_answer_is_in_the_digest_once_the_pupil_said_it(services: Services) -> None:
    rows = call(services, "get_step_digest", lesson(part=1, solved={"1": "12只"})).results
    assert ("answer", "12只") in [(row["kind"], row["content"]) for row in rows]


def test_that_a_search_leaves_out_what_is_not_found_yet(services: Services) -> None:
    envelope = call(services, "search_kb", query="鸡兔同笼")
    assert [row["content"] for row in envelope.results] == ["先假设全是鸡。"]
    assert envelope.data_version == services.lore.version
    later = call(services, "search_kb", lesson(part=1, solved={"1": "12 只"}), query="鸡兔同笼")
    assert [row["content"] for row in later.results] == [TOLD]


def test_that_nothing_found_says_what_to_do(services: Services) -> None:
    envelope = call(services, "search_kb", query="量子力学")
    assert (envelope.error_type, bool(envelope.hint)) == ("no_results", True)


def test_that_a_pattern_shows_from_the_second_time_on(services: Services) -> None:
    assert call(services, "get_wrong_pattern").error_type == "no_results"
    services.patterns.count("anna", CAGE.topic, "forgot_to_halve", key="1")
    assert call(services, "get_wrong_pattern").error_type == "no_results"
    services.patterns.count("anna", CAGE.topic, "forgot_to_halve", key="2")
    for n in range(4):
        services.patterns.count("anna", "physics/y", "unit", key=f"p{n}")
    rows = call(services, "get_wrong_pattern").results
    assert [(row["times"], row["here"]) for row in rows] == [(2, True), (4, False)]
    assert all(row["guidance"] and row["mistake"] for row in rows)
    assert call(services, "get_wrong_pattern", user="ben").error_type == "no_results"


@st.composite
def lessons(draw: st.DrawFn) -> dict[str, Any]:
    """Any lesson: so many steps taught, the first part solved or not."""
    solved = draw(st.booleans())
    part = 1 if solved else 0
    steps = CAGE.parts[part].steps
    step = draw(st.integers(0, len(steps)))
    done = [(p, s) for p in range(part) for s in CAGE.parts[p].steps] + [(part, s) for s in steps[:step]]
    return lesson(
        part=part,
        step=step,
        state=draw(st.sampled_from(sorted(PHASES))),
        taught=[f"{CAGE.parts[p].id}.{s.id}" for p, s in done],
        pool=[s.conclusion for _, s in done],
        solved={"1": "12只"} if solved else {},
    )


@given(lessons(), st.sampled_from(["鸡兔同笼", "假设 兔 十二", "鸡的只数"]))
def test_that_no_result_holds_an_answer_or_a_conclusion_that_is_not_reached(at: dict[str, Any], query: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        text = "先假设。差的腿 24 条。兔有十二只。鸡有 23 只，鸡的腿 46 条。"
        desk = Services(
            One(), lore(Path(folder), None, {"math/x": f"# 鸡兔同笼\n{text}\n"}), Patterns(Path(folder) / "t.db")
        )
        secrets = secrets_of(CAGE, solved=at["solved"], found=at["taught"])
        known = [CAGE.statement, *CAGE.given, *at["pool"], *at["solved"].values()]
        for name in NAMES:
            envelope = call(desk, name, at, **({"query": query} if name == "search_kb" else {}))
            for row in envelope.results:
                said = "\n".join(str(value) for value in row.values() if isinstance(value, str))
                assert leaks(said, secrets, known) == []


def test_that_results_hold_no_field_of_protocol_or_session() -> None:
    words = re.compile(r"state|phase|event|session|next|turn|user|score|token", re.IGNORECASE)
    for tool in TOOLS:
        assert [name for name in tool.row.model_fields if words.search(name)] == []


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_that_a_contract_says_when_and_when_not_in_both_languages(tool: Any) -> None:
    for said in (tool.when, tool.when_not):
        assert re.search("[\u4e00-\u9fff]", said)
        assert re.search("[a-z]", said)
    assert len(tool.examples) >= 5
    assert len(tool.counter_examples) >= 3


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("什么叫做倒数", "search_kb"), ("配方法是怎么做的", "search_kb"), ("what does buoyancy mean", "search_kb"),
        ("现在做的是第几小题", "get_current_sub_question"), ("已知条件是什么", "get_current_sub_question"),
        ("我们刚才得到了什么结论", "get_step_digest"), ("what did we find so far", "get_step_digest"),
        ("为什么我总是做错", "get_wrong_pattern"), ("what mistakes do I usually make", "get_wrong_pattern"),
        ("70条", ""), ("不知道", ""), ("你好", ""), ("x=3", ""), ("兔有12只", ""),
    ],
)  # fmt: skip
def test_that_tools_are_chosen_by_the_meaning_of_their_examples(text: str, tool: str) -> None:
    step = asyncio.run(Router(EMBEDDER).step(Conversation((), text), TOOLS))
    assert [each.name for each in step.calls[:1]] == ([tool] if tool else [])


def test_that_the_page_of_the_tools_says_what_the_contracts_say() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutor-tools.md").read_text("utf-8")
    for tool in TOOLS:
        assert tool.document() in page, "Write it anew: see the top of docs/tutor-tools.md."
