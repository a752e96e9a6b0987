"""The restaurant's graph: understand → (smalltalk | signature dishes | assistant ⇄ tools) → compose → close.

Every step is chosen here, by code. A model may propose calls in ``assistant`` and words in ``compose``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import answer
from pilothouse.assistants.menu.answer import FACTUAL
from pilothouse.assistants.menu.material import SHOWN, line, shown
from pilothouse.assistants.menu.proposals import hold, next_calls, said
from pilothouse.assistants.menu.search import Search, row
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.tasks import Compose, compose_answer, prompt
from pilothouse.assistants.menu.tools import TOOLS, DishRow, Services
from pilothouse.assistants.menu.understanding import Request, request_data, understand
from pilothouse.assistants.menu.verification import Evidence, omissions, problems
from pilothouse.context.budget import Budget, Material
from pilothouse.context.history import History, age, summarise_history
from pilothouse.context.prompt import assemble, block
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.contracts.reply import Source
from pilothouse.flow import Flow, ReplyParts, Turn
from pilothouse.gateway.tokens import count

HISTORY_TURNS = 6  # kept as they were said
HISTORY_SLACK = 3  # and so many more before they are summarised together: one model call for several turns
BUDGET = Budget({"rules": 900, "history": 800, "materials": 2500, "question": 600})


def _services(turn: Turn) -> Services:
    services: Services = turn.services
    return services


def _store(state: Mapping[str, Any], turn: Turn) -> str:
    return str(state.get("store") or turn.room.context.scope.get("store") or "")


def _store_name(state: Mapping[str, Any], turn: Turn) -> str:
    return _services(turn).catalogue.default_store(_store(state, turn)).name


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
    proposals = next_calls(request, steps)
    offered = turn.room.offered()
    names = {tool.name for tool in offered}
    repair = [call for call in proposals if call.name in names]
    if steps and repair:
        # Something of what was asked is still open and code knows what to look up: no model has to be asked.
        return {"pending": _pending(repair), "draft": ""}
    if state["failed"] or (not offered and not turn.gateway.has_model):
        return {"pending": [], "draft": ""}
    conversation = Conversation(
        messages=_messages(state, turn),
        utterance=state["text"],
        proposals=tuple(proposals),
        knowledge=_services(turn).catalogue.menu(_store(state, turn)).lexicon,
    )
    step = await turn.gateway.converse(conversation, offered, caller=turn.caller, session=turn.session)
    failed = step.origin == "fallback" and bool(step.refused)
    if not (step.calls or steps or proposals or step.declined or step.origin == "fallback"):
        # The model would answer what the rules can't read. If it means a tool by its examples, that is asked first.
        step = replace(await turn.gateway.route(conversation, offered), text=step.text)
    step, notes = hold(step, request, steps, offered)
    if notes:
        turn.trace.event("held", reasons=notes)
    draft = "" if step.calls else step.text
    return {
        "pending": _pending(step.calls),
        "draft": draft,
        "declined": step.declined,
        "failed": state["failed"] or failed,
    }


def _pending(calls: Sequence[ProposedCall]) -> list[dict[str, Any]]:
    return [{"name": call.name, "arguments": dict(call.arguments), "id": call.id} for call in calls]


def _messages(state: MenuState, turn: Turn) -> tuple[Message, ...]:
    history = History.of([Message(entry["role"], entry["text"]) for entry in state["history"]], state["summary"])  # type: ignore[arg-type]
    messages = assemble(prompt("assistant"), history, (), state["text"], BUDGET, count)
    for n, step in enumerate(state["steps"]):
        call = ProposedCall(step["name"], said(step["arguments"]), step["id"] or f"call_{n}")
        messages.append(Message("assistant", "", calls=(call,)))
        messages.append(Message("tool", shown(step["envelope"]), call_id=call.id, name=step["name"]))
    return tuple(messages)


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
    text, outcome = answer.plain(state, request, _store_name(state, turn))
    if turn.gateway.has_model and state["route"] == "assistant":
        text, outcome = await _worded(state, turn, text, outcome, _evidence(state, turn, request))
    return {
        "reply": text,
        "outcome": outcome,
        "data": answer.data(state, _store_name(state, turn), _services(turn).catalogue.version),
        "sources": [source.model_dump() for source in answer.sources(answer.rows_of(state))],
    }


def _evidence(state: MenuState, turn: Turn, request: Request) -> Evidence:
    good = [step for step in state["steps"] if step["envelope"]["status"] == "success"]
    return Evidence(
        rows=tuple(answer.rows_of(state)),
        said=state["text"],
        lexicon=_services(turn).catalogue.menu(_store(state, turn)).lexicon,
        tools=tuple(tool.name for tool in TOOLS),
        arguments=tuple(step["arguments"] for step in good),
        totals=tuple(step["envelope"]["total_found"] for step in good),
        aspects=(*request.aspects, *(("stock",) if "stock" in request.intents else ())),
        contains=request.contains,
        chinese=request.chinese,
        store=str(state["store"] or turn.room.context.scope.get("store") or request.store),
    )


async def _worded(state: MenuState, turn: Turn, plain: str, outcome: str, evidence: Evidence) -> tuple[str, str]:
    """A model's words if they pass; else code's own, and then ``answered`` becomes ``fallback``."""
    safe = "fallback" if outcome == "answered" else outcome
    if state["draft"]:
        wrong = problems(state["draft"], evidence) or omissions(state["draft"], evidence)
        if not wrong and evidence.rows:
            return state["draft"], outcome
        turn.trace.event("verification", passed=False, problems=wrong or ["The draft rests on no result."])
    if not evidence.rows or state["failed"]:
        return plain, safe if state["failed"] else outcome
    materials = [
        Material(n, line(item), item.get("name") or item.get("question") or "")
        for n, item in enumerate(evidence.rows[:SHOWN], 1)
    ]
    given = Compose(question=state["text"], material="\n".join(block(item) for item in materials), fallback=plain)
    result = await turn.gateway.ask(compose_answer(evidence), given, caller=turn.caller, session=turn.session)
    if result.problems:
        turn.trace.event("verification", passed=result.origin == "model", problems=list(result.problems))
    return result.value.reply, outcome if result.origin == "model" else safe


async def close(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Let the conversation age: the last turns stay as they were, older ones become a summary."""
    seen = [item["dish_id"] for item in state["data"].get("dishes", [])]
    history = [
        *state["history"],
        {"role": "user", "text": state["text"]},
        {"role": "assistant", "text": state["reply"]},
    ]
    changed: dict[str, Any] = {"history": history}
    if seen:
        changed["menu_context"] = seen
    if len(history) > 2 * (HISTORY_TURNS + HISTORY_SLACK):
        past = History.of([Message(entry["role"], entry["text"]) for entry in history], state["summary"])  # type: ignore[arg-type]
        task = summarise_history(count)
        aged = await age(
            past, HISTORY_TURNS, task, lambda t, g: turn.gateway.ask(t, g, caller=turn.caller, session=turn.session)
        )
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
