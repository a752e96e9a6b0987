"""State hints: whatever a turn says about states, steps of the machine or tools is taken out (T7)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pilothouse.assistants.tutor.machine.states import State
from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.processed import Processed
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.gateway.cleaning import leaks
from pilothouse.sentences import split

TOOLS = ("get_current_sub_question", "get_step_digest", "search_kb", "get_wrong_pattern")
# Only as written in the machine: CHECK, "state: done", next_state. "Check your answer" is plain English.
_STATES = "|".join(state.value for state in State)
_UPPER = re.compile(rf"\b(?:{_STATES}|NEXT_STATE)\b")
_NAMED = re.compile(
    r"(?:(?:next[_ ]?)?(?:state|phase|stage)|状态|阶段|跳转|跳到|切换到?|进入)"
    rf"\s*[:：=为是到→>\-]*\s*[\"“'「]?(?:{_STATES})\b|"
    r"next[_ ]state|状态机|下一状态|state machine",
    re.IGNORECASE,
)


def correct_hints(turn: Turn, situation: Situation) -> Processed:
    """Sentences that speak of the machine go; a turn that says nothing else is refused."""
    bubble, question = _plain(turn.bubble, situation.known), _plain(turn.question, situation.known)
    changed = turn.model_copy(update={"bubble": bubble, "question": question})
    if (turn.bubble.strip() and not bubble) or (turn.question.strip() and not question):
        return Processed(
            changed, ("不要提到状态、流程或工具，只说老师的话。 Say nothing about states, flow or tools.",)
        )
    return Processed(changed)


def _plain(text: str, known: Iterable[str]) -> str:
    kept = [item for item in split(text) if not speaks_of_machine(item) or any(item.strip() in told for told in known)]
    return "".join(kept).strip()


def speaks_of_machine(text: str) -> bool:
    """Whether ``text`` names a state of the machine, a tool, or machine language."""
    return bool(_UPPER.search(text) or _NAMED.search(text) or leaks(text, TOOLS))
