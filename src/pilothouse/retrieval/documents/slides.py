"""PPTX to a material (ECMA-376 part 1, PresentationML): a slide is a page, its title a heading."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from pilothouse.retrieval.documents.archive import Archive, attribute, local
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.retrieval.documents.properties import of_office
from pilothouse.retrieval.documents.tables import table

_FURNITURE = frozenset(("sldNum", "dt", "ftr", "hdr", "sldImg"))
_TITLES = frozenset(("title", "ctrTitle"))


def read(data: bytes, account: Account) -> Material:
    """Titles, bullets with their levels, text boxes, tables, then the speaker's notes of each slide.

    Slides that are hidden in the presentation are left out.
    """
    archive = Archive(data, account)
    main = archive.main("ppt/presentation.xml")
    parts = _slides(archive, main)
    if len(parts) > account.limits.pages:
        raise Refusal(
            "too_large",
            f"有 {len(parts)} 页，超过 {account.limits.pages} 页，请拆分。",
            f"has {len(parts)} slides, more than {account.limits.pages}; split it.",
        )
    blocks: list[Block] = []
    for page, part in enumerate(parts, start=1):
        account.check()
        if part not in archive:
            account.warn("有幻灯片缺失，已略去。", "A slide is missing and was left out.")
            continue
        root = archive.xml(part)
        if root.get("show") in ("0", "false"):
            account.warn("隐藏的幻灯片已略去。", "Hidden slides were left out.")
            continue
        blocks.extend(_slide(root, page, account))
        notes = next((path for kind, path in archive.relations(part).values() if kind == "notesSlide"), "")
        if notes in archive:
            blocks.extend(_notes(archive.xml(notes), page, account))
    title, meta = of_office(archive)
    title = title or next((block.text for block in blocks if block.kind == "heading"), "")
    return Material(title, tuple(blocks), meta, len(parts))


def _slides(archive: Archive, main: str) -> list[str]:
    relations = archive.relations(main)
    found = []
    for element in archive.xml(main).iter():
        if local(element) == "sldId":
            # Its own id and the relation's are both called "id"; the relation's has a namespace.
            key = next((value for name, value in element.attrib.items() if name.endswith("}id")), "")
            if key in relations:
                found.append(relations[key][1])
    return found


def _slide(root: Element, page: int, account: Account) -> Iterator[Block]:
    titles: list[Block] = []
    rest: list[Block] = []
    for shape in _shapes(root):
        if local(shape) == "graphicFrame":
            rest.extend(_table(shape, page, account))
            continue
        kind = _placeholder(shape)
        if kind in _FURNITURE:
            continue
        paragraphs = list(_paragraphs(shape))
        if kind in _TITLES:
            text = " ".join(text for text, _ in paragraphs)
            if text:
                titles.append(Block("heading", account.text(text), 1, page))
            continue
        for text, level in paragraphs:
            bullet = (kind is not None and kind != "subTitle" and len(paragraphs) > 1) or level > 0
            rest.append(Block("item" if bullet else "paragraph", account.text(text), min(level, 8), page))
    yield from (*titles, *rest)


def _notes(root: Element, page: int, account: Account) -> Iterator[Block]:
    for shape in _shapes(root):
        if local(shape) == "sp" and _placeholder(shape) == "body":
            for text, _ in _paragraphs(shape):
                yield Block("paragraph", account.text(text), page=page)


def _shapes(root: Element) -> Iterator[Element]:
    """Shapes with text and frames with tables, groups opened, in drawing order."""
    stack = [root]
    while stack:
        element = stack.pop()
        name = local(element)
        if name in ("sp", "graphicFrame"):
            yield element
        elif name != "Fallback":
            stack.extend(reversed(element))


def _placeholder(shape: Element) -> str | None:
    """The kind of placeholder; ``body`` when it does not say, None for a free text box."""
    for element in shape.iter():
        if local(element) == "ph":
            return element.get("type", "body")
        if local(element) == "txBody":
            return None
    return None


def _paragraphs(shape: Element) -> Iterator[tuple[str, int]]:
    """(text, list level) of each paragraph."""
    for paragraph in shape.iter():
        if local(paragraph) != "p":
            continue
        parts: list[str] = []
        level = 0
        for element in paragraph.iter():
            name = local(element)
            if name == "t":
                parts.append(element.text or "")
            elif name in ("br", "tab"):
                parts.append("\n" if name == "br" else " ")
            elif name == "pPr":
                value = attribute(element, "lvl") or "0"
                level = int(value) if value.isdecimal() and len(value) < 3 else 0
        text = "\n".join(line for part in "".join(parts).split("\n") if (line := " ".join(part.split())))
        if text:
            yield text, level


def _table(frame: Element, page: int, account: Account) -> list[Block]:
    rows: list[list[str]] = []
    marked: int | None = None
    for element in frame.iter():
        name = local(element)
        if name == "tblPr" and element.get("firstRow") in ("1", "true"):
            marked = 1
        if name != "tr":
            continue
        row: list[str] = []
        for cell in element:
            if local(cell) != "tc":
                continue
            column = len(row)
            if cell.get("hMerge") in ("1", "true") and row:
                row.append(row[-1])
            elif cell.get("vMerge") in ("1", "true") and rows and column < len(rows[-1]):
                row.append(rows[-1][column])
            else:
                row.append(" ".join(text for text, _ in _paragraphs(cell)))
        rows.append(row)
    return table(rows, account, header_rows=marked, page=page)
