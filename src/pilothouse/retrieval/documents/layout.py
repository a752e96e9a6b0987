"""Lines of PDF pages to blocks: headings told by their type, paragraphs put together again, furniture left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pilothouse.retrieval.documents import plain
from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.page import Line, Sheet
from pilothouse.retrieval.documents.ruling import Ruled, contains
from pilothouse.retrieval.documents.tables import table

_MARGIN = 0.1  # of the height: where running heads and page numbers stand
_PAGE_NUMBER = re.compile(
    r"[-–—·\s]*(?:第\s*)?\d{1,4}(?:\s*页)?(?:\s*[/，,共of ]+\s*\d{1,4}(?:\s*页)?)?[-–—·\s]*|page\s+\d+(?:\s+of\s+\d+)?",
    re.IGNORECASE,
)
_LEADERS = re.compile(r"(?:[.．·…‥] ?){5,}")  # between a title and its page in a table of contents
_DIGITS = re.compile(r"\d+")
_LARGER = 1.12  # times the size of the text: from here on a short line is a heading
_SAME_PLACE = 10.0  # points by which the edges of a table may differ from one page to the next
_REPEATED = 4.0  # pages
_FLUSH = 1.5  # points by which justified lines may miss their edge
_SMALLER = 0.9  # times the size of the text: a line above the page in smaller type is a running head
_HEADING = 60  # characters
_SENTENCE_END = tuple("。！？；：，、.!?;:,")
_STOPS = tuple("。！？；：.!?;:”")
_ITEM = re.compile(
    r"(?:[-*•●○▪◆■·‣–]|\d{1,3}[.)、）．](?!\d)|[（(]\d{1,3}[)）]|[（(][一二三四五六七八九十]{1,3}[)）])\s*\S"
)
_MOST_LEVELS = 5


@dataclass(frozen=True, slots=True)
class Laid:
    """A page with its tables."""

    sheet: Sheet
    tables: Sequence[Ruled]


def blocks(pages: Sequence[Laid], outline: Mapping[tuple[int, str], int], account: Account) -> list[Block]:
    """The blocks of all pages. ``outline``: level of a bookmark by its page and its text without blanks."""
    assembly = _Assembly(pages, outline, account)
    for laid in pages:
        account.check()
        assembly.add(laid)
    return assembly.found


class _Assembly:
    def __init__(self, pages: Sequence[Laid], outline: Mapping[tuple[int, str], int], account: Account) -> None:
        self.account = account
        self.outline = outline
        self.running = _running([laid.sheet for laid in pages])
        self.body = _body_size([laid.sheet for laid in pages])
        self.levels = _levels(pages, self.body)
        self.found: list[Block] = []
        self.last: Ruled | None = None  # the table that came last

    def add(self, laid: Laid) -> None:
        page = laid.sheet.number
        left = min((line.box.left for line in laid.sheet.lines), default=0.0)
        rights = _margins(laid.sheet.lines)
        placed: set[int] = set()
        before: Line | None = None
        fresh = True  # nothing of this page is out yet: a paragraph or table may come over from the page before
        for line in laid.sheet.lines:
            if _furniture(line, laid.sheet, self.running, self.body):
                continue
            at = next((n for n, ruled in enumerate(laid.tables) if contains(ruled.box, line.box)), None)
            if at is None:
                self._line(line, page, before, fresh, left, rights)
                before = line
            else:
                if at not in placed:
                    placed.add(at)
                    self._table(laid.tables[at], page, fresh)
                before = None
            fresh = False

    def _line(self, line: Line, page: int, before: Line | None, fresh: bool, left: float, rights: list[float]) -> None:
        found = self.found
        text = self.account.text(_LEADERS.sub(" … ", line.text))
        level = self.outline.get((page, squeezed(text))) or _level(line, text, self.body, self.levels)
        if level:
            heads_on = before is not None and found[-1].kind == "heading" and before.size == line.size
            if heads_on and before is not None and _wraps(before, line):
                found[-1] = replace(found[-1], text=plain.join([found[-1].text, text]))
            else:
                found.append(Block("heading", text, level, page))
        elif _continues(before, line, found, fresh, left, rights):
            last = found[-1]
            whole = last.text + text if before is not None and before.hyphen else plain.join([last.text, text])
            found[-1] = replace(last, text=whole)
        else:
            item = _ITEM.match(text) is not None
            found.append(
                Block("item" if item else "paragraph", plain.without_bullet(text) if item else text, page=page)
            )

    def _table(self, ruled: Ruled, page: int, fresh: bool) -> None:
        made = table(ruled.rows, self.account, header_rows=ruled.header_rows, page=page)
        above = self.found[-1] if self.found else None
        if fresh and above is not None and above.kind == "table" and self.last is not None:
            header = list(above.rows[0])
            same = abs(self.last.box.left - ruled.box.left) + abs(self.last.box.right - ruled.box.right) < _SAME_PLACE
            # The rest of a table that a page break has cut: its columns are named on the page before.
            named = made and made[0].kind == "table" and list(made[0].rows[0]) == header
            if same and any(header) and len(ruled.rows[0]) == len(header) and not named:
                made = table([header, *ruled.rows], self.account, header_rows=1, page=page)
        self.found.extend(made)
        self.last = ruled


def _continues(
    before: Line | None, line: Line, found: list[Block], fresh: bool, left: float, rights: list[float]
) -> bool:
    """Whether ``line`` belongs to the paragraph or item before it."""
    if not found or found[-1].kind not in ("paragraph", "item") or _ITEM.match(line.text):
        return False
    if plain.heading_level(line.text, alone=False):
        return False
    if before is None:
        # Over the end of a page, only the middle of a sentence goes on.
        indented = line.box.left - left > line.size
        return fresh and not indented and not found[-1].text.endswith(_STOPS) and len(found[-1].text) > 15
    if abs(before.size - line.size) > 1 or (before.bold != line.bold and not _wraps(before, line)):
        return False
    leading = before.box.bottom - line.box.bottom
    if not 0 <= leading <= 2.2 * max(line.size, 1):
        return leading < 0 and not found[-1].text.endswith(_STOPS)  # the next column
    if before.hyphen:
        return True
    full = before.box.right >= rights[0] - 2.5 * line.size
    reaches = full or any(abs(before.box.right - edge) <= _FLUSH for edge in rights[1:])
    if line.text[0].islower() and not found[-1].text.endswith(_STOPS):
        return True  # a sentence that goes on, whatever the margin
    indented = line.box.left - before.box.left > 1.2 * line.size and found[-1].kind != "item"
    return reaches and not indented


def _margins(lines: Sequence[Line]) -> list[float]:
    """The right edge of the page's text, then the edges at which three or more lines end: narrower blocks."""
    edges = Counter(round(line.box.right) for line in lines)
    narrower = [float(edge) for edge in edges if sum(edges[edge + near] for near in (-1, 0, 1)) >= 3]
    return [max((line.box.right for line in lines), default=0.0), *narrower]


