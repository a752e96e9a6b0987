"""The graph's last node: the reply with its data and sources, and what is kept for the next question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pilothouse.assistants.shopping.decision.contract import Decision
from pilothouse.assistants.shopping.finding import LATER
from pilothouse.assistants.shopping.state import ShoppingState
from pilothouse.assistants.shopping.tools import failure
from pilothouse.contracts.reply import Source
from pilothouse.flow import ReplyParts, Turn


async def close(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """Bind the decision to its searches, here and in the trace."""
    await asyncio.gather(*turn.memo.get(LATER, ()))
    intent = state["aim"]["intent"]
    searched = intent == "search" and not state["declined"]
    data = _searched(state) if searched else _spoken(state)
    record = _record(state, data, turn.trace.trace_id) if searched and _decided(state) else state["record"]
    waiting = {"need": state["need"]} if intent == "clarify" else {}
    return {
        "reply": state["draft"],
        "outcome": state["result"],
        "data": data,
        "sources": _sources(state),
        "record": record,
        "waiting": waiting,
    }


def _decided(state: Mapping[str, Any]) -> bool:
    """Whether the turn has a decision worth asking about: a search that broke leaves the last one standing."""
    return bool(state["decision"]) and state["result"] != "fallback"


def _searched(state: Mapping[str, Any]) -> dict[str, Any]:
    info = next(iter(state["found"].get("results", ())), None)
    return {
        "intent": "search",
        "kind": state["aim"]["kind"],
        "decision": state["decision"],
        "need": state["need"],
        "plan": state["plan"],
        "searches": info["searches"] if info is not None else _broken(state),
        "filters": info["filters"] if info is not None else [],
        "scores": state["scores"],
        "cached": info is not None and all(search["cached"] for search in info["searches"]),
        "version": state["found"].get("data_version") or "",
        "notes": state["notes"],
        "wording": state["origin"],
        "searched_in": "",
    }


def _broken(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The sub-queries of a call that failed as a whole."""
    error = failure(state["found"].get("message"))
    row = {"engine": "", "pages": 0, "credits": 0.0, "cached": False, "elapsed_ms": 0.0, "error": error}
    return [{"query": query, **row} for query in state["plan"].get("sub_queries", ())]


def _spoken(state: Mapping[str, Any]) -> dict[str, Any]:
    """A turn that searched nothing: a question about a decision comes with it, and names the turn that searched."""
    about = state["record"] if state["aim"]["intent"] == "followup" else {}
    return {
        "intent": state["aim"]["intent"],
        "kind": state["aim"]["kind"],
        "decision": about.get("decision"),
        "need": about.get("need") or state["need"],
        "plan": {},
        "searches": [],
        "filters": [],
        "scores": about.get("scores", []),
        "cached": False,
        "version": "",
        "notes": [],
        "wording": state["origin"],
        "searched_in": about.get("trace_id", ""),
    }


def _record(state: Mapping[str, Any], data: Mapping[str, Any], trace_id: str) -> dict[str, Any]:
    """What questions about the decision are answered from. Quotations of a few products, no page's text."""
    return {
        "need": state["need"],
        "decision": state["decision"],
        "scores": state["scores"],
        "quotes": state["quotes"],
        "sub_queries": [search["query"] for search in data["searches"]],
        "trace_id": trace_id,
    }


def _sources(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cited pages, under the numbers that the text uses."""
    return [
        {"n": item["n"], "id": item["url"], "title": item["domain"], "path": item["url"], "section": item["date"]}
        for item in state["cited"]
    ]


def finish(state: ShoppingState) -> ReplyParts:
    """The last state as a reply. Raises ``ValidationError`` for a decision that breaks its contract."""
    if decided := state["data"].get("decision"):
        Decision.model_validate(decided)
    return ReplyParts(
        text=state["reply"],
        outcome=state["outcome"],  # type: ignore[arg-type]
        data=state["data"],
        sources=tuple(Source.model_validate(source) for source in state["sources"]),
    )
