"""How a conversation ages: the last turns verbatim, older ones as a summary that keeps every fact."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from pilothouse.context.budget import Counter
from pilothouse.context.facts import find, invented, lost
from pilothouse.context.fence import neutralise
from pilothouse.context.sentences import split
from pilothouse.contracts.conversation import Message
from pilothouse.contracts.task import TaskContract, TaskResult

Turn = tuple[Message, ...]
_SPEAKERS = {"user": "U: ", "assistant": "A: "}
_LIST = "※ "  # begins the line of bare facts; no letters, which would count as a language


class Earlier(BaseModel):
    """What is to be summarised: the summary so far and the turns to add, one message a line. ``limit`` in tokens."""

    model_config = ConfigDict(extra="forbid")

    summary: str = ""
    turns: str = ""
    limit: int = 300

    @property
    def text(self) -> str:
        return f"{self.summary}\n{self.turns}".strip()


class Summary(BaseModel):
    """The summary as plain text."""

    model_config = ConfigDict(extra="forbid")

    summary: str


@dataclass(frozen=True, slots=True)
class History:
    """``summary`` stands for everything before ``turns``. A turn begins with the user's message."""

    summary: str = ""
    turns: tuple[Turn, ...] = ()

    @classmethod
    def of(cls, messages: Iterable[Message], summary: str = "") -> History:
        """Group messages into turns. System and tool messages are left out: material lives for one turn."""
        turns: list[list[Message]] = []
        for message in messages:
            if message.role == "user" or (message.role == "assistant" and not turns):
                turns.append([message])
            elif message.role == "assistant" and message.content:
                turns[-1].append(Message("assistant", message.content))
        return cls(summary, tuple(map(tuple, turns)))

    def divide(self, keep: int) -> tuple[tuple[Turn, ...], History]:
        """The turns older than the last ``keep``, and the history without them."""
        at = max(len(self.turns) - max(keep, 0), 0)
        return self.turns[:at], History(self.summary, self.turns[at:])


Run = Callable[[TaskContract[Earlier, Summary], Earlier], Awaitable[TaskResult[Summary]]]


async def age(history: History, keep: int, task: TaskContract[Earlier, Summary], run: Run, limit: int = 300) -> History:
    """``history`` with all but the last ``keep`` turns moved into its summary; ``run`` is the gateway's."""
    older, recent = history.divide(keep)
    if not older:
        return history
    result = await run(task, Earlier(summary=neutralise(history.summary), turns=lines(older), limit=limit))
    return History(result.value.summary, recent.turns)


def lines(turns: Iterable[Turn]) -> str:
    """Turns as text, one labelled line per message."""
    said = (message for turn in turns for message in turn if message.role in _SPEAKERS)
    return "\n".join(_SPEAKERS[message.role] + " ".join(neutralise(message.content).split()) for message in said)


def summarise_history(count: Counter, vocabulary: Collection[str] = ()) -> TaskContract[Earlier, Summary]:
    """The task ``summarise_history``. ``vocabulary``: names (dishes, products …) that a summary must keep."""
    names = tuple(vocabulary)

    def keeps_facts(given: Earlier, value: Summary) -> str | None:
        missing = lost(given.text, value.summary, names)
        return f"The summary lost: {'、'.join(missing[:12])}. Keep each of them as written." if missing else None

    def invents_nothing(given: Earlier, value: Summary) -> str | None:
        extra = invented(given.text, value.summary)
        return f"These numbers are not in the conversation: {'、'.join(extra[:12])}. Remove them." if extra else None

    return TaskContract(
        name="summarise_history",
        prompt=(files("pilothouse.context") / "prompts" / "summarise_history.md").read_text(encoding="utf-8"),
        input=Earlier,
        output=Summary,
        fallback=lambda given: Summary(summary=extract(given.text, given.limit, count, names)),
        checks=(keeps_facts, invents_nothing),
        form="text",
    )


def extract(text: str, limit: int, count: Counter, vocabulary: Collection[str] = ()) -> str:
    """A summary made of the sentences of ``text``, in order, without repetitions, within ``limit`` tokens.

    When it is too long the oldest sentences without facts go first; then, from the oldest on, sentences with
    facts are replaced by a list of those facts. Facts are never dropped: the list alone may exceed ``limit``.
    """
    sentences = _unique(text)
    listed = [s.removeprefix(_LIST) for s in sentences if s.startswith(_LIST)]
    sentences = [s for s in sentences if not s.startswith(_LIST)]
    factual = [bool(find(s, vocabulary)) for s in sentences]
    leaving = [s for s, fact in zip(sentences, factual, strict=True) if not fact]
    leaving += [s for s, fact in zip(sentences, factual, strict=True) if fact]

    # Whole sentences by their own cost first, then one by one: the list of facts grows as sentences leave.
    excess = sum(map(count, [*sentences, *listed])) - limit
    gone: set[str] = set()
    for sentence in leaving:
        if excess <= 0:
            break
        gone.add(sentence)
        excess -= count(sentence)
    while True:
        kept = [s for s in sentences if s not in gone]
        missing = lost(text, "\n".join([*listed, *kept]), vocabulary)
        facts = " ".join([*listed, *(m if m[0] in "“「『《" else f"「{' '.join(m.split())}」" for m in missing)])
        summary = "\n".join([*([_LIST + facts] if facts else []), *_rejoin(kept)])
        if not kept or count(summary) <= limit:
            return summary
        gone.add(next(s for s in leaving if s not in gone))


def _unique(text: str) -> list[str]:
    """Sentences with their speaker's label, each once (the first time counts)."""
    found: dict[str, None] = {}
    for line in text.splitlines():
        label = line[:3] if line[:3] in _SPEAKERS.values() else ""
        for sentence in split(line.removeprefix(label)):
            if sentence.strip():
                found[label + sentence.strip()] = None
    return list(found)


def _rejoin(sentences: list[str]) -> list[str]:
    """Sentences of one speaker in a row on one line, under one label."""
    joined: list[str] = []
    for sentence in sentences:
        label = sentence[:3] if sentence[:3] in _SPEAKERS.values() else ""
        if joined and label and joined[-1].startswith(label):
            joined[-1] += (" " if joined[-1][-1].isascii() else "") + sentence.removeprefix(label)
        else:
            joined.append(sentence)
    return joined
