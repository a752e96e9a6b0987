"""What the nodes of a turn share: the store that counts, its menu, and the sentence as a typed request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.hearing import refined, unanswered
from pilothouse.assistants.menu.learning import taste_of
from pilothouse.assistants.menu.ordering import shown_dishes
from pilothouse.assistants.menu.tools import Services
from pilothouse.assistants.menu.understanding import Request, understand
from pilothouse.flow import Turn


def services(turn: Turn) -> Services:
    """What the restaurant works with: catalogue, orders, memory, clock."""
    found: Services = turn.services
    return found


def store(state: Mapping[str, Any], turn: Turn) -> str:
    """Id of the store that was chosen, or ``""``."""
    return str(state.get("store") or turn.room.context.scope.get("store") or "")


def store_name(state: Mapping[str, Any], turn: Turn) -> str:
    """Name of the store that counts."""
    return services(turn).catalogue.default_store(store(state, turn)).name


def menu(state: Mapping[str, Any], turn: Turn) -> Menu:
    """The menu of the store that counts."""
    return services(turn).catalogue.menu(store(state, turn))


def text(state: Mapping[str, Any]) -> str:
    """The sentence as it was understood."""
    return str(state["heard"].get("text") or state["text"])


def request(state: Mapping[str, Any], turn: Turn) -> Request:
    """The request of this turn. It follows from the text and needs no place in the stored state."""
    key = ("request", store(state, turn), text(state), state["heard"].get("refine"), bool(state["taken"]))
    if key not in turn.memo:
        turn.memo[key] = _read(state, turn)
    read: Request = turn.memo[key]
    return read


def _read(state: Mapping[str, Any], turn: Turn) -> Request:
    known = menu(state, turn)
    read = understand(text(state), known.lexicon)
    if kind := state["heard"].get("refine"):
        read = refined(read, kind, state["last_search"], shown_dishes(state, known))
    if state["taken"]:
        # The order was taken by its own node; what else was asked is still open.
        read = unanswered(read, state["taken"]["surfaces"])
    avoid = [term for term in taste_of(state, turn).allergies if term not in read.filters.avoid]
    if avoid and "menu" in read.intents:
        read = replace(read, filters=replace(read.filters, avoid=(*read.filters.avoid, *avoid)))
    if turn.language == "auto" and read.chinese and re.fullmatch(r"[\x00-\x7f]*[A-Za-z][\x00-\x7f]*", state["text"]):
        read = replace(read, chinese=False)  # the second one, put in by its Chinese name
    if turn.language != "auto":
        read = replace(read, chinese=turn.language == "zh")
    return read
