"""Values with units: when two are the same, and what went wrong when they aren't."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.checking.algebra import approximate, same
from pilothouse.assistants.tutor.checking.candidate import Candidate
from pilothouse.assistants.tutor.checking.formula import Node, number, size
from pilothouse.assistants.tutor.checking.unit import Unit
from pilothouse.assistants.tutor.checking.verdict import ErrorKind

_CONVERSIONS = [Fraction(n) for n in (10, 100, 1000, 10**4, 10**6, 10**9, 60, 3600, 24, 7, 12, 500, 1440, 86400)] + [
    Fraction(18, 5)
]
_FACTORS = [Fraction(n) for n in (2, 10, 100, 1000, 10000, 3, 4, 5, 6, 8)]


@dataclass(frozen=True, slots=True)
class Match:
    """``right`` with a remark in ``error`` (``unit``: it is missing, ``form``: not in lowest terms), or wrong
    because of ``error``."""

    right: bool
    error: ErrorKind = ""
    undecided: bool = False


def match(
    said: Candidate, expected: Candidate, *, tolerance: float = 0.0, rounded: bool = False, unit_needed: bool = False
) -> Match:
    """Compare what a pupil says with what is expected. ``tolerance`` is relative; ``rounded``: what is expected
    is itself rounded."""
    if not said.units or not expected.units:
        near = _near(
            said.node, said.value, expected.node, expected.value, tolerance, _places(expected) if rounded else -1
        )
        if near is None:
            return Match(False, undecided=True)
        if near:
            lacking = bool(expected.units) and not said.units
            return Match(True, "unit" if lacking and unit_needed else _form(said, expected))
        return Match(False, _difference(said, expected, bool(expected.units) and not expected.units[0].counts))
    pairs = [(a, b) for a in said.units for b in expected.units if a.dimension == b.dimension]
    if not pairs:
        raw = _near(said.node, said.value, expected.node, expected.value, tolerance, -1)
        counting = any(unit.counts for unit in said.units) or any(unit.counts for unit in expected.units)
        return Match(False, "unit" if raw else _difference(said, expected, not counting))
    for a, b in pairs:
        left, right = _base(said, a), _base(expected, b)
        places = _places(expected) if rounded and a.label == b.label else -1
        near = _near(left[0], left[1], right[0], right[1], tolerance, places)
        if near is None:
            return Match(False, undecided=True)
        if near:
            return Match(True, _form(said, expected))
    a, b = pairs[0]
    if a.factor != b.factor and not a.offset:
        if said.value is not None and said.value == expected.value:
            return Match(False, "unit")
        left, right = _base(said, a), _base(expected, b)
        if left[1] and right[1] and _ratio(left[1], right[1]) in _CONVERSIONS:
            return Match(False, "conversion")
    return Match(False, _difference(said, expected, False))


def _base(candidate: Candidate, unit: Unit) -> tuple[Node, Fraction | None]:
    """The value in the base unit of its dimension."""
    scaled = Node("+", (Node("*", (candidate.node, number(unit.factor))), number(unit.offset)))
    return scaled, None if candidate.value is None else candidate.value * unit.factor + unit.offset


def _near(a: Node, x: Fraction | None, b: Node, y: Fraction | None, tolerance: float, places: int) -> bool | None:
    if x is not None and y is not None:
        if x == y or abs(x - y) <= Fraction(tolerance) * abs(y):
            return True
        return places >= 0 and abs(x - y) <= Fraction(1, 2 * 10**places)
    if not tolerance and places < 0:
        return same(a, b)
    left, right = approximate(a), approximate(b)
    if left is None or right is None:
        return None
    if places >= 0 and abs(left - right) <= 0.5 * 10.0**-places:
        return True
    return abs(left - right) <= tolerance * abs(right) if tolerance else False


def _places(candidate: Candidate) -> int:
    return candidate.number.places if candidate.number is not None else 0


def _form(said: Candidate, expected: Candidate) -> ErrorKind:
    """A remark on the form of a right value: 2/6 where 1/3 is expected, √12 where 2√3 is, 3:4 where a number is."""
    if said.number is not None and not said.number.reduced and (expected.number is None or expected.number.reduced):
        return "form"
    if said.value is None and expected.value is None and not _reduced_root(said.node) and _reduced_root(expected.node):
        return "form"
    return "form" if said.ratio and not expected.ratio else ""


def _reduced_root(node: Node) -> bool:
    """Whether no root in ``node`` hides a square: √12 does."""
    if node.op == "fn" and node.name == "sqrt" and node.args[0].op == "num":
        value = node.args[0].value
        return (
            value.denominator == 1
            and value < 10**6
            and not any(value % (k * k) == 0 for k in range(2, 1000) if k * k <= value)
        )
    return size(node) < 200 and all(_reduced_root(arg) for arg in node.args)


def _ratio(x: Fraction, y: Fraction) -> Fraction:
    quotient = abs(x / y)
    return quotient if quotient >= 1 else 1 / quotient


def _difference(said: Candidate, expected: Candidate, physical: bool) -> ErrorKind:
    """How a wrong value is related to the right one."""
    x, y = said.value, expected.value
    if x is None or y is None:
        return _rough(said, expected)
    if x == -y:
        return "sign"
    percent = any(c.number is not None and c.number.form == "percent" for c in (said, expected))
    if x and y and (x == 100 * y or y == 100 * x) and (percent or (y.denominator > 1 and not physical)):
        return "percent"
    if physical and x and y and _ratio(x, y) in _CONVERSIONS:
        return "conversion"
    if x and y and x * y == 1:
        return "reciprocal"
    if rounding(x, y, said):
        return "rounding"
    if x and y and x * y > 0 and _ratio(x, y) in _FACTORS[:5]:
        return "factor"
    if swapped(x, y):
        return "digits"
    return "factor" if x and y and x * y > 0 and _ratio(x, y) in _FACTORS[5:] else "value"


def _rough(said: Candidate, expected: Candidate) -> ErrorKind:
    left, right = approximate(said.node), approximate(expected.node)
    if left is None or right is None or not right:
        return "value"
    if abs(left + right) <= 1e-9 * abs(right):
        return "sign"
    if abs(left - right) <= 0.01 * abs(right):
        return "rounding"
    quotient = max(abs(left / right), abs(right / left)) if left else 0.0
    if abs(left * right - 1) <= 1e-9:
        return "reciprocal"
    return "factor" if any(abs(quotient - float(f)) <= 1e-9 * quotient for f in _FACTORS) else "value"


def rounding(x: Fraction, y: Fraction, said: Candidate | None = None) -> bool:
    """Whether ``x`` is ``y`` cut or rounded at some place, or ``y`` is such of ``x``."""
    for coarse, fine in ((x, y), (y, x)):
        places = _decimals(coarse)
        if places is None or coarse == fine or (places == 0 and abs(coarse) < 1):
            continue
        decimal_answer = places > 0 or (fine is y and fine.denominator > 1)
        if decimal_answer and abs(coarse - fine) < Fraction(1, 10**places):
            return True
    return False


def _decimals(value: Fraction) -> int | None:
    for places in range(9):
        if (value * 10**places).denominator == 1:
            return places
    return None


def swapped(x: Fraction, y: Fraction) -> bool:
    """Whether two digits changed places: 53 and 35."""
    a, b = _digits(x), _digits(y)
    if a == b or len(a) != len(b) or len(a) < 2:
        return False
    places = [at for at, (p, q) in enumerate(zip(a, b, strict=True)) if p != q]
    return len(places) == 2 and a[places[0]] == b[places[1]] and a[places[1]] == b[places[0]]


def _digits(value: Fraction) -> str:
    places = _decimals(value)
    return "" if places is None or value < 0 else f"{float(value):.{places}f}" if places else str(int(value))


def related(value: Fraction | None, numbers: Iterable[Fraction]) -> bool:
    """Whether ``value`` is one of ``numbers``."""
    return value is not None and any(value == other for other in numbers)
