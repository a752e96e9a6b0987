"""The answer checker on Chinese word problems: ``tutor_checker.py [--json FILE] [--show N]``.

Right answers in many spellings and sentences must be accepted; the numbers of the text, distractors,
neighbours, sign and unit
slips, other problems' answers, guesses and denials must not. Data: ``--data``, else PILOTHOUSE_DATA, else
``/work/shared/data``
(``math_zh``: CMATH and CMATH with distractors). Exit status 1 when a wrong answer is accepted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from pilothouse.assistants.tutor.checking import check
from pilothouse.assistants.tutor.checking.candidate import find
from pilothouse.assistants.tutor.checking.spelling import fold
from pilothouse.assistants.tutor.problems.problem import Expected
from pilothouse.contracts.numerals import chinese_number

RIGHT = (
    "{a}", "{a}。", "答案是{a}", "所以一共有{a}{u}", "我觉得是{a}吧", "是{a}{u}吗？", "{a}{u}对不对",
    "应该是 {a} {u}", "so the answer is {a}",
    "I think it's {a}", "等于{a}，对吗", "答：{a}{u}。", "**{a}**", "$\\boxed{{{a}}}$", "我算出来{a}{u}",
    "不是{b}，是{a}", "{b}不对，应该是{a}",
    "嗯……{a}？", "{w}={a}", "因为{w}，所以是{a}{u}", "Is it {a}?", "x={a}", "老师，我做完了，结果是{a}{u}",
)  # fmt: skip
WRONG = (
    "{x}", "所以一共有{x}{u}", "我觉得是{x}吧", "so the answer is {x}", "{x}{u}对吗", "{x}，不是{a}",
    "是{x}，{a}不对", "答案是{x}",
    "I got {x}", "不是{a}，是{x}{u}",
)  # fmt: skip
REFUSED = (
    "不是{a}", "{a}或者{x}", "{x}还是{a}？", "{a} or {x}", "{x}，{a}，{y}", "可能是{x}也可能是{a}", "答案不是{a}",
    "it is not {a}", "为什么是{a}？",
    "比{a}多", "大于{a}", "如果是{a}呢", "{x}到{a}之间", "不是{x}就是{a}", "答案是{a}，答案是{x}",
    "答案是{x}，答案是{a}", "{x} {y} {a}", "{w}={x}={a}",
    "第一位数字是不是{a}",
)  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What came of the cases of one kind. ``accepted`` counts ``right``."""

    cases: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)


def rows(folder: Path) -> Iterator[dict[str, str]]:
    for name in ("cmath.jsonl", "cmath_distractor.jsonl"):
        path = folder / name
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            yield json.loads(line)


def value(text: str) -> Fraction:
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def spellings(answer: str) -> list[str]:
    """The same number written in other ways."""
    number = value(answer)
    forms = [answer, answer.translate({ord(c): chr(ord(c) + 0xFEE0) for c in "0123456789./%"})]
    if number.denominator == 1:
        forms += [chinese_number(int(number)), f"{int(number)}.0", f"{int(number):,}"]
    elif "/" in answer:
        forms += [
            f"{chinese_number(number.denominator)}分之{chinese_number(number.numerator)}",
            f"\\frac{{{number.numerator}}}{{{number.denominator}}}",
        ]
        if number > 1:
            whole, rest = divmod(number, 1)
            forms += [f"{whole}又{rest}", f"{whole} {rest}"]
    else:
        forms += [str(number), f"{float(number) * 100:.10g}%"]
        if answer[-1] != "%":
            whole, _, decimals = answer.partition(".")
            forms.append(chinese_number(int(whole)) + "点" + "".join("零一二三四五六七八九"[int(d)] for d in decimals))
    return list(dict.fromkeys(forms))


def wrong(row: dict[str, str], others: list[str], rng: random.Random) -> Iterator[tuple[str, str]]:
    """(kind, wrong answer) for a problem; numbers that equal the answer are left out."""
    right = value(row["golden"])
    numbers = {c.value for c in find(fold(row["input"])).candidates if c.value is not None}
    added = {c.value for c in find(fold(row.get("original", ""))).candidates}
    for number in sorted(numbers):
        yield ("distractor" if row.get("original") and number not in added else "text", _written(number, row["golden"]))
    for kind, other in (
        ("neighbour", right + 1), ("neighbour", right - 1), ("sign", -right), ("factor", right * 2), ("factor",
        right / 2),
        ("factor", right * 10), ("factor", right / 10), ("percent", right * 100), ("near", right + Fraction(1, 1000)),
        ("reciprocal", 1 / right), ("swapped",
        Fraction(str(int(right))[::-1]) if right.denominator == 1 else right + 3),
    ):  # fmt: skip
        yield kind, _written(other, row["golden"])
    for other in rng.sample(others, 8):
        yield "other", other


