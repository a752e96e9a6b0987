"""Cutting a document where its structure allows: sections, paragraphs, list items, table rows, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pilothouse.retrieval.documents.chunk import Chunk, ChunkKind
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.retrieval.documents.rowing import rows_of
from pilothouse.sentences import split

MOST_OVERLAP = 4 / 3  # of the overlap asked for: 20 % for 15 %
_SHORT = 0.2  # of the size: sections below that are joined with their neighbours under the same heading
_FULL = 0.5  # of the size: from here on a chunk ends where a paragraph or a page ends
_CLAUSE_END = re.compile(r"([，,、：:）)\]\s]+)")
_CAPTION = 60  # Chinese characters: a longer paragraph says more than what the table shows
_ANNOUNCED = re.compile(r"(?:如下|下表|following|below)[^。]{0,12}$|[：:]$|^(?:附?表|Table)\s*[\d一二三四五六七八九十]")
_SEGMENT = 20_000  # characters that are searched for sentences at a time: a line may have ten million


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence or, where ``begins`` is false, the rest of one. ``joint`` stands between it and the piece before."""

    text: str
    joint: str
    page: int | None
    begins: bool = True
    width: float = 0.0  # of joint and text


@dataclass(slots=True)
class _Part:
    """Neighbouring blocks of one kind in one section."""

    section: tuple[str, ...]
    kind: ChunkKind
    blocks: list[Block] = field(default_factory=list)

    @property
    def page(self) -> int | None:
        return self.blocks[0].page if self.blocks else None


def chunk(material: Material, size: int = 400, overlap: float = 0.15) -> list[Chunk]:
    """The chunks of ``material`` in reading order; nothing of its text is lost.

    ``size`` is the most that a chunk holds, in Chinese characters; two of Latin script count as one, so that a chunk
    holds about as many words in every language. Only a table row or line of code may be longer. Neighbouring chunks
    of a section share whole sentences of ``overlap`` times ``size``, at most a third more. A heading without text
    of its own or below it, and the headings of short sections joined under their common heading, stand in the
    content. Raises ``ValueError`` when ``size`` is below 40 or ``overlap`` not in 0..0.5.
    """
    if size < 40:
        raise ValueError("size must be at least 40.")
    if not 0 <= overlap <= 0.5:
        raise ValueError("overlap must be between 0 and 0.5.")
    found: list[Chunk] = []
    for part in _merged(_parts(material), size):
        if part.kind == "text":
            pieces = [piece for block in part.blocks for piece in _pieces(block, size)]
            found.extend(_packed(pieces, part.section, size, overlap))
        elif part.kind == "table":
            for content in rows_of(part.blocks[0], size):
                found.append(Chunk(0, content, part.section, part.page, "table"))
        else:
            for content in _lines(part.blocks[0].text, size):
                found.append(Chunk(0, content, part.section, part.page, "code"))
    if not found and (headings := [block for block in material.blocks if block.kind == "heading"]):
        found.append(Chunk(0, headings[0].text, page=headings[0].page))
    return [replace(each, n=n) for n, each in enumerate(found)]


def width(text: str) -> float:
    """Length of ``text`` in Chinese characters; a Latin letter, digit or blank is half of one."""
    wide = 0 if text.isascii() else sum(map("\u2e80".__le__, text))
    return (len(text) + wide) / 2


def _parts(material: Material) -> Iterator[_Part]:
    """Runs of text, tables and code with the headings above them; a heading with nothing below is text itself."""
    path: list[tuple[int, str]] = []
    current: _Part | None = None
    waiting: Block | None = None  # a heading that nothing has followed yet
    for block in material.blocks:
        if block.kind == "heading":
            if current is not None:
                yield current
                current = None
            if waiting is not None and block.level <= waiting.level and waiting.text != material.title:
                yield _Part(_section(path[:-1], material.title), "text", [waiting])
            while path and path[-1][0] >= block.level:
                path.pop()
            waiting = block
            path.append((block.level, block.text))
            continue
        if not block.text.strip() and not any(True for _ in rows_of(block, _SEGMENT)):
            continue  # an empty table makes no chunk that could hold the heading above it
        waiting = None
        kind: ChunkKind = "table" if block.kind == "table" else "code" if block.kind == "code" else "text"
        if current is not None and (kind != current.kind or kind != "text"):
            if kind == "table" and not block.text and _announces(current, block):
                block = replace(block, text=current.blocks.pop().text)
            if current.blocks:
                yield current
            current = None
        if current is None:
            current = _Part(_section(path, material.title), kind)
        current.blocks.append(block)
    if current is not None:
        yield current
    if waiting is not None and waiting.text != material.title:
        yield _Part(_section(path[:-1], material.title), "text", [waiting])


def _announces(part: _Part, table: Block) -> bool:
    """Whether the last paragraph of ``part`` is the caption of ``table``: 标准如下：, 表 1 …"""
    last = part.blocks[-1]
    short = last.kind == "paragraph" and last.page == table.page and width(last.text) <= _CAPTION
    return short and "\n" not in last.text and _ANNOUNCED.search(last.text) is not None


def _section(path: list[tuple[int, str]], title: str) -> tuple[str, ...]:
    return tuple(text for n, (_, text) in enumerate(path) if n or text != title)


