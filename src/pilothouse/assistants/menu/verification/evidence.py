"""What a reply may rest on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.verification.figure import Figure, canonical, figures
from pilothouse.retrieval.tokenizer import normalise, words

Row = Mapping[str, Any]
Kind = Literal["dish", "store", "faq"]
_SENTENCE = re.compile(r"[。!?;\n]+|(?<=[a-z)])\.(?=\s|$)")
_CLAUSE = re.compile(r"(?<!\d),|,(?!\d)|、(?=[\u4e00-\u9fff]{3,})|[。!?;:(){}\n](?!\d)|(?<=[a-z)])\.(?=\s|$)")
_STRUCTURED = (
    "name",
    "name_en",
    "category",
    "unit",
    "portion",
    "spice",
    "hours",
    "price_label",
    "store",
    "cuisine",
    "address",
    "phone",
    "closes_at",
    "asked",
)


@dataclass(frozen=True)
class Prose:
    """A sentence of a description, a note or an answer, with its clauses."""

    text: str
    clauses: tuple[str, ...]

    @cached_property
    def tokens(self) -> frozenset[str]:
        return frozenset(words(self.text))


@dataclass(frozen=True, eq=False)
class Card:
    """One result row, prepared: ``items`` are whole values, ``prose`` is free text."""

    row: Row
    kind: Kind

    @cached_property
    def key(self) -> str:
        return str(self.row.get("dish_id") or self.row.get("store_id") or self.row.get("id"))

    @cached_property
    def items(self) -> frozenset[str]:
        found = [self.row.get(key) for key in _STRUCTURED]
        for key in ("ingredients", "allergens", "tastes", "cuisine"):
            found += self.row.get(key) or []
        return frozenset(normalise(item) for item in found if isinstance(item, str) and item)

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        texts = [self.row.get(key) for key in ("notes", "description", "answer", "answer_en", "question")]
        sentences = [piece for text in texts if text for piece in _SENTENCE.split(normalise(text)) if piece.strip()]
        return tuple(Prose(piece, tuple(part for part in _CLAUSE.split(piece) if part.strip())) for piece in sentences)

    @cached_property
    def text(self) -> str:
        return " ".join([*sorted(self.items), *(prose.text for prose in self.prose)])

    @cached_property
    def figures(self) -> list[Figure]:
        return figures(" ; ".join([*sorted(self.items), *(prose.text for prose in self.prose)]))

    @property
    def store(self) -> str:
        return normalise(str((self.row.get("name") if self.kind == "store" else self.row.get("store")) or ""))

    @property
    def price(self) -> str | None:
        price = self.row.get("price")
        return None if price is None else canonical(f"{price:.2f}")

    @property
    def named(self) -> bool:
        """The guest named this dish."""
        return self.row.get("match") in ("exact", "alias", "similar")


@dataclass(frozen=True)
class Evidence:
    """``rows`` of the turn's tool results, the guest's own words ``said``, the ``arguments`` that found the rows.

    ``totals`` are the numbers of all matches; ``aspects`` and ``contains`` what is asked about named dishes.
    ``chinese``: the language of the guest; ``store``: the store that was chosen or named, if any.
    """

    rows: tuple[Row, ...]
    said: str
    lexicon: Lexicon
    tools: tuple[str, ...] = ()
    arguments: tuple[Mapping[str, Any], ...] = ()
    totals: tuple[int, ...] = ()
    aspects: tuple[str, ...] = ()
    contains: str = ""
    chinese: bool = True
    store: str = ""

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(row, kind(row)) for row in self.rows)

    @cached_property
    def dishes(self) -> tuple[Card, ...]:
        """One card for each dish: the last row about it counts, it is the freshest."""
        return tuple({card.key: card for card in self.cards if card.kind == "dish"}.values())

    @cached_property
    def answers(self) -> tuple[Card, ...]:
        """Stores and frequent questions."""
        return tuple(card for card in self.cards if card.kind != "dish")

    @cached_property
    def question(self) -> str:
        return normalise(self.said)

    @cached_property
    def wished(self) -> frozenset[str]:
        """Words of the conditions under which the rows were found: 素菜, 绿菜, 川菜."""
        found: list[str] = []
        for given in self.arguments:
            for key in ("category", "cuisine", "sells", *(() if self.nearest_only else ("query",))):
                if isinstance(given.get(key), str):
                    found.append(given[key])
            found += [word for word in given.get("include") or [] if isinstance(word, str)]
        return frozenset(normalise(word) for word in found if word)

    @cached_property
    def nearest_only(self) -> bool:
        """The guest named something that is not there; the rows are only near it."""
        return bool(self.dishes) and not self.answers and all(card.row["match"] == "nearest" for card in self.dishes)


def kind(row: Row) -> Kind:
    if "price_label" in row or ("dish_id" in row and "available" in row):
        return "dish"
    return "store" if "open_now" in row else "faq"


def texts(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
