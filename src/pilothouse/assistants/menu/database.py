"""The restaurant's own data: dishes, stores, FAQ, and the live stock, in one SQLite file.

Menus are replaced as a whole in one transaction; stock changes row by row. The *menu version* is a digest of
everything that the index is built from, so an index of another version can be told at once.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.store import Faq, Stock, Store, store_id
from pilothouse.contracts.errors import DataError

SCHEMA_VERSION = 1
CHAIN = ""  # the menu that every store without one of its own sells

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS store (id TEXT PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS dish (menu TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL,
                                 PRIMARY KEY (menu, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS faq (id TEXT PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS stock (store TEXT NOT NULL, dish TEXT NOT NULL, quantity INTEGER, sold_out INTEGER NOT NULL,
                                  changed_at TEXT NOT NULL, changed_by TEXT NOT NULL, PRIMARY KEY (store, dish)) WITHOUT ROWID;
"""


class MenuDatabase:
    """Opens or creates the file. One connection per thread; writers wait for each other up to 10 s.

    Raises ``DataError`` when the file can't be opened, is not such a database, is newer than this program, or
    when the disk is full or not writable (nothing is half-written then).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        with self._guard():
            connection = self._connection()
            found = connection.execute("PRAGMA user_version").fetchone()[0]
            if found > SCHEMA_VERSION:
                raise DataError(
                    f"{path} 由更新版本的 Pilothouse 写成，请升级程序。 It was written by a newer Pilothouse; upgrade."
                )
            if found < SCHEMA_VERSION:
                with connection:
                    connection.execute(_SCHEMA)
                    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    # -- reading -------------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """The menu version; empty when nothing was imported yet."""
        return self._meta("version")

    @property
    def is_sample(self) -> bool:
        return self._meta("sample") == "1"

    def stores(self) -> list[Store]:
        return [Store.model_validate_json(body) for (body,) in self._rows("SELECT body FROM store ORDER BY position")]

    def faq(self) -> list[Faq]:
        return [Faq.model_validate_json(body) for (body,) in self._rows("SELECT body FROM faq ORDER BY position")]

    def dishes(self) -> Iterator[tuple[str, Dish]]:
        """All dishes with the menu they belong to, in the order of the menus."""
        for menu, body in self._rows("SELECT menu, body FROM dish ORDER BY menu, position"):
            yield menu, Dish.model_validate_json(body)

    def dish(self, menu: str, dish: str) -> Dish | None:
        row = next(iter(self._rows("SELECT body FROM dish WHERE menu = ? AND id = ?", (menu, dish))), None)
        return Dish.model_validate_json(row[0]) if row else None

    def menu_of(self, store: str) -> str:
        """The menu that the store sells: its own when it has one, else the chain's."""
        own = next(iter(self._rows("SELECT 1 FROM dish WHERE menu = ? LIMIT 1", (store,))), None)
        return store if own else CHAIN

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

    # -- writing -------------------------------------------------------------------------------------

    def replace_menu(
        self,
        dishes: Iterable[Dish],
        *,
        store: str | None = None,
        stores: Sequence[Store] | None = None,
        faq: Sequence[Faq] | None = None,
        stock: Sequence[tuple[str, str, Stock]] = (),
        sample: bool = False,
        before_commit: Callable[[str], None] | None = None,
    ) -> str:
        """Replace the chain's menu, or the own menu of ``store`` (a name; made when unknown). Returns the version.

        The first import of own data retires the sample, stores and FAQ included. ``before_commit`` is called with
        the new version inside the transaction (the index is built there); if it raises, nothing was changed.
        """
        with self._guard(), self._transaction() as connection:
            if self.is_sample and not sample:
                for table in ("store", "dish", "faq", "stock"):
                    connection.execute(f"DELETE FROM {table}")
            menu = CHAIN
            if store is not None:
                menu = self._ensure_store(connection, store)
            connection.execute("DELETE FROM dish WHERE menu = ?", (menu,))
            connection.executemany(
                "INSERT INTO dish (menu, id, position, body) VALUES (?, ?, ?, ?)",
                ((menu, dish.id, n, dish.model_dump_json()) for n, dish in enumerate(dishes)),
            )
            if stores is not None:
                self._write_stores(connection, stores)
            if not next(connection.execute("SELECT count(*) FROM store"))[0]:
                self._ensure_store(connection, "本店")
            if faq is not None:
                self._write_faq(connection, faq)
            for shop, dish, level in stock:
                self._write_stock(connection, shop, dish, level, "import")
            self._set_meta(connection, "sample", "1" if sample else "0")
            version = self._digest(connection)
            self._set_meta(connection, "version", version)
            if before_commit is not None:
                before_commit(version)
        return version

    def replace_facts(
        self,
        *,
        stores: Sequence[Store] | None = None,
        faq: Sequence[Faq] | None = None,
        before_commit: Callable[[str], None] | None = None,
    ) -> str:
        """Replace the stores, the FAQ, or both; the menu stays. Returns the new version."""
        with self._guard(), self._transaction() as connection:
            if stores is not None:
                self._write_stores(connection, stores)
            if faq is not None:
                self._write_faq(connection, faq)
            version = self._digest(connection)
            self._set_meta(connection, "version", version)
            if before_commit is not None:
                before_commit(version)
        return version

    def set_stock(self, store: str, dish: str, level: Stock, *, by: str) -> None:
        """Change live stock. Takes effect with the next question; the index is not touched."""
        with self._guard(), self._transaction() as connection:
            self._write_stock(connection, store, dish, level, by)

    # -- inside --------------------------------------------------------------------------------------

    def _ensure_store(self, connection: apsw.Connection, name: str) -> str:
        for item in self.stores():
            if name == item.id or name == item.name or name in item.aliases:
                return item.id
        made = Store(id=store_id(name), name=name)
        position = next(connection.execute("SELECT coalesce(max(position) + 1, 0) FROM store"))[0]
        connection.execute(
            "INSERT INTO store (id, position, body) VALUES (?, ?, ?)", (made.id, position, made.model_dump_json())
        )
        return made.id

    @staticmethod
    def _write_stores(connection: apsw.Connection, stores: Sequence[Store]) -> None:
        connection.execute("DELETE FROM store")
        connection.executemany(
            "INSERT INTO store (id, position, body) VALUES (?, ?, ?)",
            ((item.id, n, item.model_dump_json()) for n, item in enumerate(stores)),
        )

    @staticmethod
    def _write_faq(connection: apsw.Connection, faq: Sequence[Faq]) -> None:
        connection.execute("DELETE FROM faq")
        connection.executemany(
            "INSERT INTO faq (id, position, body) VALUES (?, ?, ?)",
            ((item.id, n, item.model_dump_json()) for n, item in enumerate(faq)),
        )

    @staticmethod
    def _write_stock(connection: apsw.Connection, store: str, dish: str, level: Stock, by: str) -> None:
        connection.execute(
            "INSERT OR REPLACE INTO stock (store, dish, quantity, sold_out, changed_at, changed_by) VALUES (?, ?, ?, ?, ?, ?)",
            (store, dish, level.quantity, int(level.sold_out), datetime.now(UTC).isoformat(timespec="seconds"), by),
        )

    @staticmethod
    def _digest(connection: apsw.Connection) -> str:
        digest = hashlib.sha256()
        for table, columns in (("store", "id, body"), ("dish", "menu, id, body"), ("faq", "id, body")):
            for row in connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2"):
                digest.update(json.dumps([table, *row], ensure_ascii=False).encode())
        return digest.hexdigest()[:16]

    @staticmethod
    def _set_meta(connection: apsw.Connection, key: str, value: str) -> None:
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))

    def _meta(self, key: str) -> str:
        row = next(iter(self._rows("SELECT value FROM meta WHERE key = ?", (key,))), None)
        return str(row[0]) if row else ""

    def _rows(self, sql: str, bindings: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        with self._guard():
            return list(self._connection().execute(sql, bindings))

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _connection(self) -> apsw.Connection:
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = apsw.Connection(str(self.path))
            connection.set_busy_timeout(10_000)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            self._local.connection = connection
        return connection

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except (apsw.NotADBError, apsw.CorruptError) as error:
            raise DataError(
                f"{self.path} 不是菜单数据库或已损坏，请移走它再重新导入菜单。 "
                "It is not a menu database or is damaged: move it away and import the menu again."
            ) from error
        except apsw.FullError as error:
            raise DataError(
                "磁盘已满，没有写入任何内容；请腾出空间后重试。 The disk is full; nothing was written. Free some space and try again."
            ) from error
        except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError, apsw.IOError) as error:
            raise DataError(
                f"无法读写 {self.path}，请检查目录是否存在以及权限。 "
                "It can't be read or written: check that the folder exists and may be written."
            ) from error
        except apsw.BusyError as error:
            raise DataError(
                "另一个进程正在写入菜单，请稍后再试。 Another process is writing the menu; try again shortly."
            ) from error
