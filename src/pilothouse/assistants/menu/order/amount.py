"""Amounts in which no dish is served: 半份, 3.5份, -1份."""

from __future__ import annotations

from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.target import Targets
from pilothouse.assistants.menu.order.tastes import wished


def amount_asked(text: str, targets: Targets) -> tuple[Change, ...]:
    """How many there shall be has to be asked; ``()`` where the amount is a usual one."""
    for clause in phrases.CLAUSE.split(text):
        if not clause or not phrases.odd_amount(clause) or phrases.QUESTION.search(clause):
            continue
        rest = phrases.ODD_AMOUNT.sub(" ", clause)
        named = [mention for mention in find_mentions(rest, targets.lexicon) if mention.kind != "variant"]
        if named or phrases.ADD.search(clause):
            options, exclusions = wished(rest, targets.lexicon)
            dish = named[0].dishes[:1] if named else ()
            return (Change("unclear", "", "amount", None, options, exclusions, candidates=dish),)
    return ()
