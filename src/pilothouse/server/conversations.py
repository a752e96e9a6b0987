"""Which session a conversation belongs to that comes without a name, by what was said in it.

OpenAI clients send all messages again with each request. The session that gave the last answer is found by them, so
that simple clients get assistants with a memory without knowing of sessions.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

from pilothouse.contracts.errors import DataError

Said = Sequence[tuple[str, str]]  # role and text

KEEP = 20_000
BUSY_S = 5.0
FILE = "conversations.db"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS ends (id INTEGER PRIMARY KEY AUTOINCREMENT, said BLOB NOT NULL, owner TEXT NOT NULL, session TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS ends_said ON ends (said);
"""  # noqa: E501


class Conversations:
    """The ends of conversations: hashes of what was said, each with its session. No text is stored.

    An end is taken once: two conversations that read alike go on in sessions of their own.
    """

    def __init__(self, home: Path) -> None:
        self._path = home / FILE

    def take(self, user: str, assistant: str, said: Said) -> str | None:
        """The session in which exactly this was said; ``None`` when there is none, or it went on already."""
        with self._opened() as connection:
            rows = connection.execute(
                "DELETE FROM ends WHERE id = (SELECT max(id) FROM ends WHERE said = ?) RETURNING session",
                (_hash(user, assistant, said),),
            ).fetchall()
        return str(rows[0][0]) if rows else None

    def keep(self, user: str, assistant: str, said: Said, session: str) -> None:
        """Note that the session now ends with this."""
        with self._opened() as connection:
            new = (_hash(user, assistant, said), user, session)
            connection.execute("INSERT INTO ends (said, owner, session) VALUES (?, ?, ?)", new)
            if connection.last_insert_rowid() % 1000 == 0:
                connection.execute("DELETE FROM ends WHERE id <= (SELECT max(id) FROM ends) - ?", (KEEP,))

    def forget(self, user: str) -> None:
        """Delete what is noted of a user."""
        if self._path.exists():
            with self._opened() as connection:
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("DELETE FROM ends WHERE owner = ?", (user,))

    @contextmanager
    def _opened(self) -> Iterator[apsw.Connection]:
        import apsw

        from pilothouse.sqlite import write_ahead

        connection = None
        try:
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
            connection = apsw.Connection(str(self._path))
            connection.set_busy_timeout(int(BUSY_S * 1000))
            if not connection.pragma("user_version"):
                write_ahead(connection, BUSY_S)
                connection.execute(_SCHEMA)
                connection.pragma("user_version", 1)
            connection.pragma("synchronous", "normal")
            yield connection
        except (apsw.Error, OSError) as error:
            raise DataError(f"{self._path} 读写不了：{error}。 It can't be used.") from error
        finally:
            if connection is not None:
                connection.close()


def _hash(user: str, assistant: str, said: Said) -> bytes:
    return hashlib.sha256(json.dumps([user, assistant, said]).encode()).digest()
