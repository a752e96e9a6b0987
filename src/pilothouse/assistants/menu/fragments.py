"""Pieces of a sentence that name nothing: 太去掉, 换, 量, 辣. Of these nobody says that the menu does not have them."""

from __future__ import annotations

import re

from pilothouse.retrieval.tokenizer import normalise

_WORDS = (
    "去掉|换成|换|改成|改|退掉|退|删掉|删|加|减|要|来|点|份|个|碗|太|再|各|少|多|不|量|辣|咸|甜|淡|给|也|就|都|还|那|这|吧|了|"
    "的|一|两|下|上|先|行|会|能|可以|怎么|为什么|什么"
)
_FRAGMENT = re.compile(rf"(?:{_WORDS})+|[不微中特]辣的?|(?:than|then|too|more|less|it|that|hmm+)+")


def is_fragment(words: str) -> bool:
    """True for words that are no dish and no food, on any menu.

    >>> is_fragment("太去掉"), is_fragment("啤酒")
    (True, False)
    """
    return _FRAGMENT.fullmatch(normalise(words).strip(" ，。,.!！?？~")) is not None
