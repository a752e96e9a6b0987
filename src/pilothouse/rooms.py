"""An assistant as the house takes it, opened with its tools and sessions, and the turns in it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.errors import UsageError
from pilothouse.settings import Settings

if TYPE_CHECKING:
    from pilothouse.contracts.caller import Caller
    from pilothouse.contracts.tool import ToolContract
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.flow import Conductor, Flow, Turn
    from pilothouse.gateway import Gateway
    from pilothouse.telemetry.recorder import FlightRecorder
    from pilothouse.telemetry.trace import Event
    from pilothouse.toolroom import ToolRoom
    from pilothouse.users import Location

    Listener = Callable[[Event], None]

MAX_SESSION = 200  # characters

_current: ContextVar[Turn | None] = ContextVar("pilothouse_turn", default=None)


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

    ``equip`` gives the tools of one turn, from its services and its caller, where they are not the same for everybody;
    ``tools`` are then those that the documentation shows. ``begin`` gives the services as one turn sees them from beginning to end, whatever changes meanwhile. ``forget``
    deletes what the assistant keeps about a user beside his sessions.
    """  # noqa: E501

    name: str
    flow: Flow
    tools: tuple[ToolContract, ...]
    open: Callable[[Resources], Any] = lambda resources: None
    begin: Callable[[Any], Awaitable[Any]] = _as_they_are
    equip: Callable[[Any, Caller], tuple[ToolContract, ...]] | None = None
    forget: Callable[[Settings, str], None] = lambda settings, user: None


@dataclass
class Room:
    """An opened assistant."""

    assistant: Assistant
    services: Any
    tools: ToolRoom
    conductor: Conductor

    @classmethod
    def open(cls, assistant: Assistant, resources: Resources, *, strict: bool) -> Room:
        """Open services, tools and sessions of the assistant."""
        conductor = sessions(assistant, resources.settings, strict=strict)
        from pilothouse.toolroom import Registry, ToolRoom

        services = assistant.open(resources)
        tools = ToolRoom(Registry(assistant.tools), max_calls=max(1, resources.settings.max_tool_calls))
        return cls(assistant, services, tools, conductor)

    async def turn(
        self,
        caller: Caller,
        session: str,
        *,
        settings: Settings,
        gateway: Gateway,
        recorder: FlightRecorder,
        location: Location | None,
        recorded: Iterable[Mapping[str, Any]] | None = None,
        listener: Listener | None = None,
    ) -> Turn:
        """A turn of this caller; with ``recorded`` calls no tool runs again. ``listener`` hears its events."""
        from pilothouse.contracts.tool import ToolContext
        from pilothouse.flow import Turn

        services = await self.assistant.begin(self.services)
        equip = self.assistant.equip
        scope = {"store": settings.store, "location": location, "replayed": recorded is not None}
        context = ToolContext(caller=caller, session=session, store=services, scope=scope)
        return Turn(
            caller=caller,
            session=session,
            room=self.tools.open_turn(
                context,
                observer=observe,
                recorded=recorded,
                contracts=equip(services, caller) if equip else None,
                max_calls=max(1, settings.max_tool_calls),
            ),
            gateway=gateway,
            trace=recorder.start(assistant=self.assistant.name, session=session, user=caller.name, listener=listener),
            services=services,
            language=settings.language,
            history_turns=settings.history_turns,
        )

    async def close(self) -> None:
        """Close sessions and tools."""
        await self.conductor.close()
        self.tools.close()


def sessions(assistant: Assistant, settings: Settings, *, strict: bool = False) -> Conductor:
    """What runs the assistant's turns over its stored sessions."""
    from pilothouse.flow import Conductor

    paths, url = settings.paths, settings.database_url
    return Conductor(
        assistant.flow,
        checkpoints=paths.checkpoints_db,
        locks=paths.locks_dir,
        database_url=url.get_secret_value() if url is not None else None,
        strict=strict,
    )


@contextmanager
def running(turn: Turn) -> Iterator[None]:
    """While ``turn`` runs, what gateway and tools report goes to it."""
    from pilothouse.telemetry.noting import noting

    token = _current.set(turn)
    try:
        with noting(turn.trace.event):
            yield
    finally:
        _current.reset(token)


def observe(event: Mapping[str, Any]) -> None:
    """Hand an event to the turn that runs."""
    turn = _current.get()
    if turn is not None:
        turn.observe(event)


def checked_text(text: str, limit: int) -> str:
    """What was said, without control characters. Raises ``UsageError`` when nothing is left or it is too long."""
    cleaned = re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", "", text).strip()
    if not cleaned:
        raise UsageError("请说点什么：问题是空的。 The question is empty: say something.")
    if len(cleaned) > limit:
        raise UsageError(
            f"问题太长（{len(cleaned)} 字），请缩短到 {limit} 字以内。 "
            f"The question has {len(cleaned)} characters; shorten it to {limit} at most."
        )
    return cleaned


def checked_session(name: str) -> str:
    """The name of a session. Raises ``UsageError`` for one that is empty or too long."""
    cleaned = name.strip()
    if not cleaned or len(cleaned) > MAX_SESSION or "\x00" in cleaned:
        raise UsageError(f"会话名须为 1 到 {MAX_SESSION} 个字符。 A session's name has 1 to {MAX_SESSION} characters.")
    return cleaned
