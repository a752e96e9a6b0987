"""Reading a menu file of any kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.importing.builder import build
from pilothouse.assistants.menu.importing.column import Columns
from pilothouse.assistants.menu.importing.notebook import Notebook
from pilothouse.assistants.menu.importing.paragraph import read_line, read_paragraphs
from pilothouse.assistants.menu.importing.record import Record, Unreadable
from pilothouse.assistants.menu.importing.roster import Roster, digest_of
from pilothouse.assistants.menu.importing.source import read_text
from pilothouse.assistants.menu.importing.table import find_table, read_table
from pilothouse.assistants.menu.importing.text import shorten
from pilothouse.assistants.menu.importing.tree import Tree
from pilothouse.contracts.errors import DataError

NO_MAPPING: Mapping[str, str] = MappingProxyType({})
_Problem = tuple[str, str, str]


@dataclass(frozen=True)
class Skipped:
    """Something in the file that did not become a dish: where, what, why."""

    position: str
    text: str
    reason: str


@dataclass(frozen=True)
class MenuImport:
    """What a menu file held. ``digest`` is the version of the data; ``stores`` and ``faq`` are as in the file."""

    dishes: list[Dish]
    stores: list[dict[str, Any]] = field(default_factory=list)
    faq: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    format: str = "text"
    digest: str = ""


@dataclass
class _Reading:
    """Records of a file before they are dishes."""

    format: str
    records: list[Record] = field(default_factory=list)
    problems: list[_Problem] = field(default_factory=list)
    stores: list[dict[str, Any]] = field(default_factory=list)
    faq: list[dict[str, Any]] = field(default_factory=list)

    def take(self, found: Iterable[Record | _Problem]) -> _Reading:
        for item in found:
            if isinstance(item, Record):
                self.records.append(item)
            else:
                self.problems.append(item)
        return self


def read_menu(path: Path, *, mapping: Mapping[str, str] = NO_MAPPING, max_bytes: int = 20_000_000) -> MenuImport:
    """Import a menu: JSON of any shape, JSON lines, CSV/TSV, or written paragraphs.

    ``mapping`` says which name in the file stands for a field of ``Dish`` (``{"price": "堂食价"}``) and goes before
    the names known already. A record that cannot be read is in ``skipped``; the rest is imported.

    Raises:
        UsageError: no such file, a directory, or a mapping to an unknown field.
        DataError: the file is unreadable, empty, too big, binary, broken, or holds no dish.
    """
    columns, notebook = Columns(mapping), Notebook()
    text = read_text(Path(path), max_bytes)
    reading = _detect(text, Path(path), columns, notebook)
    roster = Roster(notebook)
    for record in reading.records:
        try:
            roster.add(build(record, columns, notebook), record.position)
        except Unreadable as problem:
            reading.problems.append((record.position, record.text, str(problem)))
    dishes = roster.dishes()
    skipped = [Skipped(*problem) for problem in (*reading.problems, *roster.conflicts)]
    for name in columns.missing():
        notebook.note(f"文件里没有映射的字段“{shorten(name, 30)}” (the mapped name does not occur in the file)")
    if not dishes:
        raise _no_dish(path, skipped)
    return MenuImport(dishes, reading.stores, reading.faq, skipped, notebook.notes(), reading.format, digest_of(dishes))


def _detect(text: str, path: Path, columns: Columns, notebook: Notebook) -> _Reading:
    """The content decides, the file's extension only where the content leaves it open."""
    kind = path.suffix.lower()
    named_json = kind in (".json", ".jsonl", ".ndjson")
    if re.match(r"\s*(?:\{|\[\s*(?:[\[\]{\"\d-]|true|false|null))", text) or (named_json and text.lstrip()[:1] in '["'):
        return _json(text, path, columns, notebook)
    table = find_table(text, columns, certain=kind in (".csv", ".tsv"))
    if table:
        if table.guessed:
            notebook.note("表格没有表头，按内容猜了菜名和价格两列 (no header: name and price columns were guessed)")
        return _Reading("tsv" if table.delimiter == "\t" else "csv").take(read_table(text, table))
    if named_json:
        return _json(text, path, columns, notebook)
    return _Reading("text").take(read_paragraphs(text))


def _json(text: str, path: Path, columns: Columns, notebook: Notebook) -> _Reading:
    tree = Tree(columns, read_line)
    reading = _Reading("json")
    try:
        tree.read(_loads(text))
    except json.JSONDecodeError as error:
        lines = _json_lines(text)
        if lines is None:
            raise DataError(
                f"“{path}”的 JSON 有语法错误：第{error.lineno}行第{error.colno}列，请改正后再导入。"
                f" Broken JSON at line {error.lineno}, column {error.colno} ({error.msg}); correct it."
            ) from None
        reading.format = "jsonl"
        for position, line, value in lines:
            if value is None:
                reading.problems.append((position, shorten(line), "这一行不是 JSON (this line is not JSON)"))
            else:
                tree.read(value, position)
    except RecursionError:
        raise DataError(f"“{path}”的 JSON 嵌套太深，不像菜单。 The JSON is nested too deeply for a menu.") from None
    reading.records = tree.resolved()
    reading.problems += tree.skipped
    reading.stores, reading.faq = tree.stores, tree.faq
    for key in tree.ignored:
        notebook.unused(key)
    return reading


def _json_lines(text: str) -> list[tuple[str, str, object]] | None:
    """Every line a document of its own; ``None`` when fewer than half are."""
    found: list[tuple[str, str, object]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                value = _loads(line)
            except (json.JSONDecodeError, RecursionError):
                value = None
            found.append((f"第{number}行", line, value if isinstance(value, dict | list | str) else None))
    good = sum(isinstance(value, dict) for _, _, value in found)
    return found if good * 2 >= len(found) and good else None


def _loads(text: str) -> object:
    return json.loads(text, parse_float=_decimal, parse_int=_int, parse_constant=str)


def _decimal(text: str) -> Decimal | str:
    """Exactly what is written: a float would turn 38.30 into 38.299999."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def _int(text: str) -> int | str:
    return int(text) if len(text) <= 30 else text


def _no_dish(path: Path, skipped: list[Skipped]) -> DataError:
    first = f"例如 {skipped[0].position}：{skipped[0].reason}。" if skipped else ""
    return DataError(
        f"“{path}”里没有读到菜品，请检查内容，或用映射说明字段名。{first}"
        f" No dish was found in the file; check it, or map its field names to ours."
    )