def _merged(parts: Iterator[_Part], size: int) -> Iterator[_Part]:
    """Short neighbouring text sections of one page joined under the heading that they share."""
    run: list[_Part] = []
    for part in parts:
        if run and not _joins(run, part, size):
            yield _join(run)
            run = []
        run.append(part)
    if run:
        yield _join(run)


def _joins(run: list[_Part], part: _Part, size: int) -> bool:
    last = run[-1]
    if part.kind != "text" or last.kind != "text" or part.page != run[0].page or last.blocks[-1].page != part.page:
        return False
    lengths = [sum(width(block.text) for block in each.blocks) for each in (*run, part)]
    if max(lengths[-2:]) > size * _SHORT or sum(lengths) + 12 * len(lengths) > size:
        return False
    sections = [each.section for each in (*run, part)]
    return len(_common(sections)) >= min(map(len, sections)) - 1


def _join(run: list[_Part]) -> _Part:
    if len(run) == 1:
        return run[0]
    common = _common([part.section for part in run])
    blocks: list[Block] = []
    above: tuple[str, ...] = common
    for part in run:
        shared = len(_common([above, part.section]))
        blocks.extend(Block("paragraph", text, page=part.page) for text in part.section[max(shared, len(common)) :])
        blocks.extend(part.blocks)
        above = part.section
    return _Part(common, "text", blocks)


def _common(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    first, last = min(paths), max(paths)
    shared = 0
    while shared < min(len(first), len(last)) and first[shared] == last[shared]:
        shared += 1
    return first[:shared]


def _pieces(block: Block, size: int) -> Iterator[_Piece]:
    joint = "\n"
    for segment in _segments(block.text):
        for sentence in split(segment):
            text = sentence.rstrip()
            for n, part in enumerate(_cut(text, size)):
                yield _Piece(part, joint, block.page, not n, width(joint) + width(part))
                joint = ""
            joint = sentence[len(text) :]


def _segments(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _SEGMENT:
        ends = (text.rfind(mark, start, start + _SEGMENT) + len(mark) for mark in ("\n", "。", ". ", " "))
        end = next((end for end in ends if end > start + _SEGMENT // 2), start + _SEGMENT)
        yield text[start:end]
        start = end
    yield text[start:]


def _cut(sentence: str, size: int) -> Iterator[str]:
    """A sentence longer than a chunk, cut at its commas and blanks, and anywhere where it has none."""
    if width(sentence) <= size:
        yield sentence
        return
    parts = _CLAUSE_END.split(sentence)
    current = ""
    length = 0.0
    for n in range(0, len(parts), 2):
        clause = "".join(parts[n : n + 2])
        for start in range(0, len(clause), size):
            part = clause[start : start + size]
            if current and length + width(part) > size:
                yield current
                current, length = "", 0.0
            current += part
            length += width(part)
    if current:
        yield current


def _packed(pieces: list[_Piece], section: tuple[str, ...], size: int, overlap: float) -> Iterator[Chunk]:
    start = 0
    while start < len(pieces):
        repeated = _repeated(pieces, start, size, overlap)
        lead = _text(pieces[repeated:start])
        length = width(lead)
        end = start
        while end < len(pieces):
            piece = pieces[end]
            if end > start and (length + piece.width > size or _ends_well(pieces, start, end, length, size)):
                break
            if end == start and lead and length + piece.width > size:
                repeated, lead, length = start, "", 0.0  # no room for both
            length += piece.width
            end += 1
        content = _text(pieces[start:end])
        if lead:
            lead += pieces[start].joint
        yield Chunk(0, lead + content, section, pieces[start].page, "text", len(lead))
        start = end


def _ends_well(pieces: list[_Piece], start: int, end: int, length: float, size: int) -> bool:
    """Whether to end before ``end`` although it would fit: a page ends, or a paragraph that follows does not fit."""
    piece = pieces[end]
    if not piece.joint.startswith("\n") or length < size * _FULL:
        return False
    if piece.page != pieces[end - 1].page:
        return True
    following = piece.width
    for each in pieces[end + 1 :]:
        if each.joint == "\n" or following > size:
            break
        following += each.width
    return length + following > size and following <= size


def _repeated(pieces: list[_Piece], start: int, size: int, overlap: float) -> int:
    """Where the whole sentences begin that are repeated before ``start``; ``start`` itself when none fits."""
    if not start or not overlap or not pieces[start].begins:
        return start
    best, best_miss = start, overlap * size
    length = 0.0
    for at in range(start - 1, max(-1, start - 50), -1):
        length += pieces[at].width
        if length > overlap * size * MOST_OVERLAP:
            break
        if not pieces[at].begins:
            continue
        if abs(length - overlap * size) <= best_miss:
            best, best_miss = at, abs(length - overlap * size)
    return best


def _text(pieces: list[_Piece]) -> str:
    return "".join(piece.text if not n else piece.joint + piece.text for n, piece in enumerate(pieces))


def _lines(text: str, size: int) -> Iterator[str]:
    current: list[str] = []
    length = 0.0
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), size * 4):
            part = line[start : start + size * 4]
            if current and length + width(part) > size:
                yield "\n".join(current)
                current, length = [], 0.0
            current.append(part)
            length += width(part)
    if any(line.strip() for line in current):
        yield "\n".join(current)
