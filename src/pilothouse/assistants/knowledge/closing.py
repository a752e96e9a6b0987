"""The graph's last node: the reply with its sources, and the conversation as it ages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.assistants.knowledge import wording
from pilothouse.assistants.knowledge.citations import renumbered, without
from pilothouse.assistants.knowledge.denials import NOT_THERE, denies
from pilothouse.assistants.knowledge.material import citations, conflicts_data, shown_score, sources
from pilothouse.assistants.knowledge.routing import chinese, services
from pilothouse.assistants.knowledge.state import KnowledgeState
from pilothouse.assistants.knowledge.subjects import subject
from pilothouse.assistants.knowledge.words import Words
from pilothouse.context.history import History, age, summarise_history
from pilothouse.contracts.conversation import Message
from pilothouse.contracts.reply import Source
from pilothouse.flow import ReplyParts, Turn
from pilothouse.gateway.tokens import count

EARLIER = 8  # questions that somebody may return to
TOLD = 600  # characters of what a sum may rest on


async def close(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """Number the citations, note what was cited, and let the conversation age."""
    refused = state["verdict"] == "refuse"
    denied = state["origin"] == "model" and denies(state["draft"], "；".join([*state["asked"], *state["missing"]]))
    # A model's no is said in code's words: there is nothing in it that could be verified.
    draft = wording.say(wording.NOT_FOUND, chinese(state, turn)) if refused or denied else state["draft"]
    grounded = state["origin"] in ("model", "extract") and not refused
    text, order = renumbered(draft) if grounded else (draft, [])
    rows = [state["evidence"][n - 1] for n in order if 0 < n <= len(state["evidence"])]
    outcome = "not_found" if denied else _outcome(state, turn, refused)
    if grounded and order and state["missing"] and not NOT_THERE.search(text):
        text += wording.also_missing(state["missing"], chinese(state, turn))
    if state["evidence"]:
        # Whoever wants to know which chunks are never cited counts these over all turns.
        ids = [row["id"] for row in rows]
        turn.trace.event("cited", ids=ids, unused=[row["id"] for row in state["evidence"] if row["id"] not in ids])
    data = _data(state, text, rows, services(turn).words)
    changed: dict[str, Any] = {
        "reply": text,
        "outcome": outcome,
        "data": data,
        "sources": [source.model_dump() for source in sources(rows, data["citations"])],
        "topic": _topic(state),
        "earlier": _earlier(state),
        "told": _told(state, outcome, text),
        "value": _value(state),
        "open": _open(state),
        **await _aged(state, turn, text),
    }
    return changed


def _outcome(state: Mapping[str, Any], turn: Turn, refused: bool) -> str:
    intent = state["aim"]["intent"]
    if intent == "clarify" or state["choices"]:
        return "clarify"
    if intent == "chitchat":
        return "answered"
    kinds = {step["envelope"].get("error_type") for step in state["steps"]}
    if intent == "tool_action":
        good = any(step["envelope"]["status"] == "success" for step in state["steps"])
        return "answered" if good else "refused" if "invalid_params" in kinds else "fallback"
    if state["declined"]:
        return "fallback"
    if refused:
        return "not_found"  # nothing that can be said holds: the reply says so
    if state["origin"] == "nothing":
        return (
            "fallback"
            if kinds & {"timeout", "unavailable", "stale_data"} and "no_results" not in kinds
            else "not_found"
        )
    if state["origin"] == "model":
        return "answered"
    return "fallback" if turn.gateway.has_model else "answered"


def _data(state: Mapping[str, Any], text: str, rows: Sequence[Mapping[str, Any]], words: Words) -> dict[str, Any]:
    versions = [step["envelope"].get("data_version") for step in state["steps"]]
    numbers = {row["id"]: n for n, row in enumerate(rows, 1)}
    asked = [*state["asked"], *state["missing"]]
    readings = [reading for part in state["parts"] for reading in (part, part["other"]) if reading]
    readings += [{"question": part["root"], "query": part["root"]} for part in state["parts"] if part["root"]]
    queries = [
        reading["query"]
        for reading in readings
        if {reading["question"], *words.restated(reading["question"])} & {*asked}
    ]
    return {
        "intent": state["aim"]["intent"],
        "query": "；".join(queries) if state["aim"]["intent"] == "knowledge_query" else "",
        "question": "；".join(asked),
        "citations": citations(text, rows),
        "conflicts": conflicts_data(state["conflicts"], numbers),
        "passages": [
            {"id": row["id"], "document": row["document"], "score": shown_score(row)} for row in state["evidence"]
        ],
        "choices": state["choices"] or state["offered"],
        "version": next((version for version in reversed(versions) if version), ""),
        "checks": state["wrong"],
        "calculation": _calculation(state),
    }


def _calculation(state: Mapping[str, Any]) -> dict[str, Any] | None:
    rows = [
        row
        for step in state["steps"]
        if step["name"] == "calculator" and step["envelope"]["status"] == "success"
        for row in step["envelope"]["results"]
    ]
    return rows[-1] if rows else None


def _topic(state: Mapping[str, Any]) -> str:
    """The question on which the next one may rest."""
    return str(state["thread"] or state["topic"])


def _open(state: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked back, so that the answer is understood."""
    if state["offered"]:
        return {"choices": state["offered"], "times": state["aim"]["expression"]}
    return {"topic": subject(state["text"]), "choices": state["choices"]} if state["choices"] else {}


def _earlier(state: Mapping[str, Any]) -> list[str]:
    """The questions before the last one, oldest first."""
    topic, former = _topic(state), str(state["topic"])
    if not former or topic == former:
        return list(state["earlier"])
    return [*(asked for asked in state["earlier"] if asked != former), former][-EARLIER:]


def _told(state: Mapping[str, Any], outcome: str, text: str) -> str:
    """What a further sum may rest on; small talk and questions back leave it as it is."""
    if state["aim"]["intent"] == "knowledge_query" and outcome != "clarify":
        return without(text)[:TOLD]
    if state["aim"]["intent"] == "tool_action" and state["aim"]["kind"] != "told":
        return str(state["text"])[:TOLD]
    return str(state["told"])


def _value(state: Mapping[str, Any]) -> str:
    if state["aim"]["intent"] == "chitchat":
        return str(state["value"])
    made = _calculation(state)
    return str(made["value"]) if made else ""


async def _aged(state: Mapping[str, Any], turn: Turn, reply: str) -> dict[str, Any]:
    """The last turns stay as they were said, without numbers of sources; older ones become a summary."""
    history = [
        *state["history"],
        {"role": "user", "text": state["text"]},
        {"role": "assistant", "text": without(reply)},
    ]
    keep = turn.history_turns
    if len(history) <= 2 * (keep + keep // 2):  # some wait, to be summarised together
        return {"history": history}
    past = History.of([Message(entry["role"], entry["text"]) for entry in history], state["summary"])
    task = summarise_history(count)
    aged = await age(past, keep, task, lambda t, g: turn.gateway.ask(t, g, caller=turn.caller, session=turn.session))
    return {
        "summary": aged.summary,
        "history": [{"role": message.role, "text": message.content} for past_ in aged.turns for message in past_],
    }


def finish(state: KnowledgeState) -> ReplyParts:
    """The last state as a reply."""
    return ReplyParts(
        text=state["reply"],
        outcome=state["outcome"],  # type: ignore[arg-type]
        data=state["data"],
        sources=tuple(Source.model_validate(source) for source in state["sources"]),
    )
