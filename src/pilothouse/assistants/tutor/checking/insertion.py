"""Values that a pupil has put into the conditions himself ("4×11+3×8=68" for "4*笔记本+3*笔=68"), and the letters that
he chose for what is looked for ("设笔记本x元")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, permutations

from pilothouse.assistants.tutor.checking.algebra import exact
from pilothouse.assistants.tutor.checking.candidate import Candidate, runs
from pilothouse.assistants.tutor.checking.formula import Node, variables
from pilothouse.assistants.tutor.checking.scan import scan
from pilothouse.assistants.tutor.checking.symbols import node_of

Values = Mapping[str, Fraction]
_MOST_NAMES = 4


def inserted(text: str, sides: Sequence[Node]) -> Values:
    """The values with which the formulas of ``text`` are the ``sides`` of the conditions, as far as they agree;
    empty when they contradict each other."""
    found: dict[str, Fraction] = {}
    parts = [
        list(part)
        for run in runs(text, scan(text))
        for equals, part in groupby(run.tokens, lambda token: token.kind == "eq")
        if not equals
    ]
    said = [node for part in parts if (node := node_of(part)) is not None]
    for side in sides:
        if not variables(side) or side.op == "var":
            continue
        for node in said:
            values = next(_fits(side, node, {}), None)
            if values is None:
                continue
            if any(found.get(name, value) != value for name, value in values.items()):
                return {}
            found |= values
    return found


def _fits(rule: Node, said: Node, values: Values) -> Iterator[dict[str, Fraction]]:
    """The ways in which ``said`` is ``rule`` with numbers for its names; sums and products in any order."""
    if rule.op == "var":
        value = exact(said) if not variables(said) and said.op in ("num", "neg", "/") else None
        if value is not None and values.get(rule.name, value) == value:
            yield {**values, rule.name: value}
    elif not variables(rule):
        if not variables(said) and exact(rule) == exact(said) is not None:
            yield dict(values)
    elif rule.op == said.op and len(rule.args) == len(said.args) and rule.name == said.name:
        orders = [said.args, said.args[::-1]] if rule.op in "+*" and len(said.args) == 2 else [said.args]
        for order in orders:
            yield from _all(rule.args, order, values)


def _all(rules: Sequence[Node], said: Sequence[Node], values: Values) -> Iterator[dict[str, Fraction]]:
    if not rules:
        yield dict(values)
        return
    for first in _fits(rules[0], said[0], values):
        yield from _all(rules[1:], said[1:], first)


def lettered(text: str, said: Sequence[Candidate], names: Sequence[str]) -> list[Values]:
    """What x=11，y=8 may mean: one way when the letters were declared, else each way to give them to ``names``."""
    values = {c.name: c.value for c in said if re.fullmatch("[A-Za-z]", c.name) and c.value is not None}
    if not values or any(re.fullmatch("[A-Za-z]", name) for name in names):
        return []
    declared = {}
    for name in names:
        longer = "|".join(re.escape(other) for other in names if name in other and name != other) or "(?!)"
        if found := re.search(rf"(?!{longer}){re.escape(name)}[^，,。；;=0-9]{{0,6}}?([A-Za-z])(?![A-Za-z])", text):
            declared[name] = found[1]
    if declared:
        return [{name: values[letter] for name, letter in declared.items() if letter in values}]
    if len(values) != len(names) or len(names) > _MOST_NAMES:
        return []
    return [dict(zip(names, order, strict=True)) for order in permutations(values.values())]


_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}
_SIGNS = {"*": "×", "/": "÷"}


def filled(node: Node, values: Values, within: int = 0) -> str:
    """A side of a condition as it is written with ``values`` in it: 2×23+4×12."""
    if node.op == "var":
        return filled(Node("num", value=values[node.name]), values, within)
    if node.op == "num":
        text = written(node.value)
        return f"({text})" if within > 1 and not text.isdecimal() and "." not in text else text
    binds = _BINDS.get(node.op, 5)
    if node.op == "neg":
        text = f"-{filled(node.args[0], values, binds)}"
    elif node.op in _BINDS:
        left, right = (filled(arg, values, binds + shift) for shift, arg in enumerate(node.args))
        text = f"{left}{_SIGNS.get(node.op, node.op)}{right}"
    else:
        text = f"{node.name}({'，'.join(filled(arg, values) for arg in node.args)})"
    return f"({text})" if binds < within else text


def written(value: Fraction) -> str:
    """A number as a pupil writes it: 23, 2.5, 2/3."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = f"{float(value):.4f}".rstrip("0")
    return decimal if Fraction(decimal) == value else f"{value.numerator}/{value.denominator}"
