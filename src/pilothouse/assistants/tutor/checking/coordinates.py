"""Points, sets of numbers as intervals, and quotients with a remainder."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction

from pilothouse.assistants.tutor.checking.algebra import exact, same
from pilothouse.assistants.tutor.checking.answer import Points, Remainder
from pilothouse.assistants.tutor.checking.formula import Node
from pilothouse.assistants.tutor.checking.interval import Region, inside, mirrored, read_region
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.reader import POINT, REMAINDER, read_point
from pilothouse.assistants.tutor.checking.verdict import Check, ErrorKind
from pilothouse.assistants.tutor.problems.problem import Expected

_DENIED = re.compile(r"(?:不是|不可能是|不会是|\bnot|n't)\s*[A-Za-z]?\s*$", re.IGNORECASE)
_GUESS = re.compile(r"或者?|还是|\bor\b", re.IGNORECASE)


def judge_points(text: str, answer: Points, expected: Expected, known: Set[Fraction]) -> Check:
    """(2,3), also as x=2，y=3; several points in any order."""
    matches = [m for m in POINT.finditer(text) if not _DENIED.search(text[: m.start()])]
    said = [point for m in matches if (point := read_point(m)) is not None]
    if not said:
        values = {c.name: c.node for c in propose(text, frozenset("xyz")).all if c.name in ("x", "y", "z")}
        if "x" in values and "y" in values:
            said = [tuple(values[name] for name in "xyz" if name in values)]
    if not said:
        return Check("unclear" if propose(text).heard else "none")
    words = " ".join(m[0] for m in matches) or text[:40]
    if len(said) > 1 and len(answer.points) == 1:
        return Check("unclear", said=words)
    hits = [any(_equal(point, other) for other in answer.points) for point in said]
    found = [any(_equal(point, other) for other in said) for point in answer.points]
    if all(hits) and all(found):
        return Check("right", said=words)
    if all(hits):
        missing = tuple(f"第{at + 1}个" for at, there in enumerate(found) if not there)
        return Check("partial", "incomplete", said=words, missing=missing)
    if all(found):
        return Check("wrong", "extra", said=words)
    wrong = said[hits.index(False)]
    return Check("wrong", _slip(wrong, answer.points[found.index(False)]), said=words)


def _equal(a: tuple[Node, ...], b: tuple[Node, ...]) -> bool:
    return len(a) == len(b) and all(same(x, y) is True for x, y in zip(a, b, strict=True))


def _slip(a: tuple[Node, ...], b: tuple[Node, ...]) -> ErrorKind:
    if len(a) != len(b):
        return "value"
    x, y = [exact(node) for node in a], [exact(node) for node in b]
    if None in x or None in y:
        return "value"
    if [abs(v) for v in x if v is not None] == [abs(v) for v in y if v is not None]:
        return "sign"
    return "digits" if x == y[::-1] else "value"


def judge_region(text: str, answer: Region, expected: Expected, known: Set[Fraction]) -> Check:
    """Compared as sets: a part of it is incomplete, more than it is extra, the other side is a sign error."""
    body = re.sub(r"([大小])于或者?等于", r"\1于等于", re.sub(r"是不是|对不对", " ", text))
    if _GUESS.search(body) and len(answer.pieces) == 1 and len(re.findall("[<>≤≥]|于|\\[|∞", body)) > 1:
        return Check("unclear")
    said = read_region(re.sub(r"^.*(?:所以|因此|答案|解得|\bso\b|\bthus\b)", "", body, flags=re.DOTALL)) or read_region(
        body
    )
    if said is None:
        return Check("unclear" if propose(text).heard or re.search("[<>≤≥≠]", body) else "none")
    if said.name and answer.name and said.name != answer.name:
        return Check("unclear", said=text[:40])
    if said.pieces == answer.pieces:
        return Check("right", said=text[:40])
    if len(said.pieces) < len(answer.pieces) and set(said.pieces) < set(answer.pieces):
        return Check("partial", "incomplete", said=text[:40])
    if said.pieces == mirrored(answer).pieces or _bounds(said) == [-b for b in reversed(_bounds(answer))]:
        return Check("wrong", "sign", said=text[:40])
    if _bounds(said) == [] or not answer.pieces:
        return Check("wrong", "value", said=text[:40])
    same_bounds = {abs(bound) for bound in _bounds(said)} <= {abs(bound) for bound in _bounds(answer)}
    if same_bounds and inside(said, answer):
        return Check("wrong", "incomplete", said=text[:40])
    return Check("wrong", "extra" if same_bounds and inside(answer, said) else "value", said=text[:40])


def _bounds(region: Region) -> list[Fraction | float]:
    return [bound for low, _, high, _ in region.pieces for bound in (low, high) if abs(bound) != float("inf")]


def judge_remainder(text: str, answer: Remainder, expected: Expected, known: Set[Fraction]) -> Check:
    """商5余3, 5……3, 5 r 3."""
    found = {(int(m[1]), int(m[2])) for m in REMAINDER.finditer(text)}
    if not found:
        proposal = propose(text, frozenset(), known)
        if proposal.chosen and proposal.chosen.value == answer.quotient:
            return Check("partial", "incomplete", said=text[:40], missing=("余数",))
        return Check("unclear" if proposal.heard else "none")
    if len(found) > 1:
        return Check("unclear")
    said = next(iter(found))
    right = said == (answer.quotient, answer.remainder)
    return Check("right" if right else "wrong", "" if right else "value", said=f"{said[0]}……{said[1]}")
