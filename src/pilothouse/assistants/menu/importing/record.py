"""One record of a menu file: fields under the names the file gives them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from pilothouse.assistants.menu.importing.column import Columns
from pilothouse.assistants.menu.importing.text import clean, distinct, items, simplify

_NOTHING = frozenset(("无", "-", "—", "/", "没有", "暂无", "none", "n/a", "null"))


class Unreadable(ValueError):
    """A record that cannot become a dish. ``str()`` is the reason."""


@dataclass(frozen=True)
class Record:
    """Fields of one dish as the file writes them, with the place they came from."""

    position: str
    values: Mapping[str, object]
    category: str = ""
    store: str = ""
    text: str = ""


@dataclass
class Values:
    """The values of a record by field of a dish. Of several names for one field the best comes first."""

    found: dict[str, list[object]] = field(default_factory=lambda: defaultdict(list))

    def first(self, name: str) -> object:
        return next((value for value in self.found.get(name, ()) if value not in (None, "", [], {})), None)

    def text(self, name: str) -> str:
        value = self.first(name)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            return "、".join(words_of(value))
        return str(value) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else ""

    def words(self, name: str) -> list[str]:
        found = [word for value in self.found.get(name, ()) for word in words_of(value)]
        return distinct(simplify(word) for word in found)


def words_of(value: object) -> list[str]:
    """The words of a list field: a text is split at its separators, the elements of a list are kept whole."""
    if isinstance(value, str):
        value = clean(value)
        return [] if value.lower() in _NOTHING else items(value)
    if isinstance(value, Mapping):
        for key in ("values", "value", "details", "options", "items", "name", "title", "选项", "名称", "名字"):
            if value.get(key):
                return words_of(value[key])
        return []
    if isinstance(value, Sequence):
        return distinct(
            word
            for item in value
            for word in ([clean(item).replace("\n", " ")] if isinstance(item, str) else words_of(item))
        )
    return [str(value)] if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else []


def values_of(record: Mapping[str, object], columns: Columns) -> tuple[Values, dict[str, object]]:
    """The values by field, and what stands under names that are no field of a dish."""
    values, others = Values(), {}
    for key in sorted(record, key=columns.rank):
        known = columns.field(key)
        if known is None:
            others[key] = record[key]
        else:
            values.found[known].append(record[key])
    return values, others
