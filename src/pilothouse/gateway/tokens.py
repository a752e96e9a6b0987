"""Token counts without a tokenizer, right for Chinese.

LangChain's ``count_tokens_approximately`` takes four characters for a token and sees 255 in 1,000 Chinese
characters. Tokenizers differ, so this is an estimate on the safe side: what fits by this count fits in
reality. Against Qwen2.5's tokenizer it is 1.0 to 1.4 times the truth on prose and up to 1.8 times on JSON.
Only strings of rare ideographs, at about 2 tokens each, are counted too low.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable

from pilothouse.contracts.conversation import Message

MESSAGE_OVERHEAD = 4  # role and separators of one message in the usual chat templates

_PIECES = re.compile(
    r"(?P<han>[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af])"
    r"|(?P<latin>[A-Za-z]+)"
    r"|(?P<digit>[0-9])"
    r"|(?P<newline>\n)"
    r"|(?P<gap>[^\S\n](?=[0-9]))"
    r"|(?P<space>[^\S\n]+)"
    r"|(?P<ascii>[!-/:-@\[-`{-~\u3000-\u303f\uff00-\uffef\u2010-\u2027])"
    r"|(?P<letters>[^\W\d_]+)"
    r"|(?P<rare>.)",
    re.DOTALL,
)


def count(text: str) -> int:
    """Estimated tokens of ``text``, on the safe side."""
    total = 0
    for piece in _PIECES.finditer(text):
        match piece.lastgroup:
            case "latin":
                total += math.ceil(len(piece.group()) / 4)
            case "space":
                total += math.ceil((len(piece.group()) - 1) / 4)  # a single space belongs to the next word
            case "letters":  # other alphabets
                total += math.ceil(len(piece.group().encode()) / 3)
            case "rare":  # emoji and rare ideographs fall apart into bytes
                total += 3
            case _:
                total += 1
    return total


def count_messages(messages: Iterable[Message]) -> int:
    """Estimated tokens of messages with their roles and calls."""
    total = 0
    for message in messages:
        total += MESSAGE_OVERHEAD + count(message.content) + count(message.name)
        for call in message.calls:
            total += MESSAGE_OVERHEAD + count(call.name) + count(json.dumps(dict(call.arguments), ensure_ascii=False))
    return total
