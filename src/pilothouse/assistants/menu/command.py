"""What operators do with the menu: import, watch, stock."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pilothouse.assistants.menu.assistant import load_sample, open_catalogue
from pilothouse.assistants.menu.catalogue import Catalogue, Progress
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.store import Faq, Stock, Store
from pilothouse.contracts.errors import AccessDenied, DataError, UsageError
from pilothouse.retrieval.tokenizer import normalise

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

SHOWN = 20  # problems listed in the text report; the JSON report has all
POLL_S = 1.0


@dataclass(frozen=True)
class Report:
    """What an import did. ``skipped``: position, text, reason of what could not be read."""

    what: str
    imported: int
    version: str
    store: str | None = None
    format: str = ""
    skipped: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def text(self) -> str:
        where = f"（{self.store}）" if self.store else ""
        lines = [
            f"已导入 {self.imported} 条{self.what}{where}，版本 {self.version}，用时 {self.seconds:.1f} 秒。 "
            f"Imported {self.imported}, version {self.version}."
        ]
        if self.skipped:
            lines.append(f"有 {len(self.skipped)} 处读不懂，已跳过。 {len(self.skipped)} could not be read and were skipped:")
            lines += [f"  {item['position']}: {item['reason']}  {item['text']}" for item in self.skipped[:SHOWN]]
            if len(self.skipped) > SHOWN:
                lines.append(f"  … 其余见 --json。 See --json for all of them.")
        lines += [f"  注意 / note: {note}" for note in self.notes]
        return "\n".join(lines)


def require_manager(house: Pilothouse, user: str | None) -> None:
    """The operator at the machine may do everything; a named user needs ``menu:write``. Raises ``AccessDenied``."""
    if user is not None and not house.users.caller(user).holds(frozenset({"menu:write"})):
        raise AccessDenied(f"用户 {user} 没有修改菜单的权限（menu:write）。 User {user} may not edit the menu (menu:write).")


def read_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """``FIELD=NAME`` options as a mapping. Raises ``UsageError``."""
    mapping: dict[str, str] = {}
    for pair in pairs:
        ours, equals, theirs = pair.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise UsageError(f"--map {pair!r} 应写成 字段=文件中的名称，如 name=菜的名字。 --map takes FIELD=NAME, for instance name=title.")
        mapping[ours.strip()] = theirs.strip()
    return mapping


def import_menu(
    house: Pilothouse,
    file: Path,
    *,
    store: str | None = None,
    mapping: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Import a menu file; the old menu stays whole until the new one and its index are complete."""
    from pilothouse.assistants.menu.importing import read_menu

    started = time.perf_counter()
    read = read_menu(file, mapping=mapping or {})
    catalogue = open_catalogue(house.resources)
    skipped = [{"position": item.position, "text": item.text, "reason": item.reason} for item in read.skipped]
    stores = _stores(read.stores, skipped) if read.stores else None
    faq = _faq(read.faq, skipped) if read.faq else None
    retired = catalogue.database.is_sample
    version = catalogue.database.replace_menu(
        read.dishes, store=store, stores=stores, faq=faq, before_commit=lambda v: catalogue.build(v, progress) and None
    )
    notes = list(read.notes)
    if retired:
        notes.append(
            "示例餐厅（门店、常见问题）已停用；用 pilothouse index stores 和 index faq 导入自己的。 "
            "The sample restaurant is retired; import your stores and FAQ with index stores and index faq."
        )
    seconds = time.perf_counter() - started
    return Report("菜品", len(read.dishes), version, store, read.format, skipped, notes, round(seconds, 2))


def import_sample(house: Pilothouse, *, progress: Progress | None = None) -> Report:
    """Bring the sample restaurant back; own data is replaced."""
    started = time.perf_counter()
    catalogue = open_catalogue(house.resources)
    version = load_sample(catalogue, progress)
    return Report("菜品", sum(1 for _ in catalogue.database.dishes()), version, seconds=round(time.perf_counter() - started, 2))


def import_faq(house: Pilothouse, file: Path, *, progress: Progress | None = None) -> Report:
    """Replace the frequent questions by those of a JSON file."""
    return _import_records(house, file, "faq", progress)


def import_stores(house: Pilothouse, file: Path, *, progress: Progress | None = None) -> Report:
    """Replace the stores by those of a JSON file."""
    return _import_records(house, file, "stores", progress)


