"""What is said about the whole order: table, delivery, deadline and notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.contracts.numerals import parse_number
from pilothouse.retrieval.tokenizer import normalise


def whole_order(clause: str) -> tuple[list[Change], str]:
    """Service, deadline and notes, which are about the order and not about a dish; and the rest of the clause."""
    found: list[Change] = []
    if match := phrases.NOTE.search(clause):
        found.append(Change("note", note=match["note"].strip(), surface=match[0]))
        clause = clause[: match.start()] + clause[match.end() :]
    elif match := phrases.ORDER_NOTE.fullmatch(clause.strip()) or phrases.ORDER_NOTE.match(clause.strip()):
        rest = clause.strip()[match.end() :]
        if not rest.strip(" 吧啊呀哈"):
            return [*found, Change("note", note=match[0].strip(), surface=match[0])], ""
    if match := phrases.DEADLINE.search(clause):
        found.append(Change("deadline", minutes=phrases.minutes_in(match), surface=match[0]))
        clause = clause[: match.start()] + clause[match.end() :]
        clause = re.sub(r"^[吗么不了]+", "", clause.strip())
    elif not phrases.QUESTION.search(clause):
        if match := phrases.DINE.search(clause):
            table = next((group for group in match.groups() if group), "")
            value = parse_number(table) if table else None
            found.append(
                Change("service", service="dine_in", place="" if value is None else f"{value:f}", surface=match[0])
            )
            clause = clause[: match.start()] + clause[match.end() :]
        elif match := phrases.ADDRESS.search(clause):
            found.append(
                Change(
                    "service", service="delivery", place=(match["place"] or match["english"]).strip(), surface=match[0]
                )
            )
            clause = clause[: match.start()] + clause[match.end() :]
        elif match := phrases.TAKEAWAY.search(clause):
            found.append(Change("service", service="takeaway", surface=match[0]))
            clause = clause[: match.start()] + clause[match.end() :]
        elif match := phrases.DELIVERY.search(clause):
            found.append(Change("service", service="delivery", surface=match[0]))
            clause = clause[: match.start()] + clause[match.end() :]
    return found, clause


def as_said(changes: Sequence[Change], text: str) -> tuple[Change, ...]:
    """Places and notes in the guest's own letters, 科技园B座305, where normalising changed no length."""
    plain = normalise(text)
    if len(plain) != len(text):
        return tuple(changes)

    def said(words: str) -> str:
        at = plain.replace("，", ",").find(words.replace("，", ",")) if words else -1
        return text[at : at + len(words)] if at >= 0 else words

    return tuple(replace(change, place=said(change.place), note=said(change.note)) for change in changes)
