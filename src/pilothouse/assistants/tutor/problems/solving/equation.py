"""Equations: linear with one or two unknowns, quadratic with rational roots."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from pilothouse.assistants.tutor.problems.problem import Expected, Step
from pilothouse.assistants.tutor.problems.solving.polynomial import Polynomial, Unreadable, parse
from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown

_EQUATION_WORDS = re.compile(
    r"解?下列方程组?|解方程组?|解下?面的?方程|的?方程组?的?解(?:是(?:多少|什么))?|"
    r"(?:已知|若|如果|当|设|解|求|那么|则|且|和|与|请问?|请)|方程组?|"
    r"(?:(?<=[a-z])的?(?:值|解)(?:各?是?(?:多少|几|什么))?)|(?<=[a-z])(?:各?(?:是|等于)(?:多少|几|什么))|的解|的根(?:是多少)?|"
    r"solve(?: for [a-z](?: and [a-z])?)?(?: the)?(?: (?:system|equations?|following))*|find [a-z](?: and [a-z])?|"
    r"what is [a-z](?= [i?]|\?|$)|\bif\b|\band\b|then",
    re.IGNORECASE,
)

Say = Callable[[str, str], str]  # the Chinese or the English of two texts


def equations(text: str) -> Solution | None:
    """One or two equations and nothing else beside the words that ask for the unknown."""
    plain = unicodedata.normalize("NFKC", text.replace("²", "^2").replace("³", "^3"))
    if plain.count("=") not in (1, 2, 3) or len(plain) > 300:
        return None
    english = re.search(r"[\u4e00-\u9fff]", plain) is None and re.search(r"[a-zA-Z]{3}", plain) is not None
    plain = re.sub(r"[a-z]\s*=\s*[?？]?\s*$", "", plain.strip().rstrip("。.?？! "))
    plain = _EQUATION_WORDS.sub(";", plain)
    pieces = [piece.strip(" :.?{}") for piece in re.split(r"[;,，、。？?\n]+|(?<=\d)\.(?=\s|$)", plain)]
    pieces = [piece for piece in pieces if piece and not re.fullmatch(r"[a-z](?:\s*[a-z])?", piece)]
    if not 1 <= len(pieces) <= 2 or any(piece.count("=") != 1 for piece in pieces):
        return None
    try:
        sides = [tuple(parse(side) for side in piece.split("=")) for piece in pieces]
    except Unreadable:
        return None
    found = [left + -right for left, right in sides]
    letters = sorted(set().union(*(polynomial.letters for polynomial in found)))

    def say(chinese: str, other: str) -> str:
        return other if english else chinese

    if len(found) == 2:
        return _system(found, letters, say)
    if len(letters) != 1:
        return None
    if found[0].degree == 1:
        return _linear(found[0], sides[0][0], letters[0], re.sub(r"\s", "", pieces[0]), say)
    return _quadratic(found[0], letters[0], say) if found[0].degree == 2 else None


def _linear(equation: Polynomial, left: Polynomial, x: str, written: str, say: Say) -> Solution | None:
    slope, rest = equation.coefficient(x), -equation.coefficient()
    value = rest / slope
    scale = slope.denominator * rest.denominator * (-1 if slope < 0 else 1)
    slope, rest = slope * scale, rest * scale
    collected = f"{'' if slope == 1 else shown(slope)}{x}={shown(rest)}"
    expected = Expected(answer=f"{x}={shown(value)}", accept=(shown(value),))
    steps = []
    if slope != 1 and collected != written:
        steps.append(
            Step(
                id="s1",
                ask=say(
                    f"把含 {x} 的项移到等号一边，常数移到另一边并合并，得到什么式子？",
                    f"Bring the terms with {x} to one side and the numbers to the other: what equation do you get?",
                ),
                # Any equation with the same solution will do.
                expected=Expected(answer=collected, kind="equation"),
                hints=(
                    say("有括号先去括号，有分母先去分母。", "Remove brackets and denominators first."),
                    say(
                        "移项要变号：从等号一边搬到另一边，加变减、减变加。",
                        "A term that changes sides changes its sign.",
                    ),
                ),
                conclusion=collected,
            )
        )
    steps.append(
        Step(
            id=f"s{len(steps) + 1}",
            ask=say(f"{x} 等于多少？", f"What is {x}?"),
            expected=expected,
            hints=(
                say(f"想办法让等号一边只剩下 {x}。", f"Leave nothing but {x} on one side."),
                say(
                    f"两边同时做一样的运算，把 {x} 前面的系数化为一。",
                    f"Do the same to both sides until {x} stands alone.",
                ),
            ),
            conclusion=expected.answer,
        )
    )
    both = shown(left.at({x: value}) or Fraction(0))
    verify = Step(
        id="verify",
        ask=say(f"把求出的 {x} 代回原方程：等号左边等于多少？", f"Put your {x} back in: what is the left side?"),
        expected=Expected(answer=both),
        hints=(
            say("左右两边都算一算，看看是不是相等。", "Work out both sides; they should be equal."),
            say(f"把左边的 {x} 换成求出的数，再算。", f"Write the number in place of {x} on the left."),
        ),
        conclusion=say(f"左边等于 {both}，右边也等于 {both}", f"both sides are {both}"),
    )
    return Solution("linear_equation", expected, tuple(steps), topic="math/equation", value=value, verify=verify)


def _system(equations: list[Polynomial], letters: list[str], say: Say) -> Solution | None:
    if len(letters) != 2 or any(equation.degree != 1 for equation in equations):
        return None
    x, y = letters
    (a, b, e), (c, d, f) = ((eq.coefficient(x), eq.coefficient(y), -eq.coefficient()) for eq in equations)
    determinant = a * d - b * c
    if not determinant:
        return None
    values = ((e * d - b * f) / determinant, (a * f - e * c) / determinant)
    one, two = (f"{letter}={shown(value)}" for letter, value in zip(letters, values, strict=True))
    expected = Expected(answer=f"{one}，{two}")
    first = Step(
        id="s1",
        ask=say(f"先消去一个未知数，求出其中一个：{x} 等于多少？", f"Eliminate one unknown: what is {x}?"),
        expected=Expected(answer=one),
        hints=(
            say(
                "两个方程相加或相减，能不能让一个未知数消失？",
                "Can adding or subtracting the equations remove one unknown?",
            ),
            say(
                f"让 {y} 的系数变得相同（或相反），再把两个方程相减（或相加）。",
                f"Make the coefficients of {y} equal, then subtract; or express {y} by {x} and put it in.",
            ),
        ),
        conclusion=one,
    )
    second = Step(
        id="s2",
        ask=say(
            f"把它代回去，方程组的解是什么？把 {x} 和 {y} 都写出来。",
            f"Put it back in: what are {x} and {y}? Write both.",
        ),
        expected=expected,
        hints=(
            say("把求出的那个未知数代入其中一个方程。", "Put the value that you found into one of the equations."),
            say("代入以后就只剩一个未知数了，再解一次。", "Only one unknown is left there; solve for it."),
        ),
        conclusion=f"{one}，{two}",
    )
    return Solution("linear_system", expected, (first, second), topic="math/equation")


def _quadratic(equation: Polynomial, x: str, say: Say) -> Solution | None:
    a, b, c = equation.coefficient(x, 2), equation.coefficient(x), equation.coefficient()
    scale = a.denominator * b.denominator * c.denominator
    a, b, c = a * scale, b * scale, c * scale
    discriminant = int(b * b - 4 * a * c)
    root = isqrt(discriminant) if discriminant >= 0 else 0
    if root * root != discriminant:
        return None  # no rational root: its spelling is not certain
    roots = sorted({(-b + root) / (2 * a), (-b - root) / (2 * a)}, reverse=True)
    expected = Expected(answer=" 或 ".join(f"{x}={shown(value)}" for value in roots))
    step = Step(
        id="s1",
        ask=say(f"{x} 可以是哪些数？请都写出来。", f"Which numbers can {x} be? Write them all."),
        expected=expected,
        hints=(
            say(
                "先把方程整理成右边等于零的样子。",
                "First bring everything to the left, so that the right side is nought.",
            ),
            say(
                "试试因式分解：两个式子的积是零，至少有一个是零；分解不了就用求根公式。",
                "Try to factorise: if a product is nought, a factor is. Otherwise use the formula.",
            ),
        ),
        conclusion=expected.answer,
    )
    return Solution("quadratic_equation", expected, (step,), topic="math/quadratic")
