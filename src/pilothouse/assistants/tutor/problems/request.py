"""How a message chooses a problem: a first line ``#problem ID`` (what ``--problem`` sends), then the pupil's words.
Or a first line ``#new``, then a problem of one's own (what ``--photo`` sends)."""

from __future__ import annotations

import re
from typing import NamedTuple

_CHOICE = re.compile(
    r"\s*#\s*(?:problem|题目|题)\s*[:：]?\s*(?P<id>[A-Za-z0-9._\-\u4e00-\u9fff]{1,64})\s*(?:\n(?P<text>.*))?", re.S
)
_NEW = re.compile(r"\s*#\s*(?:new|新题目?)\s*[:：]?[ \t]*(?:\n(?P<text>.*))?", re.S | re.I)


class Request(NamedTuple):
    """``problem``: the id that was named, "" when none was; ``text``: what else was said; ``fresh``: that is a new
    problem, whatever it reads like."""

    problem: str
    text: str
    fresh: bool = False


def opening(problem: str, text: str = "") -> str:
    """The message that starts a problem.

    >>> requested(opening("bus-stops", "我不会"))
    Request(problem='bus-stops', text='我不会', fresh=False)
    """
    return f"#problem {problem}\n{text}".strip()


def presenting(text: str) -> str:
    """The message that starts a problem of one's own, in the middle of another as well.

    >>> requested(presenting("3x=12")).fresh
    True
    """
    return f"#new\n{text}"


def requested(text: str) -> Request:
    """What a message asks for; its text as it is when it names no problem."""
    if match := _NEW.fullmatch(text):
        return Request("", (match["text"] or "").strip(), fresh=True)
    match = _CHOICE.fullmatch(text)
    return Request(match["id"], (match["text"] or "").strip()) if match else Request("", text)
