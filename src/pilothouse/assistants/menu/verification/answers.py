"""What a reply says about stores and about the house, held against the answers on record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pilothouse.assistants.menu.verification.evidence import Card, Evidence
from pilothouse.assistants.menu.verification.figure import TIME, Figure, figures, ranges
from pilothouse.assistants.menu.verification.reading import Reading, Segment
from pilothouse.assistants.menu.verification.support import NO, content, from_guest, holds, inside, verbatim
from pilothouse.retrieval.tokenizer import normalise

_ENGLISH_BEFORE = re.compile(r"(opens?|closes?|from|until|till)(?: is| are)?(?: at| today| daily| from)*\s*$")
_VERDICT = re.compile(r"可以|不能|能|不行|有|没有|^yes\b|^no\b|can|cannot")
_OPENS, _CLOSES = (
    re.compile(r"开门|开始|开店|起|opens?\b|from\b"),
    re.compile(r"关门|打烊|结束|停止营业|到|closes?\b|clos(?:ing|ed)|until|till"),
)
OPEN_NOW, CLOSED_NOW = (
    re.compile(r"营业中|正在营业|开着|开门着|还在营业|open now|(?:are|is) open|currently open|现在营业"),
    re.compile(
        r"休息中|现在休息|已经?(?:关门|打烊)|没开|没营业|不营业|closed now|currently closed|(?:are|is) closed|not open"
    ),
)


def problems(segment: Segment, reading: Reading) -> list[str]:
    """What a segment about stores or the house says that no answer does, as sentences."""
    evidence = reading.evidence
    named = [card for card in segment.subjects if card.kind != "dish"]
    stores = [card for card in evidence.answers if card.store and card.row.get("kind") != "faq"]
    cards = named or list(evidence.answers)
    found_each = [_answer(segment, [card], evidence, reading) for card in cards]
    if (
        not named
        and len(stores) > 1
        and len({card.store for card in stores}) > 1
        and segment.figures
        and not _shared(segment, evidence)
    ):
        # Nobody said which store is meant: what differs between them can't be said of all.
        relevant = [found for card, found in zip(cards, found_each, strict=True) if card in stores]
        return next((found for found in relevant if found), []) if all(relevant) or any(relevant) else []
    return (
        [] if any(not found for found in found_each) else found_each[0] if found_each else ["There is no such answer."]
    )


def _shared(segment: Segment, evidence: Evidence) -> bool:
    """A figure of the house's own answers, which hold for every store."""
    return any(
        not _answer(segment, [card], evidence, None)
        for card in evidence.answers
        if card.kind == "faq" and not card.store
    )


def _answer(segment: Segment, cards: Sequence[Card], evidence: Evidence, reading: Reading | None) -> list[str]:
    runs = content(segment.text, cards, evidence)
    runs = [run for run in runs if not from_guest(run, segment.text, evidence)]
    card = cards[0]
    if verbatim(segment.text, card):
        return []
    found = _open_state(segment.text, card)
    if not runs and not segment.figures and not found and card.kind == "faq" and _VERDICT.search(segment.text):
        first = (
            next((prose.clauses[0] for prose in card.prose if prose.clauses), "")
            if card.row.get("kind") != "faq"
            else _first(card)
        )
        if bool(NO.search(first)) != bool(NO.search(segment.text)):
            found.append("The answer on record is the contrary.")
    found += [problem for figure in segment.figures if (problem := _figure(figure, segment, card, runs, reading))]
    for start, end in ranges(segment.text):
        if not any(start.values & a.values and end.values & b.values for a, b in ranges(card.text)):
            found.append(f"{start.text}–{end.text} is in no result.")
    topic = str(card.row.get("question") or "")
    for run in runs:
        fits = [prose for prose in card.prose if holds(prose.text, run, prose)]
        if not fits and not any(inside(run, item) for item in card.items) and run not in topic:
            found.append(f"“{run}” is in no result.")
    if runs and not found and not _same_sense(segment.text, runs, card):
        found.append("The answer on record says something else.")
    return found


