"""DOCX to a material (ECMA-376 part 1, WordprocessingML)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from pilothouse.retrieval.documents.archive import Archive, attribute, local
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.retrieval.documents.numbering import Numbering
from pilothouse.retrieval.documents.properties import of_office
from pilothouse.retrieval.documents.styles import Styles, is_on, properties
from pilothouse.retrieval.documents.tables import table

_LEFT_OUT = frozenset(("del", "moveFrom", "rPr", "pPr", "instrText", "delText", "commentReference", "Fallback", "pict"))
_HEADING_LENGTH = 40  # characters: a longer bold paragraph is emphasis, not a heading
_SENTENCE_END = tuple("。；;，,：:！!")
_MOST_SPAN = 100


def read(data: bytes, account: Account) -> Material:
    """Headings by style or outline level, lists with their numbers, tables, footnotes behind their paragraph.

    Pages are those that Word noted when it last laid the document out. Deleted and hidden text is left out.
    """
    archive = Archive(data, account)
    reading = _Reading(archive)
    reading.body()
    blocks = (
        reading.blocks
        if reading.structured
        else [_guessed(block, n in reading.bold) for n, block in enumerate(reading.blocks)]
    )
    title, meta = of_office(archive)
    title = title or reading.title or next((block.text for block in blocks[:1] if block.kind == "heading"), "")
    return Material(title, tuple(blocks), meta, reading.page if reading.paged else None)


class _Reading:
    def __init__(self, archive: Archive) -> None:
        self.account = archive.account
        self.main = archive.main("word/document.xml")
        related = {kind: path for kind, path in archive.relations(self.main).values() if path in archive}

        def part(kind: str) -> Element | None:
            return archive.xml(related[kind]) if kind in related else None

        self.styles = Styles(part("styles"))
        self.numbering = Numbering(part("numbering"))
        self.root = archive.xml(self.main)
        self.paged = any(local(each) == "lastRenderedPageBreak" for each in self.root.iter())
        self.page = 1
        self.title = ""
        self.blocks: list[Block] = []
        self.bold: set[int] = set()  # which blocks are bold throughout
        self.structured = False  # has headings of its own
        self.notes = self._notes(part("footnotes")) | self._notes(part("endnotes"))
        self.noted: list[str] = []

    def body(self) -> None:
        body = next((child for child in self.root if local(child) == "body"), None)
        if body is None:
            raise Refusal("broken", "缺少正文，请重新导出。", "has no body; export it again.")
        for element in _flat(body):
            self.account.check()
            if local(element) == "p":
                self._paragraph(element)
            else:
                self._table(element)
            for text in self.noted:
                self._add(Block("paragraph", text))
            self.noted.clear()

    def _paragraph(self, element: Element) -> None:
        page = self.page
        text, bold, boxes = self._text(element)
        style_id = outline = number = depth = ""
        for child in element:
            if local(child) == "pPr":
                style_id, outline, number, depth = properties(child)
        style = self.styles.get(style_id)
        level = int(outline) + 1 if outline.isdecimal() and int(outline) < 9 else 0 if outline else style.level
        list_id = number or style.number
        rank = min(int(depth), 8) if depth.isdecimal() and number else style.depth
        label = self.numbering.label(list_id, rank) if list_id not in ("", "0") and text else ""
        if text:
            joined = (
                f"{label}{'' if label[-1:] > '⺀' and not label.endswith(('条', '章', '节')) else ' '}{text}"
                if label
                else text
            )
            page = page if self.page == page or not _breaks_first(element) else self.page
            if style.title and not self.title and not any(block.kind == "paragraph" for block in self.blocks):
                self.title = text
                self._add(Block("heading", text, 1, page))
            elif level:
                self.structured = True
                self._add(Block("heading", " ".join(joined.split()), level, page))
            elif list_id not in ("", "0"):
                self._add(Block("item", joined, rank, page))
            else:
                if bold or style.bold:
                    self.bold.add(len(self.blocks))
                self._add(Block("paragraph", joined, page=page))
        for box in boxes:
            for inner in _flat(box):
                if local(inner) == "p":
                    self._paragraph(inner)
                else:
                    self._table(inner)

    def _add(self, block: Block) -> None:
        self.account.text(block.text)
        self.blocks.append(block if self.paged else replace(block, page=None))

    def _text(self, paragraph: Element) -> tuple[str, bool, list[Element]]:
        """The text of a paragraph, whether all of it is bold, and the text boxes that hang on it."""
        parts: list[str] = []
        boxes: list[Element] = []
        plain = 0
        stack: list[tuple[Element, bool]] = [(child, False) for child in reversed(paragraph)]
        while stack:
            element, bold = stack.pop()
            name = local(element)
            if name in _LEFT_OUT:
                continue
            if name == "txbxContent":
                boxes.append(element)
                continue
            if name == "r":
                style = next((child for child in element if local(child) == "rPr"), None)
                if style is not None and is_on(style, "vanish"):
                    continue
                bold = style is not None and is_on(style, "b")
            elif name == "t":
                parts.append(element.text or "")
                plain += 0 if bold else len((element.text or "").strip())
            elif name == "tab":
                parts.append(" ")
            elif name in ("br", "cr"):
                parts.append("\n" if attribute(element, "type") in (None, "textWrapping") else "")
            elif name == "noBreakHyphen":
                parts.append("-")
            elif name == "lastRenderedPageBreak":
                self.page += 1
            elif name in ("footnoteReference", "endnoteReference"):
                note = self.notes.get((name[:3], attribute(element, "id") or ""))
                if note:
                    self.noted.append(note)
            stack.extend((child, bold) for child in reversed(element))
        text = "\n".join(line for part in "".join(parts).split("\n") if (line := " ".join(part.split())))
        return text, plain == 0, boxes

    def _table(self, element: Element) -> None:
        page = self.page
        grid: list[list[str]] = []
        heads = 0
        above: list[str] = []
        for row in _flat(element, "tr"):
            cells: list[str] = []
            marked = False
            for child in _flat(row, "tc", "trPr"):
                if local(child) == "trPr":
                    marked = any(local(each) == "tblHeader" for each in child)
                    skipped = next((attribute(each, "val") for each in child if local(each) == "gridBefore"), None)
                    cells.extend([""] * _span(skipped, 0))
                    continue
                text, span, continued = self._cell(child)
                if continued and len(cells) < len(above):
                    text = above[len(cells)]
                cells.extend([text] * span)
            heads += marked and heads == len(grid)
            grid.append(cells)
            above = cells
        shown = page if self.paged else None
        self.blocks.extend(table(grid, self.account, header_rows=heads or None, page=shown))

    def _cell(self, cell: Element) -> tuple[str, int, bool]:
        """Text, how many columns it spans, whether it continues the cell above."""
        span, continued = 1, False
        for child in cell:
            if local(child) == "tcPr":
                for each in child:
                    if local(each) == "gridSpan":
                        span = _span(attribute(each, "val"), 1)
                    elif local(each) == "vMerge":
                        continued = (attribute(each, "val") or "continue") == "continue"
        texts = [self._text(paragraph)[0] for paragraph in cell.iter() if local(paragraph) == "p"]
        return " ".join(text for text in texts if text), span, continued

    def _notes(self, root: Element | None) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for note in root if root is not None else ():
            if attribute(note, "type") in (None, "normal"):
                text = " ".join(self._text(each)[0] for each in note.iter() if local(each) == "p").strip()
                found[local(note)[:3], attribute(note, "id") or ""] = text
        return found


def _flat(element: Element, *wanted: str) -> Iterator[Element]:
    """The wanted children (paragraphs and tables), also those inside content controls, insertions and the like."""
    names = wanted or ("p", "tbl")
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        name = local(child)
        if name in names:
            yield child
        elif name not in ("del", "moveFrom", "Fallback", "sectPr", "tblPr", "tcPr"):
            stack.extend(reversed(child))


def _breaks_first(paragraph: Element) -> bool:
    """Whether the page break stands in front of the paragraph's text."""
    for element in paragraph.iter():
        if local(element) == "lastRenderedPageBreak":
            return True
        if local(element) == "t" and (element.text or "").strip():
            return False
    return False


def _guessed(block: Block, bold: bool) -> Block:
    """A document without heading styles: short bold paragraphs are its headings."""
    short = len(block.text) <= _HEADING_LENGTH and "\n" not in block.text
    if bold and block.kind == "paragraph" and short and not block.text.endswith(_SENTENCE_END):
        return replace(block, kind="heading", level=2)
    return block


def _span(value: str | None, default: int) -> int:
    return min(int(value), _MOST_SPAN) if value and value.isdecimal() and len(value) < 6 else default
