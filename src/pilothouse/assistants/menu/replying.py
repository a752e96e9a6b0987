"""The graph's last nodes: the reply, by code or by a model held to the evidence, and the conversation as it ages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pilothouse.assistants.menu import answer, turns, wording
from pilothouse.assistants.menu.learning import with_aside
from pilothouse.assistants.menu.material import SHOWN, line
from pilothouse.assistants.menu.proposals import said
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.tasks import Compose, compose_answer
from pilothouse.assistants.menu.tools import TOOLS
from pilothouse.assistants.menu.understanding import Request
from pilothouse.assistants.menu.verification import Evidence, omissions, problems
from pilothouse.context.budget import Material
from pilothouse.context.history import History, age, summarise_history
from pilothouse.context.prompt import block
from pilothouse.contracts.conversation import Message
from pilothouse.contracts.reply import Source
from pilothouse.flow import ReplyParts, Turn
from pilothouse.gateway.tokens import count

_MOST = re.compile(r"最|cheapest|most|fastest|quickest|mildest|spiciest")


async def compose(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """The reply: code's words, or a model's when they state nothing but what was found."""
    request = turns.request(state, turn)
    text, outcome = answer.plain(state, request, turns.store_name(state, turn))
    if turn.gateway.has_model and state["route"] == "assistant" and not state["taken"]:
        text, outcome = await _worded(state, turn, text, outcome, _evidence(state, turn, request))
    text, outcome = with_aside(text, outcome, state)
    if state["store_lost"]:
        text = wording.store_lost(turns.store_name(state, turn), request.chinese) + text
    return {
        "reply": text,
        "outcome": outcome,
        "data": answer.data(state, turns.store_name(state, turn), turns.services(turn).catalogue.version),
        "sources": [source.model_dump() for source in answer.sources(answer.rows_of(state))],
    }


def _evidence(state: MenuState, turn: Turn, request: Request) -> Evidence:
    good = [step for step in state["steps"] if step["envelope"]["status"] == "success"]
    return Evidence(
        rows=tuple(answer.rows_of(state)),
        said=state["text"],
        lexicon=turns.services(turn).catalogue.menu(turns.store(state, turn)).lexicon,
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
        if len(seen) > 1 or seen[0] not in state["menu_context"]:
            changed["menu_context"] = seen  # one dish of the list was asked about: the list stays, 第三个呢
        # "这个" means the one dish spoken of; after a list it means none until one is named.
        changed["focus"] = seen[0] if len(seen) == 1 else ""
        if (
            len(seen) > 1
            and state["request"]["filters"].get("sort", "relevance") != "relevance"
            and _MOST.search(state["text"])
        ):
            changed["focus"] = seen[0]  # 最便宜的汤是哪个 … 来两份
        before = [dish for dish in state["asked_of"] if dish not in seen][-4:]
        changed["asked_of"] = [*before, *seen] if len(seen) == 1 else []
    if touched:
        changed["focus"] = touched[-1]
        changed["asked_of"] = []
    searches = [
        step["arguments"]
        for step in state["steps"]
        if step["name"] == "menu_search" and step["envelope"]["status"] == "success"
    ]
    if searches:
        changed["last_search"] = said(searches[-1])
    keep = turn.history_turns
    if len(history) > 2 * (keep + keep // 2):  # some wait, to be summarised together: one model call for several turns
        past = History.of([Message(entry["role"], entry["text"]) for entry in history], state["summary"])  # type: ignore[arg-type]
        task = summarise_history(count)
        aged = await age(
            past, keep, task, lambda t, g: turn.gateway.ask(t, g, caller=turn.caller, session=turn.session)
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
