"""Free problems that code solves without a model, on CMATH (Wei et al. 2023) and its distractor variants.

What counts is the second column: a wrong answer would turn a pupil's right one down. Everything that isn't read with
certainty is left alone, and the tutor says so.

    python benchmarks/tutor_solving.py [--show] [--data DIR]
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

from pilothouse.assistants.tutor.problems.free import free_problem
from pilothouse.assistants.tutor.problems.solving.polynomial import evaluate

DATA = Path("/work/shared/data/math_zh")


def value(text: str) -> Fraction | None:
    """The number at the beginning of an answer, its unit left out."""
    match = re.match(r"-?\d+(?:\.\d+)?(?:/\d+)?%?", text.replace(" ", ""))
    return evaluate(match[0]) if match else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--show", action="store_true", help="print what was solved, and how")
    options = parser.parse_args()
    for name in ("cmath.jsonl", "cmath_distractor.jsonl"):
        rows = [json.loads(line) for line in (options.data / name).read_text(encoding="utf-8").splitlines()]
        counts: Counter[str] = Counter()
        took: list[float] = []
        for row in rows:
            started = time.perf_counter()
            problem = free_problem(row["input"], "free-0")
            took.append(time.perf_counter() - started)
            part = problem.parts[0]
            if len(problem.parts) > 1 or not part.expected.answer:
                counts["left alone"] += 1
                continue
            right = value(part.expected.answer) == value(row["golden"])
            counts["right" if right else "wrong"] += 1
            if options.show or not right:
                mark = "  " if right else "✗ "
                print(f"{mark}{row['input']} → {part.steps[-1].conclusion} (golden {row['golden']})")
        total = len(rows)
        took.sort()
        print(
            f"{name}: {total} problems, right {counts['right']} ({counts['right'] / total:.1%}), "
            f"wrong {counts['wrong']}, left alone {counts['left alone']}; p95 {took[int(total * 0.95)] * 1000:.1f} ms"
        )


if __name__ == "__main__":
    main()
