#!/usr/bin/env python3
"""Make the DOCX, PDF, XLSX and PPTX files of the sample handbook from the texts in `sample_documents/`.

    python make_sample_documents.py [--to DIR] [--font FILE]

A source is named like its product plus `.md`: front matter (title, date, author), then plain Markdown. In an XLSX each
`##` is a sheet, in a PPTX a slide. The same sources give the same bytes, so that a second run changes nothing.
Needs python-docx, python-pptx, openpyxl, reportlab and fonttools (extra `dev`). PDFs embed the characters that they use
of Noto Sans SC (SIL Open Font License 1.1), which is taken out of a wheel of the package index when `--font` names no
other TrueType file.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent / "sample_documents"
TARGET = Path(__file__).parent.parent / "src/pilothouse/assistants/knowledge/sample/documents"
WHEEL = "justmytype-intl-cjk==0.1.0"
FONT = "justmytype_intl_cjk/fonts/ofl/notosanssc/NotoSansSC[wght].ttf"
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


class Source:
    """``parts``: (kind, text or rows), kind being h1–h6, p, li, ol or table. ``when`` is midnight UTC of its date."""

    def __init__(self, text: str) -> None:
        _, head, body = text.split("---\n", 2)
        values = dict(line.split(": ", 1) for line in head.strip().splitlines())
        self.title, self.author, self.date = values["title"], values["author"], values["date"]
        self.when = datetime.fromisoformat(self.date).replace(tzinfo=UTC)
        self.parts: list[tuple[str, Any]] = []
        for line in body.splitlines():
            self._add(line.strip())

    def _add(self, line: str) -> None:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not self.parts or self.parts[-1][0] != "table":
                self.parts.append(("table", []))
            if not set("".join(cells)) <= set("-: "):
                self.parts[-1][1].append(cells)
        elif match := re.match(r"(#+) (.+)", line):
            self.parts.append((f"h{len(match[1])}", match[2]))
        elif match := re.match(r"(?:(-)|\d+\.) (.+)", line):
            self.parts.append(("li" if match[1] else "ol", match[2].replace("**", "")))
        elif line:
            self.parts.append(("p", line))

    def sections(self) -> list[tuple[str, list[tuple[str, Any]]]]:
        """The parts below each ``##``."""
        found: list[tuple[str, list[tuple[str, Any]]]] = []
        for kind, content in self.parts:
            if kind == "h2":
                found.append((content, []))
            else:
                found[-1][1].append((kind, content))
        return found

    def describe(self, properties: Any) -> None:
        """Sets the core properties, which DOCX and PPTX name alike."""
        properties.title, properties.author = self.title, self.author
        properties.created = properties.modified = self.when.replace(tzinfo=None)
        properties.last_modified_by, properties.comments = self.author, ""


def docx(source: Source) -> bytes:
    from docx import Document

    document = Document()
    source.describe(document.core_properties)
    for kind, content in source.parts:
        if kind == "table":
            table = document.add_table(len(content), len(content[0]), style="Table Grid")
            for row, cells in zip(table.rows, content, strict=True):
                for cell, text in zip(row.cells, cells, strict=True):
                    cell.text = text
        elif kind.startswith("h"):
            document.add_heading(content, int(kind[1]))
            if kind == "h1":
                document.add_paragraph(f"发布日期：{source.date}")
        else:
            document.add_paragraph(content, style={"li": "List Bullet", "ol": "List Number"}.get(kind))
    return _saved(document)


def pptx(source: Source) -> bytes:
    from pptx import Presentation
    from pptx.util import Cm

    deck = Presentation()
    source.describe(deck.core_properties)
    cover = deck.slides.add_slide(deck.slide_layouts[0])
    cover.shapes.title.text, cover.placeholders[1].text = source.title, f"{source.author}  {source.date}"
    for heading, parts in source.sections():
        tables = [content for kind, content in parts if kind == "table"]
        texts = [content for kind, content in parts if kind != "table"]
        slide = deck.slides.add_slide(deck.slide_layouts[5 if tables else 1])
        slide.shapes.title.text = heading
        for rows in tables:
            frame = slide.shapes.add_table(len(rows), len(rows[0]), Cm(1.5), Cm(4.5), Cm(22), Cm(len(rows)))
            for n, cells in enumerate(rows):
                for m, text in enumerate(cells):
                    frame.table.cell(n, m).text = text
        if tables and texts:
            slide.shapes.add_textbox(Cm(1.5), Cm(15), Cm(22), Cm(2)).text_frame.text = "\n".join(texts)
        elif texts:
            slide.placeholders[1].text = "\n".join(texts)
    return _saved(deck)


