"""Whether an answer is about the question, and of the kind asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pilothouse.assistants.knowledge.verification.claims import Claim
from pilothouse.assistants.knowledge.verification.problem import Problem
from pilothouse.retrieval.evidence.asking import Ask, parts
from pilothouse.retrieval.evidence.figures import figures
from pilothouse.retrieval.evidence.judging.judge import judged
from pilothouse.retrieval.evidence.wording import presence
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import bigrams, normalise

LEAST = 0.45
LEAST_SURE, PART = 0.4, 0.5
_HEAD, _AROUND = 0.9, 0.7


def irrelevant(question: str, stated: Sequence[Claim], cited: Sequence[Passage]) -> Iterator[Problem]:
    """Problems of an answer that doesn't answer; for a question of several parts one answered part is enough."""
    asks = [ask for ask in parts(question) if ask.words]
    if not asks:
        return
    said = normalise(" ".join(claim.text for claim in stated))
    heads = normalise(" ".join(f"{passage.title} {passage.section}" for passage in cited))
    around = normalise(" ".join(passage.content for passage in cited))
    on = [
        ask
        for ask in asks
        if (_about(ask, said, heads, around) >= LEAST or _judged(ask, said, cited))
        and not _other(ask, said, heads, around)
    ]
    if not on:
        subject = "、".join(word.text for word in asks[0].words[:6])
        yield Problem("off_topic", said[:60], f"回答没有说到问题问的“{subject}”，请针对问题回答；资料没有就说未找到。")
        return
    if not any(_typed(ask, stated) for ask in on):
        yield Problem("off_topic", said[:60], "问题问的是一个具体的数值、时间或联系方式，回答里没有给出。")


def _judged(ask: Ask, said: str, cited: Sequence[Passage]) -> bool:
    """Whether what is said is, for the most part, what the judge of answers would say from the cited passages."""
    told = set(bigrams(said))
    for one in judged(ask, [passage for n, passage in enumerate(cited) if passage not in cited[:n]])[:2]:
        pairs = set(bigrams(one.seen.reading.texts[one.seen.index]))
        if one.sure >= LEAST_SURE and pairs and len(pairs & told) >= PART * len(pairs):
            return True
    return False


def _about(ask: Ask, said: str, heads: str, around: str) -> float:
    total = sum(word.weight for word in ask.words)
    return sum(
        word.weight
        * max(presence(word.text, said), _HEAD * presence(word.text, heads), _AROUND * presence(word.text, around))
        for word in ask.words
    ) / (total or 1.0)


def _other(ask: Ask, said: str, heads: str, around: str) -> bool:
    """Whether the answer speaks of another model, title or issue than the question."""
    everything = f"{said} {heads} {around}"
    return any(
        word.kind in ("code", "quoted", "ordinal") and presence(word.text, everything) < 0.6 for word in ask.words
    )


def _typed(ask: Ask, stated: Sequence[Claim]) -> bool:
    if not ask.numeric:
        return True
    return any(ask.wants(figure) for claim in stated for figure in figures(claim.text))
