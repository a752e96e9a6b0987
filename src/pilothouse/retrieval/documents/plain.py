"""Plain text to blocks: paragraphs, and the headings, lists and tables that one can see without markup."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby, pairwise

from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.tables import table

_NUMERAL = "一二三四五六七八九十百零〇两0-9"
_HEADINGS = (
    (1, re.compile(rf"第\s*[{_NUMERAL}]{{1,6}}\s*[编篇部卷](?:\s|[^\w\s])?.{{0,40}}")),
    (2, re.compile(rf"第\s*[{_NUMERAL}]{{1,6}}\s*章.{{0,40}}|(?:Chapter|CHAPTER)\s+[\dIVXLC]+\b.{{0,80}}")),
    (3, re.compile(rf"第\s*[{_NUMERAL}]{{1,6}}\s*节.{{0,40}}|(?:Section|SECTION)\s+[\d.]+\b.{{0,80}}")),
    (3, re.compile(r"[一二三四五六七八九十]{1,3}\s*[、.．]\s*\S.{0,30}")),
    (4, re.compile(r"[（(][一二三四五六七八九十]{1,3}[)）]\s*\S.{0,30}")),
    (4, re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}[\s、.．]\s*\S.{0,40}")),
)
_ITEM = re.compile(r"[ \t]*(?:[-*•●○▪◆■·‣–]|\d{1,3}[.)、）．]|[（(]\d{1,3}[)）]|[a-zA-Z][.)）])\s*(?=\S)")
_BULLET = re.compile(r"[ \t]*[-*•●○▪◆■·‣–]\s+")
_SENTENCE_END = tuple("。！？；：!?;:…，,、”")
_RULE = re.compile(r"[ \t]*([=\-_*~—])\1{3,}[ \t]*")
_TITLE = 40  # characters
_CLAUSE = re.compile(r"[。！？；，：、!?;:,]|\.(?:\s|$)")
_WRAPPED = 50  # columns: shorter lines were ended by their writer, not by the margin


def blocks(text: str, account: Account) -> list[Block]:
    """The blocks of ``text``; lines that a margin has broken are joined again."""
    found: list[Block] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        if at % 1024 == 0:
            account.check()
        line = lines[at].rstrip()
        if not line.strip() or _RULE.fullmatch(line):
            at += 1
            continue
        if line.count("\t") and (height := _tabbed(lines, at)) > 1:
            found.extend(table([row.split("\t") for row in lines[at : at + height]], account))
            at += height
            continue
        underlined = at + 1 < len(lines) and re.fullmatch(r"\s*(?:={3,}|-{3,})\s*", lines[at + 1]) is not None
        if not found and _is_title(line) and any(map(str.strip, lines[at + 1 : at + 3])):
            found.append(Block("heading", line.strip(), 1))
            at += 2 if at + 1 < len(lines) and _RULE.fullmatch(lines[at + 1].rstrip()) else 1
            continue
        level = heading_level(line, alone=_blank(lines, at - 1) and _blank(lines, at + 1))
        if (underlined and len(line) <= 80) or level:
            found.append(Block("heading", line.strip(), level or (1 if "=" in lines[at + 1] else 2)))
            at += 2 if underlined else 1
            continue
        item = _ITEM.match(line)
        end = at + 1
        while end < len(lines) and _continues(lines[end - 1], lines[end]):
            end += 1
        joined = join(lines[at:end])
        if item:
            indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
            found.append(Block("item", without_bullet(joined), min(indent // 2, 8)))
        else:
            found.append(Block("paragraph", joined))
        at = end
    return found


def _is_title(line: str) -> bool:
    """Whether the first line of a text is its title: short, no sentence, no list, no ``name: value``."""
    line = line.strip()
    return len(line) <= _TITLE and not _ITEM.match(line) and not _CLAUSE.search(line) and "\t" not in line


def heading_level(line: str, *, alone: bool) -> int:
    """The level that a line's own numbering gives it (第一章, 一、, 2.1), or 0.

    ``alone`` says that empty lines stand around it; without that only chapters and sections count.
    """
    line = line.strip()
    if len(line) > 60 or line.endswith(_SENTENCE_END):
        return 0
    for level, pattern in _HEADINGS:
        if pattern.fullmatch(line) and (alone or pattern in (_HEADINGS[0][1], _HEADINGS[1][1], _HEADINGS[2][1])):
            return 0 if "。" in line else level
    return 0


def join(lines: list[str]) -> str:
    """Lines of one paragraph as one: a blank between Latin words, none between Chinese characters."""
    parts = [line.strip() for line in lines]
    text = [parts[0]]
    for before, after in pairwise(parts):
        if before and after and not (_ideograph(before[-1]) or _ideograph(after[0])):
            text.append(" ")
        text.append(after)
    return "".join(text)


def without_bullet(text: str) -> str:
    """An item without the mark in front of it; a number stays, because people refer to it."""
    bullet = _BULLET.match(text)
    return text[bullet.end() if bullet else 0 :].strip()


def _continues(line: str, following: str) -> bool:
    if not following.strip() or _ITEM.match(following) or _RULE.fullmatch(following) or "\t" in following.strip():
        return False
    stripped = line.rstrip()
    if heading_level(following, alone=False) or stripped.endswith(("。", "！", "？", "；", "：", ".", "!", "?", ":")):
        return stripped.endswith(".") and _width(stripped) >= _WRAPPED and following[:1].islower()
    indented = following.startswith(("\u3000\u3000", "    ")) and not line.startswith(("\u3000\u3000", "    "))
    return _width(stripped) >= _WRAPPED and not indented


def _width(line: str) -> int:
    return len(line) + sum(map(_ideograph, line[:200]))


def _ideograph(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _tabbed(lines: list[str], at: int) -> int:
    count = lines[at].rstrip("\n").count("\t")
    same = groupby(lines[at : at + 100_000], key=lambda line: line.count("\t") == count and bool(line.strip()))
    matches, run = next(same)
    return len(list(run)) if matches else 0


def _blank(lines: list[str], at: int) -> bool:
    return not 0 <= at < len(lines) or not lines[at].strip()
