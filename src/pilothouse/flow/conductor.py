"""Runs turns over stored sessions."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import ContractViolation, DataError, PilothouseError, SessionBusy
from pilothouse.contracts.plain import plain
from pilothouse.contracts.reply import Reply
from pilothouse.flow.graph import RECURSION_LIMIT, Flow
from pilothouse.flow.lock import whole
from pilothouse.flow.sessions import keys_of, store, thread_id
from pilothouse.flow.turn import ReplyParts, Turn

if TYPE_CHECKING:
    from types import TracebackType

    from pilothouse.flow.graph import Graph

log = logging.getLogger(__name__)

LOCK_WAIT_S = 30.0

FALLBACK = {
    "zh": "抱歉，我这边出了点问题，刚才那句没能处理。请再说一遍，或者换个说法。",
    "en": "Sorry, something went wrong on my side and I could not handle that. Please try again or put it differently.",
}


class Conductor:
    """Runs turns of one flow over stored sessions.

    ``checkpoints`` is the SQLite file of the sessions, unless ``database_url`` names a Postgres database. One turn
    of a session runs at a time, also across processes, and with Postgres across hosts; turns of different sessions
    run side by side. A turn is stored when it is whole: one that fails, is cancelled or killed leaves the session
    as it was.

    A bug in the graph becomes a reply with the outcome ``fallback`` and one log entry with the trace id. With
    ``strict``, for tests, it is raised. A ``PilothouseError`` is raised in either case: it has its own sentence.
    """

    def __init__(
        self,
        flow: Flow,
        *,
        checkpoints: Path,
        locks: Path,
        database_url: str | None = None,
        strict: bool = False,
        lock_wait_s: float = LOCK_WAIT_S,
    ) -> None:
        flow.check()
        self.flow = flow
        self._strict = strict
        self._lock_wait_s = lock_wait_s
        self._sessions = store(checkpoints, locks, flow.state, database_url)
        self._graph: Graph | None = None
        lifetimes = {name: mark.lifetime for name, mark in flow.fields().items()}
        self._session_fields = [name for name, lifetime in lifetimes.items() if lifetime == "session"]
        self._user_fields = [name for name, lifetime in lifetimes.items() if lifetime == "user"]

    async def open(self) -> None:
        """Open the session store. Safe to call twice. Raises ``DataError`` when it can't be read."""
        await self._sessions.open()

    async def close(self) -> None:
        await self._sessions.close()

    async def check(self) -> str:
        """How the session store is, in a sentence. Raises ``DataError`` when it can't be used."""
        return await self._sessions.check()

    async def __aenter__(self) -> Conductor:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def turn(self, text: str, turn: Turn) -> Reply:
        """Run one turn and return its reply. The session's state is stored before the reply is returned."""
        await self.open()
        threads = self._threads(turn.caller, turn.session)
        async with self._alone(threads):
            state = await self._load(threads)
            with turn.trace:
                reply, final = await self._run(text, state, turn)
                await whole(self._keep(threads, final))
                turn.trace.finish(reply.outcome, reply.model_dump(mode="json"))
        return reply

    async def replay(self, text: str, state: Mapping[str, Any], turn: Turn) -> Reply:
        """Run a recorded turn again from its stored state. Nothing is written to any session.

        What tools do is up to ``turn.room``: open it with the recorded calls, and none runs again.
        """
        with turn.trace:
            reply, _ = await self._run(text, state, turn)
            turn.trace.finish(reply.outcome, reply.model_dump(mode="json"))
        return reply

    async def state(self, caller: Caller, session: str) -> dict[str, Any]:
        """The stored fields of a session and of its user; empty for a new one."""
        await self.open()
        return await self._load(self._threads(caller, session))

    async def forget(self, user: str) -> None:
        """Delete the stored sessions of a user. Raises ``DataError`` when they can't be read."""
        await self.open()
        await self._sessions.forget(keys_of(self.flow.name, user))

    async def forget_session(self, caller: Caller, session: str) -> None:
        """Delete one stored session; what is kept for the user stays. Raises as ``forget`` and ``turn`` do."""
        await self.open()
        thread = thread_id(self.flow.name, caller.name, session)
        async with self._alone([thread]):
            await self._sessions.forget([thread])

    def _threads(self, caller: Caller, session: str) -> list[str]:
        threads = [thread_id(self.flow.name, caller.name, session)]
        if self._user_fields:
            threads.append(thread_id(self.flow.name, caller.name))
        return threads

    async def _load(self, threads: list[str]) -> dict[str, Any]:
        state: dict[str, Any] = {}
        for thread in threads:
            state |= await self._sessions.load(thread)
        return state

    async def _keep(self, threads: list[str], final: Mapping[str, Any]) -> None:
        fields = zip(threads, (self._session_fields, self._user_fields), strict=False)
        await self._sessions.keep({thread: {name: final[name] for name in names} for thread, names in fields})

    async def _run(self, text: str, state: Mapping[str, Any], turn: Turn) -> tuple[Reply, Mapping[str, Any]]:
        """The reply of the turn, and the state with which it ends."""
        text = text.encode("utf-8", "replace").decode()  # half a surrogate pair can't be stored
        number = int(state.get("turn") or 0) + 1
        # Defaults first: a session stored by an earlier version of the assistant may lack fields.
        begun = {**self.flow.defaults("session", "user"), **state, "turn": number}
        turn.trace.begin(turn=number, text=text, state_before=dict(state))
        try:
            final = await self._invoke({**begun, **self.flow.defaults("turn"), "text": text}, turn)
            return self._reply(self.flow.finish(final), number, turn), final
        except PilothouseError:
            raise
        except Exception as error:
            if self._strict:
                raise
            log.error("Turn %s of %s failed", turn.trace.trace_id, self.flow.name, exc_info=error)
            turn.trace.event("failed", type=type(error).__name__)
            said = ReplyParts(FALLBACK[_language(turn.language, text)], "fallback")
            return self._reply(said, number, turn), begun

    async def _invoke(self, state: Mapping[str, Any], turn: Turn) -> Mapping[str, Any]:
        from langgraph.errors import GraphRecursionError

        if self._graph is None:
            self._graph = self.flow.compile()
        try:
            return dict(await self._graph.ainvoke(state, {"recursion_limit": RECURSION_LIMIT}, context=turn))
        except GraphRecursionError:
            raise ContractViolation(f"{self.flow.name} did not end within {RECURSION_LIMIT} steps.") from None

    def _reply(self, parts: ReplyParts, number: int, turn: Turn) -> Reply:
        return Reply(
            reply=parts.text,
            assistant=self.flow.name,
            session=turn.session,
            turn=number,
            outcome=parts.outcome,
            tool_calls=list(turn.room.calls),
            sources=list(parts.sources),
            data=plain(parts.data),
            usage=turn.usage,
            elapsed_ms=round(turn.trace.elapsed_ms, 1),
            trace_id=turn.trace.trace_id,
        )

    @asynccontextmanager
    async def _alone(self, threads: list[str]) -> AsyncIterator[None]:
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(self._lock_wait_s):
                    for thread in threads:
                        await held.enter_async_context(self._sessions.hold(thread))
            except TimeoutError:
                raise SessionBusy(
                    "这个会话的上一句还在处理，请稍后再试。 "
                    "The session's previous turn is still running; try again shortly."
                ) from None
            except OSError as error:
                raise DataError(
                    f"会话锁建不了（{error}）；请检查目录权限。 / "
                    f"The session can't be locked ({error}); check the directory's permissions."
                ) from error
            yield


def _language(wished: str, text: str) -> str:
    if wished in FALLBACK:
        return wished
    return "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"
