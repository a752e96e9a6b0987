"""Reads ``talks.txt`` and holds replies against it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pilothouse.contracts.reply import Reply

TABLE = Path(__file__).with_suffix(".txt")
INTENTS = {"Q": "knowledge_query", "S": "tool_action", "T": "chitchat", "C": "clarify"}
_KEYS = re.compile(r"(sum|parts|has|no|said|never)=(.+)")


@dataclass(frozen=True)
class Said:
    """One sentence with what must come of it, as the head of ``talks.txt`` describes."""

    text: str
    intents: tuple[str, ...]
    wanted: tuple[tuple[str, str], ...]
    none: bool


@dataclass(frozen=True)
class Talk:
    """Sentences of one session; ``library`` is the one they are asked of."""

    library: str
    said: tuple[Said, ...]

    @property
    def name(self) -> str:
        return f"{self.library}: {self.said[0].text[:24]}"


def talks(path: Path = TABLE) -> list[Talk]:
    """The conversations of the table, in order. Raises ``ValueError`` with the line that can't be read."""
    found: list[Talk] = []
    library, lines = "", list[Said]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        if not line.strip() or line.startswith("@"):
            if lines:
                found.append(Talk(library, tuple(lines)))
            lines = []
            library = line[1:].strip() or library
        elif not line.startswith("#"):
            lines.append(_said(line, number))
    return found


def _said(line: str, number: int) -> Said:
    text, arrow, rest = line.rpartition("=>")
    first, *more = [part.strip() for part in rest.split(";")]
    pairs = [match.groups() for part in more if (match := _KEYS.fullmatch(part))]
    if not arrow or not set(first.split("|")) <= set(INTENTS) or len(pairs) + ("none" in more) != len(more):
        raise ValueError(f"line {number}: {line}")
    return Said(text.strip(), tuple(INTENTS[name] for name in first.split("|")), tuple(pairs), "none" in more)


def plain(text: str) -> str:
    """Without blanks and thousands separators: 1,000 元 and 1000元 are the same."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"\s+", "", re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text))


def faults(said: Said, reply: Reply) -> Iterator[str]:
    """What of the events is not as it must be: intent, sum, number of questions, words looked up, outcome."""
    data = reply.data
    if data["intent"] not in said.intents:
        yield f"intent {data['intent']}"
        return
    looked_up = plain(f"{data['question']} {data['query']}")
    if said.none and reply.outcome not in ("not_found", "clarify", "refused", "fallback"):
        yield f"outcome {reply.outcome}"
    for key, value in said.wanted:
        if key == "sum" and (data["calculation"] or {}).get("value") not in value.split("|"):
            yield f"sum {data['calculation']}"
        elif key == "parts" and len(data["question"].split("；")) != int(value):
            yield f"questions {data['question']}"
        elif key == "has":
            missing = [w for w in value.split() if not any(plain(way) in looked_up for way in w.split("|"))]
            if missing:
                yield f"not looked up {missing}"
        elif key == "no":
            if extra := [w for w in value.split() if plain(w) in plain(data["question"])]:
                yield f"looked up {extra}"
        elif key == "never" and (told := [w for w in value.split() if plain(w) in plain(reply.reply)]):
            yield f"said {told}"


def untold(said: Said, reply: Reply) -> list[str]:
    """The facts that the reply lacks."""
    facts = [value for key, value in said.wanted if key == "said"]
    text = plain(reply.reply)
    return [fact for fact in facts if not any(plain(way) in text for way in fact.split("|"))]
