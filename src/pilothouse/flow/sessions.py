"""The stored state of sessions and users."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.flow.lock import Locks

BUSY_S = 30.0
KEY_LENGTH = 512
METADATA: Any = {"source": "update", "step": 0, "parents": {}}


class Store(Protocol):
    """Stored fields by thread. Only the newest checkpoint is kept: each holds the whole state, and the flight
    recorder has the past."""

    async def open(self) -> None:
        """Safe to call at each turn. Raises ``DataError`` when nothing can be stored."""

    async def close(self) -> None: ...

    async def load(self, thread: str) -> dict[str, Any]:
        """The fields of a thread; empty for a new one."""

    async def keep(self, states: Mapping[str, Mapping[str, Any]]) -> None:
        """Store the fields of each thread. In Postgres all threads or none."""

    async def forget(self, beginnings: Sequence[str]) -> None:
        """Delete the threads whose keys begin with one of these (``keys_of``)."""

    def hold(self, thread: str) -> AbstractAsyncContextManager[None]:
        """Wait until nobody else has the thread, and have it."""

    async def check(self) -> str:
        """How it is, in a sentence, for ``pilothouse doctor``. Raises ``DataError`` when it can't be used."""


class Sessions:
    """The ``Store`` of one machine: LangGraph's checkpoints in a SQLite file, locks in a folder."""

    def __init__(self, path: Path, locks: Path, state: type) -> None:
        self._path = path
        self._fields = frozenset(state.__annotations__)
        self._opening = asyncio.Lock()
        self._connection: Any = None
        self._saver: Any = None
        self.hold = Locks(locks).hold

    async def open(self) -> None:
        async with self._opening:
            if self._saver is not None:
                return
            with self._readable():
                try:
                    await self._connect()
                except BaseException:
                    await self.close()
                    raise

    async def _connect(self) -> None:
        import aiosqlite
        from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

        self._path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds what users said
        connecting = aiosqlite.connect(self._path, timeout=BUSY_S)
        connecting._thread.daemon = True  # a program that forgets to close must still end
        self._connection = await connecting
        await self._connection.execute("PRAGMA journal_mode=WAL")
        await self._connection.execute("PRAGMA synchronous=NORMAL")
        saver = AsyncSqliteSaver(self._connection, serde=serialiser())
        await saver.setup()
        self._saver = saver

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        self._saver = None
        if connection is not None:
            await connection.close()

    async def load(self, thread: str) -> dict[str, Any]:
        with self._readable():
            found = await self._saver.aget_tuple(config(thread))
        stored = {} if found is None else found.checkpoint["channel_values"]
        return {name: value for name, value in stored.items() if name in self._fields}

    async def keep(self, states: Mapping[str, Mapping[str, Any]]) -> None:
        made = {thread: checkpoint(values) for thread, values in states.items()}
        with self._readable():
            for thread, new in made.items():
                await self._saver.aput(config(thread), new, METADATA, new["channel_versions"])
            async with self._saver.lock:  # one connection: its transactions must not mix
                for table in ("checkpoints", "writes"):
                    await self._connection.executemany(
                        f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id != ?",
                        [(thread, new["id"]) for thread, new in made.items()],
                    )
                await self._connection.commit()

    async def forget(self, beginnings: Sequence[str]) -> None:
        with self._readable():
            async with self._saver.lock:
                for table in ("checkpoints", "writes"):
                    await self._connection.executemany(
                        f"DELETE FROM {table} WHERE substr(thread_id, 1, length(?1)) = ?1", [(b,) for b in beginnings]
                    )
                await self._connection.commit()

    async def check(self) -> str:
        await self.open()
        with self._readable():
            async with self._saver.lock, self._connection.execute("PRAGMA quick_check(1)") as said:
                ((verdict,),) = await said.fetchall()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            async with self._saver.lock, self._connection.execute("SELECT count(*) FROM checkpoints") as counted:
                ((count,),) = await counted.fetchall()
        return f"{count} 份会话状态，存于 SQLite。 {count} stored states, in SQLite at {self._path}."

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise DataError(
                f"会话文件 {self._path} 读写不了（{error}）；请检查磁盘和权限，或移走该文件。 / "
                f"Sessions in {self._path} can't be read or written ({error}); check disk and permissions, "
                "or move the file away."
            ) from error


def store(path: Path, locks: Path, state: type, database_url: str | None = None) -> Store:
    """Where sessions are stored: in Postgres when there is a URL, else on this machine."""
    if not database_url:
        return Sessions(path, locks, state)
    from pilothouse.flow.postgres import PostgresSessions

    return PostgresSessions(database_url, state)


def thread_id(assistant: str, user: str, session: str | None = None) -> str:
    """Key of a session's stored state, or of a user's: users never share one, whatever the session is called.

    Raises ``UsageError`` for a name that is not text.
    """
    key = json.dumps([assistant, user, session], ensure_ascii=False)
    try:
        written = key.encode()
    except UnicodeEncodeError:
        raise UsageError("会话名里有无法使用的字符。 The session's name holds characters that can't be used.") from None
    return key if len(written) <= KEY_LENGTH else keys_of(assistant, user)[1] + hashlib.sha256(written).hexdigest()


def keys_of(assistant: str, user: str) -> tuple[str, str]:
    """How the keys of a user's threads begin: those that fit, and those that were too long."""
    own = json.dumps([assistant, user], ensure_ascii=False)
    return f"{own[:-1]}, ", f"sha256:{hashlib.sha256(own.encode(errors='replace')).hexdigest()}:"


def config(thread: str) -> Any:
    return {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}


def checkpoint(values: Mapping[str, Any]) -> Any:
    """A LangGraph checkpoint with one channel a field."""
    from langgraph.checkpoint.base import empty_checkpoint

    made = empty_checkpoint()
    made["channel_values"] = dict(values)
    made["channel_versions"] = dict.fromkeys(values, made["id"])
    return made


def serialiser() -> Any:
    """Whatever the environment says, a stored state can't name a class to load."""
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    return JsonPlusSerializer(allowed_msgpack_modules=None)
