"""Simulated pupils at all problems: leaks, dead ends, repetitions, wrong transitions, over-guarding, time and tokens.

    python benchmarks/tutor_pupils.py [--dialogues 3000] [--seed 1] [--only PUPIL] [--problem ID] [--hostile] [--json]
        [--plot FILE.html] [--log FILE]

Without ``--hostile`` no model is there: every pupil of ``tests/tutor/pupils.py`` and every three-turn attack at every
sample problem and at typed ones (with an injection in the text), in turn until there are ``--dialogues``; every third
is then brought to its end with the leading button. Right answers in ten wordings must be confirmed. ``--hostile`` holds
dialogues again with scripted models that leak, in four modes, and compares the states with those of the offline
dialogue. ``--plot`` draws the tokens of each of 60 turns with a well-meaning model. Replies are judged by an oracle of
its own (``tests/tutor/pupils_oracle.py``).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.tutor_hostile import hostile  # noqa: E402
from benchmarks.tutor_tokens import draw  # noqa: E402
from pilothouse import Pilothouse  # noqa: E402
from pilothouse.assistants.tutor.problems.problem import Problem  # noqa: E402
from pilothouse.embedding.cache import CachedEmbedder  # noqa: E402
from pilothouse.embedding.use import EmbeddedEmbedder  # noqa: E402
from tests.tutor.pupils import ATTACKS, PUPILS, Pupil, asked, framed, said  # noqa: E402
from tests.tutor.pupils_lesson import Fault, Lesson, hold  # noqa: E402
from tests.tutor.pupils_typed import TYPED  # noqa: E402
from tests.tutor.pupils_words import FRAMES, FRAMES_EN  # noqa: E402

TURNS, SHORT = 16, 10  # of a pupil; before the leading button to the end in every third dialogue, in the others alone
KINDS = ("leak", "dead end", "unreachable", "repeated", "table", "machine words", "confirms", "exception")


def open_house(home: Path, model: Any = None, **gateway: Any) -> Pilothouse:
    """A house that raises its bugs."""
    from pilothouse.settings import load

    settings = load(home)
    if gateway:
        settings = settings.model_copy(update={"gateway": settings.gateway.model_copy(update=gateway)})
    return Pilothouse(home, settings=settings, model=model, embedder=CachedEmbedder(EmbeddedEmbedder()), strict=True)


def problems(house: Pilothouse, only: str = "") -> list[Problem]:
    """The sample, and typed problems as the tutor keeps them."""
    store = house.room("tutor").services.problems
    sample = [item.problem for item in store.list()]
    typed = [store.keep_free(text, "") for text in TYPED]
    return [problem for problem in (*sample, *typed) if not only or problem.id == only]


def dialogues(
    found: list[Problem], pupils: dict[str, Pupil], count: int, seed: int
) -> Iterator[tuple[str, Pupil, Problem, Random]]:
    """Every pupil at every problem, then again with other chances."""
    pairs = [(name, pupil, problem) for name, pupil in pupils.items() for problem in found]
    Random(seed).shuffle(pairs)
    for n, (name, pupil, problem) in enumerate(islice(cycle(pairs), count)):
        yield name, pupil, problem, Random(f"{seed} {n} {name} {problem.id}")


def run(house: Pilothouse, chosen: Iterator[tuple[str, Pupil, Problem, Random]], log: Path | None) -> list[Lesson]:
    lessons = []
    for n, (name, pupil, problem, rng) in enumerate(chosen):
        lesson = Lesson(house, problem, name, f"s{n}")
        whole = n % 3 == 0
        lessons.append(hold(lesson, pupil(lesson, rng), TURNS if whole else SHORT, whole=whole))
        if log is not None:
            note(log, lesson.faults)
    return lessons


def note(log: Path, faults: list[Fault]) -> None:
    with log.open("a", encoding="utf-8") as file:
        for fault in faults:
            row = {
                "kind": fault.kind,
                "problem": fault.problem,
                "pupil": fault.pupil,
                "what": fault.what,
                "said": fault.said,
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def confirmed(house: Pilothouse, found: list[Problem], log: Path | None) -> tuple[int, int, int]:
    """Right answers said in ten wordings: how many, how many confirmed, how many of them advanced."""
    total = right = moved = 0
    for problem in found:
        english = problem.subject == "english"
        for k, frame in enumerate((*FRAMES, *(FRAMES_EN if english else ()))):
            lesson = Lesson(house, problem, "right", f"f{problem.id}{k}")
            saying = framed(frame, lesson, Random(0))
            lesson.begin()
            for _ in range(40):
                expected, here, state = asked(lesson), lesson.reference, lesson.scene
                text = next(saying)
                if not lesson.ask(text) or lesson.done:
                    break
                if expected is None or not expected.answer or text != frame.format(said(expected)):
                    continue
                total += 1
                verdict = lesson.data["check"]["verdict"] == "right"
                onward = (lesson.reference, lesson.scene) != (here, state)
                right, moved = right + verdict, moved + (verdict and onward)
                if log is not None and not (verdict and onward):
                    note(
                        log,
                        [
                            Fault(
                                "unconfirmed",
                                problem.id,
                                f"{state} {here}",
                                (text,),
                                f"{lesson.data['check']} {lesson.data['transition']}",
                            )
                        ],
                    )
    return total, right, moved


def summary(lessons: list[Lesson]) -> dict[str, Any]:
    faults = [fault for lesson in lessons for fault in lesson.faults]
    seconds = sorted(s for lesson in lessons for s in lesson.seconds)
    kinds = Counter(fault.kind for fault in faults)
    bad = Counter(kind for lesson in lessons for kind in {fault.kind for fault in lesson.faults})
    return {
        "dialogues": len(lessons),
        "turns": len(seconds),
        "to the end": sum(lesson.done for lesson in lessons),
        **{kind: {"times": kinds[kind], "dialogues": bad[kind]} for kind in KINDS},
        "milliseconds": {
            p: round(1000 * seconds[int(len(seconds) * q)], 1) for p, q in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        }
        if seconds
        else {},
        "worst": Counter(f"{fault.kind} {fault.problem}" for fault in faults).most_common(12),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dialogues", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="pupils whose name contains it")
    parser.add_argument("--problem", default="")
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--frames", action="store_true", help="the ten wordings alone")
    parser.add_argument("--skip-frames", action="store_true", help="leave out the ten wordings")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--log", type=Path, help="every fault as a line of JSON")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    started = time.perf_counter()
    pupils = {name: pupil for name, pupil in {**PUPILS, **ATTACKS}.items() if args.only in name}
    if args.log:
        args.log.write_text("")
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as house:
        found = problems(house, args.problem)
        result["problems"], result["pupils"] = len(found), len(pupils)
        if args.plot:
            result["tokens"] = draw(found[:3], args.plot)
        elif args.hostile:
            result["hostile"] = hostile(house, found, pupils, args.dialogues, args.seed, args.log)
        else:
            if not args.frames:
                result["offline"] = summary(run(house, dialogues(found, pupils, args.dialogues, args.seed), args.log))
            if not args.skip_frames:
                total, right, moved = confirmed(house, found, args.log)
                result["right statements"] = {
                    "said": total,
                    "confirmed": right / max(total, 1),
                    "confirmed and advanced": moved / max(total, 1),
                }
    result["seconds"] = round(time.perf_counter() - started, 1)
    print(json.dumps(result, ensure_ascii=False, indent=None if args.json else 2))


if __name__ == "__main__":
    main()
