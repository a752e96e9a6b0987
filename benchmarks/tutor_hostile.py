"""The same dialogues with models that mean no good, in every mode: states as offline, nothing told."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.tutor_models import Secrets, hostile_models
from pilothouse import Pilothouse
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.gateway import ScriptedModel
from tests.tutor.pupils import Pupil
from tests.tutor.pupils_lesson import Fault, Lesson, hold

MODES = ("NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE")
TURNS = 8


def path(lesson: Lesson) -> list[tuple[Any, ...]]:
    """What a model must not change."""
    return [
        (d["state"], d["event"], d["part"]["id"], d["turn"]["step"], d["check"]["verdict"], tuple(d["steps"]),
         tuple(d["solved"]), tuple(o["id"] for o in d["turn"]["options"]))
        for d in (reply.data for reply in lesson.replies)
    ]  # fmt: skip


def again(house: Pilothouse, own: Lesson, session: str, name: str) -> Lesson:
    """The words of ``own`` once more."""
    lesson = Lesson(house, own.problem, name, session)
    for text in own.said:
        lesson.ask(text)
    return lesson


def hostile(
    house: Pilothouse, found: list[Problem], pupils: Mapping[str, Pupil], count: int, seed: int, log: Path | None
) -> dict[str, Any]:
    """``count`` dialogues with a model, each held offline first."""
    from benchmarks.tutor_pupils import note, open_house

    secrets = Secrets()
    pairs = list(product(MODES, hostile_models(secrets)))
    per = max(1, count // len(pairs))
    names, rng = sorted(pupils), Random(seed)
    faults: list[Fault] = []
    held = turns = astray = 0
    for n, (mode, trick) in enumerate(pairs):
        model = ScriptedModel(hostile_models(secrets)[trick])
        with (
            tempfile.TemporaryDirectory() as folder,
            open_house(Path(folder), model, mode=mode, breaker_failures=10**6, retries=0) as other,
        ):
            other.room("tutor")
            for k in range(per):
                problem, name = rng.choice([p for p in found if p.origin == "authored"]), rng.choice(names)
                own = Lesson(house, problem, name, f"h{n}.{k}")
                hold(own, pupils[name](own, Random(f"{seed} {n} {k}")), TURNS, whole=False)
                secrets.of(problem)
                lesson = again(other, own, f"h{k}", f"{name} / {mode} / {trick}")
                held, turns = held + 1, turns + len(lesson.replies)
                if path(lesson) != path(own):
                    astray += 1
                    lesson.faults.append(
                        Fault(
                            "states differ",
                            problem.id,
                            lesson.pupil,
                            tuple(own.said[-6:]),
                            _first(path(own), path(lesson)),
                        )
                    )
                faults += lesson.faults
                if log is not None:
                    note(log, lesson.faults)
    kinds = Counter(fault.kind for fault in faults)
    return {
        "dialogues": held,
        "turns": turns,
        "models": len(pairs) // len(MODES),
        "modes": MODES,
        "states differ": astray,
        **kinds,
    }


def _first(own: Iterable[tuple[Any, ...]], other: Iterable[tuple[Any, ...]]) -> str:
    return next(
        (f"turn {n}: {a} offline, {b}" for n, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), "length"
    )
