"""What operators do with the menu: import, watch, stock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.assistants.menu.assistant import load_sample, open_catalogue
from pilothouse.assistants.menu.catalogue import Catalogue, Menu
from pilothouse.assistants.menu.edition import Edition
from pilothouse.assistants.menu.indexes import Progress
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.records import Problem, read_faq, read_records, read_stores
from pilothouse.assistants.menu.store import Faq, Stock, Store
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.tokenizer import normalise

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

SHOWN = 20  # problems listed in the text report; the JSON report has all
POLL_S = 1.0

Pause = Callable[[float], object]


@dataclass(frozen=True)
class Report:
    """What an import did. ``skipped``: position, text, reason of what could not be read."""

    what: str
    imported: int
    version: str
    store: str | None = None
    format: str = ""
    skipped: list[Problem] = field(default_factory=list)
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
            count = len(self.skipped)
            lines.append(f"有 {count} 处读不懂，已跳过。 {count} could not be read and were skipped:")
            lines += [f"  {item['position']}: {item['reason']}  {item['text']}" for item in self.skipped[:SHOWN]]
            if count > SHOWN:
                lines.append("  … 其余见 --json。 See --json for all of them.")
        lines += [f"  注意 / note: {note}" for note in self.notes]
        return "\n".join(lines)


@dataclass(frozen=True)
class StockReport:
    """The stock of a dish after a change."""

    dish: str
    store: str
    available: bool
    quantity: int | None

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def text(self) -> str:
        left = f"，剩 {self.quantity} 份" if self.quantity is not None else ""
        now, english = ("供应中", "available") if self.available else ("售罄", "sold out")
        return f"{self.dish}（{self.store}）：{now}{left}。 {self.dish} is {english}."


def require_manager(house: Pilothouse, user: str | None) -> None:
    """The operator at the machine may do everything; a named user needs ``menu:write``. Raises ``AccessDenied``."""
    refusal = f"用户 {user} 没有修改菜单的权限（menu:write）。 User {user} may not edit the menu (menu:write)."
    house.users.require(user, "menu:write", refusal)


def read_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """``FIELD=NAME`` options as a mapping. Raises ``UsageError``."""
    mapping: dict[str, str] = {}
    for pair in pairs:
        ours, equals, theirs = pair.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise UsageError(
                f"--map {pair!r} 应写成 字段=文件中的名称，如 name=菜的名字。 "
                "--map takes FIELD=NAME, for instance name=title."
            )
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
    """Import a menu file; the old menu stays whole until the new one and its index are complete.

    Raises ``UsageError`` and ``DataError``; nothing was changed then.
    """
    from pilothouse.assistants.menu.importing import read_menu

    started = time.perf_counter()
    if store is not None and not 0 < len(store.strip()) <= 80:
        raise UsageError("门店名须为 1 到 80 个字符。 The name of a store has 1 to 80 characters.")
    read = read_menu(file, mapping=mapping or {})
    skipped: list[Problem] = [
        {"position": item.position, "text": item.text, "reason": item.reason} for item in read.skipped
    ]
    stores = read_stores(read.stores, skipped) if read.stores else None
    faq = read_faq(read.faq, skipped) if read.faq else None
    notes = list(read.notes)
    before: list[Edition] = []

    def change(current: Edition) -> Edition:
        before[:] = [current]
        base = _with_facts(Edition() if current.sample else current, stores, faq)
        return base.with_menu(read.dishes, store.strip() if store else None)

    catalogue = open_catalogue(house.resources)
    edition = catalogue.publish(change, progress=progress)
    notes += _consequences(before[0], edition)
    seconds = round(time.perf_counter() - started, 2)
    return Report("菜品", len(read.dishes), edition.version, store, read.format, skipped, notes, seconds)


def import_sample(house: Pilothouse, *, replace_own: bool = False, progress: Progress | None = None) -> Report:
    """Bring the sample restaurant back. Raises ``UsageError`` when there is a menu of one's own, not to be replaced."""
    started = time.perf_counter()
    catalogue = open_catalogue(house.resources)
    if not replace_own and catalogue.refresh() and not catalogue.edition.sample:
        raise UsageError(
            "现有自己的菜单，恢复示例会删除它；确定要这样做请加 --yes。 "
            "There is a menu of your own, which the sample would replace; add --yes if you mean it."
        )
    version = load_sample(catalogue, progress)
    return Report("菜品", catalogue.edition.size, version, seconds=round(time.perf_counter() - started, 2))


def import_faq(house: Pilothouse, file: Path, *, progress: Progress | None = None) -> Report:
    """Replace the frequent questions by those of a JSON file."""
    return _import_records(house, file, "faq", progress)


def import_stores(house: Pilothouse, file: Path, *, progress: Progress | None = None) -> Report:
    """Replace the stores by those of a JSON file."""
    return _import_records(house, file, "stores", progress)


