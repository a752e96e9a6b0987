"""One dish for another that is only described: 把鱼换成豆腐的, 换个便宜的汤."""

from __future__ import annotations

import re

from pilothouse.assistants.menu import phrases
from pilothouse.assistants.menu.changes import Change
from pilothouse.assistants.menu.wishes import Wishes
from pilothouse.retrieval.tokenizer import normalise

_OLD = re.compile(r"^(?:那|请|帮我|麻烦|给我|我想|算了|我要)*(?:把|将)?|(?:那个|这个|的|给|都|一下|我)+$")
_NEW = re.compile(r"^(?:别的|一?(?:个|份|道|点|种))+|(?:的|做的|那种|那个|之类的|吧|呗|了|菜)+$")
MOST = 6  # more than these nobody wants to hear


def described_exchange(wishes: Wishes, clause: str) -> Change | None:
    """The exchange that the clause describes, or ``None`` when it names the new dish or changes only its taste."""
    match = phrases.SWAP.search(clause)
    if match is None or wishes.cart.empty:
        return None
    new = _NEW.sub("", clause[match.end() :].strip(" 吧呗了"))
    old = _OLD.sub("", clause[: match.start()].strip())
    if not re.fullmatch(r"[\u4e00-\u9fff]{1,4}", new) or wishes.lexicon.mentions(clause[match.end() :]):
        return None
    quantity, options, exclusions = wishes.attributes(new)
    if quantity is not None or options or exclusions:
        return None
    names = {**wishes.lexicon.names}
    found = tuple(dict.fromkeys(i for name, ids in names.items() if new in name for i in ids))
    dish = _line(wishes, old)
    if not found or not dish:
        return None
    found = tuple(i for i in found if i != dish)[:MOST]
    if len(found) == 1:
        return Change("replace", dish=dish, other=found[0], surface=new)
    return Change("unclear", dish=dish, surface="which", candidates=found, then="replace")


def _line(wishes: Wishes, old: str) -> str:
    """The dish of the order that ``old`` may mean: the one whose name holds it, or the one touched last."""
    if not old:
        return wishes.cart.touched
    held = [line.dish_id for line in wishes.cart.lines if old in normalise(line.dish)]
    named = [m for m in wishes.lexicon.mentions(old) if wishes.line(m)]
    held = [wishes.line(named[0])] if named else held
    return held[0] if len(set(held)) == 1 else ""
