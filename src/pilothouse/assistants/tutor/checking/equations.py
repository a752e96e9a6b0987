"""Equations, systems and inequalities with variables: the same up to rearranging."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from pilothouse.assistants.tutor.checking.algebra import proportional, scale
from pilothouse.assistants.tutor.checking.answer import Equation, Inequality, System
from pilothouse.assistants.tutor.checking.candidate import runs
from pilothouse.assistants.tutor.checking.formula import Node, size, variables
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.scan import scan
from pilothouse.assistants.tutor.checking.symbols import DENIED, GUESS, chains_in, node_of, same_formula
from pilothouse.assistants.tutor.checking.verdict import Check, ErrorKind
from pilothouse.assistants.tutor.problems.problem import Expected


def judge_equation(text: str, answer: Equation, expected: Expected, known: Set[Fraction]) -> Check:
    """An equation is right when it is the expected one up to rearranging; the name of a single unknown is free."""
    target = Node("-", (answer.left, answer.right))
    letters = variables(target)
    chains = [chain for chain in chains_in(text, letters, equations=True) if all(node is not None for node in chain[1])]
    equations = [(words, [n for n in sides if n is not None]) for words, sides in chains if len(sides) == 2]
    if len(equations) > 1 and GUESS.search(text):
        return Check("unclear")
    checks = [_equation(words, sides, answer, target) for words, sides in equations]
    if right := next((found for found in checks if found.verdict == "right"), None):
        rivals = [sides for (_, sides), found in zip(equations, checks, strict=True) if found.verdict == "wrong"]
        return Check("unclear", said=right.said) if any(_rival(sides, target) for sides in rivals) else right
    if checks:
        return checks[-1]
    bare = [(words, sides[0]) for words, sides in chains if len(sides) == 1 and sides[0] is not None]
    if answer.left.op == "var" and bare and same_formula(bare[-1][1], answer.right) and len(bare) == 1:
        return Check("right", said=bare[-1][0])
    return Check("unclear" if bare or propose(text).heard else "none", said=bare[-1][0] if bare else "")


def _rival(sides: list[Node], target: Node) -> bool:
    """Whether a wrong equation stands for the same thing as the right one: not a found value, not the other one
    of a system."""
    value = any(a.op == "var" and not variables(b) for a, b in (sides, sides[::-1]))
    mine, theirs = variables(Node("-", (sides[0], sides[1]))), variables(target)
    return not value and (len(mine) == len(theirs) == 1 or (mine == theirs and sides[0].op == "var"))


def judge_system(text: str, answer: System, expected: Expected, known: Set[Fraction]) -> Check:
    """All equations of a system, in any order; one of them is a part of it."""
    checks = [judge_equation(text, equation, expected, known) for equation in answer.equations]
    right = [found for found in checks if found.verdict == "right"]
    if len(right) == len(checks):
        return Check("right", said=text[:80])
    if right:
        lacking = tuple(f"第{at + 1}个方程" for at, found in enumerate(checks) if found.verdict != "right")
        return Check("partial", "incomplete", said=right[0].said, missing=lacking)
    return next((found for found in checks if found.verdict == "wrong"), checks[0])


_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def judge_inequality(text: str, answer: Inequality, expected: Expected, known: Set[Fraction]) -> Check:
    """18x+15≤260 up to rearranging: both sides moved, multiplied, turned round."""
    target = Node("-", (answer.left, answer.right))
    found: list[tuple[str, ErrorKind | None]] = []
    for run in runs(text, scan(text, variables(target))):
        signs = [at for at, token in enumerate(run.tokens) if token.kind == "rel"]
        if len(signs) != 1 or DENIED.search(text[: run.tokens[0].start]):
            continue
        left, right = node_of(list(run.tokens[: signs[0]])), node_of(list(run.tokens[signs[0] + 1 :]))
        if left is None or right is None or not variables(Node("-", (left, right))):
            continue
        words = text[run.tokens[0].start : run.tokens[-1].end]
        found.append((words, _compared(Node("-", (left, right)), run.tokens[signs[0]].text, answer.symbol, target)))
    if not found:
        return Check("unclear" if propose(text).heard else "none")
    if len({error for _, error in found}) > 1 and GUESS.search(text):
        return Check("unclear")
    words, error = found[-1]
    return Check("right", said=words) if error is None else Check("wrong", error, said=words)


def _compared(said: Node, symbol: str, wanted: str, target: Node) -> ErrorKind | None:
    mine, theirs = variables(said), variables(target)
    if len(mine) == len(theirs) == 1 and mine != theirs:
        said = _renamed(said, next(iter(mine)), next(iter(theirs)))
    factor = scale(said, target)
    if factor is None:
        return "value"
    if factor < 0:
        symbol = _TURNED.get(symbol, symbol)
    if symbol == wanted:
        return None
    return (
        "sign" if _TURNED.get(symbol) == wanted or symbol == _TURNED[wanted].translate({60: "≤", 62: "≥"}) else "value"
    )


def _equation(words: str, sides: list[Node], answer: Equation, target: Node) -> Check:
    said = Node("-", (sides[0], sides[1]))
    mine, theirs = variables(said), variables(target)
    if len(mine) == len(theirs) == 1 and mine != theirs:
        said = _renamed(said, next(iter(mine)), next(iter(theirs)))
    if not mine:
        return Check("unclear", said=words)
    if proportional(said, target):
        unfinished = size(said) > 1.5 * size(target) + 2  # 4(2x-1)-3(x+2)=12 where 5x=22 is asked for
        return Check("partial", "form", said=words) if unfinished else Check("right", said=words)
    flipped = Node("+", (sides[0], sides[1]))
    return Check("wrong", "sign" if proportional(flipped, target) else "value", said=words)


def _renamed(node: Node, old: str, new: str) -> Node:
    if node.op == "var" and node.name == old:
        return Node("var", name=new)
    return Node(node.op, tuple(_renamed(arg, old, new) for arg in node.args), node.value, node.name)