def _wraps(before: Line, line: Line) -> bool:
    return 0 <= before.box.bottom - line.box.bottom <= 2.2 * max(line.size, 1)


def _level(line: Line, text: str, body: float, levels: Mapping[float, int]) -> int:
    if len(text) > _HEADING or not any(character.isalpha() for character in text):
        return 0
    numbered = plain.heading_level(text, alone=line.bold or line.size > body)
    if line.size >= body * _LARGER and not text.endswith(tuple("。；，、;,")):
        return levels.get(line.size, _MOST_LEVELS)
    if numbered and not text.endswith(_SENTENCE_END):
        return max(numbered, max(levels.values(), default=0))
    if line.bold and len(text) <= _HEADING // 2 and not text.endswith(_SENTENCE_END):
        return max(levels.values(), default=0) + 1
    return 0


def _levels(pages: Sequence[Laid], body: float) -> dict[float, int]:
    """Heading sizes from the largest; sizes within half a point are one."""
    sizes = sorted(
        {line.size for laid in pages for line in laid.sheet.lines if line.size >= body * _LARGER}, reverse=True
    )
    levels: dict[float, int] = {}
    level = 0
    last = float("inf")
    for size in sizes:
        if last - size > 0.5:
            level = min(level + 1, _MOST_LEVELS)
            last = size
        levels[size] = level
    return levels


def _body_size(sheets: Sequence[Sheet]) -> float:
    sizes: Counter[float] = Counter()
    for sheet in sheets:
        for line in sheet.lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _running(sheets: Sequence[Sheet]) -> set[str]:
    """Heads and feet: what stands in the margin of half of the pages, or of several (a chapter's), numbers aside."""
    seen: Counter[str] = Counter()
    for sheet in sheets:
        seen.update({_neutral(line.text) for line in sheet.lines if _marginal(line, sheet)})
    enough = max(2.0, min(len(sheets) / 2, _REPEATED))
    return {text for text, count in seen.items() if count >= enough}


def _furniture(line: Line, sheet: Sheet, running: set[str], body: float) -> bool:
    if not _marginal(line, sheet):
        return False
    small_head = line.box.bottom > sheet.height / 2 and line.size < body * _SMALLER and len(line.text) <= _HEADING
    return small_head or _neutral(line.text) in running or bool(_PAGE_NUMBER.fullmatch(line.text[:60]))


def _marginal(line: Line, sheet: Sheet) -> bool:
    middle = (line.box.bottom + line.box.top) / 2
    return not sheet.height * _MARGIN < middle < sheet.height * (1 - _MARGIN)


def _neutral(text: str) -> str:
    return _DIGITS.sub("#", squeezed(text))


def squeezed(text: str) -> str:
    return "".join(text.split())
