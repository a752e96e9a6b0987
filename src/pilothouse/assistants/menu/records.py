"""Stores and frequent questions from JSON, record by record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pilothouse.assistants.menu.importing.source import read_text
from pilothouse.assistants.menu.store import Faq, Store
from pilothouse.contracts.errors import DataError

MAX_BYTES = 20_000_000
_FAQ_NAMES = (("question", "问题"), ("answer", "答案"), ("answer", "回答"), ("variants", "问法"), ("store", "门店"))

Problem = dict[str, str]  # position, text, reason


def read_records(file: Path, kind: str) -> list[dict[str, Any]]:
    """The list of records in a JSON file: the file itself, or a list under ``kind`` or its Chinese name.

    Raises ``UsageError`` and ``DataError``.
    """
    text = read_text(file, MAX_BYTES)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{file} 不是合法的 JSON：{error}。 It is not valid JSON.") from None
    if isinstance(data, dict):
        names = (kind, "门店", "常见问题", "items")
        data = next((data[key] for key in names if isinstance(data.get(key), list)), None)
    if not isinstance(data, list):
        raise DataError(f"{file} 应是 JSON 列表。 {file} should be a JSON list.")
    return [record for record in data if isinstance(record, dict)]


def read_stores(records: Sequence[Mapping[str, Any]], skipped: list[Problem]) -> list[Store]:
    """The stores; what can't be read is added to ``skipped``."""
    found: dict[str, Store] = {}
    for n, record in enumerate(records):
        try:
            store = Store.read(record)
        except ValidationError as error:
            skipped.append(_problem(f"stores[{n}]", record, error))
            continue
        if store.id in found:
            skipped.append(_twice(f"stores[{n}]", store.name))
        found.setdefault(store.id, store)
    return list(found.values())


def read_faq(records: Sequence[Mapping[str, Any]], skipped: list[Problem]) -> list[Faq]:
    """The frequent questions; what can't be read is added to ``skipped``."""
    found: dict[str, Faq] = {}
    for n, record in enumerate(records):
        values = {**record}
        for ours, theirs in _FAQ_NAMES:
            if ours not in values and theirs in values:
                values[ours] = values[theirs]
        values["id"] = str(values.get("id") or f"faq-{n + 1}")
        try:
            item = Faq.model_validate(values)
        except ValidationError as error:
            skipped.append(_problem(f"faq[{n}]", record, error))
            continue
        if item.id in found:
            skipped.append(_twice(f"faq[{n}]", item.question))
        found.setdefault(item.id, item)
    return list(found.values())


def _problem(position: str, record: Mapping[str, Any], error: ValidationError) -> Problem:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    text = str(record.get("name") or record.get("question") or "")[:60]
    return {"position": position, "text": text, "reason": f"{where}: {first['msg']}"}


def _twice(position: str, text: str) -> Problem:
    return {"position": position, "text": text[:60], "reason": "重复，保留第一条 (a duplicate; the first is kept)"}
