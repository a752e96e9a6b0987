"""Users and the scopes they hold, in one SQLite file."""

from __future__ import annotations

import json
import math
import os
import re
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.contracts.caller import GUEST, ROLES, Caller
from pilothouse.contracts.errors import AccessDenied, DataError, UsageError

if TYPE_CHECKING:
    import apsw

BUSY_S = 5.0
VERSION = 2  # of the table layout, in PRAGMA user_version; 1 had no keys
COARSE_NS = 100_000_000
KEPT = 10_000  # users in memory
Stamp = tuple[tuple[int, int, int], ...]  # inode, time of the last change in ns, and size of the files
Location = tuple[float, float]  # latitude, longitude in degrees

_NAME = re.compile(r"[A-Za-z0-9_\u4e00-\u9fff][A-Za-z0-9._\-\u4e00-\u9fff]{0,63}")
_SCOPE = re.compile(r"[a-z][a-z0-9_]*(:[\w\-]+)?")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS users (
  name TEXT PRIMARY KEY COLLATE NOCASE, scopes TEXT NOT NULL, latitude REAL, longitude REAL, created_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
  id TEXT PRIMARY KEY, hash BLOB NOT NULL, user TEXT NOT NULL COLLATE NOCASE, created_at TEXT NOT NULL
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class User:
    """A stored user. ``created_at`` is ISO 8601 in UTC."""

    name: str
    scopes: frozenset[str]
    location: Location | None
    created_at: str

    @property
    def caller(self) -> Caller:
        return Caller(self.name, self.scopes)


class UserStore:
    """Users in the SQLite file ``path``, created when the first user is added.

    Names differ by more than upper and lower case: two users that read alike would be mistaken for each other.
    Every method raises ``DataError`` when the file can't be used.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._seen: tuple[Stamp | None, dict[str, User | None]] = (None, {})

    def stamp(self) -> Stamp | None:
        """Differs whenever the file was written since; ``None`` when that can't be told, so nothing may be kept.

        Clocks of file systems are coarse: what was written a moment ago might be written again in the same tick.
        """
        found = []
        for path in (self.path, f"{self.path}-wal"):
            try:
                status = os.stat(path)
            except OSError:
                continue
            if status.st_size:
                found.append((status.st_ino, status.st_mtime_ns, status.st_size))
        fresh = not found or time.time_ns() - max(written for _, written, _ in found) < COARSE_NS
        return None if fresh else tuple(found)

    def add(self, name: str, scopes: Collection[str] = (), *, location: Location | None = None) -> User:
        """Store a new user. Raises ``UsageError`` for a bad name, scope or location, or a name that is taken."""
        user = User(
            check_name(name),
            check_scopes(scopes),
            check_location(location),
            datetime.now(UTC).isoformat("T", "seconds"),
        )
        with self.opened() as connection:
            taken = "INSERT INTO users VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING"
            connection.execute(taken, (user.name, _packed(user.scopes), *(location or (None, None)), user.created_at))
            if not connection.changes():
                raise UsageError(
                    f"用户 {name} 已存在；要修改请用 pilothouse users set {name}。 / "
                    f"User {name} exists already; to change it use: pilothouse users set {name}"
                )
        return user

    def find(self, name: str) -> User | None:
        """The stored user, or ``None``."""
        stamp = self.stamp()
        then, seen = self._seen
        if stamp is None or stamp != then:
            self._seen = (stamp, seen := {})
        elif name in seen:
            return seen[name]
        user = self._read(name)
        if len(seen) < KEPT:
            seen[name] = user
        return user

    def _read(self, name: str) -> User | None:
        if not self.path.exists():
            return None
        with self.opened() as connection:
            rows = list(connection.execute("SELECT * FROM users WHERE name = ?", (name,)))
            return _user(rows[0]) if rows else None

    def get(self, name: str) -> Caller | None:
        """The user as a caller with his scopes, or ``None``."""
        user = self.find(name)
        return user.caller if user else None

    def caller(self, name: str | None) -> Caller:
        """Who asks: the guest without a name, else the user. Raises ``UsageError`` when there is no such user."""
        if not name or name.casefold() == GUEST:
            return Caller()
        return self.known(name).caller

    def require(self, name: str | None, scope: str, sentence: str) -> None:
        """The operator at the machine, who gives no ``name``, may do everything; a named user needs ``scope``.

        Raises ``AccessDenied`` with the sentence, and ``UsageError`` when there is no such user.
        """
        if name is not None and not self.caller(name).holds(frozenset({scope})):
            raise AccessDenied(sentence)

    def list(self) -> tuple[User, ...]:
        """All users by name."""
        if not self.path.exists():
            return ()
        with self.opened() as connection:
            return tuple(_user(row) for row in connection.execute("SELECT * FROM users ORDER BY name"))

    def remove(self, name: str) -> None:
        """Delete a user and his keys. Raises ``UsageError`` when there is none of that name."""
        from pilothouse.sqlite import transaction

        user = self.known(name)
        with self.opened() as connection, transaction(connection):
            connection.execute("DELETE FROM keys WHERE user = ?", (user.name,))
            connection.execute("DELETE FROM users WHERE name = ?", (user.name,))

    def set_scopes(self, name: str, scopes: Collection[str]) -> User:
        """Replace the scopes of a user. Raises ``UsageError`` for an unknown user or a bad scope."""
        user, checked = self.known(name), check_scopes(scopes)
        with self.opened() as connection:
            connection.execute("UPDATE users SET scopes = ? WHERE name = ?", (_packed(checked), user.name))
        return self.known(name)

    def set_location(self, name: str, location: Location | None) -> User:
        """Replace the location of a user, or forget it. Raises ``UsageError`` as ``set_scopes`` does."""
        user = self.known(name)
        place = check_location(location) or (None, None)
        with self.opened() as connection:
            connection.execute("UPDATE users SET latitude = ?, longitude = ? WHERE name = ?", (*place, user.name))
        return self.known(name)

    def known(self, name: str) -> User:
        """The stored user. Raises ``UsageError``, which says what to do, when there is none of that name."""
        user = self.find(name)
        if user is None:
            raise UsageError(
                f"没有用户 {name!r}；请先运行 pilothouse users add 添加，或不写用户名以访客身份提问。 / "
                f"There is no user {name!r}; add one with pilothouse users add, or ask as guest without a name."
            )
        return user

    @contextmanager
    def opened(self) -> Iterator[apsw.Connection]:
        """The file, made when it is missing. Raises ``DataError`` when it can't be used."""
        import apsw

        from pilothouse.sqlite import write_ahead

        connection = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            connection = apsw.Connection(str(self.path))
            connection.set_busy_timeout(int(BUSY_S * 1000))
            version = connection.pragma("user_version")
            if version not in (0, 1, VERSION):
                raise OSError(f"layout {version}, this version of Pilothouse knows {VERSION}")
            if version != VERSION:
                write_ahead(connection, BUSY_S)
                connection.execute(_SCHEMA)
                connection.pragma("user_version", VERSION)
            yield connection
        except (apsw.Error, OSError) as error:
            raise DataError(
                f"用户文件 {self.path} 无法使用：{error}。 / The file of users {self.path} can't be used: {error}."
            ) from error
        finally:
            if connection is not None:
                connection.close()


def check_name(name: str) -> str:
    """``name`` if a user may have it. Raises ``UsageError``."""
    if name.casefold() == GUEST:
        raise UsageError(f"{name} 是保留名，请换一个用户名。 / {name} is reserved; choose another name.")
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"用户名 {name[:80]!r} 不合规：1–64 个字符，可用字母、数字、汉字和 . _ -，不能以 . 或 - 开头。 / "
            f"User name {name[:80]!r} is not valid: 1 to 64 letters, digits, Chinese characters or . _ - "
            "and not beginning with . or -"
        )
    return name


