"""What a reply must not leave out."""

from __future__ import annotations

import re
from itertools import pairwise

from pilothouse.assistants.menu.verification.claims import GONE, THERE
from pilothouse.assistants.menu.verification.evidence import Card, Evidence
from pilothouse.assistants.menu.verification.figure import figures
from pilothouse.assistants.menu.verification.reading import Reading
from pilothouse.assistants.menu.verification.spice import SPICE
from pilothouse.assistants.menu.verification.support import ABSENT, content
from pilothouse.retrieval.tokenizer import normalise

ENOUGH = 3  # dishes of a list
_LEVELS = {
    "不辣": ("not spicy", "non-spicy", "isn't spicy", "no heat"),
    "微辣": ("mild",),
    "中辣": ("medium",),
    "特辣": ("very spicy", "extra spicy", "extremely", "hot"),
}


def omissions(reply: str, evidence: Evidence) -> list[str]:
    """What was asked and found but is not in ``reply``, as sentences; empty when it answers."""
    text = normalise(reply)
    reading = Reading(text, evidence)
    found: list[str] = []
    named = [card for card in evidence.dishes if card.named]
    if evidence.nearest_only and not ABSENT.search(text):
        found.append("Say that what the guest named is not on the menu.")
    told = {card.key for card in reading.named}
    if named:
        found += [
            f"{card.row['name']} is missing."
            for card in named
            if card.key not in told
            and (len(named) == 1 or len(reading.named) < min(len(named), ENOUGH))
            and not _spoken(card, text, evidence)
        ]
        found += [
            problem
            for card in named
            for aspect in evidence.aspects
            if (problem := _aspect(aspect, card, text, evidence))
        ]
        found += [problem for card in named for problem in _conflicts(card, text)]
    elif (
        told
        and _about_money(evidence)
        and not any(card.price in figure.values for card in reading.named for figure in figures(text))
        and any(card.price for card in reading.named)
    ):
        found.append("Say what the dishes cost.")
    elif evidence.dishes and not told and not GONE.search(text):
        found.append("No dish that was found is named.")
    if evidence.answers and not _answered(reading, evidence):
        found.append("The answer that was found is missing.")
    if not evidence.store and _of_one_store(reading, evidence):
        found.append("Say for which store this holds.")
    return found


def _spoken(card: Card, text: str, evidence: Evidence) -> bool:
    """One dish only: the guest knows which."""
    return len(evidence.dishes) == 1 and bool(
        figures(text)
        or GONE.search(text)
        or THERE.search(text)
        or SPICE.search(text)
        or any(item in text for item in card.items if len(item) > 1)
    )


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
        levels = _LEVELS.get(row["spice"], ()) if not evidence.chinese else (row["spice"],)
        missing = not any(level in text for level in levels)
    elif aspect == "ingredients" and row["ingredients"] and evidence.chinese:
        missing = sum(normalise(item) in text for item in row["ingredients"]) < min(2, len(row["ingredients"]))
    elif aspect == "contains" and evidence.contains:
        missing = evidence.contains not in text and evidence.chinese
    return f"The {aspect} of {row['name']} is missing." if missing else None


def _of_one_store(reading: Reading, evidence: Evidence) -> bool:
    """A store's own figures, said as if they held for the whole chain."""
    if len(set(evidence.lexicon.stores.values())) < 2 or any(
        card.kind != "dish" for m in reading.mentions for card in m.cards
    ):
        return False
    own = [card for card in evidence.answers if card.store]
    common = [card for card in evidence.answers if not card.store]
    said = [figure for figure in figures(reading.text) if figure.unit not in ("个", "家", "种")]
    return any(
        any(a.values & f.values and a.unit == f.unit for card in own for a in card.figures)
        and not any(a.values & f.values for card in (*common, *evidence.dishes) for a in card.figures)
        for f in said
    )


def _conflicts(card: Card, text: str) -> list[str]:
    """A dish that the guest named and that holds what he does not want."""
    codes = [code.partition(":") for code in card.row["conflicts"]]
    return [
        f"Say what {card.row['name']} has to do with {word}."
        for kind, _, word in codes
        if kind in ("contains", "allergy") and normalise(word) not in text and "allerg" not in text
    ]


def _about_money(evidence: Evidence) -> bool:
    return any(
        given.get("max_price") or given.get("min_price") or given.get("sort") in ("price_asc", "price_desc")
        for given in evidence.arguments
    )


def _answered(reading: Reading, evidence: Evidence) -> bool:
    """The reply gives what some answer says first, or a store's figure."""
    text = reading.text
    for card in evidence.answers:
        if card.kind == "faq" and card.row.get("kind") == "faq":
            said = card.row["answer"] if evidence.chinese else (card.row.get("answer_en") or card.row["answer"])
            if _begins(normalise(said), text):
                return True
            continue
        if any(a.values & b.values for a in card.figures for b in figures(text)):
            return True
        if any(
            len(run) > 1 and run in card.text
            for segment in reading.segments
            for run in content(segment.text, (), evidence)
        ):
            return True
        if card.kind == "store" and card.store.rsplit("·", 1)[-1] in text:
            return True
    return False


def _begins(answer: str, text: str) -> bool:
    """Enough of the first sentence of ``answer`` stands in ``text``."""
    first = next((piece for piece in re.split(r"[。!?;]|\.(?=\s|$)", answer) if len(piece.strip()) > 3), answer)
    pieces = re.findall(r"[a-z]{4,}", first) or [
        pair for pair in map("".join, pairwise(first)) if re.fullmatch(r"[\u4e00-\u9fff]{2}", pair)
    ]
    shared = sum(piece in text for piece in set(pieces))
    return shared >= min(4, max(1, len(set(pieces)) // 3))
