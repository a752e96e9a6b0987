"""The session's state: who writes what, and how long it lives."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from pilothouse.flow import ENTRY, Owned


class MenuState(TypedDict, total=False):
    """Plain data only. ``steps`` holds the tool loop of the turn: calls with their envelopes, in order."""

    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    request: Annotated[dict[str, Any], Owned("understand", "turn", {})]
    store: Annotated[str, Owned("understand", "session", "")]
    route: Annotated[str, Owned("understand", "turn", "")]
    pending: Annotated[list[dict[str, Any]], Owned("assistant", "turn", [])]
    draft: Annotated[str, Owned("assistant", "turn", "")]
    declined: Annotated[bool, Owned("assistant", "turn", False)]
    failed: Annotated[bool, Owned("assistant", "turn", False)]
    steps: Annotated[list[dict[str, Any]], Owned("tools", "turn", [])]
    signatures: Annotated[list[dict[str, Any]], Owned("signature", "turn", [])]
    reply: Annotated[str, Owned("compose", "turn", "")]
    outcome: Annotated[str, Owned("compose", "turn", "answered")]
    data: Annotated[dict[str, Any], Owned("compose", "turn", {})]
    sources: Annotated[list[dict[str, Any]], Owned("compose", "turn", [])]
    menu_context: Annotated[list[str], Owned("close", "session", [])]
    history: Annotated[list[dict[str, str]], Owned("close", "session", [])]
    summary: Annotated[str, Owned("close", "session", "")]
