"""Dishes anywhere in a JSON document: flat lists, bundles, and the nested exports of takeaway platforms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from pilothouse.assistants.menu.importing import vocabulary
from pilothouse.assistants.menu.importing.column import Columns, key_of
from pilothouse.assistants.menu.importing.money import parse_money
from pilothouse.assistants.menu.importing.record import Record
from pilothouse.assistants.menu.importing.text import clean, name_of, shorten, simplify

_DEEPEST = 40


@dataclass(frozen=True)
class _Place:
    """Where the walk is, and what the groups around it say."""

    path: str
    category: str = ""
    store: str = ""
    key: str = ""
    sure: bool = False
    """The file calls this a dish, so a record that cannot be read is worth reporting."""
    titled: bool = False
    """The name of a group here is a category, not the name of the restaurant."""
    depth: int = 0

    def into(self, step: str, **changes: object) -> _Place:
        return replace(self, path=self.path + step, depth=self.depth + 1, **changes)  # type: ignore[arg-type]


@dataclass
class Tree:
    """Walks a document and collects records, raw stores and questions, and what it had to skip."""

    columns: Columns
    read_line: Callable[[str, str, str], list[Record]]
    """Reads a dish written as a text: (text, position, category) → records."""
    records: list[Record] = field(default_factory=list)
    stores: list[dict[str, object]] = field(default_factory=list)
    faq: list[dict[str, object]] = field(default_factory=list)
    skipped: list[tuple[str, str, str]] = field(default_factory=list)
    ignored: dict[str, None] = field(default_factory=dict)
    _groups: dict[str, str] = field(default_factory=dict)

    def read(self, value: object, path: str = "$") -> None:
        """Collect everything from one document."""
        self._walk(value, _Place(path, sure=isinstance(value, list) or path != "$", titled=path != "$"))

    def resolved(self) -> list[Record]:
        """The records, with categories given by number looked up among the groups."""
        return [self._resolve(record) for record in self.records]

    def _resolve(self, record: Record) -> Record:
        if record.category or not self._groups:
            return record
        for key, value in record.values.items():
            if self.columns.field(key) in ("category_id", "category") and str(value) in self._groups:
                return replace(record, category=self._groups[str(value)])
        return record

    def _skip(self, place: _Place, value: object, reason: str) -> None:
        self.skipped.append((place.path, shorten(str(value)[:400]), reason))

    def _walk(self, value: object, place: _Place) -> None:
        if place.depth > _DEEPEST:
            self._skip(place, "…", "嵌套太深 (nested too deeply)")
        elif isinstance(value, list):
            self._list(value, place)
        elif isinstance(value, dict):
            self._dict(value, place)
        elif isinstance(value, str) and clean(value):
            found = self.read_line(value, place.path, place.category)
            if found and (place.sure or any("price" in record.values for record in found)):
                self.records += [replace(record, store=place.store) for record in found]
            elif place.sure:
                self._skip(place, value, "不是菜品记录 (not a record of a dish)")
        elif place.sure:
            self._skip(place, value, "不是菜品记录 (not a record of a dish)")

    def _list(self, values: list[object], place: _Place) -> None:
        header = values[0] if len(values) > 1 and all(isinstance(row, list) for row in values) else None
        if isinstance(header, list) and any(
            isinstance(cell, str) and self.columns.field(cell) == "name" for cell in header
        ):
            rows = [dict(zip(map(str, header), row, strict=False)) for row in values[1:] if isinstance(row, list)]
            values = [{}, *rows]  # the header keeps its place so that positions stay right
        for index, item in enumerate(values):
            if item != {} or header is None:
                self._walk(item, place.into(f"[{index}]", titled=True))

    def _dict(self, value: dict[str, object], place: _Place) -> None:
        fields = {key: self.columns.field(key) for key in value}
        named = any(f == "name" and isinstance(value[k], str) and value[k] for k, f in fields.items())
        held = [key for key in value if self._holds(key, value[key], fields[key])]
        priced = any(f in vocabulary.PRICES and value[k] not in (None, "") for k, f in fields.items())
        evident = any(f in vocabulary.EVIDENCE and value[k] not in (None, "", []) for k, f in fields.items())
        keys = {key_of(key) for key in value}
        if not named and not held and ({"question", "answer"} <= keys or {"问题", "答案"} <= keys):
            self.faq.append(value)
        elif not priced and not held and named and keys & vocabulary.PLACE:
            self.stores.append(value)
        elif named and not held and not evident and keys & vocabulary.STOCK:
            self._skip(place, _line(value), "这是库存记录，不是菜品 (a stock record, not a dish)")
        elif held and not (named and priced and not any(self._priced(value[key]) for key in held)):
            self._group(value, place, fields)
        elif named and (place.sure or evident or keys & vocabulary.STRONG):
            self._add(value, place)
        elif named and place.path.endswith("]") and not evident:
            self._name_group(value, fields)
        elif not named and _is_title(place.key) and evident and not held:
            self._add({"name": place.key, **value}, replace(place, category=place.category.removesuffix(place.key)))
        elif not named and value and all(f is None for f in fields.values()) and self._price_list(value):
            for key, price in value.items():
                self._add({"name": key, "price": price}, place.into(_step(key)))
        elif self._nested(value) and not (place.sure and evident):
            self._group(value, place, fields)
        elif place.sure:
            self._add(value, place)

    def _holds(self, key: str, value: object, known: str | None) -> bool:
        """Does ``key`` hold dishes or groups of dishes?"""
        if not isinstance(value, list | dict) or (
            isinstance(value, list) and known == "category" and not _nests(value)
        ):
            return False
        plain = key_of(key)
        if plain in vocabulary.DISHES or plain in vocabulary.GROUPS or plain in vocabulary.WRAPPERS:
            return known in (None, "name", "category", "description") and (
                isinstance(value, list) or _nests(value) or not value
            )
        return False

    def _nested(self, value: Mapping[str, object]) -> bool:
        return any(isinstance(item, list | dict) and item for item in value.values())

    def _priced(self, value: object) -> bool:
        items = value if isinstance(value, list) else [value]
        return any(
            (isinstance(item, dict) and any(self.columns.field(key) in vocabulary.PRICES for key in item))
            or (isinstance(item, dict) and any(self._holds(k, v, self.columns.field(k)) for k, v in item.items()))
            for item in items
        )

    def _price_list(self, value: Mapping[str, object]) -> bool:
        """``{"回锅肉": 32, "麻婆豆腐": "18元"}``."""
        for key, price in value.items():
            if not _is_title(key) or isinstance(price, list | dict | bool) or price is None:
                return False
            try:
                parse_money(price)
            except ValueError:
                return False
        return True

    def _group(self, value: dict[str, object], place: _Place, fields: Mapping[str, str | None]) -> None:
        name = next(
            (v for k, v in value.items() if fields[k] in ("name", "category") and isinstance(v, str) and clean(v)), ""
        )
        category = simplify(name_of(name)) if place.titled and name else place.category
        if place.titled:
            self._name_group(value, fields)
        for key, child in value.items():
            plain = key_of(key)
            if not isinstance(child, list | dict | str) or (isinstance(child, str) and plain not in vocabulary.DISHES):
                continue
            inner = place.into(_step(key), category=category, titled=False, key="", sure=False)
            if plain in vocabulary.STORES and isinstance(child, list):
                self._stores(child, inner)
            elif plain in vocabulary.FAQ and isinstance(child, list):
                self.faq += [item for item in child if isinstance(item, dict)]
            elif plain in vocabulary.DISHES or plain in vocabulary.WRAPPERS:
                self._walk(child, replace(inner, sure=place.sure or isinstance(child, list | str)))
            elif plain in vocabulary.GROUPS:
                self._walk_groups(child, inner)
            elif plain in vocabulary.OTHER or (fields[key] is not None and fields[key] not in ("name", "category")):
                self.ignored[shorten(key, 30)] = None
            else:
                before = len(self.records)
                label = simplify(name_of(key))
                self._walk(child, replace(inner, category=label, key=label))
                if len(self.records) == before:
                    self.ignored[shorten(key, 30)] = None

    def _walk_groups(self, child: object, place: _Place) -> None:
        """``[{"name": "热菜", "spus": […]}]`` or ``{"热菜": […]}``."""
        if isinstance(child, dict):
            for key, items in child.items():
                label = simplify(name_of(key))
                self._walk(items, place.into(_step(key), category=label, sure=isinstance(items, list), titled=False))
        else:
            self._walk(child, place)

    def _name_group(self, value: Mapping[str, object], fields: Mapping[str, str | None]) -> None:
        name = next((v for k, v in value.items() if fields[k] in ("name", "category") and isinstance(v, str)), "")
        for key, number in value.items():
            if fields[key] in ("id", "category_id") and isinstance(number, str | int) and name:
                self._groups[str(number)] = simplify(name_of(name))

    def _stores(self, values: Iterable[object], place: _Place) -> None:
        """Stores are returned raw; a menu inside a store is that store's."""
        for index, store in enumerate(values):
            if not isinstance(store, dict):
                continue
            self.stores.append(store)
            name = next(
                (v for k, v in store.items() if self.columns.field(k) in ("name", "stores") and isinstance(v, str)), ""
            )
            for key, child in store.items():
                plain = key_of(key)
                inner = place.into(f"[{index}]{_step(key)}", store=name, sure=True)
                if isinstance(child, list | dict) and plain in vocabulary.DISHES:
                    self._walk(child, inner)
                elif plain in vocabulary.GROUPS and isinstance(child, list | dict):
                    self._walk_groups(child, replace(inner, sure=False))

    def _add(self, value: Mapping[str, object], place: _Place) -> None:
        self.records.append(Record(place.path, value, place.category, place.store, _line(value)))


def _is_title(key: str) -> bool:
    """Could a key be the name of a dish? ``{"page": 1, "total": 30}`` counts something else."""
    return any(c.isalpha() for c in key) and not (key.isascii() and key.islower() and " " not in key)


def _nests(value: object) -> bool:
    items = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    return any(isinstance(item, list | dict) for item in items)


def _step(key: str) -> str:
    return f".{shorten(key, 30)}"


def _line(value: Mapping[str, object]) -> str:
    return shorten(", ".join(f"{key}: {str(item)[:40]}" for key, item in list(value.items())[:6]))
