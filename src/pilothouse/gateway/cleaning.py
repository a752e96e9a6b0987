"""No tool markup ever reaches a user."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TAGS = (
    "tool_call|tool_calls|tool_response|tool_result|tools|function_call|function_calls|function|functions|invoke|"
    "parameter|think|thinking|reasoning|data|scratchpad|start_of_turn|end_of_turn|s|bos|eos|pad|unk"
)

# Machine language that no sentence contains.
_MARKUP: dict[str, re.Pattern[str]] = {
    "special token": re.compile(
        r"<\|\w{2,40}|<\|[^<>\n]{0,60}?\|?>|<[｜|][^<>\n]{0,60}?[｜|]>|\[/?INST\]|<</?SYS>>|\[TOOL_[A-Z_]+\]|✿[A-Z]+✿"
    ),
    "tool or reasoning tag": re.compile(rf"</?(?:antml:)?(?:{_TAGS})(?:\s[^<>\n]*|=[^<>\n]*)?/?>", re.IGNORECASE),
    "protocol word": re.compile(
        r"\b(?:need_?tool|next_?state|next_?node|tool_?calls?|function_?calls?|tool_?name|tool_?call_?id|"
        r"finish_?reason|error_?type|data_?version|total_?found)\b",
        re.IGNORECASE,
    ),
}  # fmt: skip

# Shapes that are fine in a document but not in an answer that is shown or spoken.
_SHAPES: dict[str, re.Pattern[str]] = {
    "code fence": re.compile(r"```|~~~"),
    "JSON fragment": re.compile(
        r"""[{\[]\s*["'][^"'\n{}]{1,60}["']\s*:|["'][A-Za-z_]\w*["']\s*:\s*(?:["'\d\[{-]|true|false|null)|(?<![\w\\}])\{\s*\}"""
    ),
}

_THINK = re.compile(r"<(think|thinking)>(?:(?!<\1>).)*?</\1>", re.DOTALL)
_FENCE = re.compile(r"\A```[\w+-]*[ \t]*\n(?P<inner>(?:(?!```).)*)\n?```\Z", re.DOTALL)
_QUOTES = (('"', '"'), ("“", "”"), ("「", "」"), ("『", "』"))


def markup(text: str) -> list[str]:
    """What in ``text`` is machine language: special tokens, tags, protocol words. Each as ``kind: snippet``."""
    return _find(text, _MARKUP)


def leaks(text: str, names: Iterable[str] = ()) -> list[str]:
    """Everything in ``text`` that must not reach a user; empty when it may be shown.

    Finds what ``markup`` finds, code fences, JSON fragments, and the tool ``names`` where they can't be an
    ordinary word (with an underscore, or written as a call).
    """
    found = _find(text, _MARKUP | _SHAPES)
    for name in names:
        pattern = rf"\b{re.escape(name)}\b" if "_" in name else rf"\b{re.escape(name)}\s*\("
        if match := re.search(pattern, text):
            found.append(f"tool name: {match.group()}")
    return found


def clean(text: str) -> str:
    """``text`` without whole ``<think>`` blocks and without one fence or pair of quotes around all of it.

    Nothing else is removed: what is broken is refused by ``leaks``, not patched.
    """
    text = _THINK.sub("", text).strip()
    if match := _FENCE.match(text):
        text = match["inner"].strip()
    for opening, closing in _QUOTES:
        inner = text[1:-1]
        if len(text) > 1 and text[0] == opening and text[-1] == closing and not {opening, closing} & set(inner):
            return inner.strip()
    return text


def _find(text: str, patterns: dict[str, re.Pattern[str]]) -> list[str]:
    return [f"{kind}: {match.group()[:40]}" for kind, pattern in patterns.items() if (match := pattern.search(text))]
