"""One dish for another that is only described: 把鱼换成豆腐的."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.span import TARGETS
from pilothouse.assistants.menu.order.target import Targets
from pilothouse.retrieval.tokenizer import normalise

_EDGES = re.compile(r"^(?:别的|一?(?:个|份|道|点|种))+|(?:的|做的|那种|那个|之类的|吧|呗|了|菜)+$")
_WORD = re.compile(r"[\u4e00-\u9fff]{1,4}")
_PIECES = ("other", "term", "class")
_MOST = 6  # more than these nobody wants to hear


def described(clause: Clause, targets: Targets) -> Change | None:
    """The exchange that the clause describes; ``None`` when it names the new dish or changes only its taste."""
    at = clause.at("swap")
    left, right = clause.words[:at], clause.words[at + 1 :]
    if at == len(clause.words) or targets.cart.empty or not right or any(w.kind not in _PIECES for w in right):
        return None
    new = _EDGES.sub("", "".join(word.text for word in right))
    dish = _old([word.text for word in left if word.kind in (*_PIECES, *TARGETS)], clause, targets)
    names = targets.lexicon.names
    found = [i for name, ids in names.items() if new in name for i in ids if i != dish] if _WORD.fullmatch(new) else []
    found = list(dict.fromkeys(found))[:_MOST]
    if not dish or not found:
        return None
    if len(found) == 1:
        return Change("replace", dish=dish, other=found[0], surface=new)
    return Change("unclear", dish=dish, surface="which", candidates=tuple(found), then="replace")


def _old(said: list[str], clause: Clause, targets: Targets) -> str:
    """The dish that goes: named, the one whose name holds what was said, or the one touched last."""
    before = clause.words[: clause.at("swap")]
    named = [dish for word in before if word.kind in TARGETS for dish in targets.ids(word) if targets.cart.find(dish)]
    old = "".join(said)
    if not old or named:
        return named[0] if named else targets.cart.touched
    held = {line.dish_id for line in targets.cart.lines if old in normalise(line.dish)}
    return held.pop() if len(held) == 1 else ""
