"""The graph's last nodes: the words of the turn, by code or by a model held to it, and the reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pilothouse.assistants.tutor.hearing import slips_in_words
from pilothouse.assistants.tutor.lore import block, discreet
from pilothouse.assistants.tutor.lore.desk import topic_of
from pilothouse.assistants.tutor.machine import Event, State
from pilothouse.assistants.tutor.mastery import learner
from pilothouse.assistants.tutor.reading import Reading
from pilothouse.assistants.tutor.state import TutorState
from pilothouse.assistants.tutor.tasks import Material, write_turn
from pilothouse.assistants.tutor.turn.contract import Turn as Said
from pilothouse.assistants.tutor.turn.processing import process
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.welcome import in_english, welcome
from pilothouse.assistants.tutor.wording.offline import answerable, offline
from pilothouse.context.budget import cut
from pilothouse.context.fence import fence
from pilothouse.flow import ReplyParts, Turn
from pilothouse.gateway.tokens import count

PROBLEM_TOKENS, MATERIAL_TOKENS, TALK_TOKENS, PUPIL_TOKENS = 900, 500, 500, 300
TALK_TURNS = 3  # the lesson's own record stands for what is older


def situation_of(state: Mapping[str, Any], turn: Turn) -> Situation:
    """What this turn may say."""
    if "situation" not in turn.memo:
        reading: Reading = turn.memo["reading"]
        moved = turn.memo["moved"]
        heard = (reading.said,) if reading.check.verdict in ("right", "partial") and reading.said else ()
        mastery = {}
        if moved.position.state is State.SUMMARY:
            problem = turn.memo["problem"]
            who, topic = learner(turn.caller.name, turn.session), topic_of(problem)
            known = turn.services.mastery.of(who)
            mastery = {problem.title: known[topic]} if topic in known else {}
        made = Situation(
            problem=turn.memo["problem"],
            moved=moved,
            reading=reading,
            chinese=state["chinese"],
            heard=heard,
            advice=turn.memo.get("advice", ""),
            slips=slips_in_words(state["slips"], state["chinese"]),
            mastery=mastery,
            foreign=in_english(turn.services.problems) if turn.memo.get("foreign") else None,
        )
        turn.memo["situation"] = made
    found: Situation = turn.memo["situation"]
    return found


async def compose(state: TutorState, turn: Turn) -> Mapping[str, Any]:
    """The Turn. A model words it, at most once and two retries; code has one of its own."""
    if "moved" not in turn.memo:
        said = welcome(turn.services.problems, chinese=state["chinese"], lost=state["lost"])
        return {"said": said.model_dump(mode="json"), "origin": "code", "options": []}
    situation = situation_of(state, turn)
    own = answerable(process(offline(situation), replace(situation, own=True)).turn, situation)
    said, origin = own, "code"
    if turn.gateway.has_model and situation.state is not State.INIT:  # a greeting reads the problem out
        given = _material(state, turn, situation, own)
        result = await turn.gateway.ask(write_turn(situation, own), given, caller=turn.caller, session=turn.session)
        if result.problems:
            turn.trace.event("verification", passed=result.origin == "model", problems=list(result.problems))
        if result.origin == "model":
            said, origin = process(result.value, situation).turn, "model"
        else:
            origin = "fallback"
    return {
        "said": said.model_dump(mode="json"),
        "origin": origin,
        "options": [option.model_dump() for option in said.options],
    }


def _material(state: TutorState, turn: Turn, situation: Situation, own: Said) -> Material:
    problem, position = situation.problem, situation.position
    known = "；".join(position.pool) or "（还没有得到结论 / nothing yet）"
    part = f"第{position.part + 1}问，共{len(problem.parts)}问：{situation.part.question}" if situation.several else ""
    fragments = discreet(situation.lore, situation.hides)
    found = "\n".join(
        text for step in state["steps"] for text in _rows(step) if not situation.hides(text)
    )  # tools are written to hold no answer; this makes sure
    material = "\n".join(item for item in (block(fragments), fence(found) if found else "") if item)
    talk = "\n".join(f"{entry['role']}: {entry['text']}" for entry in state["history"][-2 * TALK_TURNS :])
    return Material(
        problem=fence(cut(problem.statement, PROBLEM_TOKENS, count)),
        progress=f"{part}\n已经得到的 / found: {known}".strip(),
        material=cut(material, MATERIAL_TOKENS, count) or "-",
        talk=fence(cut(talk, TALK_TOKENS, count)) if talk else "-",
        pupil=fence(cut(state["words"], PUPIL_TOKENS, count)),
        verdict=_verdict(situation.reading, situation.chinese),
        plan=own.bubble or "-",
        ask=own.question or "-",
        language="中文" if situation.chinese else "English",
    )


def _rows(step: Mapping[str, Any]) -> list[str]:
    """The texts of a tool's result."""
    envelope = step["envelope"]
    if envelope["status"] != "success":
        return []
    return [f"{name}: {_text(value)}" for row in envelope["results"] for name, value in row.items() if value]


