"""Whether a value of the question lies in the range a rule states: 工作12年 and 满10年不满20年."""

from __future__ import annotations

import re
from decimal import Decimal

from pilothouse.retrieval.evidence.figures import Figure, figures
from pilothouse.retrieval.evidence.units import compatible

_FROM_BEFORE = re.compile(
    r"(?:(?<![不未])满|(?<!不)超过|大于|高于|(?<!不)多于|不少于|不低于|至少|over|more than|at least|above|[≥>]=?)\s*$",
    re.I,
)
_TO_BEFORE = re.compile(
    r"(?:不满|未满|不足|不超过|小于|低于|少于|不多于|不高于|至多|under|less than|up to|at most|below|"
    r"[≤<]=?)\s*$", re.I)  # fmt: skip
_FROM_AFTER = re.compile(r"\s*(?:\(含\)|（含）)?(?:及|或|\(含\)|（含）)?(?:以上|起|or more|and above|\+)", re.I)
_TO_AFTER = re.compile(r"\s*(?:\(含\)|（含）)?(?:及|或)?(?:以下|以内|之内|or less|and below)", re.I)
_TO = re.compile(r"\s*(?:[-—–~～至到]|to)+\s*", re.I)
_OPEN_BEFORE = re.compile(r"(?:不满|未满|不足|小于|低于|少于|under|less than|below|<)\s*$", re.I)


def holds(given: Figure, text: str) -> bool | None:
    """Whether ``given`` lies in the range that ``text`` states for its unit; ``None`` when it states none."""
    if given.kind != "amount":
        return None
    number = Decimal(given.key)
    low: Decimal | None = None
    high: Decimal | None = None
    closed = True
    known = [
        f for f in figures(text) if f.kind == "amount" and compatible(f.unit, given.unit) and (f.unit or not given.unit)
    ]
    for i, figure in enumerate(known):
        value, before, after = (
            Decimal(figure.key),
            text[max(0, figure.start - 12) : figure.start],
            text[figure.end : figure.end + 12],
        )
        following = known[i + 1] if i + 1 < len(known) else None
        if following is not None and _TO.fullmatch(text, figure.end, following.start):
            low, high = value, Decimal(following.key)
            break
        if _TO_BEFORE.search(before) or _TO_AFTER.match(after):
            if high is None:
                high, closed = value, not _OPEN_BEFORE.search(before)
            if low is not None:
                break
        elif (_FROM_BEFORE.search(before) or _FROM_AFTER.match(after)) and low is None:
            low = value
    if low is None and high is None:
        return None
    return (low is None or number >= low) and (high is None or number < high or (closed and number == high))
