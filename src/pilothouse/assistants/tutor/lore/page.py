"""A file of the knowledge base, read: its title, its search words, and its text in small pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pilothouse.assistants.tutor.lore.fragment import Fragment
from pilothouse.sentences import split

Origin = Literal["sample", "own"]

PIECE = 360  # characters of a fragment: about what fits beside a problem without drowning it
LONGEST = 100_000  # characters of a file that are looked at
_MATTER = re.compile(r"\A\s*---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t#]*$")
_BLANK_LINES = re.compile(r"\n{2,}")


@dataclass(frozen=True)
class Page:
    """``topic`` is ``SUBJECT/NAME``. ``keywords``: other words under which it is looked for, from the front matter.
    ``notes``: what is wrong with the file, said to those who edit it; a faulty file is still searched."""

    topic: str
    title: str
    origin: Origin
    keywords: tuple[str, ...]
    text: str
    fragments: tuple[Fragment, ...]
    notes: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        return self.topic.partition("/")[0]


def read_page(topic: str, text: str, origin: Origin) -> Page:
    """The page that ``text`` (Markdown, front matter optional) makes. Never raises for what is written in it."""
    notes = [] if len(text) <= LONGEST else [f"只读前 {LONGEST} 个字符。 Only the first {LONGEST} characters are read."]
    text = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    meta, body, problem = _matter(text)
    notes += [problem] if problem else []
    title, sections = _sections(body)
    title = str(meta.get("title") or meta.get("标题") or title or topic.rpartition("/")[2].replace("-", " ")).strip()
    pieces = [(section, piece) for section, lines in sections for piece in _pieces(lines)]
    fragments = tuple(
        Fragment(f"{topic}#{n}", topic, topic.partition("/")[0], title, section, piece)
        for n, (section, piece) in enumerate(pieces, 1)
    )
    if not fragments:
        notes.append("没有正文。 It has no text.")
    keywords = _words(meta.get("keywords") or meta.get("关键词"))
    return Page(topic, title, origin, keywords, text, fragments, tuple(notes))


def _matter(text: str) -> tuple[Mapping[str, Any], str, str]:
    """Front matter, the text behind it, and what is wrong with it."""
    found = _MATTER.match(text)
    if found is None:
        return {}, text, ""
    import yaml

    try:
        meta = yaml.load(found[1], Loader=yaml.BaseLoader) if "&" not in found[1] else None
    except (yaml.YAMLError, RecursionError, ValueError):
        meta = None
    if isinstance(meta, dict):
        return meta, text[found.end() :], ""
    return {}, text[found.end() :], "开头的说明读不懂，已忽略。 Its front matter can't be read and is ignored."


def _words(value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else re.split(r"[,，、;；]", value) if isinstance(value, str) else []
    return tuple(word.strip() for word in listed if isinstance(word, str) and word.strip())


def _sections(body: str) -> tuple[str, list[tuple[str, str]]]:
    """The first title, and (heading, text) of each section."""
    title, heading = "", ""
    sections: list[tuple[str, list[str]]] = [("", [])]
    fenced = False
    for line in body.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        found = None if fenced else _HEADING.match(line)
        if found is None:
            sections[-1][1].append(line)
        elif len(found[1]) == 1 and not title:
            title = found[2].strip()
        else:
            heading = found[2].strip()
            sections.append((heading, []))
    return title, [(name, text) for name, lines in sections if (text := _clean("\n".join(lines)))]


def _clean(text: str) -> str:
    """As plain data: no links or markup that could act, no sentence that speaks to the assistant."""
    from pilothouse.retrieval.evidence.safety import harmless, instructing

    kept = "".join(part for part in split(harmless(text)) if not instructing(part))
    return _BLANK_LINES.sub("\n", kept).strip()


def _pieces(text: str) -> Iterator[str]:
    """``text`` cut between sentences into pieces of about ``PIECE`` characters."""
    piece = ""
    for part in split(text):
        while len(part) > PIECE:
            if piece.strip():
                yield piece.strip()
            piece, part = "", part
            yield part[:PIECE].strip()
            part = part[PIECE:]
        if piece and len(piece) + len(part.rstrip()) > PIECE:
            yield piece.strip()
            piece = ""
        piece += part
    if piece.strip():
        yield piece.strip()
