"""Put found values back into the conditions of a problem (鸡兔同笼): "鸡+兔=35; 2*鸡+4*兔=94"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pilothouse.assistants.tutor.checking.algebra import exact
from pilothouse.assistants.tutor.checking.formula import FormulaError, Node, parse, variables
from pilothouse.assistants.tutor.checking.insertion import filled, inserted, lettered
from pilothouse.assistants.tutor.checking.naming import assign
from pilothouse.assistants.tutor.checking.nicknames import Nicknames
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.spelling import LONGEST, fold
from pilothouse.assistants.tutor.checking.verdict import Condition, Verdict

_RELATION = re.compile(r"<=|>=|!=|[=<>≤≥≠]")
_SYMBOL = {"<=": "≤", ">=": "≥", "!=": "≠"}


@dataclass(frozen=True, slots=True)
class Substitution:
    """``values`` by name as read from the text, ``missing``: names without one. ``named``: all values had their names
    beside them, or letters that were chosen for them, ``put``: they stood in the conditions themselves."""

    verdict: Verdict
    values: Mapping[str, Fraction]
    conditions: tuple[Condition, ...]
    missing: tuple[str, ...] = ()
    named: bool = False
    put: bool = False

    @property
    def broken(self) -> tuple[Condition, ...]:
        """The conditions that do not hold."""
        return tuple(condition for condition in self.conditions if condition.holds is False)


def substitution(text: str, rule: str, values: Mapping[str, Fraction] | None = None) -> Substitution:
    """Check the values named in ``text`` (or given as ``values``) against ``rule``, conditions parted by ";".

    A bare number is taken for the only unknown of a rule; 4×11+3×8=68 says what was put in; x and y stand for the
    names that they were chosen for. Names that hold a number stand in brackets ("[2元]+[5元]=15"); common names are
    known in Chinese and English. ``right``: all conditions hold; ``partial``: those that can be checked hold,
    others lack a value; ``unclear``: a name has several values; ``none``: the text has no value.

    Raises:
        ValueError: the rule can't be read (it is the author's, not the pupil's).
    """
    nicknames = Nicknames.of(rule)
    conditions = _rule(nicknames.plain(rule))
    names = sorted({name for _, _, left, right in conditions for name in variables(left) | variables(right)})
    known = {nicknames.plain(f"[{name}]"): value for name, value in (values or {}).items()}
    heard, put, named = bool(known), False, bool(known)
    if not known:
        folded = nicknames.told(fold(text)[:LONGEST], names)
        proposal = propose(folded, frozenset(name for name in names if len(name) == 1 and name.isascii()))
        heard = proposal.heard
        insertions = inserted(folded, [side for _, _, left, right in conditions for side in (left, right)])
        assigned, _ = assign(folded, list(proposal.all), names)
        ways = lettered(folded, proposal.all, names)
        declared = len(ways) == 1 and ways[0].keys() >= set(names)
        if len(ways) > 1:
            ways = [way for way in ways if _fulfils(conditions, way)] or ways[:1]
        if not insertions and (assigned is None or (not assigned and len(names) == 1 and proposal.guess and not ways)):
            return Substitution(
                "unclear",
                {},
                tuple(Condition(nicknames.real(c[0]), None) for c in conditions),
                tuple(map(nicknames.real, names)),
            )
        said = {name: each.value for name, each in (assigned or {}).items() if each.value is not None}
        known = {**(ways[0] if ways else {}), **said, **insertions}
        named, put = declared or said.keys() >= set(names), insertions.keys() >= set(names)
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
    return Substitution(
        verdict,
        {nicknames.real(name): value for name, value in known.items()},
        tuple(replace(condition, text=nicknames.real(condition.text)) for condition in checked),
        tuple(nicknames.real(name) for name in missing),
        named,
        put,
    )


def _fulfils(conditions: tuple[tuple[str, str, Node, Node], ...], values: Mapping[str, Fraction]) -> bool:
    return all(_check(*condition, values).holds for condition in conditions)


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
    return Condition(text, holds, a, b, (filled(left, values), filled(right, values)))
