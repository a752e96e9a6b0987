"""How one speaks in a subject: nobody calculates a text, and nobody reads a triangle's paragraph."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.processed import Processed
from pilothouse.assistants.tutor.turn.situation import Situation

_LANGUAGE: Sequence[tuple[str, str]] = (
    ("算一算", "找一找"),
    ("计算一下", "想一想"),
    ("列式(?:计算)?", "找依据"),
    ("(?:这个)?算式", "句子"),
    ("得数", "答案"),
    ("验算", "核对"),
    (r"\bcalculate\b", "find"),
    (r"\bcalculation\b", "answer"),
)
_NUMBERS: Sequence[tuple[str, str]] = (("原文", "题目"), ("课文", "题目"), ("这篇文章", "这道题"))
_PHRASES: Mapping[str, Sequence[tuple[str, str]]] = {
    "english": _LANGUAGE,
    "chinese": _LANGUAGE,
    "math": _NUMBERS,
    "physics": _NUMBERS,
    "chemistry": _NUMBERS,
}


def phrase(turn: Turn, situation: Situation) -> Processed:
    """Words of another subject replaced, unless the problem itself uses them."""
    told = "\n".join(situation.known)
    pairs = [pair for pair in _PHRASES.get(situation.problem.subject, ()) if not re.search(pair[0], told)]

    def put(text: str) -> str:
        for pattern, word in pairs:
            text = re.sub(pattern, word, text)
        return text

    return Processed(turn.model_copy(update={"bubble": put(turn.bubble), "question": put(turn.question)}))
