"""Expressions with variables, compared by algebra."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction
from itertools import pairwise

from pilothouse.assistants.tutor.checking.algebra import exact, proportional, same
from pilothouse.assistants.tutor.checking.answer import Formula
from pilothouse.assistants.tutor.checking.candidate import runs
from pilothouse.assistants.tutor.checking.formula import FormulaError, Node, parse, size, variables
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.scan import scan
from pilothouse.assistants.tutor.checking.token import Token
from pilothouse.assistants.tutor.checking.verdict import Check, ErrorKind
from pilothouse.assistants.tutor.problems.problem import Expected

DENIED = re.compile(r"(?:不是|不等于|不可能是|不会是|\bnot|n't)\s*$", re.IGNORECASE)
GUESS = re.compile(r"或者?|还是|\bor\b", re.IGNORECASE)


def judge_formula(text: str, answer: Formula, expected: Expected, known: Set[Fraction]) -> Check:
    """The last formula said counts; "2x+3x=5x" says 5x. Equal but not in the shape expected is partly right."""
    letters = variables(answer.node)
    chains = chains_in(text, letters)
    if not chains:
        return Check("unclear" if propose(text).heard else "none")
    if len(chains) > 1 and GUESS.search(text):
        return Check("unclear")
    named = [chain[1] for chain in chains if len(chain[1]) == 2 and _free(chain[1][0], letters)]
    if any(not same_formula(sides[1], named[0][1]) for sides in named):
        return Check("unclear")  # y=2x+1，y=2x+2
    words, sides = chains[-1]
    nodes = [node for node in sides if node is not None]
    if len(nodes) != len(sides) or not nodes:
        return Check("unclear", said=words)
    if len(nodes) > 1 and nodes[0].op == "var" and nodes[0].name not in letters:  # y = 2x+1
        nodes = nodes[1:]
    said = nodes[-1]
    if (
        len(chains) > 1
        and len(nodes) == 1
        and not all(same_formula(chain[1][-1], said) for chain in chains if len(chain[1]) == 1)
    ):
        return Check("unclear", said=words)
    if any(not same_formula(a, b) for a, b in pairwise(nodes)):
        return Check(
            "unclear" if same_formula(said, answer.node) else "wrong",
            "" if same_formula(said, answer.node) else "value",
            said=words,
        )
    equal = same(said, answer.node)
    if equal is None:
        return Check("unclear", said=words)
    if not equal:
        return Check("wrong", _slip(said, answer.node), said=words)
    return Check("right", said=words) if _shaped(said, answer.node) else Check("partial", "form", said=words)


def _free(node: Node | None, letters: frozenset[str]) -> bool:
    return node is not None and node.op == "var" and node.name not in letters


def chains_in(text: str, letters: frozenset[str], equations: bool = False) -> list[tuple[str, list[Node | None]]]:
    """Formulas with variables in ``text``, each as what "=" parts."""
    found = []
    for run in runs(text, scan(text, letters | (frozenset("xyzabnt") if equations else frozenset()))):
        tokens = run.tokens
        if any(token.kind == "rel" for token in tokens):
            continue
        has_letter = any(token.kind == "var" and token.text != "π" for token in tokens)
        if not has_letter and not (len(tokens) > 1 or (not equations and tokens[0].kind == "num")):
            continue
        if len(tokens) == 1 and has_letter and not set(tokens[0].text) <= letters:
            continue
        if DENIED.search(text[: tokens[0].start]):
            continue
        if (
            not has_letter
            and not run.result
            and (equations or not re.search(r"(?:是|[:：]|^)\s*$", text[: tokens[0].start]))
        ):
            continue
        found.append((text[tokens[0].start : tokens[-1].end], [node_of(side) for side in _sides(tokens)]))
    return found


def _sides(tokens: tuple[Token, ...]) -> list[list[Token]]:
    sides: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "eq":
            sides.append([])
        else:
            sides[-1].append(token)
    return [side for side in sides if side]


def node_of(side: list[Token]) -> Node | None:
    text = "".join(f"({token.text})" if token.kind == "num" and "/" in token.text else token.text for token in side)
    try:
        return parse(text)
    except FormulaError:
        return None


def same_formula(a: Node | None, b: Node | None) -> bool:
    return a is not None and b is not None and same(a, b) is True


def _slip(said: Node, target: Node) -> ErrorKind:
    if same_formula(said, Node("neg", (target,))):
        return "sign"
    if same_formula(Node("*", (said, target)), parse("1")):
        return "reciprocal"
    if proportional(said, target):
        return "factor"
    terms, others = _terms(said), _terms(target)
    if len(terms) == len(others) and all(
        any(same_formula(a, b) or same_formula(a, Node("neg", (b,))) for b in others) for a in terms
    ):
        return "sign"
    return "value"


def _terms(node: Node, sign: int = 1) -> list[Node]:
    if node.op in "+-" and len(node.args) == 2:
        return _terms(node.args[0], sign) + _terms(node.args[1], -sign if node.op == "-" else sign)
    if node.op == "neg":
        return _terms(node.args[0], -sign)
    return [node if sign > 0 else Node("neg", (node,))]


def _shaped(said: Node, target: Node) -> bool:
    """Whether an equal expression is also carried out as far as the expected one."""
    terms, others = _terms(said), _terms(target)
    if len(terms) > len(others) or _factors(said) < _factors(target):
        return False
    if _brackets(said) and not _brackets(target):
        return False
    numeric = [term for term in terms if exact(term) is not None]
    return len(numeric) <= 1 and size(said) <= 2 * size(target) + 4


def _factors(node: Node) -> int:
    """Factors with variables: 2 in (x-2)(x+3) and in (x-1)^2, 1 in x^2-1."""
    if node.op == "neg":
        return _factors(node.args[0])
    if node.op == "*":
        return sum(_factors(arg) for arg in node.args if variables(arg)) or 1
    if (
        node.op == "^"
        and node.args[1].op == "num"
        and node.args[1].value.denominator == 1
        and 1 < node.args[1].value < 20
    ):
        return _factors(node.args[0]) * int(node.args[1].value)
    return 1


def _brackets(node: Node) -> bool:
    """Whether a sum is multiplied or raised somewhere."""
    inner = node.op in "*^" and any(arg.op in ("+", "-") and len(arg.args) == 2 and variables(arg) for arg in node.args)
    return inner or any(_brackets(arg) for arg in node.args)
