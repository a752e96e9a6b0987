"""The restaurant's graph: understand → (smalltalk | signature dishes | assistant ⇄ tools) → compose → close.

Every step is chosen here, by code. A model may propose calls in ``assistant`` and words in ``compose``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import wording
from pilothouse.assistants.menu.search import Search, row
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.tasks import Compose, compose_answer, prompt
from pilothouse.assistants.menu.tools import DishRow, Services
from pilothouse.assistants.menu.understanding import Request, filter_arguments, request_data, understand
from pilothouse.assistants.menu.verification import Evidence, problems
from pilothouse.context.budget import Budget, Material
from pilothouse.context.history import History, age, summarise_history
from pilothouse.context.prompt import assemble, block
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall, Step
from pilothouse.contracts.reply import Source
from pilothouse.flow import Flow, ReplyParts, Turn
from pilothouse.gateway.tokens import count

HISTORY_TURNS = 6
IN_PROMPT = 5  # rows of one result that a model sees
BUDGET = Budget({"rules": 900, "history": 800, "materials": 2500, "question": 600})
FACTUAL = frozenset({"menu", "stock", "store", "faq"})


def _services(turn: Turn) -> Services:
    services: Services = turn.services
    return services


def _store(state: Mapping[str, Any], turn: Turn) -> str:
    return str(state.get("store") or turn.room.context.scope.get("store") or "")


def _request(state: Mapping[str, Any], turn: Turn) -> Request:
    """The request, read again from the text: it is cheap and needs no place in the stored state."""
    lexicon = _services(turn).catalogue.menu(_store(state, turn)).lexicon
    request = understand(state["text"], lexicon)
    if turn.language != "auto":
        request = replace(request, chinese=turn.language == "zh")
    return request


async def understand_turn(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Read the sentence by rules; choose the branch."""
    _services(turn).catalogue.refresh()
    request = _request(state, turn)
    changed: dict[str, Any] = {"request": dict(request_data(request))}
    intents = set(request.intents)
    chosen = request.store if "choose_store" in intents else state["store"]
    changed["store"] = chosen
    if chosen:
        # From now on this store's menu, stock and hours count, in this turn's tools as well.
        context = turn.room.context
        turn.room.context = replace(context, scope={**context.scope, "store": chosen, "store_chosen": True})
    if intents & FACTUAL or intents == {"unclear"}:
        changed["route"] = "assistant"
    elif "broad" in intents:
        changed["route"] = "signature"
    else:
        changed["route"] = "compose"
    return changed