def _written(number: Fraction, like: str) -> str:
    if number.denominator == 1:
        return str(number)
    decimal = f"{float(number):.10g}"
    return decimal if "/" not in like and Fraction(decimal) == number else f"{number.numerator}/{number.denominator}"


def unit(text: str) -> str:
    """The counting word asked for (多少只), "" when the question has none."""
    found = re.search(
        r"(?:多少|几)(平方米|平方厘米|立方米|千克|千米|厘米|分钟|小时|[只个条本棵人元米页天岁辆张块瓶盆次枝支把头匹吨克升])",
        text[-24:],
    )
    return found[1] if found else ""


def cases(row: dict[str, str], others: list[str], rng: random.Random) -> Iterator[tuple[str, bool, str]]:
    """(kind, is it right, what the pupil says)."""
    answer, right = row["golden"], value(row["golden"])
    bad = [(kind, text) for kind, text in wrong(row, others, rng) if value(text) != right]
    fill = {"u": unit(row["input"]), "w": f"{_written(right - 1, '/')}+1" if right > 1 else f"{right}×1"}
    for form in spellings(answer):
        yield "right", True, form
    for template in RIGHT:
        yield "sentence", True, template.format(a=rng.choice(spellings(answer)), b=rng.choice(bad)[1], **fill)
    for kind, text in bad:
        for template in rng.sample(WRONG, 3):
            yield kind, False, template.format(x=text, a=answer, **fill)
    for template in REFUSED:
        (_, x), (_, y) = rng.sample([b for b in bad if not b[1].startswith("-")], 2)
        yield "guess", False, template.format(a=answer, x=x, y=y, **fill)


def run(folder: Path, seed: int, show: int) -> dict[str, object]:
    rng = random.Random(seed)
    table = list(rows(folder))
    answers = sorted({row["golden"] for row in table})
    tallies: dict[str, Tally] = defaultdict(Tally)
    errors: dict[str, Counter[str]] = defaultdict(Counter)
    times: list[float] = []
    for row in table:
        noun = unit(row["input"])
        expected = Expected(answer=row["golden"] + (noun if "%" not in row["golden"] else ""))
        for kind, right, text in cases(row, answers, rng):
            begun = time.perf_counter()
            found = check(text, expected, given=[row["input"]])
            times.append(time.perf_counter() - begun)
            tally = tallies[kind]
            tally.cases += 1
            tally.verdicts[found.verdict] += 1
            if not right:
                errors[kind][found.error or "-"] += 1
            if right != (found.verdict == "right"):
                tally.examples.append(f"{text} ~ {expected.answer}: {found.verdict} {found.error}")
    return report(tallies, errors, times, show)


def report(
    tallies: dict[str, Tally], errors: dict[str, Counter[str]], times: list[float], show: int
) -> dict[str, object]:
    verdicts = ("right", "partial", "wrong", "unclear", "none")
    print(f"{'kind':<12}{'cases':>8}" + "".join(f"{verdict:>9}" for verdict in verdicts))
    for kind, tally in tallies.items():
        print(f"{kind:<12}{tally.cases:>8}" + "".join(f"{tally.verdicts[verdict]:>9}" for verdict in verdicts))
    print()
    for kind, counts in errors.items():
        print(f"{kind:<12}" + ", ".join(f"{error} {count}" for error, count in counts.most_common()))
    good = [tally for kind, tally in tallies.items() if kind in ("right", "sentence")]
    bad = [tally for kind, tally in tallies.items() if kind not in ("right", "sentence")]
    accepted, total = sum(t.verdicts["right"] for t in good), sum(t.cases for t in good)
    leaked, refused = sum(t.verdicts["right"] for t in bad), sum(t.cases for t in bad)
    times.sort()
    summary: dict[str, object] = {
        "right_accepted": accepted / total, "right_cases": total, "wrong_accepted": leaked, "wrong_cases": refused,
        "median_ms": 1000 * statistics.median(times), "p99_ms": 1000 * times[len(times) * 99 // 100],
        "sympy_imported": "sympy" in sys.modules,
    }  # fmt: skip
    print("\n" + "\n".join(f"{name}: {figure}" for name, figure in summary.items()))
    for kind, tally in tallies.items():
        for example in tally.examples[:show]:
            print(f"  {kind}: {example}")
    return summary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("PILOTHOUSE_DATA", "/work/shared/data")))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="examples of errors per kind")
    options = parser.parse_args()
    folder = options.data / "math_zh"
    if not folder.is_dir():
        print(f"skipped: there is no {folder}")
        return
    summary = run(folder, options.seed, options.show)
    if options.json:
        options.json.write_text(json.dumps(summary, indent=2), encoding="utf-8")
    sys.exit(1 if summary["wrong_accepted"] else 0)


if __name__ == "__main__":
    main()
