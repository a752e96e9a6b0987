"""The graph's words: composing by code or by a model, and verifying what was composed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from pilothouse.assistants.knowledge import wording
from pilothouse.assistants.knowledge.answering import Draft, answer
from pilothouse.assistants.knowledge.citations import cited
from pilothouse.assistants.knowledge.denials import denies, without_denials
from pilothouse.assistants.knowledge.material import factual, passage, shown
from pilothouse.assistants.knowledge.routing import chinese, services
from pilothouse.assistants.knowledge.state import KnowledgeState
from pilothouse.assistants.knowledge.tasks import TEMPERATURES, Compose, compose_answer
from pilothouse.assistants.knowledge.verification import problems
from pilothouse.flow import Turn
from pilothouse.gateway import leaks
from pilothouse.retrieval.evidence import Conflict, conflicts
from pilothouse.retrieval.passage import Passage

TRIES = len(TEMPERATURES)
_ADDRESS = re.compile(r"(?:https?://|www\.)[\w./?=&%#~:-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
TOLD = 4  # problems of one answer that a model is told


async def compose(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """The draft of a reply. A model words what was found, up to three times; code has an answer of its own."""
    attempt = state["attempt"] + 1
    if state["aim"]["intent"] != "knowledge_query" or state["choices"]:
        return {"draft": _said(state, chinese(state, turn)), "attempt": attempt, "origin": "code"}
    if not state["evidence"]:
        return {"draft": _nothing(state, chinese(state, turn)), "attempt": attempt, "origin": "nothing"}
    draft = extractive(state, turn)
    plain = draft.text if draft.found else _nothing(state, chinese(state, turn))
    own = "extract" if draft.found else "nothing"
    if not turn.gateway.has_model or state["verdict"] == "code":
        return {"draft": plain, "attempt": attempt, "origin": own}
    material, _ = shown(state["evidence"], state["conflicts"])
    given = Compose(
        question="；".join(state["asked"]), material=material, corrections=_corrections(state["wrong"]), fallback=plain
    )
    task = compose_answer(attempt)
    result = await turn.gateway.ask(task, given, caller=turn.caller, session=turn.session)
    if result.origin == "model":
        return {"draft": result.value.reply, "attempt": attempt, "origin": "model"}
    # Machine language can be written better; an endpoint that fails, fails again.
    if result.problems and attempt < TRIES and result.attempts and _written(result.problems):
        return {"draft": "", "attempt": attempt, "origin": "model"}
    return {"draft": plain, "attempt": attempt, "origin": own}


def _written(sentences: Sequence[str]) -> bool:
    """Whether the endpoint gave an answer, if a bad one."""
    return any(sentence.startswith("The answer") for sentence in sentences)


def _corrections(wrong: Sequence[str]) -> str:
    """What the last answer got wrong, as a paragraph of the prompt."""
    if not wrong:
        return ""
    listed = "\n".join(f"- {problem}" for problem in wrong[:TOLD])
    return (
        f"上一次的回答没有通过检查，请改正后重写 / Your last answer was refused; write it again without:\n{listed}\n\n"
    )


def extractive(state: KnowledgeState, turn: Turn) -> Draft:
    """Code's own answer, made of the material's sentences."""
    if "extractive" not in turn.memo:
        now = services(turn).clock()
        question = "；".join(state["asked"])
        today = date(now.year, now.month, now.day)
        turn.memo["extractive"] = answer(question, evidence(state), contradictions(state, turn), today=today)
    made: Draft = turn.memo["extractive"]
    return made


def evidence(state: Mapping[str, Any]) -> list[Passage]:
    """The passages of this turn, as numbered."""
    return [passage(row) for row in state["evidence"]]


def contradictions(state: Mapping[str, Any], turn: Turn) -> list[Conflict]:
    """The contradictions among them. They follow from the passages and need no typed place in the state."""
    if "conflicts" not in turn.memo:
        turn.memo["conflicts"] = conflicts("；".join(state["asked"]), evidence(state))
    found: list[Conflict] = turn.memo["conflicts"]
    return found


async def verify(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """Hold the draft against the evidence. What follows from a failure is decided here, by code."""
    if state["origin"] in ("code", "nothing"):
        return {"verdict": "pass", "wrong": state["wrong"]}
    wrong = _wrong(state, turn)
    turn.trace.event("verification", passed=not wrong, problems=wrong, attempt=state["attempt"], origin=state["origin"])
    if not wrong:
        return {"verdict": "pass", "wrong": state["wrong"]}
    if state["origin"] == "extract":
        return {"verdict": "refuse", "wrong": [*state["wrong"], *wrong]}
    return {"verdict": "again" if state["attempt"] < TRIES else "code", "wrong": wrong}


def _wrong(state: KnowledgeState, turn: Turn) -> list[str]:
    draft = state["draft"]
    if not draft.strip():
        return ["The answer was empty or held machine language; write plain sentences."]
    question = "；".join(state["asked"])
    whole = "；".join([question, *state["missing"]])
    if state["origin"] == "model" and denies(draft, whole):
        # An honest no is taken when there is nothing to quote, or when the model insists on it.
        insists = any("资料中未找到" in problem for problem in state["wrong"])
        if insists or not extractive(state, turn).found:
            return []
        return ["资料里可能有答案，请再读一遍；确实没有时再回答“资料中未找到相关信息”。 Read the material once more."]
    passages = evidence(state)
    told = without_denials(draft, whole)
    if state["origin"] == "model" and not cited(draft):
        return ["每句话末尾要用 [编号] 标注来源。 The answer cites nothing; put [n] behind every sentence."]
    found = [str(item) for item in problems(question, told, passages, contradictions(state, turn))]
    _, numbers = shown(state["evidence"], state["conflicts"])
    unseen = [n for n in cited(draft) if n not in numbers]
    if state["origin"] == "model" and unseen:
        found.append(f"[{unseen[0]}] is not among the sources that were shown.")
    shown_text = "".join(factual(row["content"]) for row in state["evidence"])
    if state["origin"] == "model" and any(address not in shown_text for address in _ADDRESS.findall(draft)):
        found.append(
            "回答里有资料中没有的链接或邮箱，请删去。 The answer holds an address that is not in the material."
        )
    names = [tool.name for tool in turn.room.offered()] or ["search_knowledge_base", "calculator"]
    if leaked := leaks(draft, names):
        found.append(f"The answer contains machine language ({leaked[0].split(':')[0]}); write plain words.")
    return found


def _said(state: Mapping[str, Any], chinese: bool) -> str:
    """Code's words for a turn without documents."""
    intent, kind = state["aim"]["intent"], state["aim"]["kind"]
    if state["choices"]:
        return wording.which(state["text"].strip(), state["choices"], chinese)
    if intent == "chitchat":
        return wording.say(wording.SMALLTALK.get(kind, wording.SMALLTALK["feeling"]), chinese)
    if intent == "clarify" and kind == "amounts":
        return wording.amounts(state["offered"], chinese)
    if intent == "clarify":
        return wording.say(wording.CLARIFY.get(kind, wording.CLARIFY["vague"]), chinese)
    step = state["steps"][-1] if state["steps"] else None
    if step is None:
        return wording.say(wording.UNAVAILABLE, chinese)
    envelope = step["envelope"]
    if envelope["status"] == "success":
        row = envelope["results"][0]
        return wording.computed(row["expression"], row["value"], row["rounded"], chinese)
    return wording.not_computed(str(envelope["message"]), chinese)


def _nothing(state: Mapping[str, Any], chinese: bool) -> str:
    """Why there is no answer."""
    kinds = {step["envelope"].get("error_type") for step in state["steps"]}
    if state["declined"]:
        return wording.say(wording.NOT_CHECKED, chinese)
    if kinds & {"timeout", "unavailable", "stale_data"} and "no_results" not in kinds:
        return wording.say(wording.STALE if "stale_data" in kinds else wording.UNAVAILABLE, chinese)
    return wording.say(wording.NOT_FOUND, chinese)
