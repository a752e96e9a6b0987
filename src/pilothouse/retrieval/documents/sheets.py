"""XLSX to a material (ECMA-376 part 1, SpreadsheetML), read as a stream: a sheet is a section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import TreeBuilder

from pilothouse.retrieval.documents.archive import Archive, local, parse
from pilothouse.retrieval.documents.cells import Format, formats
from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.retrieval.documents.properties import of_office
from pilothouse.retrieval.documents.tables import header_height, table

_GENERIC = re.compile(r"(?:sheet|工作表)\s*\d*", re.IGNORECASE)
_LETTERS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MOST_MERGED = 1000  # rows or columns of one merged range that get its text
Row = dict[int, str]  # column: text


def read(data: bytes, account: Account) -> Material:
    """Each sheet a heading and its tables; numbers, amounts and dates as the sheet shows them.

    Hidden sheets are left out.
    """
    archive = Archive(data, account)
    main = archive.main("xl/workbook.xml")
    relations = archive.relations(main)
    related = {kind: path for kind, path in relations.values() if path in archive}
    strings = _strings(archive, related["sharedStrings"]) if "sharedStrings" in related else []
    styles = formats(archive.xml(related["styles"])) if "styles" in related else []
    early = 0
    sheets: list[tuple[str, list[Block]]] = []
    for element in archive.xml(main).iter():
        if local(element) == "workbookPr" and element.get("date1904") in ("1", "true"):
            early = 1462
        if local(element) != "sheet":
            continue
        key = next((value for name, value in element.attrib.items() if name.endswith("}id")), "")
        kind, part = relations.get(key, ("", ""))
        if kind != "worksheet" or part not in archive:
            continue
        if element.get("state") in ("hidden", "veryHidden"):
            account.warn("隐藏的工作表已略去。", "Hidden sheets were left out.")
            continue
        builder = _Sheet(account, strings, styles, early)
        parse(archive.chunks(part), builder)
        sheets.append((" ".join((element.get("name") or "").split()), list(_blocks(builder.filled(), account))))
    filled = [(name, blocks) for name, blocks in sheets if blocks]
    found: list[Block] = []
    for name, blocks in filled:
        if name and not (len(filled) == 1 and _GENERIC.fullmatch(name)):
            found.append(Block("heading", name, 1))
        found.extend(blocks)
    title, meta = of_office(archive)
    return Material(title, tuple(found), meta)


def _blocks(rows: list[tuple[int, Row]], account: Account) -> Iterator[Block]:
    """Rows between empty ones belong together; rows that go on in the same columns belong to the table before."""
    regions: list[list[Row]] = []
    last = -1
    for n, row in rows:
        if n != last + 1 or not regions:
            regions.append([])
        regions[-1].append(row)
        last = n
    whole: list[list[Row]] = []
    for region in regions:
        columns = _columns(region)
        before = _columns(whole[-1]) if whole else []
        if (
            len(columns) > 1
            and len(before) > 1
            and set(columns) <= set(before)
            and not header_height(_grid(region, columns))
        ):
            whole[-1].extend(region)
        else:
            whole.append(region)
    for region in whole:
        yield from table(_grid(region, _columns(region)), account)


def _columns(rows: list[Row]) -> list[int]:
    return sorted({column for row in rows for column in row})


def _grid(rows: list[Row], columns: list[int]) -> list[list[str]]:
    return [[row.get(column, "") for column in columns] for row in rows]


class _Sheet(TreeBuilder):
    """Receives the XML of one sheet; holds only cells with text."""

    def __init__(self, account: Account, strings: list[str], styles: list[Format], early: int) -> None:
        super().__init__()
        self.account = account
        self.strings = strings
        self.styles = styles
        self.early = early
        self.rows: dict[int, Row] = {}
        self.merged: list[tuple[int, int, int, int]] = []
        self._row = self._column = 0
        self._type = ""
        self._style = 0
        self._text: list[str] | None = None
        self._value = ""
        self._phonetic = 0
        self._formula = False

    def start(self, tag: str, attributes: dict[str, str], /) -> None:  # type: ignore[override]
        name = tag.rsplit("}", 1)[-1]
        if name == "c":
            self.account.cell()
            column, row = place(attributes.get("r", ""))
            self._column = column or self._column + 1
            self._row = row or self._row
            self._type = attributes.get("t", "n")
            style = attributes.get("s", "0")
            self._style = int(style) if style.isdecimal() else 0
            self._value = ""
            self._formula = False
        elif name == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() and len(number) < 9 else self._row + 1
            self._column = 0
        elif name in ("v", "t") and not self._phonetic:
            self._text = []
        elif name == "f":
            self._formula = True
        elif name == "rPh":
            self._phonetic += 1
        elif name == "mergeCell":
            first, _, second = attributes.get("ref", "").partition(":")
            (left, top), (right, bottom) = place(first), place(second)
            if left and top and right >= left and bottom >= top:
                self.merged.append((top, left, bottom, right))

    def data(self, text: str, /) -> None:
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str, /) -> None:  # type: ignore[override]
        name = tag.rsplit("}", 1)[-1]
        if name in ("v", "t") and self._text is not None:
            self._value += "".join(self._text)
            self._text = None
        elif name == "rPh":
            self._phonetic -= 1
        elif name == "c":
            if not self._value and self._formula:
                self.account.warn(
                    "有公式没有保存计算结果，请在 Excel 里打开并保存一次。",
                    "Formulas have no stored results; open the file in Excel and save it once.",
                )
            if text := self._shown():
                self.rows.setdefault(self._row, {})[self._column] = text

    def close(self) -> None:  # type: ignore[override]
        return None

    def filled(self) -> list[tuple[int, Row]]:
        """Rows by number, with the text of merged ranges in each of their cells."""
        for top, left, bottom, right in self.merged:
            text = self.rows.get(top, {}).get(left, "")
            if not text:
                continue
            for n in range(top, min(bottom, top + _MOST_MERGED) + 1):
                row = self.rows.get(n)
                if row is None or (n > top and left == right == 1 and not row):
                    continue
                columns = range(left, min(right, left + _MOST_MERGED) + 1)
                self.account.cell(len(columns))
                for column in columns:
                    row.setdefault(column, text)
        return sorted(self.rows.items())

    def _shown(self) -> str:
        value = self._value.strip()
        if self._type == "s":
            return self.strings[int(value)] if value.isdecimal() and int(value) < len(self.strings) else ""
        if self._type == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(value, value)
        if self._type == "e":
            return ""
        if self._type != "n":
            return self._value
        try:
            number = float(value)
        except ValueError:
            return value
        style = self.styles[self._style] if self._style < len(self.styles) else Format()
        return style.show(number, self.early) if abs(number) < 1e300 else value


class _Strings(TreeBuilder):
    """Receives the table of shared strings."""

    def __init__(self, account: Account) -> None:
        super().__init__()
        self.account = account
        self.found: list[str] = []
        self._parts: list[str] = []
        self._open = False
        self._phonetic = False

    def start(self, tag: str, attributes: dict[str, str], /) -> None:  # type: ignore[override]
        name = tag.rsplit("}", 1)[-1]
        self._open = name == "t" and not self._phonetic
        self._phonetic = self._phonetic or name == "rPh"

    def data(self, text: str, /) -> None:
        if self._open:
            self._parts.append(text)

    def end(self, tag: str, /) -> None:  # type: ignore[override]
        name = tag.rsplit("}", 1)[-1]
        self._open = False
        if name == "rPh":
            self._phonetic = False
        elif name == "si":
            self.found.append("".join(self._parts))
            self._parts.clear()

    def close(self) -> None:  # type: ignore[override]
        return None


def _strings(archive: Archive, part: str) -> list[str]:
    builder = _Strings(archive.account)
    parse(archive.chunks(part), builder)
    return builder.found


def place(reference: str) -> tuple[int, int]:
    """Column and row of ``B3``, both from 1; zeros when it is none."""
    match = _LETTERS.fullmatch(reference.replace("$", ""))
    if match is None:
        return 0, 0
    column = 0
    for letter in match.group(1):
        column = column * 26 + ord(letter) - 64
    return column, int(match.group(2))
