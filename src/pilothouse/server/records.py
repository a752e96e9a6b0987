"""What is kept about the asker: who he is, his taste, his sessions, his turns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from pilothouse import rerun
from pilothouse.contracts.reply import Reply
from pilothouse.server.access import Asker
from pilothouse.server.desk import Desk, late
from pilothouse.server.errors import ApiError, ErrorReply
from pilothouse.server.events import wire
from pilothouse.server.parts import ERRORS, AtDesk, Who
from pilothouse.telemetry import finding
from pilothouse.telemetry.finding import Glance, Sight, Wanted
from pilothouse.telemetry.recorder import TraceError
from pilothouse.telemetry.trace import Trace

router = APIRouter(prefix="/v1", tags=["records"], responses=ERRORS)

ALL = "traces:read"
JSONL = "application/x-ndjson"
SCANNED = 1000  # turns looked through for sessions

NotFound: dict[int | str, dict[str, Any]] = {404: {"model": ErrorReply}}
Session = Annotated[str, Path(max_length=400)]


class Me(BaseModel):
    """``user`` is null without a key. ``scopes`` with those that come from roles."""

    user: str | None
    scopes: list[str]


class SessionEntry(BaseModel):
    """A session, as far as the flight recorder still has its turns."""

    assistant: str
    session: str
    turns: int
    last_at: str
    last_text: str | None


class SessionList(BaseModel):
    sessions: list[SessionEntry]


class TurnEntry(BaseModel):
    """A recorded turn in short."""

    trace_id: str
    assistant: str
    session: str
    user: str
    turn: int
    started_at: str
    elapsed_ms: float
    outcome: str
    text: str | None


class TurnList(BaseModel):
    turns: list[TurnEntry]


class TurnRecord(TurnEntry):
    """A recorded turn. ``events`` as they were sent live; with the scope `traces:read` all of them, with prompts and
    ``state_before``."""

    reply: Any
    events: list[dict[str, Any]]
    state_before: Any = None


class Replayed(BaseModel):
    """A turn run again from its stored state and tool results: the reply then, and now."""

    then: Reply
    now: Reply


@router.get("/me")
def me(who: Who) -> Me:
    """Who the key stands for."""
    return Me(user=who.user, scopes=sorted(who.caller.expanded))


@router.get("/me/memory")
def memory(desk: AtDesk, who: Who) -> dict[str, Any]:
    """What the menu assistant remembers of the asker's taste."""
    return {"taste": _tastes(desk).get(desk.access.named(who)).model_dump(mode="json", exclude={"company"})}


@router.delete("/me/memory")
def forget_memory(
    desk: AtDesk, who: Who, term: Annotated[str | None, Query(max_length=100, description="Only this food")] = None
) -> dict[str, Any]:
    """Forget it, or one food of it."""
    user = desk.access.named(who)
    if term:
        taste = _tastes(desk).forget(user, term)
    else:
        _tastes(desk).delete(user)
        taste = _tastes(desk).get(user)
    return {"taste": taste.model_dump(mode="json", exclude={"company"})}


@router.get("/sessions")
def list_sessions(desk: AtDesk, who: Who) -> SessionList:
    """The asker's sessions, the latest first."""
    found: dict[tuple[str, str], SessionEntry] = {}
    for turn in _recorded(desk, user=desk.access.named(who), limit=SCANNED):
        entry = found.get((turn.assistant, turn.session))
        if entry is None:
            found[turn.assistant, turn.session] = SessionEntry(
                assistant=turn.assistant, session=turn.session, turns=turn.turn,
                last_at=turn.started_at, last_text=turn.input,
            )  # fmt: skip
    return SessionList(sessions=list(found.values()))


@router.delete("/assistants/{assistant}/sessions/{session:path}", status_code=204, responses=NotFound)
async def forget_session(
    assistant: Annotated[str, Path(max_length=100)], session: Session, desk: AtDesk, who: Who
) -> None:
    """Forget a session of the asker; the next turn in it is the first again. Recorded turns stay."""
    desk.access.may_ask(who, assistant)
    desk.access.named(who)
    await desk.house.aforget(assistant, session=session, user=who.user)


class Filters(BaseModel):
    """Which turns. ``text`` stands in the question or at the beginning of the answer; ``trouble``: a check that
    failed, an error of a tool, a model or the turn, or either."""

    model_config = ConfigDict(extra="forbid")

    assistant: str | None = Field(default=None, max_length=100)
    session: str | None = Field(default=None, max_length=400)
    outcome: str | None = Field(default=None, max_length=40)
    user: str | None = Field(default=None, max_length=100, description="Another user (scope `traces:read`); * for all")
    text: str | None = Field(default=None, max_length=200)
    tool: str | None = Field(default=None, max_length=100)
    since: AwareDatetime | None = None
    until: AwareDatetime | None = Field(default=None, description="Not included")
    slower_ms: float | None = Field(default=None, ge=0)
    trouble: Literal["check", "error", "any"] | None = None


class Page(Filters):
    """A page of them: those before the turn with the id ``before``."""

    before: str | None = Field(default=None, max_length=64)
    limit: int = Field(default=20, ge=1, le=1000)


