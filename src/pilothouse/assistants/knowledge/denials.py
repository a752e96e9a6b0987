"""Sentences that say only that something was not found. They need no citation, because they state nothing."""

from __future__ import annotations

import re

from pilothouse.assistants.knowledge.citations import cited
from pilothouse.assistants.knowledge.subjects import cut
from pilothouse.context.sentences import split

NOT_THERE = re.compile(
    r"(?:资料|文档|材料)(?:中|里)?(?:并?未|没有?)(?:找到|提及|提到|包含|说明)|未找到相关信息|"
    r"(?:no|not|nothing)\b.{0,30}\b(?:found|mentioned|information|about)\b|found nothing",
    re.IGNORECASE,
)
# What such a sentence may consist of beside the words of the question: anything else is a claim.
_NEUTRAL_WORDS = """
关于 对于 至于 针对 在 资料 文档 材料 中 里 未 没 没有 并 并未 找到 未找到 没找到 提到 未提到 没提到 提及 未提及 包含 说明 相关 有关 任何 其他 更多 信息 内容
的 是 这 这个 该 此 问题 方面 抱歉 很 对不起
i found nothing about no relevant related information was is not mentioned in the this that material documents document sorry
on for it any could be were there of to
"""  # noqa: E501
_NEUTRAL = frozenset(_NEUTRAL_WORDS.split())
_WORD = re.compile(r"[\u3400-\u9fff]+|[A-Za-z]+|\d+(?:\.\d+)?")


def without_denials(draft: str, question: str) -> str:
    """``draft`` without its denials; ``question`` is what may be said not to have been found."""
    asked = frozenset(_words(question))
    characters = frozenset(question)

    def claims(part: str) -> bool:
        if cited(part) or not NOT_THERE.search(part):
            return True
        return any(
            word not in _NEUTRAL and word not in asked and not (word.isalpha() and set(word) <= characters)
            for word in _words(part)
        )

    return "".join(part for part in split(draft) if claims(part))


def denies(draft: str, question: str) -> bool:
    """Whether a draft says only that the material holds no answer."""
    return bool(NOT_THERE.search(draft)) and not without_denials(draft, question).strip()


def _words(text: str) -> list[str]:
    return [word.lower() for run in _WORD.findall(text) for word in (cut(run) if run[0] > "\u3400" else [run])]
