"""What a pupil says that is no answer: wishes, doubts, small talk. Read by code, in Chinese and English; the phrases
stand in ``phrases.txt``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from pilothouse.assistants.tutor.machine import Event

LONGEST = 60  # characters of a sentence that is a wish and no more
READ = 400  # characters of a longer one that are looked at
_GAP = r"[\s,，。.!！?？~～…、;；:：'’\"“”]*"
_HEADING = re.compile(r"\[([a-z ]+)\]")
_ORDER = (
    Event.RESTART,
    Event.STOP,
    Event.SKIP,
    Event.BACK,
    Event.DETAIL,
    Event.HINT,
    Event.UNSURE,
    Event.NEXT,
)


def _sections() -> Mapping[str, str]:
    """The alternatives of each section, joined."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in (files(__package__) / "phrases.txt").read_text("utf-8").splitlines():
        if heading := _HEADING.fullmatch(line):
            name = heading[1]
            found[name] = []
        elif line.strip() and not line.startswith("#"):
            found[name].append(line)
    return {name: f"(?:{'|'.join(lines)})" for name, lines in found.items()}


_PHRASES = _sections()
# Bounded: words may be read in several ways, and 我我想我我想… must not be tried in all of them.
_LEAD, _TAIL = f"(?:{_PHRASES['lead']}{_GAP}){{0,3}}?", f"(?:{_PHRASES['tail']}{_GAP}){{0,3}}"
_CONTROLS = {event: re.compile(f"{_GAP}{_LEAD}{_PHRASES[event.value]}{_GAP}{_TAIL}", re.IGNORECASE) for event in _ORDER}
_YES = re.compile(f"{_GAP}{_PHRASES['yes']}{_GAP}{_TAIL}", re.IGNORECASE)
_NOTHING = re.compile(rf"(?:[\W_]|{_PHRASES['nothing']})*", re.IGNORECASE)
_WANTS, _ASKS, _ELSEWHERE = (
    re.compile(_PHRASES[name], re.IGNORECASE) for name in ("wants answer", "asks", "elsewhere")
)


def control(text: str) -> Event | None:
    """The wish that the whole of ``text`` is, if it is one."""
    if len(text) > LONGEST:
        return None
    return next((event for event, pattern in _CONTROLS.items() if pattern.fullmatch(text.strip())), None)


def agrees(text: str) -> bool:
    """Whether ``text`` says yes, and no more."""
    return len(text) <= LONGEST and bool(_YES.fullmatch(text.strip()))


def silent(text: str) -> bool:
    """Whether there is nothing to read."""
    return bool(_NOTHING.fullmatch(text[:READ]))


def wants_answer(text: str) -> bool:
    """Whether ``text`` plainly asks to be told."""
    return bool(_WANTS.search(text[:READ]))


def asks(text: str) -> bool:
    """Whether ``text`` is a question."""
    return bool(_ASKS.search(text[:READ]))


def elsewhere(text: str, statement: str) -> bool:
    """Whether ``text`` is about something else than the problem."""
    match = _ELSEWHERE.search(text[:READ])
    return match is not None and match.group().lower() not in statement.lower() and not re.search(r"\d", text)
