"""Parts that several of these pages have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.words import Words

LONGEST = 20_000  # characters of a text
FACT = 300  # characters of a fact


def moment(stored: str) -> Tag:
    """A time of the recorder, as this machine's clock shows it."""
    try:
        when = datetime.fromisoformat(stored).astimezone()
    except ValueError:
        return Tag("span", stored[:FACT])
    return Tag("time", when.strftime("%Y-%m-%d %H:%M:%S"), datetime=when.isoformat())


def badge(say: Words, outcome: str) -> None:
    """The outcome of a turn."""
    label = say(f"outcome.{outcome}") if say.has(f"outcome.{outcome}") else outcome[:FACT]
    Tag("span", label, f"badge {outcome}" if outcome.isidentifier() else "badge")


def facts(pairs: Iterable[tuple[str, object]]) -> None:
    """Names with their values; those without one are left out."""
    with Tag("dl", classes="facts"):
        for name, value in pairs:
            if value is None or value == "":
                continue
            with Tag("div"):
                Tag("dt", name)
                Tag("dd", clipped(value, FACT))


@contextmanager
def folded(title: str, *, note: str = "", open_: bool = False) -> Iterator[None]:
    """What is seen when its title is pressed."""
    with Tag("details", classes="fold", open="" if open_ else None):
        with Tag("summary"):
            Tag("span", title)
            if note:
                Tag("span", note, "about")
        yield


def preformatted(say: Words, value: object) -> None:
    """A text, or data as JSON, as it is; a very long one is cut, which is said."""
    text = value if isinstance(value, str) else written(value)
    Tag("pre", text[:LONGEST], "raw", tabindex="0")
    if len(text) > LONGEST:
        Tag("p", say("rec.more", n=len(text) - LONGEST), "about")


def written(value: Any) -> str:
    """Data as JSON that people can read."""
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


def clipped(value: object, longest: int) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def number(value: object) -> float:
    """A number of an event; 0 for what isn't one."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def items(value: object) -> list[Any]:
    """A list of an event; empty for what isn't one."""
    return list(value) if isinstance(value, list | tuple) else []


def mapping(value: object) -> dict[str, Any]:
    """An object of an event; empty for what isn't one."""
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else {}
