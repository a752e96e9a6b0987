"""What a text proposes as values: numbers, results of calculations ("5+7=12" proposes 12), values of names ("x=12")."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from pilothouse.assistants.tutor.checking.algebra import approximate, exact
from pilothouse.assistants.tutor.checking.formula import FormulaError, Node, number, parse, variables
from pilothouse.assistants.tutor.checking.scan import MOST, scan
from pilothouse.assistants.tutor.checking.token import Token
from pilothouse.assistants.tutor.checking.unit import Unit


@dataclass(frozen=True, slots=True)
class Candidate:
    """``worked``: it is the result of a calculation; ``open``: a calculation not carried out (5+7); ``false``:
    its equation doesn't hold (5+7=13); ``name``: the variable set equal to it; ``operands``: the numbers it was
    made of."""

    start: int
    end: int
    node: Node
    value: Fraction | None
    units: tuple[Unit, ...] = ()
    worked: bool = False
    open: bool = False
    false: bool = False
    name: str = ""
    operands: frozenset[Fraction] = frozenset()
    number: Token | None = None
    ratio: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring tokens without words between; ``sides`` are what "=" parts. ``before``/``after``: dangling
    operators."""

    tokens: tuple[Token, ...]
    before: bool = False
    after: bool = False
    result: bool = False


@dataclass(slots=True)
class Found:
    """All candidates of a text in order, and its relations with variables (2x=10, x>3) as they stand.

    ``full``: there was too much in it to be read.
    """

    candidates: list[Candidate] = field(default_factory=list)
    operands: set[tuple[int, int]] = field(default_factory=set)
    relations: list[tuple[Token, ...]] = field(default_factory=list)
    formulas: list[tuple[int, int, Node]] = field(default_factory=list)
    full: bool = False


def runs(text: str, tokens: list[Token]) -> list[Run]:
    """Group ``tokens`` that belong to one formula."""
    groups: list[list[Token]] = []
    for token in tokens:
        last = groups[-1][-1] if groups else None
        if last is not None and _adjacent(text, last, token):
            groups[-1].append(token)
        else:
            groups.append([token])
    return [run for group in groups if (run := _trimmed(group)).tokens]


def _adjacent(text: str, last: Token, token: Token) -> bool:
    gap = text[last.end : token.start]
    if gap.strip(" "):
        return False
    plain = ("num", "var", "fn")
    if gap and last.kind in plain and token.kind in plain:
        return False
    if last.kind == token.kind == "num" or (last.kind == "close" and token.kind == "num"):
        return False
    return not (last.kind == "num" and last.units and token.kind in ("var", "open", "fn"))


def _trimmed(group: list[Token]) -> Run:
    before = after = result = False
    while group and (
        group[0].kind in ("close", "rel", "eq")
        or (group[0].kind == "op" and (group[0].spoken or group[0].text not in "-+√±|"))
    ):
        before, result = before or group[0].kind == "op", result or group[0].kind == "eq"
        group = group[1:]
    while group and (
        group[-1].kind in ("open", "fn", "rel", "eq") or (group[-1].kind == "op" and group[-1].text not in "%|!°")
    ):
        after = after or group[-1].kind == "op"
        group = group[:-1]
    depth = 0
    for token in group:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            break
    if depth > 0 and group[0].kind == "open":
        group = group[1:]
    elif depth < 0 and group[-1].kind == "close":
        group = group[:-1]
    if group and group[0].kind == "op" and group[0].text == "+" and len(group) == 2:
        before, group = True, group[1:]
    return Run(tuple(group), before, after, result)


def find(text: str, letters: frozenset[str] = frozenset()) -> Found:
    """Read ``text`` (folded)."""
    found = Found()
    previous: Run | None = None
    tokens = scan(text, letters)
    if len(tokens) >= MOST:
        return Found(full=True)
    for run in runs(text, tokens):
        _read(run, found)
        if run.before and run.tokens[0].kind == "num":
            found.operands.add((run.tokens[0].start, run.tokens[-1].end))
            if previous and run.tokens[0].start - previous.tokens[-1].end <= 6:
                found.operands.add((previous.tokens[0].start, previous.tokens[-1].end))
        if run.after:
            found.operands.add((run.tokens[0].start, run.tokens[-1].end))
        previous = run
    return found


