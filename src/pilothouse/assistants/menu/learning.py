"""What a turn learns of the guest's taste, and what is said about that beside the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pilothouse.assistants.menu import remembering, restock
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.memory import Taste, accompanied, learned, merge, read_sentence
from pilothouse.assistants.menu.taste import forgotten
from pilothouse.assistants.menu.understanding import understand
from pilothouse.contracts.caller import GUEST
from pilothouse.flow import Turn


def taste_of(state: Mapping[str, Any], turn: Turn) -> Taste:
    """What is known of the guest: kept for a user, and said in this session."""
    said = Taste.model_validate(state["taste"]) if state["taste"] else Taste()
    if turn.caller.name == GUEST:
        return said
    if "taste" not in turn.memo:
        turn.memo["taste"] = turn.services.memory.get(turn.caller.name)
    return merge(turn.memo["taste"], said)


def learn(text: str, state: Mapping[str, Any], turn: Turn, menu: Menu) -> dict[str, Any]:
    """The fields ``taste`` and ``aside`` after the sentence; what a user says of himself goes to his memory.

    ``aside``: ``text`` with ``alone`` (nothing else needs to be said), ``whole`` (the guest said nothing else) and
    ``instead`` (whatever else the sentence looks like, it is not done).
    """
    chinese = turn.language == "zh" or (turn.language == "auto" and understand(text, menu.lexicon).chinese)
    if told := restock.not_by_talking(text, menu.lexicon, turn.caller, chinese=chinese):
        return {"taste": state["taste"], "aside": told}
    guest = turn.caller.name == GUEST
    before = taste_of(state, turn)
    statement, whole = read_sentence(text, menu.lexicon)
    if statement is None:
        known = remembering.asks(text)
        told = remembering.known(before, chinese=chinese, guest=guest).data() if known else {}
        return {"taste": state["taste"], "aside": told}
    if turn.room.context.scope.get("replayed"):
        # The memory has learned it since; the reply was that of one who hears it for the first time.
        said = (*statement.allergies, *statement.dislikes, *statement.likes)
        before = forgotten(before, said, ("spice",) if statement.spice else ())
    kept = not guest and not turn.room.context.scope.get("replayed")
    if kept and not statement.other:
        turn.services.memory.learn(turn.caller.name, statement)
        turn.memo.pop("taste", None)
    session = Taste.model_validate(state["taste"]) if state["taste"] else Taste()
    # A user's own taste has one place only, or what he deletes there would live on in his sessions.
    session = accompanied(session if kept else learned(session, statement), statement)
    taste = session.model_dump(mode="json")
    after = taste_of({**state, "taste": taste}, turn)
    risky = remembering.risky_dishes(state["cart"], before, after, menu)
    noted = remembering.noted(statement, before, after, chinese=chinese, guest=guest, whole=whole, risky=risky)
    return {"taste": taste, "aside": noted.data()}


def with_aside(text: str, outcome: str, state: Mapping[str, Any]) -> tuple[str, str]:
    """The reply with what stands in ``aside``; that alone when there is nothing else to say."""
    noted = state["aside"]
    if not noted:
        return text, outcome
    asked = bool(state["question"] or state["taken"])
    if not asked and (noted["alone"] or (noted["whole"] and outcome not in ("answered", "fallback"))):
        agreed = "" if noted["instead"] or noted["text"][:1].isascii() else "好的，"
        return f"{agreed}{noted['text'].strip()}", noted.get("outcome", "answered")
    told = noted.get("allergies")
    if told and all(term in text for term in told) and ("过敏" in text or "allerg" in text.lower()):
        return text, outcome  # the answer says itself that it was heard
    return f"{noted['text']}{text}", outcome
