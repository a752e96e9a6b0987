"""The restaurant's graph: understand → (waiter | signature dishes | assistant ⇄ tools) → compose → close.

Every step is chosen here, by code. A model may propose calls in ``assistant`` and words in ``compose``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import turns
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.learning import taste_of
from pilothouse.assistants.menu.listening import understand_turn
from pilothouse.assistants.menu.material import shown
from pilothouse.assistants.menu.memory import Taste, rank
from pilothouse.assistants.menu.proposals import hold, next_calls, said
from pilothouse.assistants.menu.replying import close, compose, finish
from pilothouse.assistants.menu.restock import read_restock
from pilothouse.assistants.menu.schemas import DishRow
from pilothouse.assistants.menu.search import Search, row
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.suggesting import suggest
from pilothouse.assistants.menu.tasks import prompt
from pilothouse.assistants.menu.telling import NAMED
from pilothouse.assistants.menu.understanding import understand
from pilothouse.assistants.menu.waiter import take
from pilothouse.context.budget import Budget
from pilothouse.context.history import History
from pilothouse.context.prompt import assemble
from pilothouse.contracts.caller import GUEST
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.flow import Flow, Turn
from pilothouse.gateway.tokens import count

BUDGET = Budget({"rules": 900, "history": 800, "materials": 2500, "question": 600})


async def waiter(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Take the order: the cart is this node's, and no model's."""
    menu = turns.menu(state, turn)
    request = understand(turns.text(state), menu.lexicon)
    chinese = request.chinese if turn.language == "auto" else turn.language == "zh"
    taste = taste_of(state, turn)
    changed = await take(turns.text(state), state, turn, menu, chinese=chinese, taste=taste)
    turn.room.phase = ""
    placed = changed["taken"]["order"]
    if placed and turn.caller.name != GUEST and not turn.room.context.scope.get("replayed"):
        lines = [(line["dish_id"], tuple(line["options"])) for line in placed["lines"]]
        turns.services(turn).memory.record_order(turn.caller.name, placed["key"], lines)
    return changed


async def signature(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """A broad question gets the signature dishes, without retrieval (menu article, 5.3)."""
    services = turns.services(turn)
    menu = services.catalogue.menu(turns.store(state, turn))
    found, total = Search(services.catalogue, menu, services.clock(), limit=50).signatures()
    ranked = rank(found, taste_of(state, turn), menu)  # all of them: what he likes best may be the last
    figures = turn.caller.holds(frozenset({"stock:read"}))
    rows = [
        {
            **DishRow.model_validate(row(item.row, menu, figures=figures)).model_dump(mode="json"),
            "reasons": item.reasons,
        }
        for item in ranked[:6]
    ]
    total -= len(found) - len(ranked)
    return {"signatures": [{"rows": rows, "total": total}]}


async def assistant(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Propose the next calls, or a draft of the answer."""
    request = turns.request(state, turn)
    steps = state["steps"]
    if not steps and (change := read_restock(turns.text(state), turns.menu(state, turn).lexicon)):
        # Whether this user may do it is for the tool room to say.
        return {"pending": _pending([change])}
    if any(step["name"] == "stock_update" for step in steps):
        return {"pending": []}
    proposals = next_calls(request, steps)
    offered = turn.room.offered()
    names = {tool.name for tool in offered}
    repair = [call for call in proposals if call.name in names]
    if steps and repair:
        # Something of what was asked is still open and code knows what to look up: no model has to be asked.
        return {"pending": _pending(repair), "draft": ""}
    if state["failed"] or (not turn.gateway.has_model and (steps or not offered)):
        return {"pending": [], "draft": ""}
    conversation = Conversation(
        messages=_messages(state, turn) if turn.gateway.has_model else (),
        utterance=turns.text(state),
        proposals=tuple(proposals),
        knowledge=turns.services(turn).catalogue.menu(turns.store(state, turn)).lexicon,
    )
    step = await turn.gateway.converse(conversation, offered, caller=turn.caller, session=turn.session)
    failed = step.origin == "fallback" and bool(step.refused)
    if not (step.calls or steps or proposals or step.declined or step.origin == "fallback"):
        # The model would answer what the rules can't read. If it means a tool by its examples, that is asked first.
        step = replace(await turn.gateway.route(conversation, offered), text=step.text)
    step, notes = hold(step, request, steps, offered, turns.menu(state, turn).lexicon)
    if notes:
        turn.trace.event("held", reasons=notes)
    draft = "" if step.calls else step.text
    return {
        "pending": _pending(step.calls),
        "draft": draft,
        "declined": step.declined,
        "failed": state["failed"] or failed,
    }


def _asks_more(state: Mapping[str, Any]) -> bool:
    """True when the sentence orders and asks for something else as well: 来份米饭，你们几点关门."""
    return bool({"faq", "store"} & set(state["request"]["intents"]))


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
    made: list[dict[str, Any]] = [
        {
            "name": result.call.name,
            "arguments": result.call.arguments,
            "id": result.proposal.id,
            "envelope": result.envelope.model_dump(mode="json", exclude_none=True),
        }
        for result in results
    ]
    taste = taste_of(state, turn)
    if not taste.empty:
        for step in made:
            if step["name"] == "menu_search" and step["envelope"]["status"] == "success":
                step["envelope"] = {**step["envelope"], "results": _ranked(step, taste, turns.menu(state, turn))}
    return {"steps": [*state["steps"], *made]}


def _ranked(step: Mapping[str, Any], taste: Taste, menu: Menu) -> list[dict[str, Any]]:
    """Rows in the order in which this guest would like them, each with the reasons."""
    rows = step["envelope"]["results"]
    listed = (
        all(item["match"] not in NAMED for item in rows) and step["arguments"].get("sort", "relevance") == "relevance"
    )
    ranked = rank(rows, taste, menu, reorder=listed)
    return [{**item.row, "reasons": list(item.reasons)} for item in ranked]


FLOW = Flow(
    name="menu",
    state=MenuState,
    nodes={
        "understand": understand_turn,
        "waiter": waiter,
        "signature": signature,
        "suggest": suggest,
        "assistant": assistant,
        "tools": tools,
        "compose": compose,
        "close": close,
    },
    edges={
        "understand": (lambda state: str(state["route"]), ("waiter", "assistant", "signature", "suggest", "compose")),
        "waiter": (lambda state: "assistant" if _asks_more(state) else "compose", ("assistant", "compose")),
        "signature": "compose",
        "suggest": "compose",
        "assistant": (lambda state: "tools" if state["pending"] else "compose", ("tools", "compose")),
        "tools": "assistant",
        "compose": "close",
        "close": "end",
    },
    start="understand",
    finish=finish,
)