async def signature(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """A broad question gets the signature dishes, without retrieval (menu article, 5.3)."""
    services = _services(turn)
    menu = services.catalogue.menu(_store(state, turn))
    found, total = Search(services.catalogue, menu, services.clock(), limit=6).signatures()
    figures = turn.caller.holds(frozenset({"stock:read"}))
    rows = [DishRow.model_validate(row(item, menu, figures=figures)).model_dump(mode="json") for item in found]
    return {"signatures": [{"rows": rows, "total": total}]}


async def assistant(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Propose the next calls, or a draft of the answer."""
    request = _request(state, turn)
    steps = state["steps"]
    proposals = _next_proposals(request, steps)
    if steps and proposals and all(step["envelope"]["status"] == "error" for step in steps) and not turn.room.exhausted:
        # What was tried brought nothing and code knows what else to look up: self-repair, bounded by the room.
        return {"pending": _pending(proposals), "draft": ""}
    offered = turn.room.offered()
    conversation = Conversation(
        messages=_messages(state, turn),
        utterance=state["text"],
        proposals=tuple(proposals),
        knowledge=_services(turn).catalogue.menu(_store(state, turn)).lexicon,
    )
    if not offered and not turn.gateway.has_model:
        return {"pending": [], "draft": ""}
    step = await turn.gateway.converse(conversation, offered, caller=turn.caller, session=turn.session)
    step = _held(step, request, steps, proposals, turn)
    return {"pending": _pending(step.calls), "draft": step.text, "declined": step.declined}


def _next_proposals(request: Request, steps: Sequence[Mapping[str, Any]]) -> list[ProposedCall]:
    """The calls that code would make now: first what the sentence asks for, then the repair of what failed."""
    if not steps:
        return list(request.calls())
    done = {(step["name"], json.dumps(step["arguments"].get("query") or "", ensure_ascii=False)) for step in steps}
    failed = [step for step in steps if step["envelope"].get("error_type") == "no_results"]
    if any(step["name"] == "stock_lookup" for step in failed) and not any(name == "menu_search" for name, _ in done):
        return [ProposedCall("menu_search", request.menu_arguments())]
    if all(step["envelope"]["status"] == "error" for step in steps):
        tried = {step["name"] for step in steps}
        return [call for call in request.calls() if call.name not in tried]
    return []


def _held(
    step: Step, request: Request, steps: Sequence[Mapping[str, Any]], proposals: Sequence[ProposedCall], turn: Turn
) -> Step:
    """What a model may not do: answer without looking up what has to be looked up, or forget a condition."""
    if not step.calls and not steps and proposals and not step.declined and turn.room.offered():
        turn.trace.event("held", reason="An answer without facts was replaced by the calls that code proposes.")
        return Step(calls=tuple(proposals), origin="fallback")
    said = filter_arguments(request.filters)
    calls = []
    for call in step.calls:
        arguments = dict(call.arguments)
        if call.name == "menu_search":
            for key in ("include", "exclude", "avoid_allergens", "spice", "min_price", "max_price", "max_prep_minutes"):
                if key in said and not arguments.get(key):
                    arguments[key] = said[key]
        calls.append(replace(call, arguments=arguments))
    return replace(step, calls=tuple(calls))


def _pending(calls: Sequence[ProposedCall]) -> list[dict[str, Any]]:
    return [{"name": call.name, "arguments": dict(call.arguments), "id": call.id} for call in calls]


def _messages(state: MenuState, turn: Turn) -> tuple[Message, ...]:
    history = History.of([Message(entry["role"], entry["text"]) for entry in state["history"]], state["summary"])  # type: ignore[arg-type]
    messages = assemble(prompt("assistant"), history, (), state["text"], BUDGET, count)
    for n, step in enumerate(state["steps"]):
        call = ProposedCall(step["name"], step["arguments"], step["id"] or f"call_{n}")
        messages.append(Message("assistant", "", calls=(call,)))
        messages.append(Message("tool", _shown(step["envelope"]), call_id=call.id, name=step["name"]))
    return tuple(messages)


_HIDDEN = ("dish_id", "store_id", "score", "match", "id", "kind")


def _shown(envelope: Mapping[str, Any]) -> str:
    """An envelope as a model sees it: the rows that matter, no ids, no empty fields."""
    rows = [
        {key: value for key, value in item.items() if key not in _HIDDEN and value not in (None, [], "")}
        for item in envelope.get("results", [])[:IN_PROMPT]
    ]
    kept = {key: envelope[key] for key in ("status", "error_type", "message", "hint") if envelope.get(key)}
    if rows:
        kept |= {"results": rows, "total_found": envelope["total_found"]}
    return json.dumps(kept, ensure_ascii=False)


async def tools(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Run what was proposed, as far as the tool room allows."""
    proposals = [ProposedCall(call["name"], call["arguments"], call["id"]) for call in state["pending"]]
    results = await turn.room.run(proposals)
    made = [
        {
            "name": result.call.name,
            "arguments": result.call.arguments,
            "id": result.proposal.id,
            "envelope": result.envelope.model_dump(mode="json", exclude_none=True),
        }
        for result in results
    ]
    return {"steps": [*state["steps"], *made]}


async def compose(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """The reply: code's words, or a model's when they state nothing but what was found."""
    request = _request(state, turn)
    plain, outcome = _plain(state, turn, request)
    rows = _rows(state)
    evidence = Evidence(
        rows=tuple(rows),
        said=state["text"],
        lexicon=_services(turn).catalogue.menu(_store(state, turn)).lexicon,
        tools=tuple(tool.name for tool in turn.room.offered()),
    )
    text = plain
    if turn.gateway.has_model and state["route"] == "assistant":
        text, outcome = await _worded(state, turn, plain, outcome, evidence)
    return {
        "reply": text,
        "outcome": outcome,
        "data": _data(state, turn),
        "sources": [source.model_dump() for source in _sources(rows)],
    }


async def _worded(state: MenuState, turn: Turn, plain: str, outcome: str, evidence: Evidence) -> tuple[str, str]:
    if state["draft"]:
        wrong = problems(state["draft"], evidence)
        if not wrong and (evidence.rows or not set(state["request"]["intents"]) & FACTUAL):
            return state["draft"], "answered" if outcome == "fallback" and evidence.rows else outcome
        turn.trace.event("verification", passed=False, problems=wrong or ["The draft rests on no result."])
    if not evidence.rows:
        return plain, outcome
    materials = [Material(n, _shown({"results": [item], "total_found": 1}), item.get("name") or item.get("question") or "") for n, item in enumerate(evidence.rows[:IN_PROMPT], 1)]
    given = Compose(
        question=state["text"], material="\n".join(block(item) for item in materials), history=state["summary"], fallback=plain
    )
    result = await turn.gateway.ask(compose_answer(evidence), given, caller=turn.caller, session=turn.session)
    if result.problems:
        turn.trace.event("verification", passed=result.origin == "model", problems=list(result.problems))
    if result.origin == "fallback" and outcome == "answered":
        outcome = "fallback" if result.attempts else outcome
    return result.value.reply, outcome


def _rows(state: MenuState) -> list[dict[str, Any]]:
    rows = [item for step in state["steps"] for item in step["envelope"].get("results", [])]
    rows += [item for block_ in state["signatures"] for item in block_["rows"]]
    return rows


def _plain(state: MenuState, turn: Turn, request: Request) -> tuple[str, str]:
    """Code's own reply with its outcome."""
    chinese = request.chinese
    if state["route"] == "compose":
        if "choose_store" in request.intents:
            name = _services(turn).catalogue.default_store(request.store).name
            return wording.store_chosen(name, chinese), "answered"
        return wording.pick(wording.SMALLTALK[request.smalltalk or "greeting"], chinese), "answered"
    if state["signatures"]:
        shown = state["signatures"][0]
        if not shown["rows"]:
            return wording.nothing(request), "not_found"
        return wording.signatures(shown["rows"], request, shown["total"]), "answered"
    good = [step for step in state["steps"] if step["envelope"]["status"] == "success"]
    if good:
        return _from_results(good, request)
    return _from_errors(state, request)


def _from_results(good: Sequence[Mapping[str, Any]], request: Request) -> tuple[str, str]:
    parts: list[str] = []
    outcome = "answered"
    for step in good:
        rows, total = step["envelope"]["results"], step["envelope"]["total_found"]
        if step["name"] == "menu_search":
            parts.append(wording.dishes(rows, request, total))
            if len(good) == 1 and all(item["match"] == "nearest" for item in rows):
                outcome = "not_found"
        elif step["name"] == "stock_lookup":
            parts.append(wording.stock(rows, request.chinese))
        elif step["name"] == "store_search":
            parts.append(wording.stores(rows, request.chinese, request.near))
        elif step["name"] == "stock_update":
            parts.append(wording.stock_changed(rows[0], request.chinese))
        else:
            parts.append(wording.faq(rows, request.chinese))
    return ("" if request.chinese else " ").join(dict.fromkeys(parts)), outcome


def _from_errors(state: MenuState, request: Request) -> tuple[str, str]:
    chinese = request.chinese
    kinds = {step["envelope"]["error_type"] for step in state["steps"]}
    if kinds & {"timeout", "unavailable", "stale_data"}:
        return wording.pick(wording.UNAVAILABLE, chinese), "fallback"
    if "no_results" in kinds:
        names = {step["name"] for step in state["steps"]}
        if names <= {"faq_search"}:
            return wording.pick(wording.NO_FAQ, chinese), "not_found"
        if names <= {"store_search"}:
            return ("没有找到符合条件的门店。" if chinese else "I found no store that fits."), "not_found"
        return wording.nothing(request), "not_found"
    if "not_allowed" in kinds:
        return ("您没有权限做这件事。" if chinese else "You are not allowed to do that."), "refused"
    if state["declined"] and set(request.intents) & FACTUAL:
        return wording.pick(wording.NOT_CHECKED, chinese), "fallback"
    return wording.pick(wording.UNCLEAR, chinese), "refused"


def _data(state: MenuState, turn: Turn) -> dict[str, Any]:
    catalogue = _services(turn).catalogue
    dishes: dict[str, dict[str, Any]] = {}
    for item in _rows(state):
        if "price_label" in item:
            dishes.setdefault(item["dish_id"], item)
    faq = [item for item in _rows(state) if "answer" in item]
    stores = [item for item in _rows(state) if "open_now" in item]
    return {
        "dishes": list(dishes.values()),
        "stores": stores,
        "faq": faq,
        "store": catalogue.default_store(_store(state, turn)).name,
        "menu_version": catalogue.version,
        "request": state["request"],
    }


def _sources(rows: Sequence[Mapping[str, Any]]) -> list[Source]:
    sources: dict[str, Source] = {}
    for item in rows:
        key = str(item.get("dish_id") or item.get("store_id") or item.get("id"))
        if key not in sources:
            sources[key] = Source(
                n=len(sources) + 1,
                id=key,
                title=str(item.get("name") or item.get("question")),
                section=str(item.get("category") or item.get("topic") or "") or None,
                score=item.get("score"),
            )
    return list(sources.values())


async def close(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Let the conversation age: the last turns stay as they were, older ones become a summary."""
    shown = [item["dish_id"] for item in state["data"].get("dishes", [])]
    history = [*state["history"], {"role": "user", "text": state["text"]}, {"role": "assistant", "text": state["reply"]}]
    changed: dict[str, Any] = {"history": history}
    if shown:
        changed["menu_context"] = shown
    if len(history) > 2 * HISTORY_TURNS:
        past = History.of([Message(entry["role"], entry["text"]) for entry in history], state["summary"])  # type: ignore[arg-type]
        task = summarise_history(count)
        aged = await age(past, HISTORY_TURNS, task, lambda t, g: turn.gateway.ask(t, g, caller=turn.caller, session=turn.session))
        changed["summary"] = aged.summary
        changed["history"] = [{"role": m.role, "text": m.content} for turn_ in aged.turns for m in turn_]
    return changed


def finish(state: MenuState) -> ReplyParts:
    """The last state as a reply."""
    return ReplyParts(
        text=state["reply"],
        outcome=state["outcome"],  # type: ignore[arg-type]
        data=state["data"],
        sources=tuple(Source.model_validate(source) for source in state["sources"]),
    )


FLOW = Flow(
    name="menu",
    state=MenuState,
    nodes={
        "understand": understand_turn,
        "signature": signature,
        "assistant": assistant,
        "tools": tools,
        "compose": compose,
        "close": close,
    },
    edges={
        "understand": (lambda state: str(state["route"]), ("assistant", "signature", "compose")),
        "signature": "compose",
        "assistant": (lambda state: "tools" if state["pending"] else "compose", ("tools", "compose")),
        "tools": "assistant",
        "compose": "close",
        "close": "end",
    },
    start="understand",
    finish=finish,
)
