"""The UI contract: for every state which buttons there are, whether something is asked, and how much is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pilothouse.assistants.tutor.machine import Event, Position, State, part_of, step_of
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.turn.contract import Intent, Option

BUTTONS: Mapping[str, Event] = {
    "start": Event.NEXT,
    "next": Event.NEXT,
    "finish": Event.NEXT,
    "hint": Event.HINT,
    "detail": Event.DETAIL,
    "skip": Event.SKIP,
    "back": Event.BACK,
    "restart": Event.RESTART,
}
_LABELS: Mapping[str, tuple[str, str]] = {
    "start": ("开始", "Start"),
    "next": ("继续", "Go on"),
    "finish": ("完成", "Finish"),
    "hint": ("给我提示", "Give me a hint"),
    "detail": ("查看详细解析", "Explain in detail"),
    "skip": ("先跳过这一问", "Skip this part for now"),
    "back": ("回到题目", "Back to the problem"),
    "restart": ("重新做一遍", "Start over"),
}
_OTHERWISE: Mapping[tuple[State, str], tuple[str, str]] = {
    (State.EXTEND, "skip"): ("不做了，看总结", "Skip it, show the summary"),
    (State.SUMMARY, "back"): ("回到跳过的那一问", "Back to the part I skipped"),
    (State.DONE, "back"): ("回到跳过的那一问", "Back to the part I skipped"),
    (State.CHECK, "next"): ("检查好了", "Checked"),
}
ANY: frozenset[Intent] = frozenset(
    {"redirect", "encourage", "refuse", "explain", "close", "hint", "correct", "confirm"}
)


@dataclass(frozen=True, slots=True)
class Interface:
    """``buttons`` by id. ``asks``: whether a question is needed. ``bubble`` and ``question``: characters at most.
    ``intents``: what a turn may be meant as, the first where it is none of them."""

    buttons: tuple[str, ...]
    intents: tuple[Intent, ...]
    asks: bool = True
    bubble: int = 260
    question: int = 220


INTERFACES: Mapping[State, Interface] = {
    State.INIT: Interface(("start",), ("open",), bubble=4200),
    State.UNDERSTAND: Interface(("hint", "next", "detail"), ("ask",)),
    State.THINK: Interface(("hint", "next", "detail"), ("ask",)),
    State.STEP: Interface(("hint", "detail"), ("ask",), bubble=320, question=300),
    State.CHECK: Interface(("hint", "next", "detail"), ("check",), question=300),
    State.EXTEND: Interface(("hint", "skip", "detail"), ("extend", "ask"), question=300),
    State.SUMMARY: Interface(("finish", "detail"), ("summarise",), bubble=900),
    State.DONE: Interface(("restart",), ("close",), asks=False),
    State.VIEW_DETAIL: Interface(("back",), ("explain",), bubble=1600, question=300),
}


def options(problem: Problem, position: Position, *, chinese: bool) -> tuple[Option, ...]:
    """The buttons of a turn that ends at ``position``."""
    ids = list(INTERFACES[position.state].buttons)
    if position.state is State.STEP and _may_skip(problem, position):
        ids.append("skip")
    if position.state in (State.SUMMARY, State.DONE) and position.skipped:
        ids.insert(1, "back")
    return tuple(_option(position.state, id_, chinese) for id_ in ids)


def _may_skip(problem: Problem, position: Position) -> bool:
    """At the part's last step always; elsewhere once it gets hard."""
    last = position.step >= len(part_of(problem, position).steps) - 1
    return last or step_of(problem, position) is None or position.tries > 1


def _option(state: State, id_: str, chinese: bool) -> Option:
    labels = _OTHERWISE.get((state, id_), _LABELS[id_])
    return Option(id=id_, label=labels[0 if chinese else 1])
