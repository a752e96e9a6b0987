"""The graph's words: code's own, or a model's wording of the decision where it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.assistants.shopping.asking import chinese, need_of
from pilothouse.assistants.shopping.decision.contract import Decision
from pilothouse.assistants.shopping.state import ShoppingState
from pilothouse.assistants.shopping.tasks import WORD_DECISION, Words
from pilothouse.assistants.shopping.wording import say
from pilothouse.assistants.shopping.wording.decided import told
from pilothouse.assistants.shopping.wording.followups import answer
from pilothouse.context.fence import fence
from pilothouse.flow import Turn

# Failures that say nothing about the web: somebody has to mend something.
BROKEN = ("unavailable", "timeout", "invalid_params", "call_limit", "not_allowed", "stale_data")


async def word(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """What is said, whose words they are, and the quotations that their numbers stand for."""
    zh, intent = chinese(state, turn), state["aim"]["intent"]
    if intent == "talk":
        return _code(say.say(say.TALK.get(state["aim"]["kind"], say.TALK["other"]), zh))
    if intent == "refuse":
        return _code(say.say(say.OUT_OF_SCOPE, zh), "refused")
    if intent == "clarify":
        return _code(say.say(say.CLARIFY.get(state["aim"]["kind"], say.CLARIFY["kind"]), zh), "clarify")
    if intent == "followup":
        found = answer(state["aim"]["kind"], state["text"], state["record"], zh)
        return _code(found.text, "answered" if found.found else "not_found", found.cited)
    if state["declined"]:
        return _code(say.say(say.NOT_SEARCHED, zh), "fallback")
    if (broken := state["found"]).get("error_type") in BROKEN:
        return _code(say.sentence(str(broken["message"]), zh), "fallback")
    return await _decision(state, turn, zh)


async def _decision(state: ShoppingState, turn: Turn, zh: bool) -> Mapping[str, Any]:
    decision = Decision.model_validate(state["decision"])
    own = told(decision, zh)
    outcome = "not_found" if decision.abstained else "answered"
    if not turn.gateway.has_model:
        return _code(own, outcome, decision.evidence)
    given = Words(
        need=need_of(state).text,
        facts=fence(own),
        language="中文" if zh else "English",
        decision=decision,
        known=_names(state["scores"]),
        fallback=own,
    )
    result = await turn.gateway.ask(WORD_DECISION, given, caller=turn.caller, session=turn.session)
    turn.trace.event("wording", origin=result.origin, attempts=result.attempts, problems=list(result.problems))
    said = _code(result.value.reply, outcome, decision.evidence)
    return {**said, "origin": "model" if result.origin == "model" else "code"}


def _names(scores: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    names = [name for row in scores for name in (row["product"], *row["names"], row["model"]) if name]
    return tuple(dict.fromkeys(names))


def _code(text: str, result: str = "answered", cited: Sequence[Any] = ()) -> dict[str, Any]:
    return {
        "draft": text,
        "origin": "code",
        "cited": [item.model_dump(mode="json") for item in cited],
        "result": result,
    }
