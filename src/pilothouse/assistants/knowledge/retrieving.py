"""The graph's middle: which calls are made, running them, and what of the results is evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pilothouse.assistants.knowledge.departments import named_department
from pilothouse.assistants.knowledge.material import passage
from pilothouse.assistants.knowledge.meaning import meant, rows_of, scores
from pilothouse.assistants.knowledge.phrases import ASK, ASPECT
from pilothouse.assistants.knowledge.proposals import hold, next_calls, pending
from pilothouse.assistants.knowledge.routing import services
from pilothouse.assistants.knowledge.state import KnowledgeState
from pilothouse.assistants.knowledge.subjects import subject
from pilothouse.assistants.knowledge.tasks import prompt
from pilothouse.context.budget import Budget
from pilothouse.context.history import History
from pilothouse.context.prompt import assemble
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.flow import Turn
from pilothouse.gateway.tokens import count
from pilothouse.retrieval.evidence import conflicts

BUDGET = Budget({"rules": 700, "history": 800, "materials": 0, "question": 600})
NUMBERED = 10  # passages that are evidence for one question; more would dilute what counts
CHOICES = 4
BROAD = 6  # characters of a topic that is named and nothing else
ALIKE = 0.85  # of the best score: a document as likely to be meant


async def retrieve(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """Propose the next searches: those of code, and those of a model, held to the question."""
    if state["declined"] or turn.room.exhausted:
        return {"pending": []}
    departments = await _departments(turn)
    proposals = next_calls(state["parts"], state["steps"], services(turn).words, _department(state, departments))
    if not proposals or not turn.gateway.has_model or state["failed"]:
        return {"pending": [pending(call, part) for call, part in proposals]}
    offered = [tool for tool in turn.room.offered() if tool.name == "search_knowledge_base"]
    conversation = Conversation(
        messages=_messages(state, turn),
        utterance=state["text"],
        proposals=tuple(call for call, _ in proposals),
        knowledge=departments,
    )
    step = await turn.gateway.converse(conversation, offered, caller=turn.caller, session=turn.session)
    if step.declined and not step.calls:
        turn.trace.event("declined")
        return {"pending": [], "declined": True}
    calls, notes = hold(step.calls, proposals, offered, named=_department(state, departments), steps=state["steps"])
    if notes:
        turn.trace.event("held", reasons=notes)
    failed = step.origin == "fallback" and bool(step.refused)
    return {"pending": [pending(call, part) for call, part in calls], "failed": failed}


async def _departments(turn: Turn) -> tuple[str, ...]:
    """The departments that this turn's contract offers."""
    tool = next((tool for tool in turn.room.offered() if tool.name == "search_knowledge_base"), None)
    enum = tool.schema()["properties"]["filter_dept"].get("enum", []) if tool is not None else []
    return tuple(name for name in enum if name != "all")


def _department(state: KnowledgeState, departments: Sequence[str]) -> str:
    return named_department(state["text"], departments) or "all"


def _messages(state: KnowledgeState, turn: Turn) -> tuple[Message, ...]:
    history = History.of([Message(entry["role"], entry["text"]) for entry in state["history"]], state["summary"])  # type: ignore[arg-type]
    messages = assemble(prompt("retrieve"), history, (), state["text"], BUDGET, count)
    for n, step in enumerate(state["steps"]):
        call = ProposedCall(step["name"], step["arguments"], step["id"] or f"call_{n}")
        envelope = step["envelope"]
        told = f"error: {envelope.get('error_type')}. {envelope.get('message')} {envelope.get('hint')}"
        if envelope["status"] == "success":
            told = f"{len(envelope['results'])} passages found."
        messages.append(Message("assistant", "", calls=(call,)))
        messages.append(Message("tool", told, call_id=call.id, name=step["name"]))
    return tuple(messages)


async def calculate(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """The one call that a calculation takes."""
    call = ProposedCall("calculator", {"expression": state["aim"]["expression"]})
    return {"calculating": [pending(call, 0)]}


async def tools(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """Run what was proposed, as far as the tool room allows."""
    wanted = state["pending"] or state["calculating"]
    results = await turn.room.run([ProposedCall(call["name"], call["arguments"], call["id"]) for call in wanted])
    made = [
        {
            "name": result.call.name,
            "arguments": result.call.arguments,
            "id": result.proposal.id,
            "part": call["part"],
            "envelope": result.envelope.model_dump(mode="json", exclude_none=True),
        }
        for call, result in zip(wanted, results, strict=True)
    ]
    return {"steps": [*state["steps"], *made]}


async def weigh(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """What of the results is evidence: good enough, said once, numbered; and where it contradicts itself."""
    asked: list[str] = []
    missing: list[str] = []
    thread = ""
    kept: dict[str, dict[str, Any]] = {}
    for at, part in enumerate(state["parts"]):
        rows = rows_of(state["steps"], at)
        question, chosen, remembered = meant(part, rows, scores(state["steps"], at), services(turn).words)
        (asked if chosen else missing).append(question)
        thread = remembered or thread
        for row in chosen[:NUMBERED]:
            kept.setdefault(row["id"], row)
    evidence = list(kept.values())
    passages = [passage(row) for row in evidence]
    found = conflicts("；".join(asked), passages)
    turn.memo["conflicts"] = found
    dropped = len({row["id"] for at in range(len(state["parts"])) for row in rows_of(state["steps"], at)} - set(kept))
    turn.trace.event("evidence", kept=list(kept), dropped=dropped, conflicts=len(found))
    return {
        "evidence": evidence,
        "asked": asked or missing,
        "missing": missing if asked else [],
        "thread": thread,
        "conflicts": [asdict(conflict) for conflict in found],
        "choices": _choices(state, evidence),
    }


def _choices(state: KnowledgeState, evidence: Sequence[Mapping[str, Any]]) -> list[str]:
    """Titles among which the asker has to choose: he named a topic and nothing else, and several documents fit it."""
    text = state["text"].strip(" 。.!！?？")
    if state["open"] or len(state["parts"]) != 1 or len(text) > BROAD or ASK.search(text) or ASPECT.search(text):
        return []
    if not evidence or subject(text) != text:
        return []
    near = [row for row in evidence if row["score"] >= ALIKE * evidence[0]["score"]]
    titles = list(dict.fromkeys(row["title"] for row in near if row["title"]))
    return titles[:CHOICES] if len({row["document"] for row in near}) >= 3 and len(titles) >= 3 else []