def xlsx(source: Source) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title, book.properties.creator = source.title, source.author
    book.properties.created = source.when.replace(tzinfo=None)
    for heading, parts in source.sections():
        sheet = book.create_sheet(heading)
        for row in (row for kind, rows in parts if kind == "table" for row in rows):
            sheet.append([_value(cell) for cell in row])
        for cell in (cell for row in sheet.iter_rows() for cell in row if isinstance(cell.value, datetime)):
            cell.number_format = "yyyy-mm-dd"
    return _saved(book, source)


def pdf(source: Source) -> bytes:
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table

    os.environ["SOURCE_DATE_EPOCH"] = str(int(source.when.timestamp()))  # reportlab dates the file by it
    font, wrap = "Noto Sans SC", None if source.title.isascii() else "CJK"
    plain = ParagraphStyle("p", fontName=font, fontSize=11, leading=19, wordWrap=wrap, spaceAfter=6)
    styles = {
        f"h{n}": ParagraphStyle(f"h{n}", plain, fontSize=20 - 3 * n, leading=28, spaceBefore=8) for n in (1, 2, 3)
    }
    flow: list[Flowable] = []
    number = 0
    for kind, content in source.parts:
        number = number + 1 if kind == "ol" else 0
        if kind == "table":
            cells = [[Paragraph(text, plain) for text in row] for row in content]
            flow += [Table(cells, style=[("GRID", (0, 0), (-1, -1), 0.5, colors.grey)], repeatRows=1), Spacer(1, 8)]
        else:
            mark = {"li": "• ", "ol": f"{number}. "}.get(kind, "")
            flow.append(Paragraph(mark + content, styles.get(kind, plain)))
        if kind == "h1":
            flow.append(Paragraph(source.date, plain))
    stream = io.BytesIO()

    def page(canvas: Any, template: Any) -> None:
        canvas.setFont(font, 9)
        canvas.drawCentredString(A4[0] / 2, 30, str(template.page))

    template = SimpleDocTemplate(stream, pagesize=A4, title=source.title, author=source.author, invariant=0)
    template.build(flow, onFirstPage=page, onLaterPages=page)
    return stream.getvalue()


def letters(sources: Iterable[Source], file: Path) -> None:
    """Registers for reportlab what ``sources`` use of the font, at normal weight."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont as Font
    from fontTools.varLib.instancer import instantiateVariableFont
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = Font(file, recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=[], notdef_outline=True))
    subsetter.populate(text="".join(f"{source.title}{source.date}{source.parts}" for source in sources) + "•0123456789")
    subsetter.subset(font)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": 400})
    stream = io.BytesIO()
    font.save(stream)
    stream.seek(0)
    pdfmetrics.registerFont(TTFont("Noto Sans SC", stream))


def fetched(folder: Path) -> Path:
    """The font, out of its wheel; nothing of that is installed or run."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), WHEEL]
    subprocess.run(command, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return Path(wheel.extract(FONT, folder))


def _value(cell: str) -> str | int | datetime:
    """Numbers and dates as spreadsheets hold them."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", cell):
        return datetime.fromisoformat(cell)
    return int(cell.replace(",", "")) if re.fullmatch(r"\d{1,3}(,\d{3})+|[1-9]\d*", cell) else cell


def _saved(document: Any, source: Source | None = None) -> bytes:
    """The document's archive without the time of its making."""
    stream, made = io.BytesIO(), io.BytesIO()
    document.save(stream)
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if source is not None and name == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + f"{source.date}T00:00:00Z".encode(), content)
            new.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=TARGET)
    parser.add_argument("--font", type=Path)
    arguments = parser.parse_args()
    texts = sorted(SOURCES.rglob("*.md"))
    sources = {path.relative_to(SOURCES).with_suffix(""): Source(path.read_text("utf-8")) for path in texts}
    with tempfile.TemporaryDirectory() as folder:
        letters(sources.values(), arguments.font or fetched(Path(folder)))
    makers = {".docx": docx, ".pptx": pptx, ".xlsx": xlsx, ".pdf": pdf}
    for name, source in sources.items():
        content = makers[name.suffix](source)
        (arguments.to / name).parent.mkdir(parents=True, exist_ok=True)
        (arguments.to / name).write_bytes(content)
        print(f"{name}  {len(content)} bytes")


if __name__ == "__main__":
    main()
