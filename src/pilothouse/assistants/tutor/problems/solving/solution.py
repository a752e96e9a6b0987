"""What a solver finds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Mistake, Step


@dataclass(frozen=True)
class Solution:
    """``method`` names the reading ("two_kinds"), ``topic`` the file of the knowledge base, ``substitution`` the rule
    that the checker puts an answer into. The last step gives the answer."""

    method: str
    expected: Expected
    steps: tuple[Step, ...] = ()
    idea: Idea | None = None
    topic: str = ""
    substitution: str = ""
    value: Fraction | None = None  # of a single number, without its unit
    verify: Step | None = None  # puts the answer back in
    mistakes: tuple[Mistake, ...] = ()


def shown(value: Fraction) -> str:
    """A number as a pupil writes it: whole, a decimal that ends soon, else a fraction.

    >>> shown(Fraction(7, 2)), shown(Fraction(2, 7)), shown(Fraction(-3))
    ('3.5', '2/7', '-3')
    """
    if value.denominator == 1:
        return str(value.numerator)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest == 1 and value.denominator <= 10_000:
        places = next(n for n in range(1, 15) if (value * 10**n).denominator == 1)
        whole = abs(value * 10**places).numerator
        digits = str(whole).rjust(places + 1, "0")
        return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    return f"{value.numerator}/{value.denominator}"


def unknown(name: str) -> str:
    """A name as a rule has it: in brackets where it holds more than letters."""
    return name if re.fullmatch(r"[A-Za-z\u4e00-\u9fff]+", name) else f"[{name}]"
