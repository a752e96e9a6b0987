"""What follows from two equations between two quantities: the answer that is asked for, and the steps to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Step
from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown, unknown
from pilothouse.assistants.tutor.problems.solving.wording import neutral
from pilothouse.assistants.tutor.problems.solving.worked import Line, step

UNIT = r"(?P<unit>千米|公里|厘米|分米|毫米|千克|公斤|平方米|小时|分钟|亿户|[\u4e00-\u9fff])"


@dataclass(frozen=True)
class Equation:
    """``a``·first + ``b``·second = ``n``."""

    a: Fraction
    b: Fraction
    n: Fraction
    unit: str
    kind: str


def answered(
    question: str, names: tuple[str, str], values: tuple[Fraction, Fraction], unit: str, found: list[Equation]
) -> Solution | None:
    whole = {"个", "只", "棵", "人", "本", "条", "枚", "张", "朵", "头", "匹", "辆", "名", "支", "把", "颗", "页"}
    if unit in whole and any(value.denominator != 1 for value in values):
        return None
    asked = [index for index, name in enumerate(names) if name in question]
    if re.search(r"共|总|和是|[比相差倍剩]|每|平均", question):
        asked = []
        if not re.search(r"^(?:[^\d]{0,10})共(?:有|.{0,4})?(?:多少|几)[^\d]{0,6}$", question) or len(found) != 2:
            return None
        value = values[0] + values[1]
        if any(equation.kind == "sum" for equation in found) or not any(equation.kind == "value" for equation in found):
            return None
        return _total(names, values, value, unit, found)
    words = re.sub(r"一双|今年|各|分别", "", question)
    for name in names:
        words = words.replace(re.sub("一双", "", name), "")
    if not neutral(words.replace("和", "").replace("多少", "").replace("几", "")) or re.search(r"后|前", words):
        return None  # "甲买了一支笔后有多少元"
    said = re.search(rf"(?:多少|几){UNIT}?", question)
    if (
        unit
        and said is not None
        and said["unit"]
        and said["unit"] not in (unit, "钱")
        and not question.endswith("多少")
    ):
        return None
    both = "，".join(f"{name}{shown(value)}{unit}" for name, value in zip(names, values, strict=True))
    if (len(asked) == 2 and re.search("各|分别", question)) or (not asked and re.search("各", question)):
        rule = "; ".join(_condition(equation, *map(unknown, names)) for equation in found)
        steps = _steps(names, values, unit, found, None)
        return Solution("relations", Expected(answer=both), steps, _IDEA, "math/word-problem", rule)
    if len(asked) != 1:
        return None
    value = values[asked[0]]
    answer = Expected(answer=f"{shown(value)} {unit}".strip())
    return Solution(
        "relations", answer, _steps(names, values, unit, found, asked[0]), _IDEA, "math/word-problem", value=value
    )


def _condition(equation: Equation, x: str, y: str) -> str:
    """An equation as a rule has it, without negative terms: 男=2*女, 男=女+5."""
    terms = [(equation.a, x), (equation.b, y)]
    sides = [
        "+".join([f"{shown(abs(k))}*{name}" if abs(k) != 1 else name for k, name in terms if k * sign > 0])
        for sign in (1, -1)
    ]
    rest = equation.n
    if not sides[1] or not sides[0]:
        return f"{sides[0] or sides[1]}={shown(rest if sides[0] else -rest)}"
    left, right = sides
    if rest:
        left, right = (left, f"{right}+{shown(rest)}") if rest > 0 else (f"{left}+{shown(-rest)}", right)
    return f"{left}={right}"


_IDEA = Idea(
    ask="题目里的两个量之间有什么关系？怎样用图或式子把它表示出来？",
    keys=(
        "线段",
        "画图",
        "一份",
        "一倍",
        "份",
        "设",
        "方程",
        "先求",
        "多",
        "少",
        "倍",
        "和",
        "差",
        "加",
        "减",
        "除",
        "乘",
    ),
    hint="画线段图：把较小的那个量画成一段，另一个量就能照着它画出来了。",
)


def _steps(
    names: tuple[str, str], values: tuple[Fraction, Fraction], unit: str, found: list[Equation], asked: int | None
) -> tuple[Step, ...]:
    """First the other one where it has to be found, then what is asked for."""
    given = next((equation for equation in found if equation.kind == "value"), None)
    if given is not None:
        known = 0 if given.a else 1
        target = 1 - known
        left = _expression(values, known, target, found)
        line = Line(
            f"{names[target]}和{names[known]}有什么关系？求{names[target]}，列式算一算。",
            (f"比一比：{names[target]}比{names[known]}大还是小？", "“比”字后面的那个量是标准，从它算起。"),
            left,
            values[target],
            unit,
        )
        return (step(1, line),)
    last = asked if asked is not None else 0
    first = 1 - last
    hints = (
        "画线段图，把较小的量当作一份（或一段）。",
        "看看总数（或相差数）相当于几份，或者去掉多出来的部分后正好是几份。",
    )
    steps = []
    if asked is None:
        steps.append(
            Step(
                id="s1",
                ask=f"{names[first]}是多少？",
                expected=Expected(answer=f"{shown(values[first])} {unit}".strip()),
                hints=hints,
                conclusion=f"{names[first]}是 {shown(values[first])} {unit}".strip(),
            )
        )
        both = "，".join(f"{name}{shown(value)}{unit}" for name, value in zip(names, values, strict=True))
        steps.append(
            Step(
                id="s2",
                ask=f"{names[last]}是多少？请把两个都写出来。",
                expected=Expected(answer=both),
                hints=("再读一遍两者的关系。", "用已经求出的那个量去算。"),
                conclusion=both,
            )
        )
    else:
        steps.append(
            Step(
                id="s1",
                ask=f"{names[last]}是多少？",
                expected=Expected(answer=f"{shown(values[last])} {unit}".strip()),
                hints=hints,
                conclusion=f"{names[last]}是 {shown(values[last])} {unit}".strip(),
            )
        )
    return tuple(steps)


def _expression(values: tuple[Fraction, Fraction], known: int, target: int, found: list[Equation]) -> str:
    relation = next(equation for equation in found if equation.kind != "value")
    a, b = (relation.a, relation.b) if target == 0 else (relation.b, relation.a)
    start, extra = shown(values[known]), relation.n / a
    ratio = -b / a
    left = start if ratio == 1 else f"{start} × {shown(ratio)}" if ratio > 1 else f"{start} ÷ {shown(1 / ratio)}"
    if ratio < 1 and extra:
        return f"({start} {'+' if relation.n / b > 0 else '-'} {shown(abs(relation.n / b))}) ÷ {shown(1 / ratio)}"
    return f"{left} {'+' if extra > 0 else '-'} {shown(abs(extra))}" if extra else left


def _total(
    names: tuple[str, str], values: tuple[Fraction, Fraction], value: Fraction, unit: str, found: list[Equation]
) -> Solution:
    steps = list(_steps(names, values, unit, found, None))
    line = Line(
        "两个量合起来一共是多少？",
        ("两个量都知道了。", "用加法合起来。"),
        f"{shown(values[0])} + {shown(values[1])}",
        value,
        unit,
    )
    steps.append(step(len(steps) + 1, line))
    return Solution(
        "relations",
        Expected(answer=f"{shown(value)} {unit}".strip()),
        tuple(steps),
        _IDEA,
        "math/word-problem",
        value=value,
    )
