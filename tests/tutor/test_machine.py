"""The transition table: total, without dead ends, and the only thing that sets a state."""

from __future__ import annotations

import ast
import itertools
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pilothouse.assistants.tutor as tutor
from pilothouse.assistants.tutor.machine import Event, Facts, Position, State, advance, machine
from pilothouse.assistants.tutor.machine.actions import ACTIONS
from pilothouse.assistants.tutor.machine.diagram import documented, mermaid
from pilothouse.assistants.tutor.machine.guards import GUARDS
from pilothouse.assistants.tutor.machine.table import TABLE, Return

from .classroom import apples

PAIRS = [(state, event) for state in State for event in Event]
PROBLEM = apples()


def facts(
    draw_found: int | None = None, other: str = "", givable: bool = True, hints: int = 2, said: str = "7"
) -> Facts:
    return Facts(PROBLEM, found=draw_found, said=said, other=other, givable=givable, hints=hints)


FACTS = st.builds(
    facts,
    st.sampled_from([None, 0, 0]),
    st.sampled_from(["", "1", "2"]),
    st.booleans(),
    st.integers(0, 3),
)


def _next_step(position: Position) -> int | None:
    """The step that is open, as the reading would name it when its value is said."""
    return position.step if position.step < len(PROBLEM.parts[position.part].steps) else None


def walked(position: Position, events: list[Event], given_facts: Facts) -> Iterator[Position]:
    for event in events:
        position = advance(position, event, given_facts).position
        yield position


@pytest.mark.parametrize(("state", "event"), PAIRS, ids=lambda item: item.value)
def test_that_every_pair_has_exactly_one_outcome(state: State, event: Event) -> None:
    """Whatever the guards say, one row is taken, and none can never be taken."""
    rows = machine.ROWS[state, event]
    assert not rows[-1].guards
    names = sorted({guard for row in rows for guard in row.guards})
    taken = set()
    for truth in itertools.product((True, False), repeat=len(names)):
        holds = dict(zip(names, truth, strict=True))
        taken.add(machine.choose(state, event, holds.__getitem__))
    assert taken == set(rows)


def test_that_every_name_in_the_table_means_something_and_is_used() -> None:
    assert {guard for row in TABLE for guard in row.guards} == set(GUARDS)
    assert {action for row in TABLE for action in row.actions} == set(ACTIONS)


@given(st.lists(st.tuples(st.sampled_from(Event), FACTS), max_size=60))
def test_that_random_walks_never_stop_and_done_stays_in_reach(steps: list[tuple[Event, Facts]]) -> None:
    position = Position(problem=PROBLEM.id)
    for event, now in steps:
        moved = advance(position, event, now)
        row = moved.rows[-1]
        assert row in TABLE
        target = moved.before if row.target is Return.BACK else row.target
        if row.target is Return.BACK:
            assert moved.position.state is position.back
        else:
            assert moved.position.state is target
        position = moved.position
    assert State.DONE in {p.state for p in (position, *walked(position, [Event.SKIP] * 12, facts()))}


@given(
    st.lists(st.tuples(st.sampled_from(Event), FACTS), max_size=40),
    st.sampled_from(
        [Event.UNSURE, Event.WRONG, Event.SILENT, Event.HINT, Event.ASK_ANSWER, Event.TELL, Event.NEXT, Event.PARTIAL]
    ),
)
def test_that_a_pupil_who_never_finds_anything_gets_to_the_end(steps: list[tuple[Event, Facts]], event: Event) -> None:
    """However the lesson went so far, the same fruitless thing again and again ends it, save asking in the summary."""
    position = Position(problem=PROBLEM.id)
    for before, now in steps:
        position = advance(position, before, now).position
    if position.state is State.VIEW_DETAIL and event is Event.ASK_ANSWER:
        position = advance(position, Event.BACK, facts()).position
    for _ in range(80):
        position = advance(position, event, facts(givable=False, said="")).position
    assert position.state in (State.DONE, State.SUMMARY)