@router.get("/traces")
def list_traces(desk: AtDesk, who: Who, wanted: Annotated[Page, Query()]) -> TurnList:
    """Recorded turns, the latest first: the asker's own."""
    sight = _sight(desk, who, wanted)
    with readable():
        found = finding.find(desk.house.recorder.path, _wanted(wanted), sight, before=wanted.before, limit=wanted.limit)
    return TurnList(turns=[_entry(glance) for glance in found])


@router.get("/traces/export", response_class=StreamingResponse, responses={200: {"content": {JSONL: {}}}})
def export_traces(desk: AtDesk, who: Who, wanted: Annotated[Filters, Query()]) -> StreamingResponse:
    """The same turns with all that the asker may see of them, one a line."""
    sight, everything = _sight(desk, who, wanted), who.caller.holds(frozenset({ALL}))
    with readable():
        found = finding.whole(desk.house.recorder, _wanted(wanted), sight)
        first = next(found, None)  # what can't be read is told before a status is sent

    def lines() -> Iterator[str]:
        if first is not None:
            yield _record(first, everything).model_dump_json() + "\n"
        for turn in found:
            yield _record(turn, everything).model_dump_json() + "\n"

    return StreamingResponse(lines(), media_type=JSONL, headers={"Cache-Control": "no-store"})


@router.get("/traces/{trace_id}", responses=NotFound)
def trace(
    trace_id: Annotated[str, Path(max_length=64, examples=["fbe4b6340f45ce824ceffa185cc43030"])], desk: AtDesk, who: Who
) -> TurnRecord:
    """One recorded turn: the asker's own, or anybody's with the scope `traces:read`."""
    return _record(_trace(desk, who, trace_id), who.caller.holds(frozenset({ALL})))


@router.post("/traces/{trace_id}/replay", responses=NotFound)
async def replay(
    trace_id: Annotated[str, Path(max_length=64)], desk: AtDesk, who: Who, changes: rerun.Changes | None = None
) -> Replayed:
    """Run a recorded turn again with the settings of now, or with others. No tool runs and no session changes; a call
    that was not made then is answered as `unavailable`. Models: those of the settings, and `offline`."""
    found = await asyncio.to_thread(_trace, desk, who, trace_id)
    changes = rerun.offered(changes or rerun.Changes(), desk.house.settings)
    try:
        with desk.slots.hold(who.bucket):
            async with asyncio.timeout(desk.settings.turn_timeout_s):
                then, now = await desk.house.areplay(found.trace_id, user=found.user, changes=changes)
    except TimeoutError:
        raise late(desk.settings.turn_timeout_s) from None
    return Replayed(then=then, now=now)


def _trace(desk: Desk, who: Asker, trace_id: str) -> Trace:
    """A turn by its whole id: the beginning of one would let others' ids be guessed."""
    own = desk.access.named(who)
    sight = Sight(None if who.caller.holds(frozenset({ALL})) else own)
    with readable():
        found = finding.get(desk.house.recorder, trace_id, sight)
    if found is None:
        raise ApiError(404, "unknown_trace", "没有这条记录。 There is no such turn.", param="trace_id")
    return found


def _sight(desk: Desk, who: Asker, wanted: Filters) -> Sight:
    own = desk.access.named(who)
    if wanted.user is not None and wanted.user != own:
        desk.access.require(who, ALL)
    return Sight(None if wanted.user == "*" else wanted.user or own)


def _wanted(filters: Filters) -> Wanted:
    return Wanted(**{name: getattr(filters, name) for name in Filters.model_fields if name != "user"})


@contextmanager
def readable() -> Iterator[None]:
    """Inside, turns that can't be read are an ``ApiError`` 503."""
    try:
        yield
    except TraceError as error:
        raise ApiError(503, "data_unavailable", "运行记录读不了。 Traces can't be read now.") from error


def _record(found: Trace, everything: bool) -> TurnRecord:
    if everything:
        events = [{"event": event.kind, "ms": event.ms, **event.fields} for event in found.events]
    else:
        events = [
            {"event": kind, "ms": event.ms, **data.model_dump(mode="json")}
            for event in found.events
            if event.kind in ("node", "tool", "model_call")
            for kind, data in wire(event)
        ]
    state = found.state_before if everything else None
    return TurnRecord(**_short(found), reply=found.reply, events=events, state_before=state)


def _recorded(desk: Desk, **wanted: Any) -> tuple[Trace, ...]:
    with readable():
        return desk.house.recorder.list(**wanted)


def _entry(glance: Glance) -> TurnEntry:
    fields = {name: getattr(glance, name) for name in TurnEntry.model_fields if name != "text"}
    return TurnEntry(**fields, text=glance.said)


def _short(turn: Trace) -> dict[str, Any]:
    fields = asdict(turn)
    names = ("trace_id", "assistant", "session", "user", "turn", "started_at", "elapsed_ms", "outcome")
    return {name: fields[name] for name in names} | {"text": turn.input}


def _tastes(desk: Desk) -> Any:
    from pilothouse.assistants.menu.memory import FILE, MemoryStore

    return MemoryStore(desk.house.settings.paths.home / FILE)
