"""Judgements that no rule found, and rules' judgements that the whole sentence denies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pilothouse.assistants.shopping.evidence.attribution import Judgement
from pilothouse.assistants.shopping.evidence.heard import Heard
from pilothouse.assistants.shopping.evidence.opinion import mood
from pilothouse.assistants.shopping.evidence.opinion.leaning import Leaning, leaning
from pilothouse.assistants.shopping.evidence.opinion.lexicon import aspect_scanner, aspects
from pilothouse.assistants.shopping.evidence.sheet import Sheet

SURE, MARGIN = 0.55, 0.25  # probability of the side that a sentence takes, and its lead over the other
DENIED = 0.8  # probability against what rules found from which it is taken for the contrary
SHORTEST = 5  # characters of a sentence without a name: Yes. and 没有。 answer what was asked
STRENGTH = 0.7  # of a sentence that is certain to lean


def leant(sheet: Sheet, heard: Sequence[Heard], judged: list[Judgement]) -> list[Judgement]:
    """``judged`` by rules, with what the sentences where they found nothing lean to. ``heard``: what is said of which
    product."""
    rules: defaultdict[tuple[int, int], list[Judgement]] = defaultdict(list)
    alone: defaultdict[int, set[int]] = defaultdict(set)  # of whom rules judge something in a sentence
    for item in judged:
        rules[item.sentence, item.entry].append(item)
        alone[item.sentence].add(item.entry)
    made: list[Judgement] = []
    denied: set[tuple[int, int, int]] = set()
    for part in heard:
        found = rules.get((part.sentence, part.entry), [])
        plain = sheet.sentences[part.sentence].plain
        if mood.asked(plain) or (not part.named and len(part.plain.strip()) < SHORTEST):
            continue
        signs = {item.sign for item in found}
        lean = leaning(part.plain, 1 in signs, -1 in signs)
        if signs:
            contrary = lean.against if 1 in signs else lean.speaks
            if len(signs) == 1 and alone[part.sentence] == {part.entry} and contrary >= DENIED:
                denied.add((part.sentence, part.entry, found[0].sign))
                made.append(_judgement(part, lean))
            continue
        if lean.sure >= SURE and abs(lean.speaks - lean.against) >= MARGIN:
            made.append(_judgement(part, lean))
    kept = [item for item in judged if (item.sentence, item.entry, item.sign) not in denied]
    return sorted([*kept, *made], key=lambda item: item.sentence)


def _judgement(part: Heard, lean: Leaning) -> Judgement:
    strength = round(STRENGTH * abs(lean.speaks - lean.against), 3)
    said = [aspects()[part.plain[a:b]].name for a, b in aspect_scanner().find(part.plain)]
    return Judgement(
        part.entry, part.sentence, None, lean.sign, strength, said[0] if len(set(said)) == 1 else "", part.named, False,
        part.span,
    )  # fmt: skip
