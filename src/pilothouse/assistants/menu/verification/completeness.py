"""What a reply must not leave out."""

from __future__ import annotations

from pilothouse.assistants.menu.verification.claims import GONE, SPICE, THERE
from pilothouse.assistants.menu.verification.evidence import Card, Evidence
from pilothouse.assistants.menu.verification.figure import figures
from pilothouse.assistants.menu.verification.reading import Reading
from pilothouse.assistants.menu.verification.support import _ABSENT, content
from pilothouse.retrieval.tokenizer import normalise

ENOUGH = 3  # dishes of a list


def omissions(reply: str, evidence: Evidence) -> list[str]:
    """What was asked and found but is not in ``reply``, as sentences; empty when it answers."""
    text = normalise(reply)
    reading = Reading(text, evidence)
    found: list[str] = []
    named = [card for card in evidence.dishes if card.named]
    if evidence.nearest_only and not _ABSENT.search(text):
        found.append("Say that what the guest named is not on the menu.")
    told = {card.key for card in reading.named}
    if named:
        found += [f"{card.row['name']} is missing." for card in named if card.key not in told and (len(named) == 1 or len(reading.named) < min(len(named), ENOUGH)) and not _spoken(card, text, evidence)]
        found += [problem for card in named for aspect in evidence.aspects if (problem := _aspect(aspect, card, text, evidence))]
    elif evidence.dishes and not told and not GONE.search(text):
        found.append("No dish that was found is named.")
    if evidence.answers and not _answered(reading, evidence):
        found.append("The answer that was found is missing.")
    if not evidence.store and _of_one_store(reading, evidence):
        found.append("Say for which store this holds.")
    return found


def _spoken(card: Card, text: str, evidence: Evidence) -> bool:
    """One dish only: the guest knows which."""
    return len(evidence.dishes) == 1 and bool(figures(text) or GONE.search(text) or THERE.search(text) or SPICE.search(text) or any(item in text for item in card.items if len(item) > 1))


def _aspect(aspect: str, card: Card, text: str, evidence: Evidence) -> str | None:
    row = card.row
    missing = False
    if aspect == "price" and card.price is not None:
        missing = not any(card.price in figure.values for figure in figures(text))
    elif aspect == "prep" and row["prep_minutes"] is not None:
        missing = not any(str(row["prep_minutes"]) in figure.values for figure in figures(text))
    elif aspect == "stock":
        missing = not (GONE.search(text) or THERE.search(text))
    elif aspect == "spice" and row["spice"]:
        missing = row["spice"] not in text and not SPICE.search(text)
    elif aspect == "ingredients" and row["ingredients"] and evidence.chinese:
        missing = sum(normalise(item) in text for item in row["ingredients"]) < min(2, len(row["ingredients"]))
    elif aspect == "contains" and evidence.contains:
        missing = evidence.contains not in text and evidence.chinese
    return f"The {aspect} of {row['name']} is missing." if missing else None


def _of_one_store(reading: Reading, evidence: Evidence) -> bool:
    """A store's own figures, said as if they held for the whole chain."""
    if len(set(evidence.lexicon.stores.values())) < 2 or any(card.kind != "dish" for m in reading.mentions for card in m.cards):
        return False
    own = [card for card in evidence.answers if card.store]
    common = [card for card in evidence.answers if not card.store]
    said = [figure for figure in figures(reading.text) if figure.unit not in ("个", "家", "种")]
    return any(
        any(a.values & f.values and a.unit == f.unit for card in own for a in card.figures) and not any(a.values & f.values for card in (*common, *evidence.dishes) for a in card.figures)
        for f in said
    )


def _answered(reading: Reading, evidence: Evidence) -> bool:
    if any(card.kind != "dish" for mention in reading.mentions for card in mention.cards) and figures(reading.text):
        return True
    for card in evidence.answers:
        if card.figures and any(a.values & b.values for a in card.figures for b in figures(reading.text)):
            return True
        if any(len(run) > 1 and run in card.text for segment in reading.segments for run in content(segment.text, (), evidence)):
            return True
        if card.kind == "store" and card.store.rsplit("·", 1)[-1] in reading.text:
            return True
    return False
