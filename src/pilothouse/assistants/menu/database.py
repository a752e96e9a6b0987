"""The restaurant's own data in one SQLite file: the current edition, and the live stock.

An edition is replaced as a whole in one transaction; stock changes row by row. What is stored must have the
digest that is stored beside it, so damaged data is refused, never said to a guest.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
from pydantic import ValidationError

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.edition import Edition, Line, version_of
from pilothouse.assistants.menu.store import Faq, Stock, Store
from pilothouse.contracts.errors import DataError
from pilothouse.sqlite import FULL, Cause, explained, transaction, write_ahead

SCHEMA_VERSION = 1
BUSY_S = 10.0

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS store (id TEXT PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS dish (menu TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL,
                                 PRIMARY KEY (menu, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS faq (id TEXT PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS stock (store TEXT NOT NULL, dish TEXT NOT NULL, quantity INTEGER, sold_out INTEGER NOT NULL,
                                  changed_at TEXT NOT NULL, changed_by TEXT NOT NULL,
                                  PRIMARY KEY (store, dish)) WITHOUT ROWID;
"""
_LINES = """
SELECT 'store', '', id, body, 1 AS part, position FROM store
UNION ALL SELECT 'dish', menu, id, body, 2, position FROM dish
UNION ALL SELECT 'faq', '', id, body, 3, position FROM faq
ORDER BY part, 2, position
"""


