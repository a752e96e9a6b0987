"""A guest's sentence as a typed request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.lexicon import Mention
from pilothouse.contracts.conversation import ProposedCall

Intent = Literal["smalltalk", "broad", "menu", "stock", "store", "faq", "choose_store", "unclear"]


@dataclass(frozen=True)
class Request:
    """``intents`` in the order in which they appear. ``query`` is what is left to search for."""

    raw: str
    text: str
    chinese: bool
    intents: tuple[Intent, ...] = ()
    smalltalk: str = ""
    mentions: tuple[Mention, ...] = ()
    filters: Filters = field(default_factory=Filters)
    aspects: tuple[str, ...] = ()
    query: str = ""
    faq: str = ""
    topics: tuple[str, ...] = ()
    cuisine: str = ""
    store: str = ""  # id of a store that is named
    near: bool = False
    open_now: bool = False
    contains: str = ""

    def calls(self) -> tuple[ProposedCall, ...]:
        """The tool calls that answer this request, in order of the intents."""
        made: list[ProposedCall] = []
        for intent in self.intents:
            if intent == "broad" and len(self.intents) > 1:  # alone it needs no tool
                made.append(ProposedCall("menu_search", {"signature": True}))
            elif intent == "menu":
                made.append(ProposedCall("menu_search", self.menu_arguments()))
            elif intent == "stock":
                made.append(ProposedCall("stock_lookup", {"dishes": self.dish_words()[:10], **self._store()}))
            elif intent == "store":
                made.append(ProposedCall("store_search", self.store_arguments()))
            elif intent == "faq":
                made.append(ProposedCall("faq_search", {"query": self.faq[:200], **self._store()}))
        return tuple(made)

    def dish_words(self) -> list[str]:
        return [mention.surface[:40] for mention in self.mentions] or ([self.query[:40]] if self.query else [])

    def menu_arguments(self) -> dict[str, Any]:
        """Arguments of ``menu_search``; only what was said."""
        words = " ".join(self.dish_words())
        return {"query": words[:200], **filter_arguments(self.filters)}

    def store_arguments(self) -> dict[str, Any]:
        """Arguments of ``store_search``; only what was said."""
        f = self.filters
        given: dict[str, Any] = {"cuisine": self.cuisine, "open_now": self.open_now}
        if f.max_price is not None:
            given["max_per_head"] = float(f.max_price)
        if f.min_price is not None:
            given["min_per_head"] = float(f.min_price)
        if self.mentions:
            given["sells"] = self.mentions[0].surface
        elif self.query:
            given["sells"] = self.query[:60]
        if re.search(r"评分|口碑|评价|最好|rating|rated|best", self.text):
            given["sort"] = "rating"
        elif f.sort == "price_asc":
            given["sort"] = "per_head"
        elif self.near:
            given["sort"] = "distance"
        return {key: value for key, value in given.items() if value not in ("", False)}

    def _store(self) -> dict[str, Any]:
        return {"store": self.store} if self.store else {}


def filter_arguments(filters: Filters) -> dict[str, Any]:
    """Filters as arguments of ``menu_search``, the empty ones left out."""
    given: dict[str, Any] = {
        "category": filters.category,
        "include": list(filters.include),
        "exclude": list(filters.exclude),
        "avoid_allergens": list(filters.avoid),
        "spice": None if filters.spice == "any" else filters.spice,
        "min_price": None if filters.min_price is None else float(filters.min_price),
        "max_price": None if filters.max_price is None else float(filters.max_price),
        "max_prep_minutes": filters.max_prep,
        "sort": None if filters.sort == "relevance" else filters.sort,
        "signature": filters.signature or None,
    }
    return {key: value for key, value in given.items() if value not in (None, [])}


def request_data(request: Request) -> Mapping[str, Any]:
    """The request as plain data for the session's state and the trace."""
    return {
        "intents": list(request.intents),
        "dishes": [mention.surface for mention in request.mentions],
        "query": request.query,
        "filters": filter_arguments(request.filters),
        "aspects": list(request.aspects),
        "topics": list(request.topics),
    }
