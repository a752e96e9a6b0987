"""The session's state: who writes what, and how long it lives."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from pilothouse.flow import ENTRY, Owned


class TutorState(TypedDict, total=False):
    """Plain data only.

    ``begun``: the problem that this turn starts, "" for none. ``words``: what the pupil said beside naming a problem.
    ``heard``: the reading of it. ``chinese``: the language he speaks. ``lesson``: the position, written by the machine
    alone. ``moved``: the transition of the turn. ``slips``: the mistakes of the lesson. ``fragments``: what the
    knowledge base puts in unasked. ``pending``, ``steps``: the tool loop. ``said``: the Turn, by ``origin``.
    ``options``: the buttons that it left. ``history``: the last turns as they were said.
    """

    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    begun: Annotated[str, Owned("read", "turn", "")]
    words: Annotated[str, Owned("read", "turn", "")]
    chinese: Annotated[bool, Owned("read", "session", True)]
    lost: Annotated[bool, Owned("read", "turn", False)]
    heard: Annotated[dict[str, Any], Owned("read", "turn", {})]
    lesson: Annotated[dict[str, Any], Owned("advance", "session", {})]
    moved: Annotated[dict[str, str], Owned("advance", "turn", {})]
    slips: Annotated[list[str], Owned("advance", "session", [])]
    fragments: Annotated[list[dict[str, Any]], Owned("gather", "turn", [])]
    pending: Annotated[list[dict[str, Any]], Owned("gather", "turn", [])]
    asks: Annotated[int, Owned("gather", "turn", 0)]
    steps: Annotated[list[dict[str, Any]], Owned("tools", "turn", [])]
    said: Annotated[dict[str, Any], Owned("compose", "turn", {})]
    origin: Annotated[str, Owned("compose", "turn", "")]
    options: Annotated[list[dict[str, str]], Owned("compose", "session", [])]
    reply: Annotated[str, Owned("close", "turn", "")]
    outcome: Annotated[str, Owned("close", "turn", "answered")]
    data: Annotated[dict[str, Any], Owned("close", "turn", {})]
    history: Annotated[list[dict[str, str]], Owned("close", "session", [])]
