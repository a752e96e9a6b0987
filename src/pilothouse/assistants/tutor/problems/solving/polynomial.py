"""Exact arithmetic on what a pupil types: sums, products, powers, brackets, letters. No ``eval``; all is bounded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

LONGEST = 200  # characters
DEEPEST = 30  # brackets
DIGITS = 20  # of one number
DEGREE = 6
TERMS = 40
_LARGEST = 10**30

Monomial = tuple[tuple[str, int], ...]  # (letter, power), sorted; () is the constant
_TOKEN = re.compile(r"\s*(?:(\d+)又(\d+)/(\d+)|(\d+(?:\.\d+)?)|([a-zA-Z])|([+\-*/^()%=]|÷|²|³))")
_SPELLING = str.maketrans(
    {
        "×": "*",
        "✕": "*",
        "·": "*",
        "−": "-",
        "–": "-",
        "—": "-",
        "［": "(",
        "[": "(",
        "{": "(",
        "【": "(",
        "】": ")",
        "］": ")",
        "]": ")",
        "}": ")",
        "∶": "÷",
    }
)


class Unreadable(ValueError):
    """Not an expression, or one with a second reading, or too large."""


@dataclass(frozen=True)
class Polynomial:
    """A sum of monomials with exact coefficients, none of them 0."""

    terms: Mapping[Monomial, Fraction]

    @classmethod
    def constant(cls, value: Fraction) -> Polynomial:
        return cls({(): value} if value else {})

    @property
    def letters(self) -> set[str]:
        return {letter for monomial in self.terms for letter, _ in monomial}

    @property
    def degree(self) -> int:
        return max((sum(power for _, power in monomial) for monomial in self.terms), default=0)

    @property
    def value(self) -> Fraction | None:
        """The number that it is; ``None`` with letters."""
        return None if self.letters else self.terms.get((), Fraction(0))

    def coefficient(self, letter: str = "", power: int = 1) -> Fraction:
        return self.terms.get(((letter, power),) if letter else (), Fraction(0))

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            terms[monomial] = terms.get(monomial, Fraction(0)) + coefficient
        return _bounded(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -coefficient for monomial, coefficient in self.terms.items()})

    def __mul__(self, other: Polynomial) -> Polynomial:
        terms: dict[Monomial, Fraction] = {}
        for one, a in self.terms.items():
            for two, b in other.terms.items():
                powers = dict(one)
                for letter, power in two:
                    powers[letter] = powers.get(letter, 0) + power
                monomial = tuple(sorted(powers.items()))
                terms[monomial] = terms.get(monomial, Fraction(0)) + a * b
        return _bounded(terms)

    def at(self, values: Mapping[str, Fraction]) -> Fraction | None:
        """Its value where the letters have ``values``; ``None`` when one has none."""
        if self.letters - values.keys():
            return None
        total = Fraction(0)
        for monomial, coefficient in self.terms.items():
            for letter, power in monomial:
                coefficient *= values[letter] ** power
            total += coefficient
        return total


def parse(text: str) -> Polynomial:
    """Read an expression. Raises ``Unreadable``."""
    tokens = _tokens(text)
    parser = _Parser(tokens)
    found = parser.sum(0)
    if parser.at != len(tokens):
        raise Unreadable("something is left over")
    return found


def evaluate(text: str) -> Fraction | None:
    """The value of an expression of numbers alone; ``None`` when it is none.

    >>> evaluate("3.5×(2+4)÷7"), evaluate("1/2+1/3"), evaluate("2^3-50%"), evaluate("3x")
    (Fraction(3, 1), Fraction(5, 6), Fraction(15, 2), None)
    """
    try:
        return parse(text).value
    except Unreadable:
        return None


def _tokens(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text.replace("²", "^2").replace("³", "^3")).translate(_SPELLING).strip()
    if not text or len(text) > LONGEST:
        raise Unreadable("empty or too long")
    tokens: list[str] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or len(match[0].strip()) > DIGITS:
            raise Unreadable("no token")
        if match[1]:
            tokens += ["(", match[1], "+", match[2], "/", match[3], ")"]
        else:
            tokens.append(match[0].strip())
        at = match.end()
        at += len(text) - at if not text[at:].strip() else 0
    return tokens


class _Parser:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next
        self.at += 1
        return token

    def sum(self, depth: int) -> Polynomial:
        if depth > DEEPEST:
            raise Unreadable("too deep")
        total = self.product(depth)
        while self.next and self.next in "+-":
            sign = self.take()
            term = self.product(depth)
            total = total + (term if sign == "+" else -term)
        return total

    def product(self, depth: int) -> Polynomial:
        total = self.signed(depth)
        divided = False
        while self.next and self.next not in "+-)=%^":
            if self.next in "*/÷":
                sign = self.take()
                factor = self.signed(depth)
                divided = divided or sign == "÷"
            else:
                before = self.tokens[self.at - 1]
                if (
                    self.next[0].isdigit()
                    or divided
                    or (self.next == "(" and before[0].isdigit() and "/" in self.tokens[self.at - 2 : self.at])
                ):
                    raise Unreadable("2÷3(x) and x2 can be read in two ways")
                sign, factor = "*", self.power(depth)
            total = total * (factor if sign == "*" else _inverse(factor))
        return total

    def signed(self, depth: int) -> Polynomial:
        if self.next and self.next in "+-":
            return self.signed(depth + 1) if self.take() == "+" else -self.signed(depth + 1)
        if depth > DEEPEST:
            raise Unreadable("too deep")
        return self.power(depth)

    def power(self, depth: int) -> Polynomial:
        base = self.atom(depth)
        while self.next and self.next in "%^":
            if self.take() == "%":
                base = base * Polynomial.constant(Fraction(1, 100))
                continue
            exponent = self.take()
            if not exponent.isdecimal() or int(exponent) > 12:
                raise Unreadable("the exponent")
            raised = Polynomial.constant(Fraction(1))
            for _ in range(int(exponent)):
                raised = raised * base
            base = raised
        return base

    def atom(self, depth: int) -> Polynomial:
        token = self.take()
        if token == "(":
            inner = self.sum(depth + 1)
            if self.take() != ")":
                raise Unreadable("a bracket is open")
            return inner
        if token[:1].isdigit():
            return Polynomial.constant(Fraction(token))
        if len(token) == 1 and token.isalpha():
            return Polynomial({((token, 1),): Fraction(1)})
        raise Unreadable("a number is missing")


def _inverse(factor: Polynomial) -> Polynomial:
    value = factor.value
    if not value:
        raise Unreadable("division by zero, or by a letter")
    return Polynomial.constant(1 / value)


def _bounded(terms: Mapping[Monomial, Fraction]) -> Polynomial:
    kept = Polynomial({monomial: coefficient for monomial, coefficient in terms.items() if coefficient})
    if len(kept.terms) > TERMS or kept.degree > DEGREE:
        raise Unreadable("too large")
    if any(max(abs(c.numerator), c.denominator) > _LARGEST for c in kept.terms.values()):
        raise Unreadable("too large")
    return kept
