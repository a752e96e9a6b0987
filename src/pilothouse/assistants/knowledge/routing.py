"""The graph's first nodes: what is wanted, and the questions as they stand by themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from pilothouse.assistants.knowledge.amounts import chosen
from pilothouse.assistants.knowledge.followups import stripped
from pilothouse.assistants.knowledge.intents import Route, route
from pilothouse.assistants.knowledge.phrases import ASK
from pilothouse.assistants.knowledge.rewriting import Rewritten, rewrite
from pilothouse.assistants.knowledge.services import Services
from pilothouse.assistants.knowledge.smalltalk import TALK
from pilothouse.assistants.knowledge.state import KnowledgeState
from pilothouse.assistants.knowledge.tasks import ROUTE_INTENT, Question
from pilothouse.contracts.conversation import Conversation
from pilothouse.flow import Turn

_ORDINALS = {"一": 1, "二": 2, "三": 3, "四": 4}
_PICK = re.compile(r"\s*(?:选|要|看)?第?\s*([一二三四1-4])\s*(?:个|份|条|项)?\s*(?:吧|呢)?[。.]?\s*")
ANSWER_LENGTH = 20  # characters of an answer to what was asked back


def services(turn: Turn) -> Services:
    """What the assistant works with."""
    found: Services = turn.services
    return found


def chinese(state: Mapping[str, Any], turn: Turn) -> bool:
    """The language of the reply: the user's unless the settings say another."""
    if turn.language != "auto":
        return turn.language == "zh"
    return re.search(r"[\u3400-\u9fff]", state["text"]) is not None or not re.search(r"[A-Za-z]", state["text"])


async def decide(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """The intent: by rules, else by the meaning of the tools' examples; a model may be asked where they are unsure."""
    read = _read(state, turn)
    found = _picked(state) or route(_said(state), read, value=state["value"], told=state["told"], topic=state["topic"])
    if not found.sure:
        found = await _unsure(state, turn, found)
    turn.trace.event("intent", intent=found.intent, sure=found.sure, reason=found.kind)
    aim = {"intent": found.intent, "kind": found.kind, "expression": found.expression}
    return {"aim": aim, "offered": list(found.choices)}


def _picked(state: KnowledgeState) -> Route | None:
    """The sum that was waiting for an amount, when the sentence names one of those offered: 100的, 第一个."""
    waiting = state["open"]
    if not waiting.get("times") or len(state["text"]) > ANSWER_LENGTH:
        return None
    pick = _PICK.fullmatch(state["text"])
    at = int(_ORDINALS.get(pick[1], pick[1])) if pick else None
    value = chosen(state["text"], waiting["choices"], at)
    return Route("tool_action", kind="told", expression=f"{value} * {waiting['times']}") if value else None


async def _unsure(state: KnowledgeState, turn: Turn, found: Route) -> Route:
    offered = [*turn.room.offered(), TALK]
    step = await turn.gateway.route(Conversation((), state["text"]), offered)
    if step.calls and step.calls[0].name == TALK.name:
        found = replace(found, intent="chitchat", kind="feeling")
    if not turn.gateway.has_model:
        return found
    given = Question(question=state["text"], guess=found.intent)
    chosen = (await turn.gateway.ask(ROUTE_INTENT, given, caller=turn.caller, session=turn.session)).value.intent
    if chosen == found.intent:
        return found
    return Route(chosen, sure=False, kind={"chitchat": "feeling", "clarify": "vague"}.get(chosen, ""))


async def restate(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
    """The questions of the sentence, self-contained, with the words to search for."""
    read = _read(state, turn)
    turn.trace.event("rewritten", query=read.query, carried=read.carried)
    context = turn.room.context
    questions = tuple(part.question for part in read.parts)
    readings = tuple(part.other.question for part in read.parts if part.other)
    readings += tuple(part.root for part in read.parts if part.root)
    # The search drops what can't answer one of these, whatever words it was made with.
    formal = tuple(other for asked in (*questions, *readings) for other in services(turn).words.restated(asked))
    turn.room.context = replace(context, scope={**context.scope, "questions": (*questions, *readings, *formal)})
    return {"parts": [asdict(part) for part in read.parts]}


def _said(state: Mapping[str, Any]) -> str:
    """The sentence; an answer to what was asked back is read together with that: 差旅的 is 差旅 报销."""
    text = str(state["text"])
    waiting = state["open"]
    if not waiting or waiting.get("times") or len(text) > ANSWER_LENGTH or ASK.search(text.rstrip("呢吗?？ ")):
        return text
    if pick := _PICK.fullmatch(text):
        at = int(_ORDINALS.get(pick[1], pick[1]))
        if at <= len(waiting["choices"]):
            return f"{waiting['choices'][at - 1]} {waiting['topic']}"
        return text
    plain = stripped(text).rstrip("的呢吧。.")
    return f"{plain} {waiting['topic']}" if plain and waiting["topic"] not in plain else text


def _read(state: KnowledgeState, turn: Turn) -> Rewritten:
    key = ("rewritten", state["text"])
    if key not in turn.memo:
        known = services(turn)
        turn.memo[key] = rewrite(_said(state), state["topic"], known.words, known.clock(), state["earlier"])
    read: Rewritten = turn.memo[key]
    return read
