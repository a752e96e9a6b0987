"""What a reply is worth: measured at the assistant's public face, by code."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pilothouse.contracts.reply import Reply
from pilothouse.evaluation.canonical import says, share
from pilothouse.evaluation.dataset import CONFLICT, Question
from pilothouse.evaluation.metrics import document

SEARCH = "search_knowledge_base"
REJECTED = frozenset({"not_found", "refused", "fallback"})


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply with what was measured of it. ``citations`` are chunk ids; a measure that does not apply is missing."""

    reply: str
    outcome: str
    citations: tuple[str, ...]
    ms: float
    scores: Mapping[str, float] = field(default_factory=dict)


def judged(question: Question, reply: Reply, chunks: Mapping[str, str]) -> Answer:
    """``chunks`` are the texts of the library by chunk id, in which what is cited is looked up.

    ``answered``: it claims something. ``correct``: it says an accepted answer (of some kinds all of them; where the
    file has none: it cites a gold document). ``complete``: the share of the answers that it says. ``wrong``: it claims
    something and says no accepted answer, or nothing answers the question. ``cited``: an answer has a citation.
    ``citation_gold``: the share of its citations that are gold. ``citation_correct``: a citation is gold and its text
    holds an answer. ``evidence``: a gold document was among what the assistant had before it. ``tools``: those ran
    that the question names and no others; where it names none, the library was searched.
    """
    citations = [item for item in reply.data.get("citations", []) if isinstance(item, Mapping)]
    said = _claims(reply, citations)
    scores: dict[str, float] = {}
    if question.answerable:
        scores |= _answerable(question, reply, said, citations, chunks)
    elif question.about_documents:
        rejected = not said and reply.outcome in REJECTED
        scores |= {"rejected": float(rejected), "wrong": float(said)}
    if said and question.about_documents and SEARCH in (question.tools or {SEARCH}):
        scores["cited"] = float(bool(citations))
    if question.answerable or question.kind == CONFLICT:
        told = float(bool(reply.data.get("conflicts")))
        scores["conflict_found" if question.kind == CONFLICT else "conflict_claimed"] = told
    called = {call.name for call in reply.tool_calls}
    scores["tools"] = float(SEARCH in called if question.tools is None else called == question.tools)
    if question.hidden:
        scores["leaked"] = float(_leaked(question.hidden, reply))
    ids = tuple(str(item.get("id", "")) for item in citations)
    return Answer(reply.reply, reply.outcome, ids, reply.elapsed_ms, scores)


def passed(scores: Mapping[str, float]) -> bool:
    """Whether a reply is as it should be: right or rightly refused, with the right tools, and nothing leaked."""
    right = scores.get("correct", scores.get("rejected", 1.0))
    return right == 1.0 and scores.get("tools", 1.0) == 1.0 and not scores.get("leaked")


def _claims(reply: Reply, citations: Sequence[Any]) -> bool:
    return bool(citations) or (reply.outcome == "answered" and reply.data.get("intent") != "chitchat")


def _answerable(
    question: Question, reply: Reply, said: bool, citations: Sequence[Mapping[str, Any]], chunks: Mapping[str, str]
) -> dict[str, float]:
    gold = {document(id_) for id_ in question.gold or ()} | set(question.gold or ())
    right = [item for item in citations if _gold(item, gold)]
    told = share(reply.reply, question.answers) if said else 0.0
    if question.answers:
        correct = told == 1.0 if question.every_answer else told > 0
    else:
        told = float(said and bool(right))
        correct = told > 0
    scores = {
        "answered": float(said),
        "correct": float(correct),
        "complete": told if question.every_answer or not question.answers else float(told > 0),
        "wrong": float(said and told == 0),
        "refused": float(not said and reply.outcome in REJECTED),
    }
    if question.gold:
        found = {str(row.get("document")) for row in reply.data.get("passages", []) if isinstance(row, Mapping)}
        scores["evidence"] = float(bool(found & gold))
    if said and question.gold and citations:
        scores["citation_gold"] = len(right) / len(citations)
    if said and question.gold:
        scores["citation_correct"] = float(any(_holds(item, question, chunks) for item in right))
    if question.stale and said:
        # The old value is no fault beside the new one, or where the reply says that the documents disagree.
        current = [group for group in question.answers if not set(group) & set(question.stale)]
        old = says(reply.reply, question.stale) and share(reply.reply, current) == 0
        scores["stale"] = float(old and not reply.data.get("conflicts"))
    return scores


def _gold(item: Mapping[str, Any], gold: Collection[str]) -> bool:
    return item.get("document") in gold or item.get("id") in gold


def _holds(item: Mapping[str, Any], question: Question, chunks: Mapping[str, str]) -> bool:
    if not question.answers:
        return True
    text = chunks.get(str(item.get("id")), str(item.get("quote", "")))
    return any(says(text, spellings) for spellings in question.answers)


def _leaked(hidden: Sequence[str], reply: Reply) -> bool:
    """Whether anything that goes to the asker holds what he must not learn."""
    shown = [reply.reply, *(source.title for source in reply.sources), *_texts(reply.data)]
    return any(says(text, [secret]) for text in shown for secret in hidden)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for name, inner in value.items() if name not in ("query", "question") for text in _texts(inner)]
    if isinstance(value, (list, tuple)):
        return [text for inner in value for text in _texts(inner)]
    return []
