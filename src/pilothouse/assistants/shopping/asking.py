"""The graph's first nodes: what is wanted, what to search for, and with which sub-queries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from pydantic import ValidationError

from pilothouse.assistants.shopping.need import Need, read_need
from pilothouse.assistants.shopping.planning import PLAN_SEARCHES, chosen, plan, planned
from pilothouse.assistants.shopping.routing import route
from pilothouse.assistants.shopping.services import Services
from pilothouse.assistants.shopping.state import ShoppingState
from pilothouse.assistants.shopping.tasks import ROUTE_NEED, Said, prompt
from pilothouse.assistants.shopping.tools import SEARCH
from pilothouse.context.fence import NOTICE
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.contracts.tool import ToolContract
from pilothouse.flow import Turn
from pilothouse.websearch.provider import QUERY_LIMIT


def services(turn: Turn) -> Services:
    """What the assistant works with."""
    found: Services = turn.services
    return found


def chinese(state: Mapping[str, Any], turn: Turn) -> bool:
    """The language of the reply: the user's unless the settings say another."""
    if turn.language != "auto":
        return turn.language == "zh"
    return re.search(r"[\u3400-\u9fff]", state["text"]) is not None or not re.search(r"[A-Za-z]", state["text"])


def need_of(state: Mapping[str, Any]) -> Need:
    """The need of this turn."""
    return Need.model_validate(state["need"])


async def decide_aim(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """The aim of the sentence, by rules; a small model is asked only where they are unsure."""
    record = state["record"]
    found = route(state["text"], bool(record))
    intent, kind = str(found.intent), found.kind
    if not found.sure and found.intent in ("search", "talk") and turn.gateway.has_model:
        given = Said(text=state["text"], previous=_decided(record), guess=found.intent)
        asked = await turn.gateway.ask(ROUTE_NEED, given, caller=turn.caller, session=turn.session)
        intent, kind = asked.value.intent, kind if asked.value.intent == intent else "other"
    need = _need(state, intent, services(turn).today)
    if intent == "search" and need.vague:
        intent, kind = "clarify", "kind"
    turn.trace.event("aim", intent=intent, about=kind, sure=found.sure)
    return {
        "aim": {"intent": intent, "kind": kind, "sure": found.sure, "split": found.split},
        "need": need.model_dump(mode="json"),
    }


def _need(state: Mapping[str, Any], intent: str, today: date) -> Need:
    """The need of the sentence, merged with the one before it: that of the last decision, or one asked back about."""
    if intent not in ("search", "clarify"):
        return Need(text=state["text"])
    before = state["waiting"].get("need") or state["record"].get("need")
    previous = Need.model_validate(before) if before else None
    return read_need(state["text"], previous, today, _decided(state["record"]))


def _decided(record: Mapping[str, Any]) -> str:
    return str(record["decision"]["product"]) if record else ""


async def propose(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """What is searched for. A model may find other words for it; that it is searched once, and for what, stays code's."""  # noqa: E501
    query = need_of(state).query[:QUERY_LIMIT]
    if not turn.gateway.has_model or turn.gateway.settings.mode == "NONE":
        return {"query": query}
    offered = [tool for tool in turn.room.offered() if tool.name == SEARCH]
    conversation = Conversation(
        messages=(Message("system", f"{prompt('search')}\n\n{NOTICE}"), Message("user", query)),
        utterance=state["text"],
        proposals=(ProposedCall(SEARCH, {"query": query}),),
    )
    step = await turn.gateway.converse(conversation, offered, caller=turn.caller, session=turn.session)
    if step.declined and not step.calls:
        turn.trace.event("declined")
        return {"query": query, "declined": True}
    words, notes = _held(step.calls if step.origin == "model" else (), offered)
    if notes:
        turn.trace.event("held", reasons=notes)
    return {"query": query, "wording": words}


async def plan_searches(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """One to three sub-queries that keep every rule (S3). The first is always code's own, a model adds to it."""
    need, today = need_of(state), services(turn).today
    made = plan(need, today)
    proposed = list(state["wording"])
    if state["aim"]["split"] and turn.gateway.has_model:
        asked = planned(need, today)
        result = await turn.gateway.ask(PLAN_SEARCHES, asked, caller=turn.caller, session=turn.session)
        proposed = [*(result.value.sub_queries if result.origin == "model" else ()), *proposed]
    if proposed:
        made = chosen([*made.sub_queries[:1], *proposed], need, today)
    return {"plan": {"sub_queries": list(made.sub_queries), "dropped": list(made.dropped), "origin": made.origin}}


def _held(calls: Sequence[ProposedCall], offered: Sequence[ToolContract]) -> tuple[list[str], list[str]]:
    """Words of a model's calls that may be searched for, and what of the calls goes no further."""
    words: list[str] = []
    notes: list[str] = []
    known = {name: tool for tool in offered for name in (tool.name, *tool.aliases)}
    for call in calls:
        tool = known.get(call.name)
        if tool is None:
            notes.append("A call of another tool was not made.")
            continue
        try:
            tool.validate(call.arguments)
        except ValidationError as error:
            notes.append(tool.explain(error))
            continue
        if words:
            notes.append("A second search for the same question was not made.")
            continue
        words.append(str(call.arguments["query"]).strip())
    return words, notes
