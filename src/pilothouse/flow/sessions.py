"""The stored state of sessions and users."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pilothouse.contracts.errors import DataError, UsageError

BUSY_S = 30.0
KEY_LENGTH = 512


class Sessions:
    """Stored fields by thread, through LangGraph's checkpointer. Only the newest checkpoint is kept: each holds
    the whole state, and the flight recorder has the past."""

    def __init__(self, path: Path, state: type) -> None:
        self._path = path
        self._state = state
        self._opening = asyncio.Lock()
        self._connection: Any = None
        self._saver: Any = None
        self._shelf: Any = None

    async def open(self) -> None:
        async with self._opening:
            if self._shelf is not None:
                return
            with self._readable():
                try:
                    await self._connect()
                except BaseException:
                    await self.close()
                    raise

    async def _connect(self) -> None:
        import aiosqlite
        from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
        from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
        from langgraph.graph import START, StateGraph

        self._path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds what users said
        connecting = aiosqlite.connect(self._path, timeout=BUSY_S)
        connecting._thread.daemon = True  # a program that forgets to close must still end
        self._connection = await connecting
        await self._connection.execute("PRAGMA journal_mode=WAL")
        await self._connection.execute("PRAGMA synchronous=NORMAL")
        # Whatever the environment says, a stored state can't name a class to load.
        self._saver = AsyncSqliteSaver(self._connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        await self._saver.setup()
        shelf: Any = StateGraph(self._state)
        shelf.add_node("keep", lambda state: {})
        shelf.add_edge(START, "keep")
        self._shelf = shelf.compile(checkpointer=self._saver)

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        self._saver = self._shelf = None
        if connection is not None:
            await connection.close()

    async def load(self, thread: str) -> dict[str, Any]:
        with self._readable():
            snapshot = await self._shelf.aget_state({"configurable": {"thread_id": thread}})
        return dict(snapshot.values)

    async def keep(self, thread: str, values: Mapping[str, Any]) -> None:
        with self._readable():
            stored = await self._shelf.aupdate_state({"configurable": {"thread_id": thread}}, values, as_node="keep")
            newest = stored["configurable"]["checkpoint_id"]
            async with self._saver.lock:  # one connection: its transactions must not mix
                for table in ("checkpoints", "writes"):
                    await self._connection.execute(
                        f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id != ?", (thread, newest)
                    )
                await self._connection.commit()

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


def thread_id(assistant: str, user: str, session: str | None = None) -> str:
    """Key of a session's stored state, or of a user's: users never share one, whatever the session is called.

    Raises ``UsageError`` for a name that is not text.
    """
    key = json.dumps([assistant, user, session], ensure_ascii=False)
    try:
        written = key.encode()
    except UnicodeEncodeError:
        raise UsageError("会话名里有无法使用的字符。 The session's name holds characters that can't be used.") from None
    return key if len(written) <= KEY_LENGTH else f"sha256:{hashlib.sha256(written).hexdigest()}"