@given(
    st.lists(st.tuples(st.sampled_from(Event), FACTS), max_size=40),
    st.lists(
        st.sampled_from([Event.DETAIL, Event.QUESTION, Event.OFF_TOPIC, Event.STOP, Event.ASK_ANSWER]), max_size=5
    ),
)
def test_that_a_detailed_view_returns_to_where_it_was_opened(
    steps: list[tuple[Event, Facts]], meanwhile: list[Event]
) -> None:
    position = Position(problem=PROBLEM.id)
    for event, now in steps:
        position = advance(position, event, now).position
    opened = advance(position, Event.DETAIL, facts()).position
    if opened.state is not State.VIEW_DETAIL:
        return
    for event in meanwhile:
        opened = advance(opened, event, facts()).position
        assert opened.state is State.VIEW_DETAIL
    closed = advance(opened, Event.BACK, facts()).position
    where = position.back if position.state is State.VIEW_DETAIL else position.state
    assert closed.state is where
    assert (closed.part, closed.step, closed.tries, closed.hints) == (
        position.part, position.step, position.tries, position.hints,
    )  # fmt: skip


@given(st.sampled_from(State), st.sampled_from(Event), FACTS)
def test_that_an_answer_in_the_detailed_view_counts_where_it_was_opened(back: State, event: Event, now: Facts) -> None:
    if back in (State.VIEW_DETAIL, State.INIT, State.DONE):
        return
    plain = Position(problem=PROBLEM.id, state=back, turns=3)
    viewing = plain.model_copy(update={"state": State.VIEW_DETAIL, "back": back})
    moved = advance(viewing, event, now)
    if len(moved.rows) == 2:
        assert moved.position == advance(plain, event, now).position


@given(st.lists(st.tuples(st.sampled_from(Event), FACTS), max_size=50))
def test_that_no_step_is_taught_twice_and_a_solved_part_is_not_asked_again(steps: list[tuple[Event, Facts]]) -> None:
    position = Position(problem=PROBLEM.id)
    for event, now in steps:
        if event is Event.RESTART:
            continue
        before = position
        position = advance(position, event, replace(now, found=_next_step(position))).position
        assert len(set(position.taught)) == len(position.taught)
        assert not set(position.taught) & set(position.passed)
        assert not set(position.solved) & set(position.skipped)
        if position.state is State.UNDERSTAND and before.state is not State.UNDERSTAND:
            assert PROBLEM.parts[position.part].id not in position.solved


def test_that_every_state_can_be_reached_and_left() -> None:
    start = Position(problem=PROBLEM.id)
    seen, queue = {start.model_copy(update={"turns": 0, "solved": {}}).model_dump_json()}, deque([start])
    arrived, left = {start.state}, set()
    while queue:
        position = queue.popleft()
        for event in Event:
            after = advance(position, event, facts(_next_step(position), "1", hints=1)).position
            arrived.add(after.state)
            if after.state is not position.state:
                left.add(position.state)
            key = after.model_copy(update={"turns": 0, "solved": {}}).model_dump_json()
            if key not in seen and len(seen) < 4000:
                seen.add(key)
                queue.append(after)
    assert arrived == left == set(State)


def test_that_nothing_but_the_table_sets_a_state() -> None:
    """No other code of the assistant writes the field: neither as an argument nor in an update."""
    root = Path(tutor.__file__).parent
    guilty = []
    for path in root.rglob("*.py"):
        where = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                fields = {word.arg for word in node.keywords}
                if name in ("Position", "_with") and {"state", "back"} & fields:
                    guilty.append((where, node.lineno))
                if name == "model_copy" and any(
                    isinstance(key, ast.Constant) and key.value == "state" for item in ast.walk(node)
                    if isinstance(item, ast.Dict) for key in item.keys
                ):  # fmt: skip
                    guilty.append((where, node.lineno))
    allowed = {"machine/machine.py", "machine/actions.py"}  # the table's reader; back and reset keep what was
    assert {where for where, _ in guilty} <= allowed
    for name, action in ACTIONS.items():
        for state in State:
            position = Position(problem=PROBLEM.id, state=state, skipped=("1",))
            assert action(position, facts(0, other="1")).state is state, name


def test_that_the_diagram_in_the_documentation_is_that_of_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "tutor.md"
    text = page.read_text("utf-8")
    assert documented(text) == text
    for row in TABLE:
        assert f"{row.state.value} --> " in mermaid()