def _read(run: Run, found: Found) -> None:
    if any(token.kind == "rel" for token in run.tokens):
        found.relations.append(run.tokens)
        return
    sides = _sides(run.tokens)
    if any(token.text == "±" for token in run.tokens):
        for sign in "+-":
            _read(Run(tuple(_plain(token, sign) for token in run.tokens)), found)
        return
    nodes = [(side, _node(side)) for side in sides]
    values = [(side, node) for side, node in nodes if node is not None and not variables(node)]
    start, end = run.tokens[0].start, run.tokens[-1].end
    if len(nodes) == 1:
        if nodes[0][1] is not None and variables(nodes[0][1]):
            found.formulas.append((start, end, nodes[0][1]))
        elif values:
            found.candidates.append(_candidate(values[0][0], values[0][1], start, end, worked=run.result))
        elif nodes[0][1] is None:
            _rescue(run, found)
        return
    name = next((node.name for _, node in nodes if node is not None and node.op == "var"), "")
    if name and values:
        side, node = values[-1]
        chosen = _candidate(side, node, start, end, name=name, worked=len(values) > 1, false=not _holds(values))
        found.candidates.append(chosen)
    elif len(values) == len(nodes):
        pick = next((pair for pair in reversed(values) if not _open(pair[0], pair[1])), values[-1])
        if _open(values[-1][0], values[-1][1]) and not _open(values[0][0], values[0][1]):
            pick = values[0]
        operands = _operands([token for side, _ in values if side is not pick[0] for token in side])
        false = not (_holds(values) or _converted(values))
        found.candidates.append(_candidate(pick[0], pick[1], start, end, worked=True, false=false, operands=operands))
    if any(node is not None and variables(node) for _, node in nodes):
        found.relations.append(run.tokens)
    elif any(node is None for _, node in nodes) and not (name and values):
        _rescue(run, found)


def _rescue(run: Run, found: Found) -> None:
    """A formula that can't be read: its numbers stay candidates, so that nothing is accepted by not having been
    seen."""
    for token in run.tokens:
        if token.kind == "num":
            found.candidates.append(_candidate((token,), number(token.value), token.start, token.end))


def _holds(values: list[tuple[tuple[Token, ...], Node]]) -> bool:
    """Whether the equations hold, also in running style (3×4=12+2=14)."""
    for (_, left), (side, right) in pairwise(values):
        first = _node(side[:1])
        running = first is not None and not variables(first) and _close(left, first)
        if not (_close(left, right) or running or _rounds(left, right, side)):
            return False
    return True


def _converted(values: list[tuple[tuple[Token, ...], Node]]) -> bool:
    """0.5米=50cm holds in its units."""
    units = [next((token.units for token in reversed(side) if token.units), ()) for side, _ in values]
    for ((_, left), (_, right)), (first, second) in zip(pairwise(values), pairwise(units), strict=True):
        same = [(a, b) for a in first for b in second if a.dimension == b.dimension and not a.offset]
        if not any(_close(Node("*", (left, number(a.factor))), Node("*", (right, number(b.factor)))) for a, b in same):
            return False
    return True


def _close(left: Node, right: Node) -> bool:
    a, b = exact(left), exact(right)
    if a is not None and b is not None:
        return a == b
    x, y = approximate(left), approximate(right)
    return x is not None and y is not None and abs(x - y) <= 0.01 * max(abs(x), abs(y))


def _rounds(left: Node, right: Node, side: tuple[Token, ...]) -> bool:
    """10÷3=3.33 is a rounded result, not a false one."""
    a, b = exact(left), exact(right)
    return (
        len(side) == 1
        and a is not None
        and b is not None
        and side[0].places > 0
        and abs(a - b) * 10 ** side[0].places < 1
    )


def _sides(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    sides: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "eq":
            sides.append([])
        else:
            sides[-1].append(token)
    return [tuple(side) for side in sides if side]


def _plain(token: Token, sign: str) -> Token:
    return Token("op", sign, token.start, token.end) if token.text == "±" else token


def _node(side: tuple[Token, ...]) -> Node | None:
    text = "".join(
        f"({token.text})" if token.kind == "num" and ("/" in token.text) else "/" if token.text == ":" else token.text
        for token in side
    )
    try:
        return parse(text)
    except FormulaError:
        return None


def _open(side: tuple[Token, ...], node: Node) -> bool:
    """Whether a calculation is still to be carried out: 5+7, 12/4; not 3/4, -5, 2√3, 1+√2."""
    if any(token.text == ":" for token in side):
        return False
    value = exact(node)
    if value is None:
        return False
    numbers = [token for token in side if token.kind == "num"]
    if len(numbers) == 1 and len(side) <= 2:
        return numbers[0].form == "fraction" and value.denominator == 1 and not numbers[0].reduced
    return len(numbers) > 1 or any(token.text in ("^", "**", "√") or token.kind == "fn" for token in side)


def _operands(tokens: list[Token]) -> frozenset[Fraction]:
    return frozenset(value for t in tokens if t.kind == "num" for value in (t.value, *t.parts))


def _candidate(
    side: tuple[Token, ...], node: Node, start: int, end: int, *, worked: bool = False, false: bool = False,
    name: str = "",
    operands: frozenset[Fraction] = frozenset(),
) -> Candidate:  # fmt: skip
    numbers = [token for token in side if token.kind == "num"]
    units = next((token.units for token in reversed(side) if token.units), ())
    single = numbers[0] if len(numbers) == 1 and len(side) <= 2 else None
    opened = _open(side, node)
    if opened:
        operands |= _operands(numbers)
    ratio = any(token.text == ":" for token in side)
    return Candidate(start, end, node, exact(node), units, worked, opened, false, name, operands, single, ratio)
