"""The transition table: every way a lesson can go, as data (state machine article; T1).

For a state and an event the rows are read from above; the first whose guards hold is taken. The last row of every
pair has no guard, so that each pair always has exactly one outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pilothouse.assistants.tutor.machine.states import Event, State


class Return(StrEnum):
    """Targets that depend on where VIEW_DETAIL was opened."""

    BACK = "back"  # there
    AS_BACK = "as_back"  # there, where the event then counts


@dataclass(frozen=True, slots=True)
class Row:
    """``actions`` are done in order, before the state is set."""

    state: State
    event: Event
    guards: tuple[str, ...]
    target: State | Return
    actions: tuple[str, ...] = ()


def _rows(state: State, events: Iterable[Event], *ways: tuple[str, State | Return, str]) -> Iterator[Row]:
    """Rows for several events: ``("guard guard", target, "action action")`` each."""
    for event in events:
        for guards, target, actions in ways:
            yield Row(state, event, tuple(guards.split()), target, tuple(actions.split()))


def _onward(guards: str, actions: str) -> list[tuple[str, State | Return, str]]:
    """Out of a part: to the next one, to the variation, or to the end."""
    return [
        (f"{guards} parts", State.UNDERSTAND, f"{actions} next"),
        (f"{guards} variation", State.EXTEND, f"{actions} vary"),
        (guards, State.SUMMARY, f"{actions} fresh"),
    ]


E, S = Event, State
_FRUITLESS = (E.WRONG, E.UNSURE, E.SILENT, E.HINT, E.ASK_ANSWER, E.NEXT)
_ANY = (E.RIGHT, E.PARTIAL, E.WRONG, E.UNSURE, E.SILENT, E.TELL, E.HINT, E.ASK_ANSWER, E.NEXT, E.SKIP)


def _common(state: State) -> Iterator[Row]:
    """What is the same in every state of guided work."""
    yield from _rows(state, (E.DETAIL,), ("", S.VIEW_DETAIL, "leave"))
    yield from _aside(state, (E.START, E.BACK, E.QUESTION, E.STOP))


def _aside(state: State, events: Iterable[Event]) -> Iterator[Row]:
    """What leaves the lesson where it is."""
    yield from _rows(state, events, ("", state, ""))
    yield from _rows(state, (E.OFF_TOPIC,), ("recovered", state, "recover"), ("", state, ""))
    yield from _rows(state, (E.RESTART,), ("", S.INIT, "reset"))


def _init() -> Iterator[Row]:
    yield from _rows(S.INIT, (E.START,), ("opened", S.UNDERSTAND, "fresh"), ("", S.INIT, ""))
    yield from _rows(S.INIT, (E.SOLVED,), ("", S.CHECK, "solve"))
    yield from _rows(S.INIT, (E.RIGHT,), ("stepped", S.STEP, "take"), ("", S.UNDERSTAND, "fresh"))
    yield from _rows(S.INIT, (*_ANY[1:], E.DETAIL, E.QUESTION), ("", S.UNDERSTAND, "fresh"))
    yield from _aside(S.INIT, (E.BACK, E.STOP))


def _understand() -> Iterator[Row]:
    on: tuple[str, State, str] = ("", S.THINK, "fresh")
    yield from _rows(S.UNDERSTAND, (E.SOLVED,), ("", S.CHECK, "solve"))
    yield from _rows(S.UNDERSTAND, (E.RIGHT,), ("stepped", S.STEP, "take"), on)
    yield from _rows(S.UNDERSTAND, (E.PARTIAL,), ("", S.THINK, "fresh keep"))
    yield from _rows(S.UNDERSTAND, (E.TELL,), ("unjudged", S.CHECK, "offer"))
    yield from _rows(S.UNDERSTAND, (E.TELL, E.NEXT, E.SKIP), on)
    yield from _rows(
        S.UNDERSTAND,
        (E.WRONG, E.UNSURE, E.SILENT, E.HINT, E.ASK_ANSWER),
        ("tried", S.THINK, "fresh"),
        ("", S.UNDERSTAND, "hint"),
    )
    yield from _common(S.UNDERSTAND)


def _think() -> Iterator[Row]:
    on: tuple[str, State, str] = ("", S.STEP, "fresh")
    yield from _rows(S.THINK, (E.SOLVED,), ("", S.CHECK, "solve"))
    yield from _rows(S.THINK, (E.RIGHT,), ("stepped", S.STEP, "take"), on)
    yield from _rows(S.THINK, (E.NEXT, E.SKIP), on)
    yield from _rows(S.THINK, (E.PARTIAL,), ("", S.STEP, "fresh keep"))
    yield from _rows(S.THINK, (E.TELL,), ("unjudged", S.CHECK, "offer"))
    yield from _rows(S.THINK, (E.TELL,), ("broad", S.STEP, "fresh"), ("tried", S.STEP, "fresh"), ("", S.THINK, "hint"))
    yield from _rows(
        S.THINK,
        (E.WRONG, E.UNSURE, E.SILENT, E.HINT, E.ASK_ANSWER),
        ("tried", S.STEP, "fresh"),
        ("", S.THINK, "hint"),
    )
    yield from _common(S.THINK)


def _step() -> Iterator[Row]:
    given: tuple[str, State, str] = ("givable", S.STEP, "give")
    worn = _onward("worn", "skip")
    yield from _rows(S.STEP, (E.SOLVED,), ("", S.CHECK, "solve"))
    yield from _rows(S.STEP, (E.RIGHT,), ("", S.STEP, "take"))
    yield from _rows(S.STEP, (E.PARTIAL,), *worn, ("", S.STEP, "hint keep"))
    yield from _rows(S.STEP, _FRUITLESS, given, *worn, ("", S.STEP, "hint"))
    yield from _rows(
        S.STEP,
        (E.TELL,),
        ("unjudged", S.CHECK, "offer"),
        ("worn givable", S.STEP, "give"),
        *worn,
        ("tried", S.STEP, "hint"),
    )
    yield from _rows(S.STEP, (E.TELL,), ("", S.STEP, "miss"))
    yield from _rows(S.STEP, (E.SKIP,), *_onward("", "skip"))
    yield from _common(S.STEP)


def _check() -> Iterator[Row]:
    on = _onward("", "")
    yield from _rows(S.CHECK, (E.RIGHT, E.NEXT, E.SKIP), *on)
    yield from _rows(S.CHECK, (E.TELL,), *_onward("unjudged", "offer"))  # another answer, after checking the first
    yield from _rows(
        S.CHECK,
        (E.SOLVED, E.PARTIAL, E.WRONG, E.UNSURE, E.SILENT, E.TELL, E.HINT, E.ASK_ANSWER),
        *_onward("checked", ""),
        ("", S.CHECK, "hint"),
    )
    yield from _common(S.CHECK)


def _extension() -> Iterator[Row]:
    yield from _rows(S.EXTEND, (E.SOLVED, E.RIGHT), ("", S.SUMMARY, "extend"))
    yield from _rows(S.EXTEND, (E.SKIP, E.NEXT), ("", S.SUMMARY, "fresh"))
    yield from _rows(
        S.EXTEND,
        (E.WRONG, E.UNSURE, E.SILENT, E.TELL, E.HINT, E.ASK_ANSWER),
        ("worn", S.SUMMARY, "fresh"),
        ("", S.EXTEND, "hint"),
    )
    yield from _rows(S.EXTEND, (E.PARTIAL,), ("worn", S.SUMMARY, "fresh"), ("", S.EXTEND, "hint keep"))
    yield from _common(S.EXTEND)


def _end() -> Iterator[Row]:
    over = (E.RIGHT, E.PARTIAL, E.WRONG, E.UNSURE, E.SILENT, E.TELL, E.NEXT, E.SKIP)
    yield from _rows(S.SUMMARY, over, ("", S.DONE, "fresh"))
    yield from _rows(S.SUMMARY, (E.SOLVED,), ("recovered", S.SUMMARY, "recover"), ("", S.DONE, "fresh"))
    yield from _rows(S.SUMMARY, (E.BACK,), ("left", S.STEP, "reopen"), ("", S.SUMMARY, ""))
    yield from _rows(S.SUMMARY, (E.DETAIL,), ("", S.VIEW_DETAIL, "leave"))
    yield from _aside(S.SUMMARY, (E.START, E.HINT, E.ASK_ANSWER, E.QUESTION, E.STOP))
    yield from _rows(S.DONE, (E.SOLVED,), ("recovered", S.DONE, "recover"), ("", S.DONE, ""))
    yield from _rows(S.DONE, (E.BACK,), ("left", S.STEP, "reopen"), ("", S.DONE, ""))
    yield from _aside(S.DONE, (*_ANY, E.START, E.DETAIL, E.QUESTION, E.STOP))


def _detail() -> Iterator[Row]:
    yield from _rows(S.VIEW_DETAIL, (E.BACK, E.NEXT, E.TELL, E.UNSURE, E.SILENT), ("", Return.BACK, "return"))
    yield from _rows(
        S.VIEW_DETAIL,
        (E.SOLVED, E.RIGHT, E.PARTIAL, E.WRONG, E.HINT, E.SKIP),
        ("", Return.AS_BACK, "return"),
    )
    yield from _aside(S.VIEW_DETAIL, (E.START, E.DETAIL, E.ASK_ANSWER, E.QUESTION, E.STOP))


TABLE: Sequence[Row] = (
    *_init(),
    *_understand(),
    *_think(),
    *_step(),
    *_check(),
    *_extension(),
    *_end(),
    *_detail(),
)
