"""Sets of solutions: x=2 或 x=-3, {1,2,3}, ±2, 无解, 无数个解."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction

from pilothouse.assistants.tutor.checking.answer import Solutions
from pilothouse.assistants.tutor.checking.candidate import Candidate
from pilothouse.assistants.tutor.checking.proposal import Proposal, propose
from pilothouse.assistants.tutor.checking.quantity import match
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.problems.problem import Expected

_DENIED = re.compile(r"(?:不是|不会是|并非|不可能(?:是)?|不|没有?|\bnot\b|n't)\s*$", re.IGNORECASE)
_SCOPE = re.compile(
    r"所以|因此|答案|解得|综上|\bso\b|\bthus\b|\btherefore\b|\banswers?\b|\bsolutions?\b", re.IGNORECASE
)


def judge_solutions(
    text: str,
    answer: Solutions,
    expected: Expected,
    known: Set[Fraction],
    infinite: re.Pattern[str],
    nothing: re.Pattern[str],
) -> Check:
    """Compare the set of all values said with the set expected."""
    text = re.sub(r"(?:^|(?<=[\u4e00-\u9fff，、,=:{]))\+(?=[0-9])", "", text)  # +3和-3
    masked = re.sub(r"是不是|对不对|有没有", "···", text)
    said_none, said_infinite = _affirmed(nothing, masked), _affirmed(infinite, masked)
    proposal = propose(text, frozenset(), known)
    said = _scope(text, proposal)
    if answer.none or answer.infinite:
        if said_none and said_infinite:
            return Check("unclear")
        if said_none or said_infinite:
            right = said_none == answer.none
            return Check(
                "right" if right and not said else "unclear" if right else "wrong",
                "" if right else "value",
                said=text[:40],
            )
        return Check("wrong", "value", said=text[:40]) if said else Check("unclear" if proposal.heard else "none")
    if said_none or said_infinite:
        return Check("unclear" if said else "wrong", "" if said else "value", said=text[:40])
    if not said:
        heard = proposal.heard or (proposal.found is not None and proposal.found.relations)
        return Check("unclear" if heard else "none")
    return _compare(text, said, answer, expected)


def _affirmed(pattern: re.Pattern[str], text: str) -> bool:
    return any(not _DENIED.search(text[: found.start()]) for found in pattern.finditer(text))


def _scope(text: str, proposal: Proposal) -> list[Candidate]:
    """The values after the last "so", else all of them; when some are values of a variable (x=2), only these."""
    places = [found.end() for found in _SCOPE.finditer(text)]
    said = list(proposal.all)
    for place in reversed(places):
        after = [candidate for candidate in said if candidate.start >= place]
        if after:
            said = after
            break
    named = [candidate for candidate in said if candidate.name]
    if named and len({candidate.name.rstrip("0123456789") for candidate in named}) == 1:
        follow = [c for c in said if not c.name and c.start > named[0].end and not c.worked]
        said = sorted([*named, *follow], key=lambda candidate: candidate.start)
    return said


def _compare(text: str, said: list[Candidate], answer: Solutions, expected: Expected) -> Check:
    words = "，".join(dict.fromkeys(text[c.start : c.end] for c in said))[:80]
    tolerance = expected.tolerance
    if any(candidate.false for candidate in said):
        return Check("unclear", said=words)
    matches = [[match(c, target, tolerance=tolerance) for target in answer.values] for c in said]
    if any(found.undecided for row in matches for found in row):
        return Check("unclear", said=words)
    wrong = [at for at, row in enumerate(matches) if not any(found.right for found in row)]
    lacking = [at for at in range(len(answer.values)) if not any(row[at].right for row in matches)]
    if len(said) - len(wrong) + len(wrong) > len(answer.values) + 2:
        return Check("unclear", said=words)
    if not wrong and not lacking:
        return Check("partial", "form", said=words) if any(c.open for c in said) else Check("right", said=words)
    if not wrong:
        return Check("partial", "incomplete", said=words)
    if not lacking:
        return Check("wrong", "extra", said=words)
    error = matches[wrong[0]][lacking[0]].error or "value"
    return Check("wrong", error, said=words)
