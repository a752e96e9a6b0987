"""The session's state: who writes what, and how long it lives."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from pilothouse.flow import ENTRY, Owned


class KnowledgeState(TypedDict, total=False):
    """Plain data only.

    ``aim``: intent, kind and expression. ``offered``: amounts of which one is to be chosen. ``parts``: the questions of the sentence with their search words.
    ``pending``, ``steps``: the tool loop of the turn, calls with their envelopes and the part they are for.
    ``declined``: the model said that no tool is needed. ``failed``: it could not be used. ``evidence``: the passages
    that count, numbered in this order. ``asked``: the questions as they were answered, ``missing``: those for which nothing was found. ``thread``: the question that the next one may rest on. ``conflicts``: where passages
    contradict each other. ``choices``: documents among which the asker has to choose. ``draft``: the reply of this
    ``attempt``, by ``origin``. ``wrong``: what verification found; ``verdict``: what follows. ``topic``: the last
    question that was looked up, ``earlier``: those before it. ``told``: what the last answer said, or the last sum that
    was asked for, of which a further sum may be made. ``value``: the last result of the calculator. ``open``: what was asked back.
    Passages live for one turn: no field that outlives it holds any.
    """  # noqa: E501

    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    aim: Annotated[dict[str, str], Owned("route", "turn", {})]
    offered: Annotated[list[str], Owned("route", "turn", [])]
    parts: Annotated[list[dict[str, Any]], Owned("rewrite", "turn", [])]
    pending: Annotated[list[dict[str, Any]], Owned("retrieve", "turn", [])]
    declined: Annotated[bool, Owned("retrieve", "turn", False)]
    failed: Annotated[bool, Owned("retrieve", "turn", False)]
    calculating: Annotated[list[dict[str, Any]], Owned("calculate", "turn", [])]
    steps: Annotated[list[dict[str, Any]], Owned("tools", "turn", [])]
    evidence: Annotated[list[dict[str, Any]], Owned("weigh", "turn", [])]
    asked: Annotated[list[str], Owned("weigh", "turn", [])]
    missing: Annotated[list[str], Owned("weigh", "turn", [])]
    thread: Annotated[str, Owned("weigh", "turn", "")]
    conflicts: Annotated[list[dict[str, Any]], Owned("weigh", "turn", [])]
    choices: Annotated[list[str], Owned("weigh", "turn", [])]
    draft: Annotated[str, Owned("compose", "turn", "")]
    attempt: Annotated[int, Owned("compose", "turn", 0)]
    origin: Annotated[str, Owned("compose", "turn", "")]
    wrong: Annotated[list[str], Owned("verify", "turn", [])]
    verdict: Annotated[str, Owned("verify", "turn", "")]
    reply: Annotated[str, Owned("close", "turn", "")]
    outcome: Annotated[str, Owned("close", "turn", "answered")]
    data: Annotated[dict[str, Any], Owned("close", "turn", {})]
    sources: Annotated[list[dict[str, Any]], Owned("close", "turn", [])]
    topic: Annotated[str, Owned("close", "session", "")]
    earlier: Annotated[list[str], Owned("close", "session", [])]
    told: Annotated[str, Owned("close", "session", "")]
    value: Annotated[str, Owned("close", "session", "")]
    open: Annotated[dict[str, Any], Owned("close", "session", {})]
    history: Annotated[list[dict[str, str]], Owned("close", "session", [])]
    summary: Annotated[str, Owned("close", "session", "")]
