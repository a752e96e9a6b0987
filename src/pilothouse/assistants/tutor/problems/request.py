"""How a message chooses a problem: a first line ``#problem ID`` (what ``--problem`` sends), then the pupil's words."""

from __future__ import annotations

import re
from typing import NamedTuple

_CHOICE = re.compile(
    r"\s*#\s*(?:problem|题目|题)\s*[:：]?\s*(?P<id>[A-Za-z0-9._\-\u4e00-\u9fff]{1,64})\s*(?:\n(?P<text>.*))?", re.S
)


class Request(NamedTuple):
    """``problem``: the id that was named, "" when none was; ``text``: what else was said."""

    problem: str
    text: str


def opening(problem: str, text: str = "") -> str:
    """The message that starts a problem.

    >>> requested(opening("bus-stops", "我不会"))
    Request(problem='bus-stops', text='我不会')
    """
    return f"#problem {problem}\n{text}".strip()


def requested(text: str) -> Request:
    """What a message asks for; its text as it is when it names no problem."""
    match = _CHOICE.fullmatch(text)
    return Request(match["id"], (match["text"] or "").strip()) if match else Request("", text)
