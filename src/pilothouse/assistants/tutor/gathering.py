"""The middle of the graph: what the knowledge base puts in, and the tool loop of a model. Facts only, never a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from pilothouse.assistants.tutor.lore import Fragment, discreet, passive
from pilothouse.assistants.tutor.machine import Event, State
from pilothouse.assistants.tutor.planning import mentions
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.replying import situation_of
from pilothouse.assistants.tutor.services import Services
from pilothouse.assistants.tutor.state import TutorState
from pilothouse.assistants.tutor.tasks import prompt
from pilothouse.context.budget import cut
from pilothouse.context.fence import NOTICE, fence
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.flow import Turn
from pilothouse.gateway.tokens import count

NEAR = 0.6  # score from which a fragment of another topic answers a question
ROUNDS = 2  # times that a model is asked for calls in a turn
# Where something may be missing. A greeting or a press on a button needs no material.
CURIOUS = frozenset({Event.WRONG, Event.PARTIAL, Event.UNSURE, Event.HINT, Event.DETAIL, Event.QUESTION})


async def gather(state: TutorState, turn: Turn) -> Mapping[str, Any]:
    """Knowledge by scene, then the next calls of a model, if it wants any."""
    if "moved" not in turn.memo:
        return {"pending": []}
    situation = situation_of(state, turn)
    made: dict[str, Any] = {"pending": []}
    if not state["asks"]:
        found = _lore(turn, state)
        turn.memo["situation"] = situation = replace(situation, lore=tuple(found))
        made["fragments"] = [asdict(item) for item in found]
    event = situation.moved.event
    if not turn.gateway.has_model or event not in CURIOUS or state["asks"] >= ROUNDS:
        return made
    if any(step["envelope"]["status"] == "success" for step in state["steps"]):
        return made
    _prepare(state, turn)
    offered = turn.room.offered()
    if not offered:
        return made
    conversation = Conversation(messages=_messages(state, turn), utterance=state["words"], proposals=())
    step = await turn.gateway.converse(conversation, offered, caller=turn.caller, session=turn.session)
    calls = step.calls if step.origin == "model" else ()
    made["pending"] = [{"name": call.name, "arguments": dict(call.arguments), "id": call.id} for call in calls]
    made["asks"] = state["asks"] + 1
    return made


def _lore(turn: Turn, state: TutorState) -> list[Any]:
    """What the scene puts in, and for a pupil's own question what the knowledge base has."""
    services: Services = turn.services
    situation = situation_of(state, turn)
    problem, event = situation.problem, situation.moved.event
    asked = situation.step.ask if situation.step is not None else situation.part.question
    if event is Event.QUESTION and situation.state not in (State.INIT, State.DONE):
        if situation.step is not None and mentions(state["words"], situation.step.explain):
            return []  # what explains the step answers to it
        found = services.lore.search(state["words"], problem.subject, 1, topic=problem.topic)
        return discreet([item for item in found if _fits(item, problem)], situation.hides)
    return passive(
        services.lore,
        situation.state,
        event is Event.WRONG,
        services.settings,
        query=f"{asked} {problem.title}",
        subject=problem.subject,
        topic=problem.topic,
        hides=situation.hides,
    )


def _fits(fragment: Fragment, problem: Problem) -> bool:
    """Whether a fragment answers a pupil's question: of the problem's own topic, or near to what was asked."""
    return fragment.topic == problem.topic or (fragment.subject == problem.subject and fragment.score >= NEAR)


def _prepare(state: TutorState, turn: Turn) -> None:
    """Tools see the lesson as it stands; which are offered depends on the state."""
    situation = situation_of(state, turn)
    context = turn.room.context
    scope = {**context.scope, "lesson": state["lesson"], "language": "zh" if state["chinese"] else "en"}
    if context.scope.get("lesson") != state["lesson"]:
        turn.room.context = replace(context, scope=scope)
    turn.room.phase = situation.state.value


def _messages(state: TutorState, turn: Turn) -> tuple[Message, ...]:
    situation = situation_of(state, turn)
    asked = situation.step.ask if situation.step is not None else situation.part.question
    problem = cut(situation.problem.statement, 600, count)
    messages = [
        Message("system", f"{prompt('gather')}\n\n{NOTICE}"),
        Message(
            "user",
            f"题目 / Problem:\n{fence(problem)}\n正在问 / Asked now:\n{fence(asked)}\n"
            f"学生说 / Pupil:\n{fence(cut(state['words'], 300, count))}",
        ),
    ]
    for n, step in enumerate(state["steps"]):
        call = ProposedCall(step["name"], step["arguments"], step["id"] or f"call_{n}")
        messages.append(Message("assistant", "", calls=(call,)))
        messages.append(Message("tool", step["shown"], call_id=call.id, name=step["name"]))
    return tuple(messages)


async def tools(state: TutorState, turn: Turn) -> Mapping[str, Any]:
    """Run what was proposed, as far as the tool room allows."""
    proposals = [ProposedCall(call["name"], call["arguments"], call["id"]) for call in state["pending"]]
    made = []
    for result in await turn.room.run(proposals):
        envelope = result.envelope.model_dump(mode="json", exclude_none=True)
        made.append(
            {
                "name": result.call.name,
                "arguments": result.call.arguments,
                "id": result.proposal.id,
                "envelope": envelope,
                "shown": cut(str(envelope.get("results") or envelope.get("message", "")), 400, count),
            }
        )
    return {"steps": [*state["steps"], *made]}
