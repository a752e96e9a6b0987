"""The whole in a few lines: open a home, ask an assistant.

from pilothouse import Pilothouse

with Pilothouse() as house:
    print(house.ask("menu", "麻辣香锅多少钱").reply)
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pilothouse.contracts.errors import UsageError
from pilothouse.loop import Loop
from pilothouse.quiet import quiet_libraries
from pilothouse.settings import Settings, ensure_home, load

if TYPE_CHECKING:
    from types import TracebackType

    from pilothouse.contracts.caller import Caller
    from pilothouse.contracts.reply import Reply
    from pilothouse.contracts.tool import ToolContract
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.flow import Conductor, Flow, Turn
    from pilothouse.gateway import ChatModel, Gateway
    from pilothouse.telemetry.recorder import FlightRecorder
    from pilothouse.telemetry.trace import Trace
    from pilothouse.toolroom import ToolRoom
    from pilothouse.users import UserStore

BUILT_IN = {"menu": "pilothouse.assistants.menu.assistant:ASSISTANT"}
HOTWORDS = {"menu": "pilothouse.assistants.menu.hotwords:expected"}
MAX_SESSION = 200

_current: ContextVar[Turn | None] = ContextVar("pilothouse_turn", default=None)
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Resources:
    """What an assistant may build its services from."""

    settings: Settings
    embedder: Embedder
    clock: Callable[[], datetime]


async def _as_they_are(services: Any) -> Any:
    return services


@dataclass(frozen=True)
class Assistant:
    """An assistant as the house takes it: a graph, the tools it may use, and how its services are opened.

    ``begin`` gives the services as one turn sees them from beginning to end, whatever changes meanwhile.
    """

    name: str
    flow: Flow
    tools: tuple[ToolContract, ...]
    open: Callable[[Resources], Any] = lambda resources: None
    begin: Callable[[Any], Awaitable[Any]] = _as_they_are


@dataclass
class _Room:
    assistant: Assistant
    services: Any
    tools: ToolRoom
    conductor: Conductor


class Pilothouse:
    """A home directory with its assistants.

    ``settings`` override what environment and ``settings.toml`` say. ``model`` replaces the configured model
    (a ``ScriptedModel`` in tests). ``assistants`` adds or replaces assistants. ``clock`` gives the local time.
    ``strict`` lets bugs inside assistants raise instead of becoming a safe reply. May be used from several threads
    and event loops at once: turns run in a loop of the house's own. Raises ``UsageError`` and ``DataError``, each
    with one sentence to act on.
    """

    def __init__(
        self,
        home: Path | str | None = None,
        *,
        settings: Settings | None = None,
        model: ChatModel | Mapping[str, ChatModel] | None = None,
        embedder: Embedder | None = None,
        assistants: Sequence[Assistant] = (),
        clock: Callable[[], datetime] | None = None,
        strict: bool = False,
    ) -> None:
        quiet_libraries()
        self.settings = settings or load(Path(home) if home is not None else None)
        ensure_home(self.settings)
        self._model = model
        self._given_embedder = embedder
        self._extra = {assistant.name: assistant for assistant in assistants}
        self._clock = clock or (lambda: datetime.now().astimezone())
        self._strict = strict
        self._rooms: dict[str, _Room] = {}
        self._opening = threading.RLock()
        self._loop = Loop()

    # -- asking --------------------------------------------------------------------------------------

    def ask(self, assistant: str, text: str, *, session: str = "default", user: str | None = None) -> Reply:
        """One turn, from code without an event loop."""
        return self.run(self.aask(assistant, text, session=session, user=user))

    async def aask(self, assistant: str, text: str, *, session: str = "default", user: str | None = None) -> Reply:
        """One turn. Raises ``UsageError`` for an unknown assistant or user, or a text that is empty or too long."""
        return await self._loop.arun(self._ask(assistant, text, session, user))

    async def areplay(self, trace_id: str, *, user: str | None = None) -> tuple[Reply, Reply]:
        """A recorded turn run again from its stored state and tool results: the reply then, and the reply now.

        No tool runs and no session changes.
        """
        return await self._loop.arun(self._replay(trace_id, user))

    def replay(self, trace_id: str, *, user: str | None = None) -> tuple[Reply, Reply]:
        """``areplay`` from code without an event loop."""
        return self.run(self.areplay(trace_id, user=user))

    async def ahotwords(self, assistant: str, *, session: str = "default", user: str | None = None) -> list[str]:
        """Words that the next sentence of a session may hold, the likeliest first, for speech recognition.

        Empty for an assistant that names none.
        """
        return await self._loop.arun(self._hotwords(assistant, session, user))

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a coroutine on the house's own event loop. Raises ``UsageError`` inside a running one."""
        return self._loop.run(work)

    # -- parts ---------------------------------------------------------------------------------------

    @property
    def assistants(self) -> list[str]:
        """Names of the assistants that can be asked."""
        return sorted({*BUILT_IN, *self._extra})

    def assistant(self, name: str) -> Assistant:
        """The assistant of that name. Raises ``UsageError`` when there is none."""
        if name in self._extra:
            return self._extra[name]
        if name not in BUILT_IN:
            known = "、".join(self.assistants)
            raise UsageError(
                f"没有助手 {name!r}；可用的有：{known}。 There is no assistant {name!r}; there are: {known}."
            )
        module, _, attribute = BUILT_IN[name].partition(":")
        found: Assistant = getattr(import_module(module), attribute)
        return found

    @cached_property
    def users(self) -> UserStore:
        from pilothouse.users import UserStore

        return UserStore(self.settings.paths.users_db)

    @cached_property
    def recorder(self) -> FlightRecorder:
        from pilothouse.telemetry.recorder import FlightRecorder

        return FlightRecorder(
            self.settings.paths.traces_db, content=self.settings.record_content, keep=self.settings.recorder_keep
        )

    @cached_property
    def embedder(self) -> Embedder:
        if self._given_embedder is not None:
            return self._given_embedder
        from pilothouse.embedding.cache import CachedEmbedder
        from pilothouse.embedding.use import EmbeddedEmbedder

        return CachedEmbedder(EmbeddedEmbedder())

    @cached_property
    def gateway(self) -> Gateway:
        from pilothouse.gateway import Gateway

        return Gateway(
            self.settings.gateway,
            model=self._model,  # type: ignore[arg-type]
            embedder=self.embedder,
            observer=_observe,
            record_content=self.settings.record_content,
        )

    def recorded(self, trace_id: str, *, user: str | None = None) -> Trace:
        """The recorded turn whose id is, or begins with, ``trace_id``. Raises ``UsageError`` when there is none."""
        from pilothouse.telemetry.recorder import TraceError

        try:
            found = self.recorder.get(trace_id, user=user)
        except TraceError as error:
            raise UsageError(str(error)) from error
        if found is None:
            raise UsageError(f"没有记录 {trace_id!r}。 There is no recorded turn {trace_id!r}.")
        return found

    @property
    def resources(self) -> Resources:
        return Resources(self.settings, self.embedder, self._clock)

    def room(self, name: str) -> _Room:
        """The opened assistant."""
        with self._opening:
            if name not in self._rooms:
                from pilothouse.flow import Conductor
                from pilothouse.toolroom import Registry, ToolRoom

                assistant = self.assistant(name)
                services = assistant.open(self.resources)
                tools = ToolRoom(Registry(assistant.tools), max_calls=max(1, self.settings.max_tool_calls))
                paths, url = self.settings.paths, self.settings.database_url
                conductor = Conductor(
                    assistant.flow,
                    checkpoints=paths.checkpoints_db,
                    locks=paths.locks_dir,
                    database_url=url.get_secret_value() if url is not None else None,
                    strict=self._strict,
                )
                self._rooms[name] = _Room(assistant, services, tools, conductor)
            return self._rooms[name]

    def close(self) -> None:
        """Close files and the event loop. Forgetting it does no harm."""
        with self._opening:
            rooms = list(self._rooms.values())
            self._rooms.clear()
        if rooms:
            self._loop.wait(_closed(rooms))
        self._loop.close()
        if "recorder" in self.__dict__:
            self.recorder.close()

    async def aclose(self) -> None:
        """``close`` for code that runs its own event loop."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Pilothouse:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Pilothouse:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    # -- inside --------------------------------------------------------------------------------------

    async def _ask(self, assistant: str, text: str, session: str, user: str | None) -> Reply:
        text = self._checked(text)
        name = _session(session)
        room = self.room(assistant)
        caller = self.users.caller(user)
        services = await room.assistant.begin(room.services)
        turn = self._turn(room, services, caller, name, self.recorder)
        token = _current.set(turn)
        try:
            return await room.conductor.turn(text, turn)
        finally:
            _current.reset(token)

    async def _hotwords(self, assistant: str, session: str, user: str | None) -> list[str]:
        room = self.room(assistant)
        if assistant not in HOTWORDS:
            return []
        state = await room.conductor.state(self.users.caller(user), _session(session))
        module, _, attribute = HOTWORDS[assistant].partition(":")
        words: list[str] = getattr(import_module(module), attribute)(room.services, state, self.settings.store)
        return words

    async def _replay(self, trace_id: str, user: str | None) -> tuple[Reply, Reply]:
        from pilothouse.contracts.reply import Reply as ReplyType

        trace = self.recorded(trace_id, user=user)
        if trace.input is None or trace.reply is None:
            raise UsageError(
                f"记录 {trace_id!r} 没有保存内容，不能重放。 "
                f"The turn {trace_id!r} was recorded without its content and can't be run again."
            )
        room = self.room(trace.assistant)
        caller = self.users.caller(trace.user)
        services = await room.assistant.begin(room.services)
        calls = [event.fields for event in trace.events if event.kind == "tool"]
        turn = self._turn(room, services, caller, trace.session, _unrecorded(), recorded=calls)
        token = _current.set(turn)
        try:
            now = await room.conductor.replay(trace.input, trace.state_before or {}, turn)
        finally:
            _current.reset(token)
        return ReplyType.model_validate(trace.reply), now

    def _checked(self, text: str) -> str:
        cleaned = re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", "", text).strip()
        if not cleaned:
            raise UsageError("请说点什么：问题是空的。 The question is empty: say something.")
        limit = self.settings.max_input_chars
        if len(cleaned) > limit:
            raise UsageError(
                f"问题太长（{len(cleaned)} 字），请缩短到 {limit} 字以内。 "
                f"The question has {len(cleaned)} characters; shorten it to {limit} at most."
            )
        return cleaned

    def _turn(
        self,
        room: _Room,
        services: Any,
        caller: Caller,
        session: str,
        recorder: FlightRecorder,
        recorded: Iterable[Mapping[str, Any]] | None = None,
    ) -> Turn:
        from pilothouse.contracts.tool import ToolContext
        from pilothouse.flow import Turn

        user = self.users.find(caller.name)
        location = user.location if user is not None and user.location is not None else self.settings.location
        scope = {"store": self.settings.store, "location": location, "replayed": recorded is not None}
        context = ToolContext(caller=caller, session=session, store=services, scope=scope)
        return Turn(
            caller=caller,
            session=session,
            room=room.tools.open_turn(context, observer=_observe, recorded=recorded),
            gateway=self.gateway,
            trace=recorder.start(assistant=room.assistant.name, session=session, user=caller.name),
            services=services,
            language=self.settings.language,
        )


async def _closed(rooms: Iterable[_Room]) -> None:
    for room in rooms:
        await room.conductor.close()
        room.tools.close()


def _observe(event: Mapping[str, Any]) -> None:
    turn = _current.get()
    if turn is not None:
        turn.observe(event)


def _unrecorded() -> FlightRecorder:
    from pilothouse.telemetry.recorder import FlightRecorder

    return FlightRecorder(":memory:", keep=1)


def _session(name: str) -> str:
    cleaned = name.strip()
    if not cleaned or len(cleaned) > MAX_SESSION or "\x00" in cleaned:
        raise UsageError(f"会话名须为 1 到 {MAX_SESSION} 个字符。 A session's name has 1 to {MAX_SESSION} characters.")
    return cleaned
