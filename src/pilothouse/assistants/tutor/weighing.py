"""An answer put back into the conditions of its problem (鸡兔同笼): what fulfils them all is right however it is
spelled, and whoever is wrong learns which of them fails, with his own numbers."""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.tutor.checking import Substitution, substitution
from pilothouse.assistants.tutor.checking.insertion import written
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.spelling import fold
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.problems.problem import Part

_OWN = re.compile(r"\d\s*[条只个块]?\s*(?:腿|脚|足|头|轮|元钱|块钱|legs?\b|feet\b|heads?\b|wheels?\b)", re.IGNORECASE)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z]\s*[=＝]")


def put_in(text: str, part: Part) -> Substitution | None:
    """What ``text`` says about the unknowns of the part; ``None`` when it has no rule, or one that can't be read."""
    if not part.substitution:
        return None
    try:
        return substitution(text, part.substitution)
    except ValueError:
        return None


def weighed(text: str, part: Part, found: Check, *, whole: bool = True) -> Check:
    """``found`` corrected by the conditions. ``whole``: the open question asks for all the unknowns; elsewhere numbers
    without names that fulfil nothing may mean something else."""
    if found.error in ("unit", "other_part") and found.verdict != "right":
        return found
    put = put_in(text, part)
    if put is None or put.missing or not (put.named or put.put) or (put.named and _OWN.search(text)):
        return found
    if put.put and not put.named and ((put.verdict == "wrong" and not whole) or _false(text)):
        return found
    if put.verdict == "right" and found.verdict != "right":
        said = _values(put) if put.put or _LETTER.search(text) else text[:60]
        return Check("right", said=said, conditions=put.conditions)
    if put.verdict == "right":
        return replace(found, conditions=put.conditions)
    if put.verdict == "wrong" and (found.verdict != "right" or "[" in part.substitution):
        if found.verdict == "right":  # 5元10张，2元5张: names that hold numbers are easily mistaken
            found = Check("wrong", said=found.said)
        said = found.said or text[:60]
        return Check("wrong", "substitution", found.pattern, said, found.hint, found.missing, put.conditions)
    return found


def verified(text: str, part: Part) -> Check | None:
    """The check that a pupil has made himself by putting his numbers in: 4×11+3×8=68. ``None`` when he has not."""
    put = put_in(text, part)
    if put is None or not put.put or put.verdict != "right":
        return None
    return None if _false(text) else Check("right", said=text[:60], conditions=put.conditions)


def _values(put: Substitution) -> str:
    return "，".join(f"{name}{written(value)}" for name, value in put.values.items())


def _false(text: str) -> bool:
    """4×11+3×8=70"""
    return any(candidate.false for candidate in propose(fold(text)).all)


def retold(text: str, part: Part) -> bool:
    """Whether the numbers are those that the conditions have for each (鸡有2条腿，兔有4条腿)."""
    put = put_in(text, part)
    if put is None or not put.named:
        return False
    rule = re.sub(r"[\s\[\]]", "", part.substitution)
    return all(re.search(rf"(?<![\d.]){value}\*{re.escape(name)}", rule) for name, value in put.values.items())
