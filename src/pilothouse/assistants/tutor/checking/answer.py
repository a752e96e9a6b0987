"""The kinds of right answers."""

from __future__ import annotations

from dataclasses import dataclass

from pilothouse.assistants.tutor.checking.candidate import Candidate
from pilothouse.assistants.tutor.checking.formula import Node
from pilothouse.assistants.tutor.checking.interval import Region


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number, perhaps with a unit or a variable ("x=5"). ``rounded``: the teacher wrote 约."""

    value: Candidate
    rounded: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """鸡23只，兔12只; x=2，y=3."""

    items: tuple[tuple[str, Candidate], ...]


@dataclass(frozen=True, slots=True)
class Solutions:
    """x=2 或 x=-3; ``none``: there is none, ``infinite``: there are infinitely many."""

    values: tuple[Candidate, ...] = ()
    none: bool = False
    infinite: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """(2,3); several in any order."""

    points: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """3:4 or 1:2:3."""

    terms: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Remainder:
    """5……3 (quotient and remainder)."""

    quotient: int
    remainder: int


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression with variables."""

    node: Node


@dataclass(frozen=True, slots=True)
class Equation:
    """left = right, at least one with variables."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class System:
    """Several equations, all of them needed: x+y=35；2x+4y=94."""

    equations: tuple[Equation, ...]


@dataclass(frozen=True, slots=True)
class Inequality:
    """left < right and its like, with variables on a side that is not a bare name (18x+15≤260)."""

    left: Node
    symbol: str
    right: Node


@dataclass(frozen=True, slots=True)
class Letters:
    """Choices; ``text`` is what stands behind the letter, if the teacher wrote it ("B. 35")."""

    letters: frozenset[str]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Polar:
    """对/错, 能/不能, yes/no."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Words:
    """Key phrases: of each group one is needed (groups are parted by ";", alternatives by "/")."""

    groups: tuple[tuple[str, ...], ...]


Answer = (
    Quantity
    | Named
    | Solutions
    | Points
    | Ratio
    | Remainder
    | Formula
    | Equation
    | System
    | Inequality
    | Letters
    | Polar
    | Words
    | Region
)
