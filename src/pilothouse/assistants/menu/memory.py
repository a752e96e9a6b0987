"""The taste memory: what each user likes, avoids and orders, in one SQLite file of its own.

The guest is a name that many share, so nothing is ever kept for it; a session may hold a ``Taste`` in its state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import apsw
from pydantic import ValidationError

from pilothouse.assistants.menu.preference import Ranked, rank, reasons
from pilothouse.assistants.menu.statement import read_sentence, read_statement
from pilothouse.assistants.menu.taste import (
    SPICES,
    TERMS,
    Kind,
    Statement,
    Taste,
    accompanied,
    forgotten,
    learned,
    merge,
    with_order,
)  # fmt: skip
from pilothouse.contracts.caller import GUEST
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.tokenizer import normalise
from pilothouse.sqlite import FULL, Cause, explained, private, transaction

__all__ = [
    "FILE",
    "MemoryStore",
    "Ranked",
    "Statement",
    "Taste",
    "accompanied",
    "learned",
    "merge",
    "rank",
    "read_sentence",
    "read_statement",
    "reasons",
]

FILE = "memory.db"  # in the home directory
VERSION = 1  # of the table layout, in PRAGMA user_version
BUSY_S = 10.0
_NEWER = (
    "口味记录由更新版本的 Pilothouse 写成，请升级程序。 The taste memory was written by a newer Pilothouse; upgrade."
)
LONGEST = 20  # characters of a term

# ``counted`` holds a digest of user and order key: enough to count an order once, and nothing to read.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS taste (user TEXT PRIMARY KEY COLLATE NOCASE, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counted (digest BLOB PRIMARY KEY) WITHOUT ROWID;
"""


class MemoryStore:
    """Tastes in the file ``path``, created when the first is kept. Each change is one transaction; writers wait for
    each other up to ``BUSY_S``. Every method raises ``DataError`` when the file can't be used."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def get(self, user: str) -> Taste:
        """The user's taste; an empty one when nothing is kept."""
        if _guest(user) or not self.path.exists():
            return Taste()
        with self._open() as connection:
            return self._read(connection, user)

    def known(self, user: str) -> bool:
        """True when something is kept of the user."""
        return not self.get(user).empty

    def learn(self, user: str, statement: Statement) -> Taste:
        """Keep what was said. Nothing is kept of the guest, or of what was said about others."""
        return self._change(user, lambda taste: learned(taste, statement))

    def record_order(self, user: str, key: str, lines: Sequence[tuple[str, Sequence[str]]]) -> Taste:
        """Count a confirmed order: ids of its dishes, and the options chosen for each. Counted once per ``key``."""
        if not key:
            raise ValueError("An order needs a key.")
        return self._change(user, lambda taste: with_order(taste, lines), once=key)

    def edit(
        self,
        user: str,
        *,
        add: Mapping[Kind, Sequence[str]] | None = None,
        remove: Mapping[Kind, Sequence[str]] | None = None,
        spice: str | None = None,
    ) -> Taste:
        """Add and remove ``dislikes``, ``allergies``, ``likes``; set the spice, or forget it (``""``).

        Raises ``UsageError`` for the guest, a term that is empty or too long, or a spice that there is not.
        """
        if _guest(user):
            raise UsageError("访客是多人共用的，不保存口味。 The guest is shared by many; no taste is kept for it.")
        new = {kind: tuple(_term(term) for term in terms) for kind, terms in (add or {}).items()}
        if spice and spice not in SPICES:
            raise UsageError(
                f"辣度 {spice!r} 不存在；可选：{'、'.join(SPICES)}。 "
                f"There is no spice {spice!r}; one of: {', '.join(SPICES)}."
            )

        def change(taste: Taste) -> Taste:
            for kind in TERMS:
                part = Taste.model_validate({kind: getattr(taste, kind)})
                taste = taste.model_copy(update={kind: getattr(forgotten(part, (remove or {}).get(kind, ())), kind)})
            if spice == "":
                taste = forgotten(taste, kinds=("spice",))
            dislikes, allergies, likes = (new.get(kind, ()) for kind in TERMS)
            return learned(taste, Statement(dislikes, allergies, likes, spice or ""))

        return self._change(user, change)

    def forget(self, user: str, term: str | None) -> Taste:
        """Forget one term (a word, or the id of a dish), or everything."""
        if term is None:
            self.delete(user)
            return Taste()
        return self._change(user, lambda taste: forgotten(taste, (term,)))

    def delete(self, user: str) -> None:
        """Forget everything about the user; nothing of it stays in the file."""
        if _guest(user) or not self.path.exists():
            return
        with self._open() as connection:
            connection.execute("DELETE FROM taste WHERE user = ?", (user,))
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- inside --------------------------------------------------------------------------------------

    def _change(self, user: str, change: Callable[[Taste], Taste], *, once: str = "") -> Taste:
        if _guest(user):
            return Taste()
        with self._open() as connection, transaction(connection):
            taste = self._read(connection, user)
            if once:
                digest = hashlib.sha256(f"{user.casefold()}\0{once}".encode()).digest()
                connection.execute("INSERT OR IGNORE INTO counted VALUES (?)", (digest,))
                if not connection.changes():
                    return taste
            changed = change(taste)
            if changed == taste:
                return taste
            changed = changed.model_copy(update={"updated_at": datetime.now(UTC).isoformat("T", "seconds")})
            body = changed.model_dump_json(exclude={"company"})
            connection.execute("INSERT OR REPLACE INTO taste VALUES (?, ?)", (user, body))
        return changed

    def _read(self, connection: apsw.Connection, user: str) -> Taste:
        row = connection.execute("SELECT body FROM taste WHERE user = ?", (user,)).fetchone()
        try:
            return Taste.model_validate_json(row[0]) if row else Taste()
        except ValidationError:
            raise self._damaged() from None

    @contextmanager
    def _open(self) -> Iterator[apsw.Connection]:
        with (
            explained(self._sentence, DataError),
            private(self.path, _SCHEMA, VERSION, DataError(_NEWER), BUSY_S) as connection,
        ):
            yield connection

    def _sentence(self, cause: Cause, error: Exception) -> str:
        if cause == "full":
            return FULL
        if cause == "busy":
            return (
                "另一个进程正在写入口味记录，请稍后再试。 "
                "Another process is writing the taste memory; try again shortly."
            )
        if cause in ("damaged", "other"):  # not a database, corrupt, tables missing
            return str(self._damaged())
        return (
            f"无法读写 {self.path}，请检查磁盘和权限。 It can't be read or written: check the disk and the permissions."
        )

    def _damaged(self) -> DataError:
        return DataError(
            f"{self.path} 不是口味记录或已损坏，请移走它，会重新建立。 "
            "It is not a taste memory or is damaged: move it away and a new one will be made."
        )


def _guest(user: str) -> bool:
    return not user.strip() or user.casefold() == GUEST


def _term(term: str) -> str:
    plain = normalise(term)
    if not 0 < len(plain) <= LONGEST:
        raise UsageError(f"食材 {term[:40]!r} 须为 1 到 {LONGEST} 个字符。 A food has 1 to {LONGEST} characters.")
    return plain
