"""What is known about a guest's taste, as plain data, and how it changes. Everything here is pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pilothouse.assistants.menu import ontology
from pilothouse.retrieval.tokenizer import normalise

Kind = Literal["dislikes", "allergies", "likes", "spice", "ordered"]
TERMS: tuple[Kind, ...] = ("dislikes", "allergies", "likes")
KINDS: tuple[Kind, ...] = (*TERMS, "spice", "ordered")
SPICES = ("不辣", "微辣", "中辣", "特辣", "辣")
HOT = "辣"  # the term by which the spice is forgotten
MOST_DISHES = 50
MOST_TERMS = 100
ENOUGH = 2  # lines with a chosen spice before it counts as usual


class Taste(BaseModel):
    """Words are kept as they were said. ``spice`` is what the guest said (``spice_said``) or else usually orders.

    ``spices`` counts the lines ordered with each spice; ``ordered`` counts confirmed orders by dish id, the latest
    last. ``company``: allergies of those who eat along, told in a session and never stored. ``updated_at`` is
    ISO 8601 in UTC, empty for a taste that was never stored.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    dislikes: tuple[str, ...] = ()
    allergies: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    spice: str = ""
    spice_said: bool = False
    spices: dict[str, int] = {}
    ordered: dict[str, int] = {}
    company: tuple[str, ...] = ()
    updated_at: str = ""

    @property
    def empty(self) -> bool:
        """True when nothing is known."""
        return not any(getattr(self, kind) for kind in (*KINDS, "spices"))


@dataclass(frozen=True, slots=True)
class Statement:
    """What a sentence says about a guest for good. ``forget`` are terms that no longer hold (``辣``: the spice),
    ``forget_kinds`` whole parts of the taste. ``other``: it is about somebody else, so it is not to be kept.
    ``company``: allergies of others, where the sentence is about the guest himself as well."""

    dislikes: tuple[str, ...] = ()
    allergies: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    spice: str = ""
    forget: tuple[str, ...] = ()
    forget_kinds: tuple[Kind, ...] = ()
    other: bool = False
    company: tuple[str, ...] = ()


def same(one: str, other: str) -> bool:
    """True for two words for the same food: 香菜, 芫荽."""
    a, b = normalise(one), normalise(other)
    group = ontology.group_words().get(a)
    return (
        a == b or b in ontology.synonyms().get(a, ()) or (group is not None and group == ontology.group_words().get(b))
    )


def learned(taste: Taste, statement: Statement) -> Taste:
    """With what was said. The newer word wins between likes and dislikes; an allergy only goes when it is said to."""
    if statement.other:
        return taste
    taste = forgotten(taste, statement.forget, statement.forget_kinds)
    against = [term for term in (*statement.dislikes, *statement.allergies) if term not in statement.likes]
    liked = [term for term in statement.likes if term not in statement.dislikes]
    values: dict[str, object] = {
        "dislikes": _joined(_without(taste.dislikes, liked), statement.dislikes),
        "allergies": _joined(taste.allergies, statement.allergies),
        "likes": _joined(_without(taste.likes, against), statement.likes),
    }
    if statement.spice:
        values |= {"spice": statement.spice, "spice_said": True}
    return taste.model_copy(update=values)


def accompanied(taste: Taste, statement: Statement) -> Taste:
    """With the allergies of those who eat along: they count for the orders of a session and are never kept."""
    gone = statement.forget if statement.other else ()
    new = statement.allergies if statement.other else statement.company
    kept = () if statement.other and "allergies" in statement.forget_kinds else _without(taste.company, gone)
    return taste.model_copy(update={"company": _joined(kept, new)})


def forgotten(taste: Taste, terms: Iterable[str] = (), kinds: Iterable[Kind] = ()) -> Taste:
    """Without these terms (words, or ids of dishes) and parts."""
    gone, parts = tuple(terms), set(kinds)
    values: dict[str, object] = {kind: () if kind in parts else _without(getattr(taste, kind), gone) for kind in TERMS}
    values["ordered"] = {} if "ordered" in parts else {i: n for i, n in taste.ordered.items() if i not in gone}
    spices = {} if "ordered" in parts else taste.spices
    said = (
        taste.spice if taste.spice_said and "spice" not in parts and HOT not in gone and taste.spice not in gone else ""
    )
    if "spice" in parts or taste.spice in gone:
        spices = {}  # else what was ordered would bring it back at once
    values |= {"spices": spices, "spice": said or usual_spice(spices), "spice_said": bool(said)}
    return taste.model_copy(update=values)


def with_order(taste: Taste, lines: Sequence[tuple[str, Sequence[str]]]) -> Taste:
    """With one confirmed order: dish ids and the options chosen for each. A dish counts once per order."""
    ordered = dict(taste.ordered)
    for dish in dict.fromkeys(dish for dish, _ in lines):
        ordered[dish] = ordered.pop(dish, 0) + 1
    spices = dict(taste.spices)
    for option in (option for _, options in lines for option in options if option in SPICES):
        spices[option] = spices.get(option, 0) + 1
    spice = taste.spice if taste.spice_said else usual_spice(spices)
    kept = dict(list(ordered.items())[-MOST_DISHES:])
    return taste.model_copy(update={"ordered": kept, "spices": spices, "spice": spice})


def usual_spice(spices: dict[str, int]) -> str:
    """The spice of more than half of the lines, when there are enough of them."""
    total = sum(spices.values())
    return next((spice for spice, count in spices.items() if total >= ENOUGH and 2 * count > total), "")


def merge(stored: Taste, session: Taste) -> Taste:
    """What is stored together with what was said in this session, which is newer. Orders known to both count once."""
    said = Statement(session.dislikes, session.allergies, session.likes, session.spice if session.spice_said else "")
    merged = learned(stored, said)
    ordered = {**stored.ordered, **{i: max(n, stored.ordered.get(i, 0)) for i, n in session.ordered.items()}}
    spices = {**stored.spices, **{s: max(n, stored.spices.get(s, 0)) for s, n in session.spices.items()}}
    spice = merged.spice if merged.spice_said else usual_spice(spices) or stored.spice or session.spice
    kept = dict(list(ordered.items())[-MOST_DISHES:])
    return merged.model_copy(update={"ordered": kept, "spices": spices, "spice": spice, "company": session.company})


def _joined(known: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    kept = list(known)
    for term in new:
        if not any(same(term, other) for other in kept):
            kept.append(term)
    return tuple(kept[-MOST_TERMS:])


def _without(known: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    return tuple(term for term in known if not any(same(term, other) for other in gone))
