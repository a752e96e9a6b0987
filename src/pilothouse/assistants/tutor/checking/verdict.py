"""What the answer checker finds (T8)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Verdict = Literal["right", "partial", "wrong", "unclear", "none"]
ErrorKind = Literal[
    "", "sign", "unit", "conversion", "factor", "reciprocal", "percent", "digits", "rounding", "intermediate",
    "other_part",
    "given", "mistake", "incomplete", "extra", "form", "value", "substitution",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """``text`` as the rule has it; ``left`` and ``right`` are what its sides come to; ``holds`` is ``None`` when a
    value is missing. ``put``: the sides with the pupil's values in them ("2×23+4×12", "94"), empty when one is missing.
    """

    text: str
    holds: bool | None
    left: Fraction | None = None
    right: Fraction | None = None
    put: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Check:
    """``verdict``: ``unclear`` when something that may be an answer can't be judged, ``none`` when the text
    holds no answer.

    ``error`` says how a wrong answer is wrong; ``pattern`` names the problem's own typical mistake when it is
    one; ``said`` is the answer as it was read from the text, ``missing`` the names of what a partial answer
    left out.
    """

    verdict: Verdict
    error: ErrorKind = ""
    pattern: str = ""
    said: str = ""
    hint: str = ""
    missing: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
