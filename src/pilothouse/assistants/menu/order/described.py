"""One dish for another that is only described: 把鱼换成豆腐的."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.span import TARGETS, Span
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
    if at == len(clause.words) or targets.cart.empty or not right:
        return None
    if swapped := _of_its_kind(left, right, targets):
        return swapped
    if any(w.kind not in _PIECES for w in right):
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


def of_a_kind(clause: Clause, targets: Targets) -> Change | None:
    """锅底要牛油的: the one dish of that kind that is called so."""
    kind = next((word.text for word in clause.words if word.kind == "class"), "")
    if not kind or clause.words[0].kind != "class" or not clause.has("add") or clause.targets:
        return None
    rest = clause.words[clause.at("add") + 1 :]
    if not rest or any(word.kind not in (*_PIECES, "option") for word in rest):
        return None
    new = _EDGES.sub("", "".join(word.text for word in rest))
    names = targets.lexicon.names | targets.lexicon.aliases
    called = {i for name, ids in names.items() if new and new in name for i in ids if targets.lexicon.of_kind(i, kind)}
    return Change("add", dish=called.pop(), surface=clause.surface) if len(called) == 1 else None


def _of_its_kind(left: Sequence[Span], right: Sequence[Span], targets: Targets) -> Change | None:
    """锅底换成清汤的: the one dish of that kind for the one of its kind that is called so."""
    kind = next((word.text for word in left if word.kind == "class"), "")
    held = targets.of_kind(kind) if kind else ()
    new = _EDGES.sub("", "".join(word.text for word in right))
    if len(held) != 1 or not _WORD.fullmatch(new) or any(word.kind in (*TARGETS, "qty") for word in right):
        return None
    names = targets.lexicon.names | targets.lexicon.aliases
    called = {i for name, ids in names.items() if new in name for i in ids if i != held[0]}
    found = [dish for dish in called if targets.lexicon.of_kind(dish, kind)]
    return Change("replace", dish=held[0], other=found[0], surface=new) if len(found) == 1 else None


def _old(said: list[str], clause: Clause, targets: Targets) -> str:
    """The dish that goes: named, the one whose name holds what was said, or the one touched last."""
    before = clause.words[: clause.at("swap")]
    named = [dish for word in before if word.kind in TARGETS for dish in targets.ids(word) if targets.cart.find(dish)]
    old = "".join(said)
    if not old or named:
        return named[0] if named else targets.cart.touched
    held = {line.dish_id for line in targets.cart.lines if old in normalise(line.dish)}
    return held.pop() if len(held) == 1 else ""