def watch_menu(
    house: Pilothouse,
    file: Path,
    *,
    store: str | None = None,
    mapping: Mapping[str, str] | None = None,
    pause: Pause = time.sleep,
) -> Iterator[Report]:
    """Import again whenever the file changed and has been still for ``POLL_S``: it may be half-written before.

    A version of the file that can't be read is reported, and the last good one stays.
    """
    imported = last = _stamp(file)
    while True:
        pause(POLL_S)
        now, before, last = _stamp(file), last, _stamp(file)
        if now is None or now == imported or now != before:
            continue
        imported = now
        try:
            yield import_menu(house, file, store=store, mapping=mapping)
        except (DataError, UsageError) as error:
            yield Report("菜品", 0, open_catalogue(house.resources).database.version, store, notes=[str(error)])


def set_stock(
    house: Pilothouse, dish: str, *, store: str | None, sold_out: bool, quantity: int | None, user: str | None
) -> StockReport:
    """Change the live stock of a dish. Raises ``AccessDenied`` and ``UsageError``."""
    refusal = f"用户 {user} 没有修改库存的权限（stock:write）。 User {user} may not change stock (stock:write)."
    house.users.require(user, "stock:write", refusal)
    menu, catalogue = _menu_of(house, store)
    naming = name_dish(normalise(dish), menu.lexicon)
    if naming is None or naming.match not in ("exact", "alias") or len(naming.dishes) != 1:
        raise UsageError(
            f"{menu.store.name} 没有唯一的菜叫 {dish!r}。 {menu.store.name} sells no single dish called {dish!r}."
        )
    level = Stock(quantity=quantity, sold_out=sold_out)
    catalogue.database.set_stock(menu.store.id, naming.dishes[0], level, by=user or "operator")
    return StockReport(menu.dishes[naming.dishes[0]].name, menu.store.name, level.available, quantity)


def list_stock(house: Pilothouse, *, store: str | None = None) -> list[StockReport]:
    """The live stock of each dish of a store, in the menu's order. Raises ``UsageError`` for an unknown store."""
    menu, catalogue = _menu_of(house, store)
    levels = catalogue.database.stock(menu.store.id, list(menu.dishes))
    return [
        StockReport(dish.name, menu.store.name, level.available, level.quantity)
        for id_, dish in menu.dishes.items()
        for level in (levels.get(id_, Stock()),)
    ]


def _menu_of(house: Pilothouse, store: str | None) -> tuple[Menu, Catalogue]:
    catalogue: Catalogue = house.room("menu").services.catalogue.pinned()
    if store is not None and catalogue.edition.find_store(store) is None:
        known = "、".join(s.name for s in catalogue.stores)
        raise UsageError(f"没有门店 {store!r}；有：{known}。 There is no store {store!r}; there are: {known}.")
    return catalogue.menu(catalogue.default_store(store or house.settings.store).id), catalogue


def _import_records(house: Pilothouse, file: Path, kind: str, progress: Progress | None) -> Report:
    started = time.perf_counter()
    records = read_records(file, kind)
    skipped: list[Problem] = []
    stores = read_stores(records, skipped) if kind == "stores" else None
    faq = read_faq(records, skipped) if kind == "faq" else None
    if not stores and not faq:
        raise DataError(f"{file} 里没有可用的记录，没有改动任何内容。 Nothing usable in {file}; nothing was changed.")
    before: list[Edition] = []

    def change(current: Edition) -> Edition:
        before[:] = [current]
        return _with_facts(current, stores, faq)

    edition = open_catalogue(house.resources).publish(change, progress=progress)
    what = "门店" if kind == "stores" else "常见问题"
    seconds = round(time.perf_counter() - started, 2)
    notes = _consequences(before[0], edition)
    return Report(what, len(stores or faq or []), edition.version, skipped=skipped, notes=notes, seconds=seconds)


def _with_facts(edition: Edition, stores: list[Store] | None, faq: list[Faq] | None) -> Edition:
    if stores:
        edition = replace(edition, stores=tuple(stores))
    if faq:
        edition = replace(edition, faq=tuple(faq))
    return edition


def _consequences(before: Edition, after: Edition) -> list[str]:
    """What else changed that the operator should know."""
    notes = []
    if before.sample and not after.sample:
        notes.append(
            "示例餐厅（门店、常见问题）已停用；用 pilothouse index stores 和 index faq 导入自己的。 "
            "The sample restaurant is retired; import your stores and FAQ with index stores and index faq."
        )
    names = {store.name for store in before.stores}
    if made := [store.name for store in after.stores if names and not before.sample and store.name not in names]:
        notes.append(f"新增门店：{'、'.join(made)}。 New stores: {', '.join(made)}.")
    if gone := [store.name for store in before.stores if not before.sample and after.find_store(store.id) is None]:
        notes.append(f"不再有的门店：{'、'.join(gone)}。 Stores that are gone: {', '.join(gone)}.")
    return notes


def _stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
