"""API keys. A key is shown once; only its hash is stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pilothouse.contracts.errors import UsageError
from pilothouse.users import KEPT

if TYPE_CHECKING:
    from pilothouse.users import Stamp, UserStore

_KEY = re.compile(r"ph_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class Key:
    """A stored key; it can't be shown again. ``created_at`` is ISO 8601 in UTC."""

    id: str
    user: str
    created_at: str


class KeyStore:
    """Keys in the file of the users, whose scopes they carry: a user who is removed takes them with him.

    A key holds 256 random bits, so a plain SHA-256 of it can't be reversed. Raises ``DataError`` as ``UserStore`` does.
    """

    def __init__(self, users: UserStore) -> None:
        self._users = users
        self._seen: tuple[Stamp | None, dict[bytes, Key | None]] = (None, {})

    def make(self, user: str) -> str:
        """A new key of a user, in full, for the only time. Raises ``UsageError`` when there is no such user."""
        name = self._users.known(user).name
        id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        key = f"ph_{id}_{secret}"
        with self._users.opened() as connection:
            now = datetime.now(UTC).isoformat("T", "seconds")
            connection.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", (id, _hash(key), name, now))
        return key

    def find(self, key: str) -> Key | None:
        """Whose key this is; ``None`` when it is none, or was revoked."""
        shape = _KEY.fullmatch(key)
        if shape is None:
            return None
        stamp, hashed = self._users.stamp(), _hash(key)
        then, seen = self._seen
        if stamp is None or stamp != then:
            self._seen = (stamp, seen := {})
        elif hashed in seen:
            return seen[hashed]
        found = self._read(shape[1], hashed)
        if len(seen) < KEPT:
            seen[hashed] = found
        return found

    def _read(self, id: str, hashed: bytes) -> Key | None:
        if not self._users.path.exists():
            return None
        with self._users.opened() as connection:
            rows = list(connection.execute("SELECT id, user, created_at, hash FROM keys WHERE id = ?", (id,)))
        if not rows or not hmac.compare_digest(rows[0][3], hashed):
            return None
        return Key(*rows[0][:3])

    def list(self, user: str | None = None) -> tuple[Key, ...]:
        """The keys of a user, or all; the oldest first."""
        if not self._users.path.exists():
            return ()
        with self._users.opened() as connection:
            rows = connection.execute(
                "SELECT id, user, created_at FROM keys WHERE ?1 IS NULL OR user = ?1 ORDER BY created_at, id", (user,)
            )
            return tuple(Key(*row) for row in rows)

    def revoke(self, which: str) -> tuple[Key, ...]:
        """Take back the key of that id, or all keys of that user. Raises ``UsageError`` when there is none."""
        with self._users.opened() as connection:
            rows = list(
                connection.execute(
                    "DELETE FROM keys WHERE id = ?1 OR user = ?1 RETURNING id, user, created_at", (which,)
                )
            )
        if not rows:
            raise UsageError(
                f"没有编号或用户为 {which!r} 的密钥；pilothouse users list 可查看。 "
                f"There is no key {which!r} and no key of such a user; see pilothouse users list."
            )
        return tuple(Key(*row) for row in rows)


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
