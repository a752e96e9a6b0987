"""A ready-made flow for an assistant that is nothing but its tools: one step chooses them, they run side by side."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, TypedDict

from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.reply import Outcome
from pilothouse.contracts.tool import Row
from pilothouse.flow.graph import ENTRY, Flow, Owned
from pilothouse.flow.turn import ReplyParts, Turn


class Said(Row):
    """What came of a call: a sentence in both languages, and the bare facts in it."""

    zh: str
    en: str
    facts: tuple[str, ...] = ()


def said(zh: str, en: str, *facts: str) -> Envelope:
    """A success with one ``Said``; each ``{}`` of the sentences is one of the facts."""
    return Envelope.success([{"zh": zh.format(*facts), "en": en.format(*facts), "facts": facts}])


class ToolboxState(TypedDict, total=False):
    """``noticed``: what the assistant has to tell of itself. ``results``: the envelopes of the calls, plain, each with
    its ``tool``."""

    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    noticed: Annotated[list[str], Owned("act", "turn", [])]
    results: Annotated[list[dict[str, Any]], Owned("act", "turn", [])]


def toolbox(
    name: str,
    *,
    prompt: str,
    help: str,
    knowledge: Callable[[str, Turn], Any] = lambda text, turn: text,
    notice: Callable[[Turn, int], Awaitable[list[str]]] | None = None,
) -> Flow:
    """A flow with one step, for tools whose rows are ``Said``: the reply is their sentences, in the user's language.

    Code chooses tools by their examples, and a model may choose more; what they get is read in the sentence by code,
    through the tools' ``fill`` with what ``knowledge`` gives: nothing is done that nobody said, and nothing is left out
    because a model forgot it. ``notice`` is asked in every turn, with its number: what has to be told?
    ``help`` is said when there is nothing else. ``Reply.data``: ``noticed`` and ``results`` (see ``ToolboxState``).
    """

    def say(state: Mapping[str, Any]) -> ReplyParts:
        noticed, results = state["noticed"], state["results"]
        language = "en" if state["text"].isascii() else "zh"
        lines = [*noticed, *(row[language] for result in results for row in result.get("results", []))]
        lines += [result["message"] for result in results if result["status"] == "error"]
        failed = bool(results) and all(result["status"] == "error" for result in results)
        outcome: Outcome = "fallback" if failed else "answered" if lines else "clarify"
        return ReplyParts("\n".join(lines) or help, outcome, {"noticed": noticed, "results": results})

    async def act(state: Mapping[str, Any], turn: Turn) -> Mapping[str, Any]:
        text, tools = state["text"], turn.room.offered()
        messages = (Message("system", prompt), Message("user", text))
        conversation = Conversation(messages, text, knowledge=knowledge(text, turn))
        step = await turn.gateway.converse(conversation, tools, caller=turn.caller, session=turn.session)
        read = (await turn.gateway.route(conversation, tools)).calls if turn.gateway.has_model else step.calls
        chosen = list(read)
        for call in step.calls:
            tool = next((tool for tool in tools if tool.name == call.name), None)
            heard = tool.fill(text, conversation.knowledge) if tool is not None and tool.fill else None
            if heard is not None and call.name not in {known.name for known in chosen}:
                chosen.append(ProposedCall(call.name, heard, call.id))
        done = await turn.room.run(chosen) if chosen else []
        results = [{"tool": one.call.name, **one.envelope.model_dump(mode="json", exclude_none=True)} for one in done]
        told = notice is not None and not turn.room.context.scope.get("replayed")  # a replay changes nothing
        return {"results": results, "noticed": await notice(turn, state["turn"]) if told and notice else []}

    return Flow(name, ToolboxState, {"act": act}, {"act": "end"}, "act", say)
