"""The restaurant's graph: understand → (waiter | signature dishes | assistant ⇄ tools) → compose → close.

Every step is chosen here, by code. A model may propose calls in ``assistant`` and words in ``compose``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import answer
from pilothouse.assistants.menu.answer import FACTUAL
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.hearing import hear, refined, resolve, unanswered
from pilothouse.assistants.menu.material import SHOWN, line, shown
from pilothouse.assistants.menu.memory import Taste, learned, merge, rank, read_statement
from pilothouse.assistants.menu.ordering import Change
from pilothouse.assistants.menu.proposals import hold, next_calls, said
from pilothouse.assistants.menu.restock import read_restock
from pilothouse.assistants.menu.schemas import DishRow
from pilothouse.assistants.menu.search import Search, row
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.tasks import Compose, compose_answer, prompt
from pilothouse.assistants.menu.tools import TOOLS, Services
from pilothouse.assistants.menu.understanding import Request, request_data, understand
from pilothouse.assistants.menu.verification import Evidence, omissions, problems
from pilothouse.assistants.menu.waiter import changes_in, shown_dishes, take
from pilothouse.assistants.menu.wording import NAMED
from pilothouse.context.budget import Budget, Material
from pilothouse.context.history import History, age, summarise_history
from pilothouse.context.prompt import assemble, block
from pilothouse.contracts.caller import GUEST
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.contracts.reply import Source
from pilothouse.flow import Flow, ReplyParts, Turn
from pilothouse.gateway.tokens import count
from pilothouse.retrieval.tokenizer import normalise

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


def _menu(state: Mapping[str, Any], turn: Turn) -> Menu:
    return _services(turn).catalogue.menu(_store(state, turn))


def _text(state: Mapping[str, Any]) -> str:
    """The sentence as it was understood."""
    return str(state["heard"].get("text") or state["text"])


def _request(state: Mapping[str, Any], turn: Turn) -> Request:
    """The request of this turn. It follows from the text and needs no place in the stored state."""
    key = ("request", _store(state, turn), _text(state), state["heard"].get("refine"), bool(state["taken"]))
    if key not in turn.memo:
        turn.memo[key] = _read(state, turn)
    request: Request = turn.memo[key]
    return request


def _read(state: Mapping[str, Any], turn: Turn) -> Request:
    menu = _menu(state, turn)
    request = understand(_text(state), menu.lexicon)
    if kind := state["heard"].get("refine"):
        request = refined(request, kind, state["last_search"], shown_dishes(state, menu))
    if state["taken"]:
        # The order was taken by its own node; what else was asked is still open.
        request = unanswered(request, state["taken"]["surfaces"])
    avoid = [term for term in _taste(state, turn).allergies if term not in request.filters.avoid]
    if avoid and "menu" in request.intents:
        request = replace(request, filters=replace(request.filters, avoid=(*request.filters.avoid, *avoid)))
    if turn.language != "auto":
        request = replace(request, chinese=turn.language == "zh")
    return request


def _taste(state: Mapping[str, Any], turn: Turn) -> Taste:
    """What is known of the guest: kept for a user, and said in this session."""
    said = Taste.model_validate(state["taste"]) if state["taste"] else Taste()
    if turn.caller.name == GUEST:
        return said
    if "taste" not in turn.memo:
        turn.memo["taste"] = _services(turn).memory.get(turn.caller.name)
    return merge(turn.memo["taste"], said)


async def understand_turn(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Read the sentence by rules; choose the branch."""
    _services(turn).catalogue.refresh()
    menu = _menu(state, turn)
    heard = hear(state["text"], menu)
    ordering = changes_in(heard.text, state, menu)
    ordering = _meant(ordering, heard.text, menu, empty=not (state["cart"] or {}).get("lines"))
    if not ordering:
        heard = resolve(heard, menu, shown_dishes(state, menu), focus=state["focus"], last=state["last_search"])
    changed: dict[str, Any] = {
        "heard": heard.data(),
        "question": heard.question,
        "taste": _learn(heard.text, state, turn, menu),
    }
    request = _request({**state, **changed}, turn)
    if ordering:
        request = unanswered(request, [change.surface for change in ordering])
    changed["request"] = dict(request_data(request))
    intents = set(request.intents)
    chosen = request.store if "choose_store" in intents else state["store"]
    changed["store"] = chosen
    if chosen:
        # From now on this store's menu, stock and hours count, in this turn's tools as well.
        context = turn.room.context
        turn.room.context = replace(context, scope={**context.scope, "store": chosen, "store_chosen": True})
    if heard.question:
        changed["route"] = "compose"
    elif ordering and "choose_store" not in intents:
        changed["route"] = "waiter"
    elif intents & FACTUAL or intents == {"unclear"} or read_restock(heard.text, menu.lexicon):
        changed["route"] = "assistant"
    elif "broad" in intents:
        changed["route"] = "signature"
    else:
        changed["route"] = "compose"
    return changed


QUESTIONS = frozenset(
    {"price", "ingredients", "contains", "spice", "prep", "allergens", "portion", "hours", "availability"}
)


