"""A page as sentences in their lines: which line is a heading or a list item, and where a sentence stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pilothouse.assistants.shopping.evidence.injection import visible
from pilothouse.assistants.shopping.evidence.text import fold
from pilothouse.sentences import split
from pilothouse.websearch.provider import WebPage

Place = Literal["title", "heading", "item", "voice", "text"]
PAGES = 64  # whose readings are kept: a page that comes again, or is read ahead of its search's end, is read once
LONGEST = 20_000  # characters of one page that are read; a longer one is cut at a line
_NUMBER = "一二三四五六七八九十\\d"
MARKER = re.compile(
    rf"\s*(?:(?P<heading>#{{1,6}}\s*)|[-*•·●▪►]\s*|)(?:\*\*|__)?\s*(?:"
    rf"[(\[【]?\s*(?:第\s*[{_NUMBER}]{{1,3}}\s*[名位款个]|末位|冠军|亚军|季军|top\s*\.?\d{{1,2}}|no\s*\.?\s*\d{{1,2}}|"
    rf"(?:推荐|产品|型号|选手|单品|品牌)\s*[{_NUMBER}]{{1,2}}(?!\d)|\#\d{{1,2}}|"
rf"rank\s*\d{{1,2}})\s*[)\]】]?\s*[::、.\-—|]*\s*|"
    rf"\d{{1,2}}\s*[.、)](?!\d)\s*|[(][{_NUMBER}]{{1,3}}[)]\s*[、.]?\s*|"
rf"[一二三四五六七八九十]{{1,3}}\s*[、.]\s*|[①-⑳]\s*|)",
)  # fmt: skip
_VOICE = re.compile(
    r"\s*(?:#?\d{1,3}\s*(?:楼|[fl#](?![a-z]))|#\d{1,3}(?=\s+[^\s\d]|\s*:)|楼主|沙发|板凳|网友|答主|答|问|回复|评论|(?:q|a|"
    r"op)\d*(?=[\s:.(])|user\s?\w+|@)[^:\n]{0,20}:\s*|\s*@\w{1,20}[: ]\s*"
)
_NAMED = re.compile(r"\s*(?:#\d{1,3}\s*)?([^\s:,。;!?\d][^:,。;!?]{0,11}):\s*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """``text`` stands in the page; ``plain`` is the same folded. ``head``: where its line's words begin, in ``plain``
    (0 unless the sentence is the first of its line). ``speaker``: who says it, in a thread."""

    text: str
    plain: str
    line: int
    place: Place
    first: bool
    head: int
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page ready to be read; the first sentence is the title when there is one."""

    index: int
    page: WebPage
    sentences: tuple[Sentence, ...]


def sheet(index: int, page: WebPage) -> Sheet:
    """``page`` as sentences; the title is one of them."""
    return Sheet(index, page, _read(page.title.strip(), page.text))


@lru_cache(maxsize=PAGES)
def _read(title: str, text: str) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    if title:
        found.append(Sentence(title, fold(title), 0, "title", True, 0))
    text = visible(text)
    if len(text) > LONGEST:
        text = text[: text.rfind("\n", 0, LONGEST) if "\n" in text[:LONGEST] else LONGEST]
    plains = fold(text).splitlines()
    thread = _thread(plains)
    for number, (line, plain) in enumerate(zip(text.splitlines(), plains, strict=True), start=1):
        if line.strip():
            found.extend(_sentences(line, plain, number, thread))
    return tuple(found)


def _thread(plains: list[str]) -> bool:
    """Whether people speak in turn: some label of a line comes back, and there is somebody who asks or is numbered."""
    said = [match.group(1) for plain in plains if (match := _NAMED.match(plain))]
    return len(said) > len(set(said)) and any(_VOICE.match(plain) for plain in plains)


def _sentences(line: str, plain: str, number: int, thread: bool) -> list[Sentence]:
    parts: list[tuple[str, str]] = []  # a sentence as it stands, and folded
    end = 0
    for piece in split(line):
        start, end = end, end + len(piece)
        text = piece.strip()
        start += len(piece) - len(piece.lstrip())
        parts.append((text, plain[start : start + len(text)]))
    first = parts[0][1]
    place, head = _place(first, len(parts))
    if place == "text" and thread and (named := _NAMED.match(first)):
        place, head = "voice", named.end()
    speaker = _speaker(first[:head]) if place == "voice" else ""
    return [
        Sentence(text, folded, number, place, position == 0, head if position == 0 else 0, speaker)
        for position, (text, folded) in enumerate(parts)
        if text
    ]


def _speaker(prefix: str) -> str:
    """Who speaks in "8楼 @低音炮：": the name, else the floor."""
    named = re.sub(r"^\W*(?:\d{1,3}\s*[楼fl#]|回复.*|[(].*?[)])|[\W_]+", "", prefix)
    return named or re.sub(r"\W+", "", prefix)


def _place(plain: str, pieces: int) -> tuple[Place, int]:
    if voice := _VOICE.match(plain):
        return "voice", voice.end()
    marker = MARKER.match(plain)
    if marker is None or not marker.end():
        return "text", 0
    heading = bool(marker["heading"]) or (pieces == 1 and len(plain) <= 40 and plain[-1] not in "。.!?;,、")
    return ("heading" if heading else "item"), marker.end()
