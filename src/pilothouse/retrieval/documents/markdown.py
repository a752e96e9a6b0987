"""Markdown to blocks (CommonMark's block structure and GitHub's tables, read line by line)."""

from __future__ import annotations

import html
import re

from pilothouse.retrieval.documents import web
from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.plain import join
from pilothouse.retrieval.documents.tables import table

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|(?=[\u3400-\u9fff]))(.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"([ \t]*)(?:([-*+])|(\d{1,9}[.)、]))(?:[ \t]+|(?<=、))(?=\S)")
_DELIMITER = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_BAR = re.compile(r"(?<!\\)\|")
_TASK = re.compile(r"\[[ xX]\]\s+")
_REFERENCE = re.compile(r" {0,3}\[[^\]]+\]:\s*\S+(?:\s+[\"'(].*)?$")
_IMAGE = re.compile(r"!\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^\[\]]*\])")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^\[\]]*\])")
_ADDRESS = re.compile(r"<((?:https?|mailto|ftp):[^<>\s]+|[\w.+-]+@[\w.-]+)>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BREAK = re.compile(r"<br[^<>]*>", re.IGNORECASE)
_STRONG = re.compile(r"(\*\*|__|~~)(?=\S)([^*_~]+?)(?<=\S)\1")
_EMPHASIS = re.compile(
    r"(?<![0-9A-Za-z*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![0-9A-Za-z*])|(?<!\w)_(?=\S)([^_\n]+)(?<=\S)_(?!\w)"
)
_CODE = re.compile(r"(?<!`)(`{1,8})([^`]+)\1")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_LONGEST_MARK = 2000  # characters: no heading or table rule is longer, and the patterns stay linear
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def blocks(text: str, account: Account) -> list[Block]:
    """The blocks of ``text``; markup of links, emphasis and HTML inside lines is taken off."""
    return _Reading(text, account).blocks()


class _Reading:
    def __init__(self, text: str, account: Account) -> None:
        self.lines = _without_comments(text).split("\n")
        self.account = account
        self.found: list[Block] = []
        self.pending: list[str] = []  # lines of the paragraph or item that is being read
        self.item: int | None = None  # its list level
        self.indents: list[int] = []

    def blocks(self) -> list[Block]:
        at = 0
        while at < len(self.lines):
            if at % 1024 == 0:
                self.account.check()
            at = self._line(at)
        self._flush()
        return self.found

    def _line(self, at: int) -> int:
        line = self.lines[at].expandtabs(4) if "\t" in self.lines[at][:80] else self.lines[at]
        if quote := _QUOTE.match(line):
            line = line[quote.end() :]
        if not line.strip():
            self._flush()
            return at + 1
        if fence := _FENCE.match(line.lstrip() if self.item is not None else line):
            self._flush()
            return self._code(at + 1, fence.group(1))
        short = len(line) <= _LONGEST_MARK
        if short and (heading := _HEADING.match(line)):
            self._flush()
            self.indents.clear()
            self._add("heading", heading.group(2), len(heading.group(1)))
            return at + 1
        if short and self.pending and self.item is None and (underline := _UNDERLINE.match(line)):
            self._add("heading", join(self.pending), 1 if underline.group(1)[0] == "=" else 2)
            self.pending.clear()
            return at + 1
        if short and _RULE.match(line):
            self._flush()
            return at + 1
        if "|" in line and at + 1 < len(self.lines) and self._delimits(at + 1):
            self._flush()
            return self._table(at)
        if line.lstrip()[:6].lower() == "<table":
            self._flush()
            return self._html(at)
        if item := _ITEM.match(line):
            self._flush()
            indent = len(item.group(1))
            while self.indents and self.indents[-1] > indent:
                self.indents.pop()
            if not self.indents or self.indents[-1] < indent:
                self.indents.append(indent)
            self.item = min(len(self.indents) - 1, 8)
            rest = _TASK.sub("", line[item.end() :], count=1)
            self.pending.append(f"{item.group(3)} {rest}" if item.group(3) else rest)
            return at + 1
        if not self.pending and _REFERENCE.match(line):
            return at + 1
        if not self.pending and self.indents and not line.startswith(" "):
            self.indents.clear()
        self.pending.append(line)
        return at + 1

    def _delimits(self, at: int) -> bool:
        line = self.lines[at].lstrip("> ")
        return len(line) <= _LONGEST_MARK and _DELIMITER.match(line) is not None

    def _flush(self) -> None:
        if self.pending:
            parts: list[list[str]] = [[]]
            for line in self.pending:
                parts[-1].append(line.removesuffix("\\") if line.endswith("\\") else line)
                if line.endswith(("  ", "\\")):
                    parts.append([])
            text = "\n".join(join(part) for part in parts if part)
            self._add("paragraph" if self.item is None else "item", text, self.item or 0)
            self.pending.clear()
        self.item = None

    def _add(self, kind: str, text: str, level: int) -> None:
        text = inline(text)
        if text and kind in ("heading", "paragraph", "item"):
            self.found.append(Block(kind, text, level))  # type: ignore[arg-type]

    def _code(self, at: int, fence: str) -> int:
        close = re.compile(rf"\s*{re.escape(fence[0])}{{{len(fence)},}}\s*$")
        end = at
        while end < len(self.lines) and not close.match(self.lines[end]):
            end += 1
        text = "\n".join(self.lines[at:end]).strip("\n")
        if text.strip():
            self.found.append(Block("code", text))
        return end + 1

    def _table(self, at: int) -> int:
        rows = [self._cells(at)]
        end = at + 2
        while end < len(self.lines) and "|" in self.lines[end]:
            rows.append(self._cells(end))
            end += 1
        named = any(rows[0])
        self.found.extend(table(rows, self.account, header_rows=1 if named else 0))
        return end

    def _cells(self, at: int) -> list[str]:
        line = self.lines[at].strip().lstrip("> ").removeprefix("|")
        line = line[:-1] if line.endswith("|") and not line.endswith("\\|") else line
        return [inline(_BREAK.sub(" ", cell)) for cell in _BAR.split(line)]

    def _html(self, at: int) -> int:
        end = at
        while end < len(self.lines) and "</table" not in self.lines[end].lower():
            end += 1
        part = "\n".join(self.lines[at : end + 1])
        self.found.extend(web.blocks(part, self.account).blocks)
        return end + 1


def inline(text: str) -> str:
    """``text`` without the markup inside a line."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[match.lastindex or 0])
        return f"\x00{len(kept) - 1}\x00"

    if "`" in text:
        text = _CODE.sub(keep, text)
    if "\\" in text:
        text = _ESCAPE.sub(keep, text)
    if "[" in text:
        text = _IMAGE.sub(r"\1", text)
        text = _LINK.sub(r"\1", text)
    if "<" in text:
        text = _ADDRESS.sub(r"\1", text)
        text = _TAG.sub("", _BREAK.sub("\n", text))
    for pattern, kind in ((_STRONG, r"\2"), (_EMPHASIS, None)):
        if "*" in text or "_" in text or "~" in text:
            text = pattern.sub(kind or (lambda match: match.group(1) or match.group(2)), text)
    if "&" in text:
        text = html.unescape(text)
    if kept:
        text = re.sub("\x00(\\d+)\x00", lambda match: kept[int(match.group(1))], text)
    return "\n".join(line for part in text.split("\n") if (line := part.strip()))


def _without_comments(text: str) -> str:
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts.append(text[at:start])
        at = end + 3
    return "".join((*parts, text[at:]))