def watch_menu(
    house: Pilothouse, file: Path, *, store: str | None = None, mapping: Mapping[str, str] | None = None
) -> Iterator[Report]:
    """Import again whenever the file changes. A version that can't be read is reported and the last good one stays."""
    seen = _stamp(file)
    while True:
        time.sleep(POLL_S)
        now = _stamp(file)
        if now is None or now == seen:
            continue
        seen = now
        try:
            yield import_menu(house, file, store=store, mapping=mapping)
        except (DataError, UsageError) as error:
            yield Report("菜品", 0, open_catalogue(house.resources).database.version, store, notes=[str(error)])


def set_stock(
    house: Pilothouse, dish: str, *, store: str | None, sold_out: bool, quantity: int | None, user: str | None
) -> Report:
    """Change the live stock of a dish. Raises ``AccessDenied`` and ``UsageError``."""
    if user is not None and not house.users.caller(user).holds(frozenset({"stock:write"})):
        raise AccessDenied(f"用户 {user} 没有修改库存的权限（stock:write）。 User {user} may not change stock (stock:write).")
    catalogue: Catalogue = house.room("menu").services.catalogue
    catalogue.refresh()
    if store is not None and not any(store in (s.id, s.name, *s.aliases) for s in catalogue.stores):
        known = "、".join(s.name for s in catalogue.stores)
        raise UsageError(f"没有门店 {store!r}；有：{known}。 There is no store {store!r}; there are: {known}.")
    menu = catalogue.menu(catalogue.default_store(store).id)
    naming = name_dish(normalise(dish), menu.lexicon)
    if naming is None or naming.match not in ("exact", "alias") or len(naming.dishes) != 1:
        raise UsageError(f"{menu.store.name} 没有唯一的菜叫 {dish!r}。 {menu.store.name} sells no single dish called {dish!r}.")
    catalogue.database.set_stock(
        menu.store.id, naming.dishes[0], Stock(quantity=quantity, sold_out=sold_out), by=user or "operator"
    )
    return Report("库存", 1, catalogue.version, menu.store.name)


def _import_records(house: Pilothouse, file: Path, kind: str, progress: Progress | None) -> Report:
    started = time.perf_counter()
    records = _records(file, kind)
    catalogue = open_catalogue(house.resources)
    skipped: list[dict[str, str]] = []
    stores = _stores(records, skipped) if kind == "stores" else None
    faq = _faq(records, skipped) if kind == "faq" else None
    if not stores and not faq:
        raise DataError(f"{file} 里没有可用的记录，没有改动任何内容。 Nothing usable in {file}; nothing was changed.")
    version = catalogue.database.replace_facts(stores=stores, faq=faq, before_commit=lambda v: catalogue.build(v, progress) and None)
    what = "门店" if kind == "stores" else "常见问题"
    return Report(what, len(stores or faq or []), version, skipped=skipped, seconds=round(time.perf_counter() - started, 2))


def _records(file: Path, kind: str) -> list[dict[str, Any]]:
    from pilothouse.assistants.menu.importing.source import read_text

    text = read_text(file, 20_000_000)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise DataError(f"{file} 不是合法的 JSON：{error}。 It is not valid JSON.") from None
    if isinstance(data, dict):
        data = next((data[key] for key in (kind, "门店", "常见问题", "items") if isinstance(data.get(key), list)), None)
    if not isinstance(data, list):
        raise DataError(f"{file} 应是 JSON 列表。 {file} should be a JSON list.")
    return [record for record in data if isinstance(record, dict)]


def _stores(records: Sequence[Mapping[str, Any]], skipped: list[dict[str, str]]) -> list[Store]:
    found: dict[str, Store] = {}
    for n, record in enumerate(records):
        try:
            store = Store.read(record)
        except ValidationError as error:
            skipped.append(_problem(f"stores[{n}]", record, error))
            continue
        found.setdefault(store.id, store)
    return list(found.values())


def _faq(records: Sequence[Mapping[str, Any]], skipped: list[dict[str, str]]) -> list[Faq]:
    found: dict[str, Faq] = {}
    for n, record in enumerate(records):
        values = {**record}
        for ours, theirs in (("question", "问题"), ("answer", "答案"), ("answer", "回答"), ("variants", "问法")):
            if ours not in values and theirs in values:
                values[ours] = values[theirs]
        values["id"] = str(values.get("id") or f"faq-{n + 1}")
        try:
            found.setdefault(values["id"], Faq.model_validate(values))
        except ValidationError as error:
            skipped.append(_problem(f"faq[{n}]", record, error))
    return list(found.values())


def _problem(position: str, record: Mapping[str, Any], error: ValidationError) -> dict[str, str]:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return {"position": position, "text": str(record.get("name") or record.get("question") or "")[:60], "reason": f"{where}: {first['msg']}"}


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
