"""The whole in a few lines: open a home, ask an assistant.

from pilothouse import Pilothouse

with Pilothouse() as house:
    print(house.ask("menu", "麻辣香锅多少钱").reply)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pilothouse.contracts.errors import UsageError
from pilothouse.loop import Loop
from pilothouse.quiet import quiet_libraries
from pilothouse.rooms import Assistant, Resources, Room, checked_session, checked_text, observe, running, sessions
from pilothouse.settings import Settings, ensure_home, load

if TYPE_CHECKING:
    from types import TracebackType

    from pilothouse.contracts.caller import Caller
    from pilothouse.contracts.reply import Reply
    from pilothouse.contracts.tool import ToolContract
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.flow import Turn
    from pilothouse.gateway import ChatModel, Gateway
    from pilothouse.rerun import Changes
    from pilothouse.rooms import Listener
    from pilothouse.telemetry.recorder import FlightRecorder
    from pilothouse.telemetry.trace import Event, Trace
    from pilothouse.users import UserStore

__all__ = ["Assistant", "Pilothouse", "Resources"]

BUILT_IN = {
    "butler": "pilothouse.assistants.butler.assistant:ASSISTANT",
    "knowledge": "pilothouse.assistants.knowledge.assistant:ASSISTANT",
    "menu": "pilothouse.assistants.menu.assistant:ASSISTANT",
    "shopping": "pilothouse.assistants.shopping.assistant:ASSISTANT",
    "tutor": "pilothouse.assistants.tutor.assistant:ASSISTANT",
}
ENTRY_POINTS = "pilothouse.assistants"  # the group in which a package names its own assistants
HOTWORDS = {"menu": "pilothouse.assistants.menu.hotwords:expected"}
READINGS = {"menu": "pilothouse.assistants.menu.choice:chosen"}

Answer = TypeVar("Answer")


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
        self._rooms: dict[str, Room] = {}
        self._opening = threading.RLock()
        self._loop = Loop()

    # -- asking --------------------------------------------------------------------------------------

    def ask(self, assistant: str, text: str, *, session: str = "default", user: str | None = None) -> Reply:
        """One turn, from code without an event loop."""
        return self.run(self.aask(assistant, text, session=session, user=user))

    async def aask(self, assistant: str, text: str, *, session: str = "default", user: str | None = None) -> Reply:
        """One turn. Raises ``UsageError`` for an unknown assistant or user, or a text that is empty or too long."""
        return await self._loop.arun(self._ask(assistant, text, session, user))

    async def astream(
        self,
        assistant: str,
        text: str,
        *,
        session: str = "default",
        user: str | None = None,
        kinds: Collection[str] | None = None,
    ) -> AsyncIterator[Event]:
        """The events of one turn as they happen; the last one is ``reply``, its fields those of the ``Reply``.

        ``kinds``: of the others, only these.

        Closing the iteration early cancels the turn, which leaves the session as it was. Raises as ``aask`` does.
        """
        from pilothouse.telemetry.trace import Event

        here = asyncio.get_running_loop()
        heard: asyncio.Queue[Event | None] = asyncio.Queue()

        def hear(event: Event | None) -> None:
            if event is not None and kinds is not None and event.kind not in kinds:
                return
            with suppress(RuntimeError):  # the loop that listened has ended
                here.call_soon_threadsafe(heard.put_nowait, event)

        work = asyncio.ensure_future(self._loop.arun(self._ask(assistant, text, session, user, hear)))
        work.add_done_callback(lambda _: heard.put_nowait(None))
        try:
            while (event := await heard.get()) is not None:
                yield event
            reply = await work
            yield Event(reply.elapsed_ms, "reply", reply.model_dump(mode="json"))
        finally:
            work.cancel()

    async def areplay(
        self,
        trace_id: str,
        *,
        user: str | None = None,
        changes: Changes | None = None,
        listener: Listener | None = None,
    ) -> tuple[Reply, Reply]:
        """A recorded turn run again from its stored state and tool results: the reply then, and the reply now.

        No tool runs and no session changes; a call that was not made then is answered as ``unavailable``. ``changes``:
        what is different now (``pilothouse.rerun``). ``listener`` hears the events of the turn now. Raises
        ``UsageError`` for a turn that isn't there or was recorded without content, and for a model that there can't be.
        """
        return await self._loop.arun(self._replay(trace_id, user, changes, listener))

    def replay(
        self,
        trace_id: str,
        *,
        user: str | None = None,
        changes: Changes | None = None,
        listener: Listener | None = None,
    ) -> tuple[Reply, Reply]:
        """``areplay`` from code without an event loop."""
        return self.run(self.areplay(trace_id, user=user, changes=changes, listener=listener))

    async def aforget(self, assistant: str, *, session: str, user: str | None = None) -> None:
        """Delete a session: the next turn in it is the first again. Recorded turns stay."""
        await self._loop.arun(self._forget_session(assistant, session, user))

    async def ahotwords(self, assistant: str, *, session: str = "default", user: str | None = None) -> list[str]:
        """Words that the next sentence of a session may hold, the likeliest first, for speech recognition.

        Empty for an assistant that names none.
        """
        return await self._loop.arun(self._hotwords(assistant, session, user))

    async def achoose(
        self,
        assistant: str,
        readings: Sequence[tuple[str, float]],
        *,
        session: str = "default",
        user: str | None = None,
    ) -> str:
        """Which of a recogniser's readings (text, log-probability) of one utterance is meant; the first by default."""
        return await self._loop.arun(self._choose(assistant, readings, session, user))

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a coroutine on the house's own event loop. Raises ``UsageError`` inside a running one."""
        return self._loop.run(work)

    async def arun(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """``run`` from code with an event loop of its own."""
        return await self._loop.arun(work)

    # -- parts ---------------------------------------------------------------------------------------

    @property
    def assistants(self) -> list[str]:
        """Names of the assistants that can be asked."""
        return sorted({*BUILT_IN, *self._extra, *_installed()})

    def assistant(self, name: str) -> Assistant:
        """The assistant of that name. Raises ``UsageError`` when there is none."""
        if name in self._extra:
            return self._extra[name]
        places = {**_installed(), **BUILT_IN}
        if name not in places:
            known = "、".join(self.assistants)
            raise UsageError(
                f"没有助手 {name!r}；可用的有：{known}。 There is no assistant {name!r}; there are: {known}."
            )
        found: Assistant = _named(places[name])
        return found

    def tools(self, name: str, *, user: str | None = None) -> tuple[ToolContract, ...]:
        """The tool contracts of an assistant, as this user has them."""
        assistant = self.assistant(name)
        if assistant.equip is None:
            return assistant.tools
        return assistant.equip(self.room(name).services, self.users.caller(user))

    @cached_property
    def users(self) -> UserStore:
        from pilothouse.users import UserStore

        return UserStore(self.settings.paths.users_db)

    @cached_property
    def recorder(self) -> FlightRecorder:
        from pilothouse.telemetry.recorder import FlightRecorder
        from pilothouse.telemetry.spans import Spans, wanted

        settings, spans = self.settings, Spans()
        exported = spans.configure(enabled=wanted(settings.export_spans), content=settings.export_content)
        return FlightRecorder(
            settings.paths.traces_db,
            content=settings.record_content,
            keep=settings.recorder_keep,
            export=spans.export if exported else None,
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
        from pilothouse.gateway.restoring import metered

        return Gateway(
            self.settings.gateway,
            model=self._model,  # type: ignore[arg-type]
            embedder=self.embedder,
            meter=metered(self.settings.gateway, self.recorder.path),
            observer=observe,
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

    def remove_user(self, name: str) -> None:
        """Delete a user with all that is kept about him: taste, sessions and recorded turns. Orders stay.

        The user goes last: after a failure it can be done again. Raises ``UsageError`` when there is no such user.
        """
        user = self.users.known(name).name
        self.run(self._forget(user))
        self.recorder.forget(user)
        self.users.remove(user)

    @property
    def resources(self) -> Resources:
        return Resources(self.settings, self.embedder, self._clock)

    def room(self, name: str) -> Room:
        """The opened assistant."""
        with self._opening:
            if name not in self._rooms:
                self._rooms[name] = Room.open(self.assistant(name), self.resources, strict=self._strict)
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

    async def _ask(
        self, assistant: str, text: str, session: str, user: str | None, listener: Listener | None = None
    ) -> Reply:
        text = checked_text(text, self.settings.max_input_chars)
        name = checked_session(session)
        room = self.room(assistant)
        caller = self.users.caller(user)
        turn = await self._turn(room, caller, name, self.recorder, listener=listener)
        with running(turn):
            return await room.conductor.turn(text, turn)

    async def _hotwords(self, assistant: str, session: str, user: str | None) -> list[str]:
        room = self.room(assistant)
        if assistant not in HOTWORDS:
            return []
        state = await room.conductor.state(self.users.caller(user), checked_session(session))
        words: list[str] = _named(HOTWORDS[assistant])(room.services, state, self.settings.store)
        return words

    async def _choose(
        self, assistant: str, readings: Sequence[tuple[str, float]], session: str, user: str | None
    ) -> str:
        room = self.room(assistant)
        if assistant not in READINGS:
            return readings[0][0]
        state = await room.conductor.state(self.users.caller(user), checked_session(session))
        return str(_named(READINGS[assistant])(room.services, state, self.settings.store, readings))

    async def _replay(
        self, trace_id: str, user: str | None, changes: Changes | None, listener: Listener | None
    ) -> tuple[Reply, Reply]:
        from pilothouse.contracts.reply import Reply as ReplyType
        from pilothouse.telemetry.recorder import FlightRecorder

        trace = self.recorded(trace_id, user=user)
        if trace.input is None or trace.reply is None:
            raise UsageError(
                f"记录 {trace_id!r} 没有保存内容，不能重放。 "
                f"The turn {trace_id!r} was recorded without its content and can't be run again."
            )
        room = self.room(trace.assistant)
        caller = self.users.caller(trace.user)
        calls = [event.fields for event in trace.events if event.kind == "tool"]
        turn = await self._turn(room, caller, trace.session, FlightRecorder(None), calls, listener, changes)
        with running(turn):
            now = await room.conductor.replay(trace.input, trace.state_before or {}, turn)
        return ReplyType.model_validate(trace.reply), now

    async def _turn(
        self,
        room: Room,
        caller: Caller,
        session: str,
        recorder: FlightRecorder,
        recorded: Iterable[Mapping[str, Any]] | None = None,
        listener: Listener | None = None,
        changes: Changes | None = None,
    ) -> Turn:
        settings, gateway = self.settings, self.gateway
        if changes is not None:
            settings = changes.settings(settings)
            gateway = gateway.changed(mode=changes.mode, model=changes.model)
        user = self.users.find(caller.name)
        location = user.location if user is not None and user.location is not None else self.settings.location
        return await room.turn(
            caller,
            session,
            settings=settings,
            gateway=gateway,
            recorder=recorder,
            location=location,
            recorded=recorded,
            listener=listener,
        )

    async def _forget_session(self, assistant: str, session: str, user: str | None) -> None:
        await self.room(assistant).conductor.forget_session(self.users.caller(user), checked_session(session))

    async def _forget(self, user: str) -> None:
        for name in self.assistants:
            assistant = self.assistant(name)
            assistant.forget(self.settings, user)
            async with sessions(assistant, self.settings) as conductor:
                await conductor.forget(user)


async def _closed(rooms: Iterable[Room]) -> None:
    for room in rooms:
        await room.close()


@cache
def _installed() -> dict[str, str]:
    """Assistants of other packages on this machine, by their entry points."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}


def _named(place: str) -> Any:
    """``module:attribute``, imported when it is needed."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
