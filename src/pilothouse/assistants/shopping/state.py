"""The session's state: who writes what, and how long it lives."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from pilothouse.flow import ENTRY, Owned


class ShoppingState(TypedDict, total=False):
    """Plain data only.

    ``aim``: what is wanted (``intent``, ``kind``, ``sure``, ``split``). ``need``: the need as it stands, follow-ups
    merged. ``query``: what the one tool call searches for; ``wording``: a model's candidates for sub-queries;
    ``declined``: the model said that no tool is needed. ``plan``: the sub-queries, those dropped with their
    reasons, by ``origin``. ``found``: the tool's envelope. ``evidence``, ``products``: the typed records, with
    ``notes``. ``decision``, ``scores``: what code computed. ``draft``: the reply, by ``origin``. ``record``: the
    last decision with what follow-ups need of it: no page's text outlives its turn. ``waiting``: what was asked
    back.
    """

    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    aim: Annotated[dict[str, Any], Owned("route", "turn", {})]
    need: Annotated[dict[str, Any], Owned("route", "turn", {})]
    query: Annotated[str, Owned("propose", "turn", "")]
    wording: Annotated[list[str], Owned("propose", "turn", [])]
    declined: Annotated[bool, Owned("propose", "turn", False)]
    plan: Annotated[dict[str, Any], Owned("divide", "turn", {})]
    found: Annotated[dict[str, Any], Owned("search", "turn", {})]
    evidence: Annotated[list[dict[str, Any]], Owned("extract", "turn", [])]
    products: Annotated[list[dict[str, Any]], Owned("extract", "turn", [])]
    notes: Annotated[list[str], Owned("extract", "turn", [])]
    decision: Annotated[dict[str, Any], Owned("decide", "turn", {})]
    scores: Annotated[list[dict[str, Any]], Owned("decide", "turn", [])]
    quotes: Annotated[list[dict[str, Any]], Owned("decide", "turn", [])]
    draft: Annotated[str, Owned("word", "turn", "")]
    origin: Annotated[str, Owned("word", "turn", "")]
    cited: Annotated[list[dict[str, Any]], Owned("word", "turn", [])]
    result: Annotated[str, Owned("word", "turn", "answered")]
    reply: Annotated[str, Owned("close", "turn", "")]
    outcome: Annotated[str, Owned("close", "turn", "answered")]
    data: Annotated[dict[str, Any], Owned("close", "turn", {})]
    sources: Annotated[list[dict[str, Any]], Owned("close", "turn", [])]
    record: Annotated[dict[str, Any], Owned("close", "session", {})]
    waiting: Annotated[dict[str, Any], Owned("close", "session", {})]
