"""A small assistant: it repeats what was said, counts, and does as told by the text."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypedDict

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import DataError
from pilothouse.contracts.tool import ToolContext
from pilothouse.flow import ENTRY, Conductor, Flow, Owned, ReplyParts, Turn
from pilothouse.telemetry.recorder import FlightRecorder
from pilothouse.toolroom import Registry, ToolRoom

DATABASE = "KIT_DATABASE_URL"  # tests/postgres lets the same tests run over Postgres


class EchoState(TypedDict, total=False):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    words: Annotated[list[str], Owned("listen", "session", [])]
    leftover: Annotated[str, Owned("listen", "turn", "")]
    tastes: Annotated[list[str], Owned("remember", "user", [])]
    reply: Annotated[str, Owned("answer", "turn", "")]


async def listen(state: Any, turn: Turn) -> Mapping[str, Any]:
    changed: dict[str, Any] = {"words": [*state["words"], state["text"]]}
    match state["text"]:
        case "steal":
            return {"reply": "not mine"}
        case "object":
            return {"words": [object()]}
        case "tuple":
            return {"words": ("a", "b")}
        case "nothing":
            return None  # type: ignore[return-value]
        case "mutate":
            state["tastes"].append("forged")
        case "leave":
            changed["leftover"] = "left"
        case "data error":
            raise DataError("菜单坏了。 The menu is damaged.")
        case "bug":
            raise KeyError("secret of a user")
        case "wait":
            turn.services["started"].set()
            await turn.services["go"].wait()
    return changed


async def remember(state: Any, turn: Turn) -> Mapping[str, Any]:
    return {"tastes": [*state["tastes"], state["text"]]} if state["text"].startswith("爱") else {}


async def answer(state: Any, turn: Turn) -> Mapping[str, Any]:
    if state["text"] == "late bug":
        raise ValueError("secret of a user")
    said = f"{state['turn']}: {' '.join(state['words'])} / {' '.join(state['tastes'])} / {state['leftover']}"
    return {"reply": said.strip()}


def way(state: Any) -> str:
    return {"circle": "listen", "astray": "nowhere"}.get(state["text"], "answer")


def finish(state: Any) -> ReplyParts:
    if state["text"] == "bad finish":
        raise IndexError("secret of a user")
    return ReplyParts(state["reply"], "answered", data={"words": state["words"]})


ECHO = Flow(
    name="echo",
    state=EchoState,
    nodes={"listen": listen, "remember": remember, "answer": answer},
    edges={"listen": "remember", "remember": (way, ("listen", "answer")), "answer": "end"},
    start="listen",
    finish=finish,
)


def conductor(home: Path, *, strict: bool = False, flow: Flow = ECHO, **more: Any) -> Conductor:
    more.setdefault("database_url", os.environ.get(DATABASE))
    return Conductor(flow, checkpoints=home / "checkpoints.db", locks=home / "locks", strict=strict, **more)


def turn_of(home: Path, session: str = "s", user: str = "guest", language: str = "auto", services: Any = None) -> Turn:
    caller = Caller(user)
    room = ToolRoom(Registry([])).open_turn(ToolContext(caller=caller, session=session))
    trace = FlightRecorder(home / "traces.db").start(assistant="echo", session=session, user=user)
    return Turn(
        caller=caller,
        session=session,
        room=room,
        gateway=None,  # type: ignore[arg-type]
        trace=trace,
        services=services if services is not None else {"started": asyncio.Event(), "go": asyncio.Event()},
        language=language,
    )
