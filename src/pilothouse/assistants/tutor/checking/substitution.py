"""Put found values back into the conditions of a problem (鸡兔同笼): "鸡+兔=35; 2*鸡+4*兔=94"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pilothouse.assistants.tutor.checking.algebra import exact
from pilothouse.assistants.tutor.checking.formula import FormulaError, Node, parse, variables
from pilothouse.assistants.tutor.checking.naming import assign
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.spelling import LONGEST, fold
from pilothouse.assistants.tutor.checking.verdict import Verdict

_RELATION = re.compile(r"<=|>=|!=|[=<>≤≥≠]")
_SYMBOL = {"<=": "≤", ">=": "≥", "!=": "≠"}


@dataclass(frozen=True, slots=True)
class Condition:
    """``text`` as the rule has it; ``left`` and ``right`` are what its sides come to; ``holds`` is ``None``
    when a value is missing."""

    text: str
    holds: bool | None
    left: Fraction | None = None
    right: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Substitution:
    """``values`` by name as read from the text, ``missing``: names without one."""

    verdict: Verdict
    values: Mapping[str, Fraction]
    conditions: tuple[Condition, ...]
    missing: tuple[str, ...] = ()

    @property
    def broken(self) -> tuple[Condition, ...]:
        """The conditions that do not hold."""
        return tuple(condition for condition in self.conditions if condition.holds is False)


def substitution(text: str, rule: str, values: Mapping[str, Fraction] | None = None) -> Substitution:
    """Check the values named in ``text`` (or given as ``values``) against ``rule``, conditions parted by ";".

    A bare number is taken for the only unknown of a rule. ``right``: all conditions hold; ``partial``: those
    that can be
    checked hold, others lack a value; ``unclear``: a name has several values; ``none``: the text has no value.

    Raises:
        ValueError: the rule can't be read (it is the author's, not the pupil's).
    """
    conditions = _rule(rule)
    names = sorted({name for _, _, left, right in conditions for name in variables(left) | variables(right)})
    known = dict(values or {})
    heard = bool(known)
    if not known:
        folded = fold(text)[:LONGEST]
        proposal = propose(folded, frozenset(name for name in names if len(name) == 1 and name.isascii()))
        heard = proposal.heard
        assigned, _ = assign(folded, list(proposal.all), names)
        if assigned is None or (not assigned and len(names) == 1 and proposal.guess):
            return Substitution("unclear", {}, tuple(Condition(c[0], None) for c in conditions), tuple(names))
        known = {name: candidate.value for name, candidate in assigned.items() if candidate.value is not None}
        if not known and len(names) == 1 and proposal.chosen and proposal.chosen.value is not None:
            known = {names[0]: proposal.chosen.value}
    checked = tuple(_check(text_, symbol, left, right, known) for text_, symbol, left, right in conditions)
    missing = tuple(name for name in names if name not in known)
    if any(condition.holds is False for condition in checked):
        verdict: Verdict = "wrong"
    elif not known:
        verdict = "unclear" if heard else "none"
    else:
        verdict = "partial" if missing else "right"
    return Substitution(verdict, known, checked, missing)


@lru_cache(maxsize=256)
def _rule(rule: str) -> tuple[tuple[str, str, Node, Node], ...]:
    conditions = []
    for part in re.split("[;；\n]", rule):
        text = part.strip()
        if not text:
            continue
        folded = fold(text)
        signs = _RELATION.findall(folded)
        sides = _RELATION.split(folded)
        if len(signs) != 1:
            raise ValueError(f"a condition has two sides and one relation, {text!r} has not")
        try:
            left, right = parse(sides[0].strip(), True), parse(sides[1].strip(), True)
        except FormulaError as error:
            raise ValueError(f"{text!r} is not a condition: {error}") from error
        conditions.append((text, _SYMBOL.get(signs[0], signs[0]), left, right))
    if not conditions:
        raise ValueError("the rule is empty")
    return tuple(conditions)


def _check(text: str, symbol: str, left: Node, right: Node, values: Mapping[str, Fraction]) -> Condition:
    if (variables(left) | variables(right)) - values.keys():
        return Condition(text, None)
    a, b = exact(left, values), exact(right, values)
    if a is None or b is None:
        return Condition(text, None, a, b)
    holds = {"=": a == b, "<": a < b, ">": a > b, "≤": a <= b, "≥": a >= b, "≠": a != b}[symbol]
    return Condition(text, holds, a, b)
