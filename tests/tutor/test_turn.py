"""The Turn's UI contract and the pipeline, stage by stage."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.machine import Event, Facts, Position, State, advance
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.reading import Reading
from pilothouse.assistants.tutor.turn.agreement import agree
from pilothouse.assistants.tutor.turn.contract import Option, Turn
from pilothouse.assistants.tutor.turn.contracted import contract
from pilothouse.assistants.tutor.turn.deadlock import gate
from pilothouse.assistants.tutor.turn.hints import correct_hints
from pilothouse.assistants.tutor.turn.interface import BUTTONS, INTERFACES, options
from pilothouse.assistants.tutor.turn.leaking import guard_leaks
from pilothouse.assistants.tutor.turn.phrasing import phrase
from pilothouse.assistants.tutor.turn.processing import process
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.chinese import CHINESE
from pilothouse.assistants.tutor.wording.english import ENGLISH
from pilothouse.assistants.tutor.wording.offline import offline

from .classroom import apples

PROBLEM = apples()
STEP = (Event.START, Event.NEXT, Event.TELL, Event.RIGHT)


def situation(
    *events: Event, reading: Reading | None = None, problem: Problem = PROBLEM, chinese: bool = True
) -> Situation:
    """The situation after these events."""
    position = Position(problem=problem.id)
    moved = advance(position, Event.START, Facts(problem))
    for event in events or (Event.NEXT,):
        now = reading or Reading(event)
        facts = Facts(problem, found=now.found, said=now.said, other=now.other, givable=False, hints=2)
        moved = advance(moved.position, event, facts)
    last = events[-1] if events else Event.NEXT
    return Situation(problem, moved, reading or Reading(last), chinese=chinese)


IN_STEP = situation(Event.NEXT, Event.TELL, Event.RIGHT)


def said(bubble: str = "我们来看这一步。", question: str = "先算 10 筐，有多少个？", **fields: object) -> Turn:
    return Turn(bubble=bubble, question=question, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("state", State)
def test_that_every_state_has_buttons_that_mean_something(state: State) -> None:
    position = Position(problem=PROBLEM.id).model_copy(update={"state": state, "skipped": ("1",)})
    for chinese in (True, False):
        offered = options(PROBLEM, position, chinese=chinese)
        assert 1 <= len(offered) <= 5
        assert {option.id for option in offered} <= set(BUTTONS)
        assert all(option.label for option in offered)
        assert len({option.id for option in offered}) == len(offered)
    assert INTERFACES[state].asks is (state is not State.DONE)


def test_that_buttons_of_a_model_are_replaced_by_those_of_the_state() -> None:
    written = said(options=(Option(id="answer", label="看答案"),), step="9.s9", intent="close")
    turn = contract(written, IN_STEP).turn
    assert turn.options == IN_STEP.options
    assert turn.step == "1.s1"


def test_that_a_flood_is_cut_at_the_end_of_a_sentence() -> None:
    turn = contract(said("请你再想一想这一步。" * 200), IN_STEP).turn
    assert len(turn.bubble) <= INTERFACES[State.STEP].bubble
    assert turn.bubble.endswith("。")


def test_that_a_list_of_questions_becomes_one() -> None:
    turn = contract(said(question="先算什么？为什么？然后呢？最后呢？还有呢？"), IN_STEP).turn
    assert len(re.findall("？", turn.question)) <= 2


@pytest.mark.parametrize(
    "text",
    [
        "现在进入 CHECK 状态。",
        "next_state: DONE。",
        "状态机要到下一步了。",
        "state=SUMMARY.",
        "我调用 get_step_digest 看看。",
        "Switching to state DONE now.",
    ],
)
def test_that_talk_of_states_and_tools_is_taken_out(text: str) -> None:
    result = correct_hints(said(f"{text}我们来看这一步。"), IN_STEP)
    assert result.turn.bubble == "我们来看这一步。"
    assert result.problems == ()
    assert correct_hints(said(text), IN_STEP).problems


@pytest.mark.parametrize(
    "text", ["Check your answer.", "We're done with this step.", "你现在的状态不错。", "请检查一下。"]
)
def test_that_plain_words_are_left_alone(text: str) -> None:
    result = correct_hints(said(text), IN_STEP)
    assert (result.turn.bubble, result.problems) == (text, ())


@pytest.mark.parametrize("text", ["答案是442个。", "一共四百四十二个苹果。", "每个班34个。", "10 筐一共是260个。"])
def test_that_what_was_not_found_is_neither_shown_nor_accepted(text: str) -> None:
    result = guard_leaks(said(f"{text}你再想想。"), IN_STEP)
    assert result.problems
    assert text not in result.turn.bubble


@pytest.mark.parametrize("text", ["一共有17筐，每筐26个。", "分给13个班。", "先算10筐的。"])
def test_that_what_the_problem_says_may_be_said(text: str) -> None:
    assert guard_leaks(said(text), IN_STEP).problems == ()


def test_that_what_was_found_may_be_said() -> None:
    found = situation(
        Event.NEXT, Event.TELL, Event.RIGHT, Event.RIGHT, reading=Reading(Event.RIGHT, Check("right"), 0, "260个")
    )
    assert guard_leaks(said("对，10 筐有 260 个。"), found).problems == ()


def test_that_a_wrong_answer_is_not_praised_and_a_right_one_not_blamed() -> None:
    wrong = situation(Event.NEXT, Event.TELL, Event.RIGHT, Event.WRONG, reading=Reading(Event.WRONG, Check("wrong")))
    right = situation(Event.NEXT, Event.TELL, Event.RIGHT, reading=Reading(Event.RIGHT, Check("right"), 0, "260"))
    for praise in ("对了！", "完全正确。", "答对了。", "That's right."):
        assert agree(said(praise), wrong).problems
        assert not agree(said(praise), right).problems
    for blame in ("不对哦。", "算错了。", "Not quite."):
        assert agree(said(blame), right).problems
        assert not agree(said(blame), wrong).problems


@pytest.mark.parametrize("question", ["", "？", "明白了吗？", "OK?", "  "])
def test_that_a_turn_without_a_real_question_is_refused(question: str) -> None:
    assert gate(said(question=question), IN_STEP).problems


def test_that_nobody_calculates_a_text() -> None:
    reading = PROBLEM.model_copy(update={"subject": "english", "statement": "Read.", "given": ()})
    turn = phrase(said("我们来算一算，再验算。", "得数是什么？"), situation(problem=reading)).turn
    assert "算" not in turn.bubble
    assert "得数" not in turn.question
    assert phrase(said("算一算。"), IN_STEP).turn.bubble == "算一算。"


TURNS = st.builds(
    Turn,
    bubble=st.text(max_size=60) | st.sampled_from(["答案是442。", "进入DONE。", "对了！", "四百四十二"]),
    question=st.text(max_size=30) | st.sampled_from(["", "442对吗？", "下一步做什么？"]),
    options=st.lists(st.builds(Option, id=st.text(max_size=5), label=st.text(max_size=5)), max_size=5).map(tuple),
)
PATHS = st.lists(st.sampled_from(Event), min_size=1, max_size=12)


@example(Turn(bubble="3", question="4", options=()), [Event.START])
@given(TURNS, PATHS)
def test_that_whatever_is_written_the_pipeline_shows_nothing_unfound(turn: Turn, events: list[Event]) -> None:
    here = situation(*events)
    result = process(turn, here)
    shown = result.turn.bubble + result.turn.question
    if "1" not in here.position.solved:
        assert "442" not in shown
        assert "四百四十二" not in shown
    assert result.turn.options == here.options
    assert process(turn, here) == result  # pure
    assert not re.search(r"\bDONE\b", shown)


@given(PATHS, st.booleans())
def test_that_codes_own_turn_always_passes(events: list[Event], chinese: bool) -> None:
    """Wherever the lesson is and whatever happened: something is said, asked and offered, and nothing told."""
    here = situation(*events, chinese=chinese)
    own = offline(here)
    result = process(own, here)
    assert result.problems == ()
    assert result.turn.options
    assert result.turn.bubble
    assert bool(result.turn.question) is (here.state is not State.DONE)
    assert "{" not in result.turn.bubble + result.turn.question


def test_that_code_confirms_a_value_that_is_another_answer_as_well() -> None:
    """Two parts with the same answer: the first is confirmed by code, and a model may not say it of the second."""
    parts = [PROBLEM.parts[0], PROBLEM.parts[1].model_copy(update={"expected": PROBLEM.parts[0].expected})]
    twin = PROBLEM.model_copy(update={"parts": tuple(parts)})
    here = situation(
        Event.NEXT, Event.SOLVED, reading=Reading(Event.SOLVED, Check("right"), said="442 个"), problem=twin
    )
    here = replace(here, heard=("442 个",))
    own = process(offline(here), replace(here, own=True))
    assert own.problems == ()
    assert "442" in own.turn.bubble
    assert process(said("第二问的答案也是442个。"), here).problems


def test_that_both_languages_can_say_the_same() -> None:
    assert set(CHINESE) == set(ENGLISH)
    for key, ways in CHINESE.items():
        fields = {frozenset(re.findall(r"\{(\w+)\}", way)) for way in ways}
        english = {frozenset(re.findall(r"\{(\w+)\}", way)) for way in ENGLISH[key]}
        assert frozenset().union(*fields) == frozenset().union(*english), key


def test_that_the_same_thing_is_said_in_turns() -> None:
    """Varied without chance: the next turn differs, the same turn is the same."""
    wrong = [Event.NEXT, Event.TELL, Event.RIGHT, Event.WRONG]
    bubbles = [offline(situation(*wrong, *[Event.WRONG] * n)).bubble for n in range(4)]
    assert all(a != b for a, b in itertools.pairwise(bubbles))
    assert offline(situation(*wrong)) == offline(situation(*wrong))
