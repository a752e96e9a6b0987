"""Calls that code would make, and what a model's calls are held to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from pilothouse.assistants.knowledge.rewriting import Part, relaxed
from pilothouse.assistants.knowledge.words import Words
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.tool import HARD_CALL_LIMIT, ToolContract

SEARCH = "search_knowledge_base"
TOP_K = 8
MOST_CHARACTERS = 300

Steps = Sequence[Mapping[str, Any]]
Assigned = tuple[ProposedCall, int]
"""A call with the number of the part of the question it is for."""


def pending(call: ProposedCall, part: int) -> dict[str, Any]:
    """A call as it stands in the state."""
    return {"name": call.name, "arguments": dict(call.arguments), "id": call.id, "part": part}


def next_calls(parts: Sequence[Mapping[str, Any]], steps: Steps, words: Words, dept: str) -> list[Assigned]:
    """First what was asked; then, for what found nothing, other words; after an invalid call, a valid one."""
    calls: list[Assigned] = []
    if not steps:
        for at, part in enumerate(parts):
            calls.append((_search(part["query"], dept), at))
        for at, part in enumerate(parts):
            if part["other"] and not part["late"]:
                calls.append((_search(part["other"]["query"], dept), at))
        return calls[:HARD_CALL_LIMIT]
    for at, part in enumerate(parts):
        mine = [step for step in steps if step["part"] == at]
        if any(step["envelope"]["status"] == "success" for step in mine):
            continue
        kinds = {step["envelope"].get("error_type") for step in mine}
        tried = [str(step["arguments"].get("query", "")) for step in mine if _ran(step)]
        if kinds & {"timeout", "unavailable", "not_allowed", "call_limit"}:
            continue  # to call again would bring the same
        if part["query"] not in tried or "stale_data" in kinds:
            calls.append((_search(part["query"], dept), at))
        elif part["other"] and part["other"]["query"] not in tried:
            calls.append((_search(part["other"]["query"], dept), at))
        elif part["root"] and part["root"] not in tried:
            calls.append((_search(part["root"][:MOST_CHARACTERS], dept), at))
        elif other := relaxed(Part(part["question"], part["query"]), words, tried):
            # Nothing in the department that was named: it may stand in another one's documents.
            calls.append((_search(other, dept if len(tried) < 2 else "all"), at))
    return calls[:HARD_CALL_LIMIT]


def _ran(step: Mapping[str, Any]) -> bool:
    return step["envelope"].get("error_type") in (None, "no_results", "stale_data")


def _search(query: str, dept: str) -> ProposedCall:
    return ProposedCall(SEARCH, {"query": query, "top_k": TOP_K, "filter_dept": dept})


def hold(
    calls: Sequence[ProposedCall],
    proposals: Sequence[Assigned],
    offered: Sequence[ToolContract],
    *,
    named: str,
    steps: Steps,
) -> tuple[list[Assigned], list[str]]:
    """The calls that go on, and what was changed.

    What code proposes always runs: a model adds other words for the same question, and no more. It may not restrict
    the search to a department that nobody named. A call of anything else, or one that breaks the contract, goes on to
    the tool room, which refuses it with a typed error.
    """
    contracts = {name: tool for tool in offered for name in (tool.name, *tool.aliases)}
    known = {str(call.arguments.get("query", "")) for call, _ in proposals}
    known |= {str(step["arguments"].get("query", "")) for step in steps if _ran(step)}
    kept: list[Assigned] = []
    notes: list[str] = []
    for call in calls:
        tool = contracts.get(call.name)
        if tool is None or not _valid(tool, call.arguments):
            kept.append((call, _nearest(call, proposals)))
            continue
        arguments = {**call.arguments, "query": str(call.arguments["query"]).strip()[:MOST_CHARACTERS]}
        if arguments.get("filter_dept", "all") != named:
            arguments["filter_dept"] = named
            if call.arguments.get("filter_dept"):
                notes.append("The department of the search was held to what the user said.")
        if not arguments["query"] or arguments["query"] in known:
            continue
        known.add(arguments["query"])
        kept.append((ProposedCall(SEARCH, arguments, call.id), _nearest(call, proposals)))
    if not calls:
        notes.append("An answer without facts gave way to the calls that code proposes.")
    return [*proposals, *kept][: HARD_CALL_LIMIT + 2], notes


def _nearest(call: ProposedCall, proposals: Sequence[Assigned]) -> int:
    """The part whose words the call shares most."""
    said = set(str(call.arguments.get("query", "")))
    return max(proposals, key=lambda pair: len(said & set(str(pair[0].arguments["query"]))))[1] if proposals else 0


def _valid(tool: ToolContract, arguments: Mapping[str, Any]) -> bool:
    try:
        tool.validate(arguments)
    except ValidationError:
        return False
    return True