class MenuDatabase:
    """Opens or creates the file. One connection per thread; writers wait for each other up to ``BUSY_S``.

    Every method raises ``DataError`` when the file can't be opened, is not such a database, is damaged or newer
    than this program, or when the disk is full or not writable (nothing is half-written then).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        with self._guard():
            connection = self._local.connection = self._open(create=True)
            found = int(connection.execute("PRAGMA user_version").get)
            if found > SCHEMA_VERSION:
                raise DataError(
                    f"{path} 由更新版本的 Pilothouse 写成，请升级程序。 It was written by a newer Pilothouse; upgrade."
                )
            if found < SCHEMA_VERSION:
                with self._transaction():
                    connection.execute(_SCHEMA)
                    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    # -- the edition ---------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """Version of the current edition; empty when nothing was imported yet."""
        found = self._rows("SELECT value FROM meta WHERE key = 'version'")
        return str(found[0][0]) if found else ""

    def read(self) -> Edition:
        """The current edition, as one state. Empty when nothing was imported yet."""
        with self._guard():
            connection = self._connection()
            with self._transaction("BEGIN"):
                rows: Any = connection.execute("SELECT key, value FROM meta")
                meta: dict[str, str] = dict(rows)
                lines: list[Line] = [row[:4] for row in connection.execute(_LINES)]
        version = meta.get("version", "")
        if version_of(lines) != version:
            raise self._damaged()
        try:
            edition = _edition(lines, sample=meta.get("sample") == "1")
        except ValidationError:
            raise self._damaged() from None
        vars(edition)["version"] = version  # just computed: a large menu need not be written out again for it
        return edition

    def publish(self, edition: Edition, *, base: str, stock: Sequence[tuple[str, str, Stock]] = ()) -> bool:
        """Replace the edition of version ``base``; ``False`` when another one became current meanwhile.

        ``stock`` (store, dish, level) is added. The stock of dishes that no menu has any more is dropped, and the
        sample's with the sample.
        """
        with self._guard(), self._transaction() as connection:
            if self.version != base:
                return False
            was_sample = bool(self._rows("SELECT 1 FROM meta WHERE key = 'sample' AND value = '1'"))
            for table in ("store", "dish", "faq"):
                connection.execute(f"DELETE FROM {table}")
            for position, (kind, menu, id_, body) in enumerate(edition.lines()):
                if kind == "dish":
                    connection.execute("INSERT INTO dish VALUES (?, ?, ?, ?)", (menu, id_, position, body))
                else:
                    connection.execute(f"INSERT INTO {kind} VALUES (?, ?, ?)", (id_, position, body))
            if was_sample or edition.sample:
                connection.execute("DELETE FROM stock")
            connection.execute("DELETE FROM stock WHERE dish NOT IN (SELECT id FROM dish)")
            for store, dish, level in stock:
                self._write_stock(connection, store, dish, level, "import")
            meta = {"version": edition.version, "sample": "1" if edition.sample else "0"}
            connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())
        return True

    # -- live stock ----------------------------------------------------------------------------------

    def stock(self, store: str, dishes: Sequence[str]) -> dict[str, Stock]:
        """Live stock; dishes without a row are not counted and available."""
        found: dict[str, Stock] = {}
        for start in range(0, len(dishes), 500):
            part = dishes[start : start + 500]
            marks = ",".join("?" * len(part))
            rows = self._rows(
                f"SELECT dish, quantity, sold_out FROM stock WHERE store = ? AND dish IN ({marks})", (store, *part)
            )
            found |= {dish: Stock(quantity=quantity, sold_out=bool(gone)) for dish, quantity, gone in rows}
        return found

    def sold_out(self, store: str) -> set[str]:
        """Ids of the dishes that the store can't serve now."""
        rows = self._rows("SELECT dish FROM stock WHERE store = ? AND (sold_out OR quantity <= 0)", (store,))
        return {dish for (dish,) in rows}

    def set_stock(self, store: str, dish: str, level: Stock, *, by: str) -> None:
        """Change live stock. Takes effect with the next question; the index is not touched."""
        with self._guard(), self._transaction() as connection:
            self._write_stock(connection, store, dish, level, by)

    def check(self) -> None:
        """Look through the whole file. Raises ``DataError`` when anything in it is damaged."""
        if self._rows("PRAGMA quick_check") != [("ok",)]:
            raise self._damaged()
        self.read()

    # -- for what else lives in this file ------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """A transaction that is committed whole or not at all."""
        with self._guard(), self._transaction() as connection:
            yield connection

    def rows(self, sql: str, bindings: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._rows(sql, bindings)

    # -- inside --------------------------------------------------------------------------------------

    @staticmethod
    def _write_stock(connection: apsw.Connection, store: str, dish: str, level: Stock, by: str) -> None:
        changed_at = datetime.now(UTC).isoformat(timespec="seconds")
        values = (store, dish, level.quantity, int(level.sold_out), changed_at, by)
        connection.execute("INSERT OR REPLACE INTO stock VALUES (?, ?, ?, ?, ?, ?)", values)

    def _rows(self, sql: str, bindings: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        with self._guard():
            return list(self._connection().execute(sql, bindings))

    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> AbstractContextManager[apsw.Connection]:
        return transaction(self._connection(), begin)

    def _connection(self) -> apsw.Connection:
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            # A file that vanished must not come back as an empty one.
            connection = self._local.connection = self._open(create=False)
        return connection

    def _open(self, *, create: bool) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
        connection = apsw.Connection(str(self.path), flags=flags)
        connection.set_busy_timeout(int(BUSY_S * 1000))
        write_ahead(connection, BUSY_S)
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _damaged(self) -> DataError:
        return DataError(
            f"{self.path} 不是菜单数据库或已损坏，请移走它再重新导入菜单。 "
            "It is not a menu database or is damaged: move it away and import the menu again."
        )

    def _guard(self) -> AbstractContextManager[None]:
        return explained(self._sentence, DataError)

    def _sentence(self, cause: Cause, error: Exception) -> str:
        if cause == "full":
            return FULL
        if cause == "busy":
            return "另一个进程正在写入菜单，请稍后再试。 Another process is writing the menu; try again shortly."
        if cause in ("damaged", "other"):  # not a database, corrupt, tables missing
            return str(self._damaged())
        return (
            f"无法读写 {self.path}，请检查它是否存在、磁盘和权限。 "
            "It can't be read or written: check that it exists, the disk and the permissions."
        )


def _edition(lines: Sequence[Line], *, sample: bool) -> Edition:
    menus: dict[str, list[Dish]] = {}
    for kind, menu, _, body in lines:
        if kind == "dish":
            menus.setdefault(menu, []).append(Dish.model_validate_json(body))
    return Edition(
        stores=tuple(Store.model_validate_json(body) for kind, _, _, body in lines if kind == "store"),
        menus={menu: tuple(dishes) for menu, dishes in menus.items()},
        faq=tuple(Faq.model_validate_json(body) for kind, _, _, body in lines if kind == "faq"),
        sample=sample,
    )