def check_scopes(scopes: Collection[str]) -> frozenset[str]:
    """``scopes`` as a set if all are well-formed. Raises ``UsageError``."""
    given = [scopes] if isinstance(scopes, str) else list(scopes)
    for scope in given:
        if not _SCOPE.fullmatch(scope):
            raise UsageError(
                f"权限 {scope[:80]!r} 不合规：写法如 department:hr，或角色 {'、'.join(ROLES)}。 / "
                f"Scope {scope[:80]!r} is not valid: write it like department:hr, or a role ({', '.join(ROLES)})."
            )
    return frozenset(given)


def check_location(location: Location | None) -> Location | None:
    """``location`` if it is on the globe. Raises ``UsageError``."""
    if location is None:
        return None
    latitude, longitude = location
    if not (math.isfinite(latitude) and math.isfinite(longitude) and abs(latitude) <= 90 and abs(longitude) <= 180):
        raise UsageError(
            f"位置 {latitude},{longitude} 不合规：纬度 -90 到 90，经度 -180 到 180。 / "
            f"Location {latitude},{longitude} is not valid: latitude -90 to 90, longitude -180 to 180."
        )
    return float(latitude), float(longitude)


def _packed(scopes: frozenset[str]) -> str:
    return json.dumps(sorted(scopes), ensure_ascii=False)


def _user(row: tuple[str, str, float | None, float | None, str]) -> User:
    name, scopes, latitude, longitude, created_at = row
    location = None if latitude is None or longitude is None else (latitude, longitude)
    return User(name, frozenset(json.loads(scopes)), location, created_at)