def _text(value: Any) -> str:
    return "；".join(map(str, value)) if isinstance(value, list) else str(value)


def _verdict(reading: Reading, chinese: bool) -> str:
    words = {
        Event.RIGHT: ("对", "right"), Event.SOLVED: ("对", "right"), Event.WRONG: ("错", "wrong"),
        Event.PARTIAL: ("部分对", "partly right"),
    }  # fmt: skip
    return words.get(reading.event, ("没有要判断的答案", "nothing to judge"))[0 if chinese else 1]


async def close(state: TutorState, turn: Turn) -> Mapping[str, Any]:
    """The reply, what interfaces may know, and the last turns for the next one."""
    said = Said.model_validate(state["said"])
    reply = "\n".join(item for item in (said.bubble, said.question) if item)
    if "moved" not in turn.memo:
        return {"reply": reply, "outcome": "clarify", "data": _nothing(said)}
    history = [*state["history"], {"role": "pupil", "text": state["words"]}, {"role": "tutor", "text": reply}]
    outcome = "answered"
    if state["origin"] == "fallback":
        outcome = "fallback"
    elif state["moved"]["event"] == Event.ASK_ANSWER.value and state["moved"]["from"] != State.CHECK.value:
        outcome = "refused"
    return {
        "reply": _with_buttons(reply, said),
        "outcome": outcome,
        "data": _data(state, turn, said),
        "history": history[-2 * max(turn.history_turns, 1) :],
    }


def _with_buttons(reply: str, said: Said) -> str:
    """Buttons as a last line, for those who only see text."""
    return f"{reply}\n〔{' · '.join(option.label for option in said.options)}〕" if said.options else reply


def _nothing(said: Said) -> dict[str, Any]:
    return {
        "state": State.INIT.value, "part": None, "turn": said.model_dump(mode="json"), "check": None, "mastery": {},
        "done": False, "problem": None, "event": None, "steps": [], "transition": None,
    }  # fmt: skip


def _data(state: TutorState, turn: Turn, said: Said) -> dict[str, Any]:
    situation = situation_of(state, turn)
    position, check = situation.position, situation.reading.check
    who = learner(turn.caller.name, turn.session)
    return {
        "state": position.state.value,
        "part": {"id": situation.part.id, "number": position.part + 1, "of": len(situation.problem.parts)},
        "turn": said.model_dump(mode="json"),
        "check": {
            "verdict": check.verdict,
            "error": check.error,
            "pattern": check.pattern,
            "conditions": [
                {"condition": item.text, "holds": item.holds, "put": item.put[0]} for item in check.conditions
            ],
        },
        "mastery": {topic: round(value, 4) for topic, value in turn.services.mastery.of(who).items()},
        "done": position.state is State.DONE,
        "problem": {"id": situation.problem.id, "title": situation.problem.title},
        "event": state["moved"]["event"],
        "steps": list(position.taught),
        "transition": dict(state["moved"]),
        "solved": list(position.solved),
        "skipped": list(position.skipped),
    }


def finish(state: TutorState) -> ReplyParts:
    """The last state as a reply."""
    return ReplyParts(text=state["reply"], outcome=state["outcome"], data=state["data"])  # type: ignore[arg-type]
