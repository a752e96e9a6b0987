"""Equal by algebra, without evaluating anything a pupil wrote as code and without a way to make it slow.

Rational expressions are compared in a prime field at random points (Schwartz 1980, Zippel 1979): the chance
that two different ones of school size pass is below 10^-15. Roots, π and sines are refuted in floating point
and, when they agree, proven by sympy.
"""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Mapping
from fractions import Fraction

from pilothouse.assistants.tutor.checking.formula import Node, variables

_PRIME = 2**61 - 1
_BITS = 4096  # of a numerator or denominator


class _Irrational(Exception):
    """The expression leaves the rational numbers."""


class _Huge(Exception):
    """The expression is larger than anything school asks for."""


def exact(node: Node, at: Mapping[str, Fraction] | None = None) -> Fraction | None:
    """The rational value of ``node``; ``None`` when it isn't rational, not defined, or too large to be a school
    number."""
    try:
        return _exact(node, at or {})
    except (_Irrational, _Huge, ZeroDivisionError):
        return None


def same(a: Node, b: Node) -> bool | None:
    """Whether ``a`` and ``b`` are equal for all values of their variables; ``None`` when it can't be decided in
    time."""
    difference = Node("-", (a, b))
    names = sorted(variables(difference))
    try:
        if not names:
            return _exact(difference, {}) == 0
        return all(_residue(difference, _point(names)) == 0 for _ in range(2))
    except ZeroDivisionError:
        return False
    except _Huge:
        return None
    except _Irrational:
        return _transcendental(difference, names)


def proportional(a: Node, b: Node) -> bool:
    """Whether ``a = k·b`` with a constant k ≠ 0, so that ``a = 0`` and ``b = 0`` are the same equation."""
    names = sorted(variables(a) | variables(b))
    try:
        quotients = set()
        for _ in range(4):
            point = _point(names)
            top, bottom = _residue(a, point), _residue(b, point)
            if not top or not bottom:
                return False
            quotients.add(top * pow(bottom, -1, _PRIME) % _PRIME)
        return len(quotients) == 1
    except (ZeroDivisionError, _Huge):
        return False
    except _Irrational:
        return bool(same(a, b)) or bool(same(a, Node("neg", (b,))))


def scale(a: Node, b: Node) -> Fraction | None:
    """The constant k of ``a = k·b`` for rational expressions, ``None`` when there is none."""
    if not proportional(a, b):
        return None
    names = variables(a) | variables(b)
    for _ in range(4):
        point = {name: Fraction(random.randrange(2, 1000)) for name in names}
        top, bottom = exact(a, point), exact(b, point)
        if top and bottom:
            return top / bottom
    return None


def approximate(node: Node, at: Mapping[str, float] | None = None) -> float | None:
    """``node`` as a real floating point number, ``None`` when it has none."""
    try:
        value = _float(node, at or {})
    except (ArithmeticError, ValueError, KeyError):
        return None
    return value.real if cmath.isfinite(value) and abs(value.imag) <= 1e-9 * max(1.0, abs(value)) else None


def _point(names: list[str]) -> dict[str, int]:
    return {name: random.randrange(2, _PRIME) for name in names}


def _exact(node: Node, at: Mapping[str, Fraction]) -> Fraction:
    if node.op == "num":
        return node.value
    if node.op == "var":
        if node.name not in at:
            raise _Irrational
        return at[node.name]
    if node.op == "const":
        raise _Irrational
    args = [_exact(arg, at) for arg in node.args]
    if node.op == "fn":
        return _function(node.name, args[0])
    if node.op == "^":
        return _power(args[0], args[1])
    value = -args[0] if node.op == "neg" else _apply(node.op, args[0], args[1])
    return _bounded(value)


def _apply(op: str, a: Fraction, b: Fraction) -> Fraction:
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    return a * b if op == "*" else a / b


def _bounded(value: Fraction) -> Fraction:
    if value.numerator.bit_length() > _BITS or value.denominator.bit_length() > _BITS:
        raise _Huge
    return value


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator == 2:
        base, exponent = _function("sqrt", base), exponent * 2
    if abs(exponent) > 1000:
        raise _Huge
    if exponent.denominator != 1:
        raise _Irrational
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(int(exponent)) > _BITS:
        raise _Huge
    return base ** int(exponent)


def _function(name: str, value: Fraction) -> Fraction:
    if name == "abs":
        return abs(value)
    if name == "sqrt" and value >= 0:
        top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    raise _Irrational


def _residue(node: Node, at: Mapping[str, int]) -> int:
    if node.op == "num":
        return node.value.numerator * pow(node.value.denominator, -1, _PRIME) % _PRIME
    if node.op == "var":
        return at[node.name]
    if node.op in ("const", "fn"):  # a root of a square is rational, everything else leaves the field
        value = _exact(node, {})
        return value.numerator * _inverse(value.denominator % _PRIME) % _PRIME
    if node.op == "^":
        exponent = _exact(node.args[1], {})
        if abs(exponent) > 1000:
            raise _Huge
        if exponent.denominator != 1:
            raise _Irrational
        base = _residue(node.args[0], at)
        return pow(base if exponent >= 0 else _inverse(base), abs(int(exponent)), _PRIME)
    args = [_residue(arg, at) for arg in node.args]
    if node.op == "neg":
        return -args[0] % _PRIME
    if node.op == "/":
        return args[0] * _inverse(args[1]) % _PRIME
    return {"+": args[0] + args[-1], "-": args[0] - args[-1], "*": args[0] * args[-1]}[node.op] % _PRIME


def _inverse(value: int) -> int:
    if value % _PRIME == 0:
        raise ZeroDivisionError
    return pow(value, -1, _PRIME)


def _float(node: Node, at: Mapping[str, float]) -> complex:
    if node.op == "num":
        return complex(float(node.value))
    if node.op == "var":
        return complex(at[node.name])
    if node.op == "const":
        return complex(math.pi)
    args = [_float(arg, at) for arg in node.args]
    if node.op == "fn":
        return _FUNCTIONS[node.name](args[0])
    if node.op == "neg":
        return -args[0]
    if node.op == "^":
        if abs(args[1]) > 1000:
            raise OverflowError
        return args[0] ** args[1]
    if node.op == "/":
        return args[0] / args[1]
    return {"+": args[0] + args[-1], "-": args[0] - args[-1], "*": args[0] * args[-1]}[node.op]


_FUNCTIONS = {
    "sqrt": cmath.sqrt, "abs": lambda z: complex(abs(z)), "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan,
    "exp": cmath.exp,
    "ln": cmath.log, "lg": cmath.log10, "log": cmath.log10, "arcsin": cmath.asin, "arccos": cmath.acos,
    "arctan": cmath.atan,
}  # fmt: skip


def _transcendental(difference: Node, names: list[str]) -> bool | None:
    for _ in range(12):
        point = {name: random.uniform(-3.0, 3.0) for name in names}
        try:
            left, right = (_float(arg, point) for arg in difference.args)
        except (ArithmeticError, ValueError):
            continue
        if not abs(left - right) <= 1e-9 * max(abs(left), abs(right), 1e-3):
            return False
    from pilothouse.assistants.tutor.checking.symbolic import vanishes

    return vanishes(difference)
