"""Calls that code would make, and what a model's calls are held to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError
from rapidfuzz import fuzz

from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.repair import Proposal, accept
from pilothouse.assistants.menu.understanding import Request, filter_arguments
from pilothouse.contracts.conversation import ProposedCall, Step
from pilothouse.contracts.tool import ToolContract
from pilothouse.retrieval.tokenizer import normalise

LOOKUPS = frozenset({"menu_search", "stock_lookup", "store_search", "faq_search"})
CONDITIONS = ("include", "exclude", "avoid_allergens", "spice", "min_price", "max_price", "max_prep_minutes")
FIGURES = ("min_price", "max_price", "max_prep_minutes", "max_per_head", "min_per_head", "min_rating", "max_km")

_ALIKE = 50.0  # percent: below this a name is no reading of what was said, but another idea
_IDLE: tuple[Any, ...] = (None, [], "", False, "any", "relevance", "distance")

Steps = Sequence[Mapping[str, Any]]


def next_calls(request: Request, steps: Steps) -> list[ProposedCall]:
    """First what the sentence asks for; then what of it was never asked rightly, and the repair of what failed."""
    if not steps:
        return list(request.calls())
    settled = {
        _key(step["name"], step["arguments"])
        for step in steps
        if step["envelope"].get("error_type") in (None, "no_results")
    }
    found = {step["name"] for step in steps if step["envelope"]["status"] == "success"}
    open_calls = [
        call
        for call in request.calls()
        if call.name not in found and _key(call.name, call.arguments) not in settled and not _failed_twice(call, steps)
    ]
    if open_calls:
        return open_calls
    tried = {step["name"] for step in steps}
    if not found and "stock_lookup" in tried and "menu_search" not in tried:
        return [ProposedCall("menu_search", request.menu_arguments())]  # not sold here: what comes nearest
    return []


def _failed_twice(call: ProposedCall, steps: Steps) -> bool:
    return any(_key(step["name"], step["arguments"]) == _key(call.name, call.arguments) for step in steps)


def said(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments without what is empty or left to its default."""
    return {key: value for key, value in arguments.items() if value not in _IDLE and key != "limit"}


def _key(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}:{json.dumps(said(arguments), sort_keys=True, ensure_ascii=False)}"


def hold(
    step: Step, request: Request, steps: Steps, offered: Iterable[ToolContract], lexicon: Lexicon | None = None
) -> tuple[Step, list[str]]:
    """``step`` as it may go on, and what was changed.

    A model may not answer before what must be looked up was looked up, nor look up something else instead,
    nor forget or invent a condition. Whatever is no look-up (a tool for the staff, a tool that does not exist)
    and whatever breaks its contract passes unchanged: the tool room refuses it with a typed error. With the menu's
    ``lexicon`` a dish that sounds or looks like what was said is looked up only if the measure of repairs allows it.
    """
    contracts = {name: tool for tool in offered for name in (tool.name, *tool.aliases)}
    proposals = next_calls(request, steps)
    if not step.calls:
        if proposals and not step.declined and contracts:
            return Step(calls=tuple(proposals), origin="fallback"), [
                "An answer without facts gave way to the calls that code proposes."
            ]
        return step, []
    notes: list[str] = []
    calls: list[ProposedCall] = []
    by_name = {call.name: call for call in proposals} if not steps else {}
    for call in step.calls:
        tool = contracts.get(call.name)
        name = tool.name if tool else call.name
        if tool is None or name not in LOOKUPS or not _valid(tool, call.arguments):
            calls.append(call)
        elif by_name and name not in by_name:
            notes.append(f"{name} is not what is asked for.")
        else:
            proposed = by_name.get(name)
            if lexicon is not None and proposed is not None and name == "menu_search":
                call, proposed, reading = _read_as(call, proposed, lexicon)
                notes.extend(reading)
            made = _settled(call, name, request, proposed)
            if made.arguments != call.arguments:
                notes.append(f"Arguments of {name} were held to what the guest said.")
            if all(_key(other.name, other.arguments) != _key(made.name, made.arguments) for other in calls):
                calls.append(made)
    valid = {call.name for call in calls if call.name in contracts and _valid(contracts[call.name], call.arguments)}
    missing = [call for name, call in by_name.items() if name not in valid and name in contracts]
    if missing:
        notes.append(f"Code added {', '.join(call.name for call in missing)}.")
    return replace(step, calls=(*calls, *missing)), notes


def _read_as(
    call: ProposedCall, proposed: ProposedCall, lexicon: Lexicon
) -> tuple[ProposedCall, ProposedCall, list[str]]:
    """A model may read 清炒侠仁 as one of two dishes that are equally near, but not 清蒸鲤鱼 as 清蒸鲈鱼."""
    said, meant = (normalise(str(one.arguments.get("query") or "")) for one in (proposed, call))
    if said == meant or not lexicon.named(meant) or fuzz.ratio(said, meant) < _ALIKE:
        return call, proposed, []
    if accept(Proposal(said, meant), said, lexicon) is None:
        return replace(call, arguments=proposed.arguments), proposed, [f"{said!r} may not be read as {meant!r}."]
    read = replace(proposed, arguments={**proposed.arguments, "query": meant})
    return call, read, [f"{said!r} was read as {meant!r}, as the model proposed."]


def _valid(tool: ToolContract, arguments: Mapping[str, Any]) -> bool:
    try:
        tool.validate(arguments)
    except ValidationError:
        return False
    return True


def _settled(call: ProposedCall, name: str, request: Request, proposed: ProposedCall | None) -> ProposedCall:
    if proposed is not None and (request.mentions or not request.filters.empty or name != "menu_search"):
        return replace(call, name=name, arguments=proposed.arguments)
    # Code knows no names and no conditions: the model's words for the search count, with no figure that nobody said.
    arguments = {key: value for key, value in call.arguments.items() if key not in FIGURES}
    if name == "menu_search":
        meant = filter_arguments(request.filters)
        arguments |= {key: meant[key] for key in CONDITIONS if key in meant}
        for key in ("exclude", "avoid_allergens"):
            if key not in meant:
                arguments.pop(key, None)
    elif name == "store_search":
        arguments |= {key: value for key, value in request.store_arguments().items() if key in FIGURES}
    return replace(call, name=name, arguments=arguments)