def _first(card: Card) -> str:
    """The beginning of the answer in the language that is not the question's part."""
    answer = normalise(str(card.row["answer"]))
    return re.split(r"[,。;!?]", answer)[0]


def _same_sense(text: str, runs: Sequence[str], card: Card) -> bool:
    """Some clause of the record that shares most words agrees in saying yes or no."""
    scored = [(sum(run in clause for run in runs), clause) for prose in card.prose for clause in prose.clauses]
    most = max((score for score, _ in scored), default=0)
    if not most:
        return True
    denied = bool(NO.search(text))
    return any(bool(NO.search(clause)) == denied for score, clause in scored if score == most)


def _figure(figure: Figure, segment: Segment, card: Card, runs: Iterable[str], reading: Reading | None) -> str | None:
    if reading is not None and _listing(figure, segment, reading):
        return None
    fields = {f"{card.row[key]:g}" for key in ("per_head", "rating", "distance_km") if card.row.get(key) is not None}
    if card.kind == "store" and figure.values & fields:
        return _field_problem(figure, segment.text, card)
    if figure.unit == TIME:
        same = [other for other in card.figures if other.unit == TIME and other.values & figure.values]
        return None if same and _edge(figure, segment.text, card) else f"{figure.text} is in no result."
    clauses = [
        clause
        for prose in card.prose
        for clause in prose.clauses
        if any(o.values & figure.values and o.unit == figure.unit for o in figures(clause))
    ]
    if not clauses:
        return (
            None
            if any(o.values & figure.values and o.unit == figure.unit for item in card.items for o in figures(item))
            else f"{figure.text} is in no result."
        )
    others = [
        clause
        for prose in card.prose
        for clause in prose.clauses
        if clause not in clauses and any(o.unit == figure.unit for o in figures(clause))
    ]
    # The same kind of figure stands beside other words: it must not be said of those.
    for run in runs:
        if any(run in other for other in others) and not any(run in clause for clause in clauses):
            return f"{figure.text} is not said of “{run}”."
    return None


def _field_problem(figure: Figure, text: str, card: Card) -> str | None:
    fields = (
        ("per_head", r"人均|元|块|yuan|head|person"),
        ("rating", r"评分|分|rat"),
        ("distance_km", r"公里|km|kilom|距离"),
    )
    for key, cue in fields:
        value = card.row.get(key)
        if value is not None and f"{value:g}" in figure.values and re.search(cue, text):
            return None
    return f"{figure.text} is something else."


def _edge(figure: Figure, text: str, card: Card) -> bool:
    """An opening hour is not a closing hour."""
    pairs = ranges(card.text)
    if not pairs or any(figure.start in (a.start, b.start) for a, b in ranges(text)):
        return True
    around = "|".join(
        (
            text[max(0, figure.start - 6) : figure.start],
            text[figure.end : figure.end + 5],
            *_ENGLISH_BEFORE.findall(text[: figure.start]),
        )
    )
    closes = bool(_CLOSES.search(around))
    opens = bool(_OPENS.search(around)) and not closes
    if opens:
        return any(figure.values & a.values for a, _ in pairs)
    if closes:
        return any(figure.values & b.values for _, b in pairs)
    return True


def _open_state(text: str, card: Card) -> list[str]:
    state = card.row.get("open_now")
    if state is None and card.kind == "faq":
        state = (
            True
            if "现在营业中" in card.text or "open now" in card.text
            else False
            if "现在休息中" in card.text
            else None
        )
    if CLOSED_NOW.search(text):
        return [] if state is False else ["No result says that it is closed now."]
    if OPEN_NOW.search(text):
        return [] if state is True else ["No result says that it is open now."]
    return []


def _listing(figure: Figure, segment: Segment, reading: Reading) -> bool:
    after = segment.text[figure.end :]
    if figure.text.isdigit() and re.match(r"\s*[.、)](?!\d)", after) and int(figure.text) <= 20:
        return True
    counts = {
        str(len({m.cards for m in reading.mentions})),
        str(len({card.key for card in reading.evidence.answers})),
        *map(str, reading.evidence.totals),
    }
    return figure.unit in ("家", "个", "店", "间", "stores", "branches", "restaurants") and bool(figure.values & counts)