def _meant(ordering: Sequence[Change], text: str, menu: Menu, *, empty: bool) -> tuple[Change, ...]:
    """The changes that are no questions: 点麻婆豆腐的话几分钟能好 asks, 再来一碗米饭，香锅要多久 does both.

    In doubt nothing is ordered: better a question answered than a dish not wanted.
    """
    if not ordering or any(change.verb not in ("add", "unclear", "deadline") for change in ordering):
        return tuple(ordering)
    clauses = [clause for clause in re.split(r"[，,。;；!！?？\n]", normalise(text)) if clause.strip()]

    def asks(change: Change) -> bool:
        clause = next((clause for clause in clauses if change.surface and change.surface in clause), text)
        request = understand(clause, menu.lexicon)
        free = bool(request.filters.avoid) and not request.mentions
        return bool(QUESTIONS & set(request.aspects)) or "stock" in request.intents or free

    kept = [change for change in ordering if change.verb == "deadline" or not asks(change)]
    if empty and all(change.verb == "deadline" for change in kept):
        return ()
    return tuple(kept)


def _learn(text: str, state: Mapping[str, Any], turn: Turn, menu: Menu) -> dict[str, Any]:
    """The session's taste with what the sentence says for good; a user's memory keeps it as well."""
    statement = read_statement(text, menu.lexicon)
    if statement is None or statement.other:
        return dict(state["taste"])
    if turn.caller.name != GUEST and not turn.room.context.scope.get("replayed"):
        _services(turn).memory.learn(turn.caller.name, statement)
        turn.memo.pop("taste", None)
    said = Taste.model_validate(state["taste"]) if state["taste"] else Taste()
    return dict(learned(said, statement).model_dump(mode="json"))


async def waiter(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Take the order: the cart is this node's, and no model's."""
    menu = _menu(state, turn)
    request = understand(_text(state), menu.lexicon)
    chinese = request.chinese if turn.language == "auto" else turn.language == "zh"
    taste = _taste(state, turn)
    changed = await take(_text(state), state, turn, menu, chinese=chinese, allergies=taste.allergies)
    turn.room.phase = ""
    placed = changed["taken"]["order"]
    if placed and turn.caller.name != GUEST and not turn.room.context.scope.get("replayed"):
        lines = [(line["dish_id"], tuple(line["options"])) for line in placed["lines"]]
        _services(turn).memory.record_order(turn.caller.name, placed["key"], lines)
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
    if not steps and (change := read_restock(_text(state), _menu(state, turn).lexicon)):
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
        utterance=_text(state),
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
    taste = _taste(state, turn)
    if not taste.empty:
        for step in made:
            if step["name"] == "menu_search" and step["envelope"]["status"] == "success":
                step["envelope"] = {**step["envelope"], "results": _ranked(step, taste, _menu(state, turn))}
    return {"steps": [*state["steps"], *made]}


def _ranked(step: Mapping[str, Any], taste: Taste, menu: Menu) -> list[dict[str, Any]]:
    """Rows in the order in which this guest would like them, each with the reasons."""
    rows = step["envelope"]["results"]
    listed = (
        all(item["match"] not in NAMED for item in rows) and step["arguments"].get("sort", "relevance") == "relevance"
    )
    ranked = rank(rows, taste, menu, reorder=listed)
    return [{**item.row, "reasons": list(item.reasons)} for item in ranked]


async def compose(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """The reply: code's words, or a model's when they state nothing but what was found."""
    request = _request(state, turn)
    text, outcome = answer.plain(state, request, _store_name(state, turn))
    if turn.gateway.has_model and state["route"] == "assistant" and not state["taken"]:
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
    data = state["data"]
    ordered = {item["dish_id"] for item in state["taken"].get("rows", [])}  # read back, not listed: 第三个也来一份
    seen = [item["dish_id"] for item in data.get("dishes", []) if item["dish_id"] not in ordered]
    touched = [dish for dish in state["taken"].get("dishes", []) if dish]
    history = [
        *state["history"],
        {"role": "user", "text": state["text"]},
        {"role": "assistant", "text": state["reply"]},
    ]
    changed: dict[str, Any] = {"history": history}
    if seen:
        changed["menu_context"] = seen
        # "这个" means the one dish spoken of; after a list it means none until one is named.
        changed["focus"] = seen[0] if len(seen) == 1 else ""
    if touched:
        changed["focus"] = touched[-1]
    searches = [
        step["arguments"]
        for step in state["steps"]
        if step["name"] == "menu_search" and step["envelope"]["status"] == "success"
    ]
    if searches:
        changed["last_search"] = said(searches[-1])
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
        "waiter": waiter,
        "signature": signature,
        "assistant": assistant,
        "tools": tools,
        "compose": compose,
        "close": close,
    },
    edges={
        "understand": (lambda state: str(state["route"]), ("waiter", "assistant", "signature", "compose")),
        "waiter": (lambda state: "assistant" if _asks_more(state) else "compose", ("assistant", "compose")),
        "signature": "compose",
        "assistant": (lambda state: "tools" if state["pending"] else "compose", ("tools", "compose")),
        "tools": "assistant",
        "compose": "close",
        "close": "end",
    },
    start="understand",
    finish=finish,
)
