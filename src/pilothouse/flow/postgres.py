"""Sessions in Postgres, for several hosts that serve the same users."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from pilothouse.contracts.errors import DataError
from pilothouse.flow.dial import dial, lost, refused
from pilothouse.flow.lock import POLL_S, Queues, whole
from pilothouse.flow.sessions import BUSY_S, METADATA, checkpoint, config, serialiser

LONGEST_POLL_S = 0.2
# One channel for all fields: as channels of their own, plain texts and numbers would be stored as JSON, which in
# Postgres holds no NUL and makes 1e20 an integer.
CHANNEL = "session"
FORGET = """
WITH older AS (DELETE FROM checkpoints WHERE thread_id = %(thread)s AND checkpoint_id <> %(newest)s),
     writes AS (DELETE FROM checkpoint_writes WHERE thread_id = %(thread)s AND checkpoint_id <> %(newest)s)
DELETE FROM checkpoint_blobs WHERE thread_id = %(thread)s AND version <> %(newest)s
"""  # a blob's version is the id of its checkpoint
LOST = (
    "会话数据库的连接断了，这一句没有确认保存，请再说一遍。 / The connection to the session database was lost and "
    "this turn is not confirmed as stored; please say it again."
)

Result = TypeVar("Result")


@dataclass(eq=False)
class _Link:
    """A connection, used by one task at a time: transactions must not mix."""

    connection: Any
    saver: Any
    using: asyncio.Lock = field(default_factory=asyncio.Lock)


class _Lost(DataError):
    """The connection is gone, and with it the locks it held."""


class PostgresSessions:
    """The ``Store`` of many machines: LangGraph's checkpoints and advisory locks in a Postgres database.

    A turn reads and writes through the connection that holds its lock. One whose connection is lost, and with it
    the lock, can therefore store nothing over what another host has stored since. All turns of a process share
    one connection, so a model that takes long holds none of the server's.
    """

    def __init__(self, url: str, state: type) -> None:
        self._url = url
        self._fields = frozenset(state.__annotations__)
        self._queues = Queues()
        self._link: _Link | None = None
        self._linking: asyncio.Task[_Link] | None = None
        self._held: dict[str, _Link] = {}

    async def open(self) -> None:
        await self._linked()

    async def close(self) -> None:
        linking, self._linking = self._linking, None
        if linking is not None:
            linking.cancel()
            await asyncio.wait({linking})
        link, self._link = self._link, None
        if link is not None:
            await link.connection.close()

    async def load(self, thread: str) -> dict[str, Any]:
        async def read(link: _Link) -> Any:
            return await link.saver.aget_tuple(config(thread))

        held = self._held.get(thread)
        found = await (self._through(held, read) if held else self._anew(read))
        stored = {} if found is None else found.checkpoint["channel_values"].get(CHANNEL, {})
        return {name: value for name, value in stored.items() if name in self._fields}

    async def keep(self, states: Mapping[str, Mapping[str, Any]]) -> None:
        held = {self._held.get(thread) or await self._linked() for thread in states}
        if len(held) > 1:  # the connection changed between one lock and the next, so the first is lost
            raise _Lost(LOST)
        for link in held:
            await self._through(link, lambda link: _keep(link, states))

    async def forget(self, beginnings: Sequence[str]) -> None:
        async def delete(link: _Link) -> None:
            async with link.connection.transaction():
                for beginning in beginnings:
                    for table in ("checkpoints", "checkpoint_writes", "checkpoint_blobs"):
                        statement = f"DELETE FROM {table} WHERE starts_with(thread_id, %s)"
                        await link.connection.execute(statement, (beginning,))

        await self._anew(delete)

    @asynccontextmanager
    async def hold(self, thread: str) -> AsyncIterator[None]:
        async with self._queues.pass_through(thread):
            key, pause = lock_key(thread), POLL_S
            granted: list[_Link] = []  # also when this task is cancelled while it asks

            async def ask(link: _Link) -> None:
                if await _locked(link, key):
                    granted.append(link)

            try:
                while True:
                    await self._anew(ask)
                    if granted:
                        break
                    await asyncio.sleep(pause)  # a statement that waits in the server would hold up all turns
                    pause = min(pause * 1.5, LONGEST_POLL_S)
                self._held[thread] = granted[0]
                yield
            finally:
                self._held.pop(thread, None)
                for link in granted:
                    with suppress(DataError):  # a lost connection has no locks
                        await self._through(link, lambda link: _unlock(link, key))

    async def check(self) -> str:
        async def probe(link: _Link) -> int:
            async with link.connection.transaction(force_rollback=True):
                await _keep(link, {"pilothouse doctor": {}})
                found = await link.connection.execute("SELECT count(DISTINCT thread_id) AS n FROM checkpoints")
                return int((await found.fetchone())["n"]) - 1

        count = await self._anew(probe)
        assert self._link is not None
        version = self._link.connection.info.parameter_status("server_version")
        return f"{count} 份会话状态，存于 PostgreSQL {version}。 {count} stored states, in PostgreSQL {version}."

    # -- inside --------------------------------------------------------------------------------------

    async def _linked(self) -> _Link:
        if self._link is not None and not self._link.connection.closed:
            return self._link
        if self._linking is None or self._linking.done():  # all who wait share one attempt
            self._linking = asyncio.create_task(self._connect())
            self._linking.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(self._linking)

    async def _connect(self) -> _Link:
        connection = await dial(self._url)
        try:
            saver = import_module("langgraph.checkpoint.postgres.aio").AsyncPostgresSaver(
                connection, serde=serialiser()
            )
            link = _Link(connection, saver)
            await self._through(link, _set_up)
        except BaseException:
            await connection.close()
            raise
        self._link = link
        return link

    async def _anew(self, work: Callable[[_Link], Awaitable[Result]]) -> Result:
        """``work`` that depends on nothing held: done again when the connection turns out to have died idle."""
        try:
            return await self._through(await self._linked(), work)
        except _Lost:
            return await self._through(await self._linked(), work)

    async def _through(self, link: _Link, work: Callable[[_Link], Awaitable[Result]]) -> Result:
        """``work`` over ``link``, to its end even when cancelled: others share the connection."""

        async def alone() -> Result:
            async with link.using:
                try:
                    async with asyncio.timeout(BUSY_S):
                        return await work(link)
                except Exception as error:
                    if not isinstance(error, (import_module("psycopg").Error, OSError)):
                        raise
                    if lost(error) or link.connection.closed:
                        await link.connection.close()
                        raise _Lost(LOST) from None
                    raise refused(error) from None

        return await whole(alone())


def lock_key(name: str) -> int:
    """What Postgres can lock: a number of 64 bits."""
    return int.from_bytes(hashlib.sha256(f"pilothouse {name}".encode()).digest()[:8], signed=True)


async def _keep(link: _Link, states: Mapping[str, Mapping[str, Any]]) -> None:
    async with link.connection.transaction():
        for thread, values in states.items():
            made = checkpoint({CHANNEL: dict(values)})
            await link.saver.aput(config(thread), made, METADATA, made["channel_versions"])
            await link.connection.execute(FORGET, {"thread": thread, "newest": made["id"]})


async def _locked(link: _Link, key: int) -> bool:
    return bool(await _value(link, "SELECT pg_try_advisory_lock(%s) AS value", key))


async def _unlock(link: _Link, key: int) -> None:
    await _value(link, "SELECT pg_advisory_unlock(%s) AS value", key)


async def _set_up(link: _Link) -> None:
    """Create or migrate the tables, by one process at a time."""
    newest = len(link.saver.MIGRATIONS) - 1
    while not await _ready(link, newest):
        key = lock_key("tables")
        if not await _locked(link, key):  # no waiting in the server: CREATE INDEX CONCURRENTLY would wait for that
            await asyncio.sleep(POLL_S)
            continue
        try:
            await link.saver.setup()
        finally:
            await _unlock(link, key)


async def _ready(link: _Link, newest: int) -> bool:
    if await _value(link, "SELECT to_regclass(%s) AS value", "checkpoint_migrations") is None:
        return False
    version = await _value(link, "SELECT max(v) AS value FROM checkpoint_migrations WHERE %s", True)
    return version is not None and int(version) >= newest


async def _value(link: _Link, statement: str, argument: Any) -> Any:
    found = await link.connection.execute(statement, (argument,))
    return (await found.fetchone())["value"]
