"""The session's state: who writes what, and how long it lives."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from pilothouse.flow import ENTRY, Owned


class MenuState(TypedDict, total=False):
    """Plain data only.

    ``heard``: the sentence as it was understood (``text``), as it came (``raw``), and what was repaired. ``taste``:
    what a guest without a name said of himself, and who eats along; a user's own taste is in the memory. ``aside``:
    what code has to say about that, or to a wish for what nobody can do here. ``question``: what has to be asked back.
    ``steps``: the tool loop of the turn, calls with their envelopes. ``cart``, ``order``: the order that is being
    taken and the one placed last. ``wish``: the change that waits for the answer to 您要哪一道, with the list that was
    shown then. ``removed``: lines taken off by the change before, which may be wanted after all. ``menu_context``: ids
    of the dishes shown last, in the order shown. ``store_lost``: the store that was chosen is no longer there.
    ``asked_of``: dishes spoken of one by one since the last list. ``failed``: the model
    could not be used in this turn. ``follow``: what the sentence asks about what was spoken of before; ``suggested``:
    the answer to that; ``exchange``: the dish of the order for which one of the list may be taken.
    """

    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    request: Annotated[dict[str, Any], Owned("understand", "turn", {})]
    store: Annotated[str, Owned("understand", "session", "")]
    store_lost: Annotated[bool, Owned("understand", "turn", False)]
    route: Annotated[str, Owned("understand", "turn", "")]
    heard: Annotated[dict[str, Any], Owned("understand", "turn", {})]
    taste: Annotated[dict[str, Any], Owned("understand", "session", {})]
    aside: Annotated[dict[str, Any], Owned("understand", "turn", {})]
    question: Annotated[dict[str, Any], Owned("understand", "turn", {})]
    cart: Annotated[dict[str, Any], Owned("waiter", "session", {})]
    asked: Annotated[str, Owned("waiter", "session", "")]
    candidates: Annotated[list[str], Owned("waiter", "session", [])]
    wish: Annotated[dict[str, Any], Owned("waiter", "session", {})]
    removed: Annotated[list[dict[str, Any]], Owned("waiter", "session", [])]
    warned: Annotated[list[str], Owned("waiter", "session", [])]
    order: Annotated[dict[str, Any], Owned("waiter", "session", {})]
    taken: Annotated[dict[str, Any], Owned("waiter", "turn", {})]
    pending: Annotated[list[dict[str, Any]], Owned("assistant", "turn", [])]
    draft: Annotated[str, Owned("assistant", "turn", "")]
    declined: Annotated[bool, Owned("assistant", "turn", False)]
    failed: Annotated[bool, Owned("assistant", "turn", False)]
    steps: Annotated[list[dict[str, Any]], Owned("tools", "turn", [])]
    follow: Annotated[dict[str, Any], Owned("understand", "turn", {})]
    suggested: Annotated[dict[str, Any], Owned("suggest", "turn", {})]
    exchange: Annotated[dict[str, Any], Owned("suggest", "session", {})]
    signatures: Annotated[list[dict[str, Any]], Owned("signature", "turn", [])]
    reply: Annotated[str, Owned("compose", "turn", "")]
    outcome: Annotated[str, Owned("compose", "turn", "answered")]
    data: Annotated[dict[str, Any], Owned("compose", "turn", {})]
    sources: Annotated[list[dict[str, Any]], Owned("compose", "turn", [])]
    menu_context: Annotated[list[str], Owned("close", "session", [])]
    asked_of: Annotated[list[str], Owned("close", "session", [])]
    focus: Annotated[str, Owned("close", "session", "")]
    last_search: Annotated[dict[str, Any], Owned("close", "session", {})]
    history: Annotated[list[dict[str, str]], Owned("close", "session", [])]
    summary: Annotated[str, Owned("close", "session", "")]
