"""What is said while there is no problem yet."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.problems.store import ProblemStore
from pilothouse.assistants.tutor.turn.contract import Turn

SHOWN = 3
_HAN = re.compile(r"[\u4e00-\u9fff]")


def welcome(store: ProblemStore, *, chinese: bool, lost: bool) -> Turn:
    """A greeting with a few problems by name. ``lost``: the lesson's problem is not there any more."""
    if chinese:
        names = [f"{item.problem.title}（#problem {item.problem.id}）" for item in store.list()[:SHOWN]]
        sorry = "刚才那道题已经被删掉了。" if lost else ""
        offered = f"也可以选一道现成的：{'、'.join(names)}。" if names else ""
        return Turn(
            bubble=f"{sorry}我是讲题老师，会一步一步带你把题想明白。{offered}",
            question="把题目完整地发给我，我们就开始，好吗？你想做哪一道题？",
            intent="open",
        )
    sorry = "The problem we had was removed. " if lost else ""
    found = in_english(store)
    offered = f" Or take one of these: {', '.join(found)}." if found else ""
    return Turn(
        bubble=f"{sorry}I'm a tutor and will help you think a problem through, step by step.{offered}",
        question="Type in the whole problem. Which one would you like to do?",
        intent="open",
    )


def in_english(store: ProblemStore) -> tuple[str, ...]:
    """Problems that are in English throughout, as they are offered."""
    found = [item.problem for item in store.list() if not _HAN.search(_told(item.problem))]
    return tuple(f"{problem.title} (#problem {problem.id})" for problem in found[:SHOWN])


def _told(problem: Problem) -> str:
    steps = [step for part in problem.parts for step in part.steps]
    return " ".join([problem.title, problem.statement, *(f"{step.ask} {step.conclusion}" for step in steps)])
