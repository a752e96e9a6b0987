"""Many sessions at once against a running server: errors, sessions mixed up, what the server adds, memory.

The server is a process of its own with one assistant that asks a scripted model, which takes 300 ms, once a turn; the
reply repeats all that was said in the session, so that a word of another session shows. Every session sends one turn
after another (``--think`` seconds between them), every second one as a stream of events. What the server adds is the
time of a turn beyond the model's. Memory is the server's, before and at its highest.

    python benchmarks/server_load.py [--sessions 200] [--seconds 120] [--think 0] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, TypedDict

import httpx
from fastapi import FastAPI

from pilothouse import Assistant, Pilothouse, ScriptedModel
from pilothouse.contracts.conversation import Conversation, Message
from pilothouse.flow import ENTRY, Flow, Owned, ReplyParts, Turn
from pilothouse.server import create_app, running
from pilothouse.server.keys import KeyStore
from pilothouse.settings import Settings, load
from pilothouse.users import UserStore

MODEL_S = 0.3
REMEMBERED = 3  # turns a session repeats


class State(TypedDict, total=False):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    words: Annotated[list[str], Owned("listen", "session", [])]


class Slow:
    """A scripted model that takes its time."""

    name = "slow"

    def __init__(self) -> None:
        self._model = ScriptedModel(lambda request: "ok", tokens=(10, 1))

    async def complete(self, request: Any) -> Any:
        await asyncio.sleep(MODEL_S)
        self._model.requests.clear()
        return await self._model.complete(request)


async def listen(state: Any, turn: Turn) -> dict[str, Any]:
    talk = Conversation((Message("user", state["text"]),), state["text"])
    await turn.gateway.converse(talk, [], caller=turn.caller, session=turn.session)
    return {"words": [*state["words"], state["text"]][-REMEMBERED:]}


FLOW = Flow(
    "bench",
    State,
    {"listen": listen},
    {"listen": "end"},
    "listen",
    lambda state: ReplyParts(" ".join(state["words"]), "answered"),
)


def settings_of(home: Path, port: int) -> Settings:
    """The settings of a server whose limits are out of the way."""
    settings = load(home)
    limits = {"rate_per_minute": 10**9, "burst": 10**9, "concurrency": 10**6, "max_turns": 10**6, "port": port}
    return settings.model_copy(update={"server": settings.server.model_copy(update=limits)})


def application() -> FastAPI:
    """The server's application, as uvicorn makes it."""
    home, port = Path(os.environ["PILOTHOUSE_HOME"]), int(os.environ["PILOTHOUSE_SERVER__PORT"])
    house = Pilothouse(settings=settings_of(home, port), model=Slow(), assistants=[Assistant("bench", FLOW, ())])
    return create_app(house, warm=False)


class Load:
    """The sessions, and what became of them."""

    def __init__(self, url: str, keys: list[str], seconds: float, think: float) -> None:
        self.url, self.keys, self.think = url, keys, think
        self.end = time.monotonic() + seconds
        self.took: list[float] = []
        self.streamed: list[float] = []
        self.problems: Counter[str] = Counter()

    async def session(self, client: Any, number: int) -> None:
        """One session's turns, each checked against what this session said."""
        said: list[str] = []
        headers = {"Authorization": f"Bearer {self.keys[number % len(self.keys)]}"}
        await asyncio.sleep(random.random() * max(self.think, 0.5))
        while time.monotonic() < self.end:
            word = f"s{number}t{len(said)}"
            said.append(word)
            body = {"text": word, "session": f"session-{number // len(self.keys)}"}
            started = time.perf_counter()
            stream = number % 2 == 0
            try:
                reply = await (self._stream if stream else self._whole)(client, body, headers)
            except Exception as error:
                self.problems[f"{type(error).__name__}: {error}"[:120]] += 1
                said.clear()
                return
            (self.streamed if stream else self.took).append((time.perf_counter() - started) * 1000)
            if reply["reply"] != " ".join(said[-REMEMBERED:]) or reply["turn"] != len(said):
                self.problems["mixed up"] += 1
            if self.think:
                await asyncio.sleep(random.uniform(0.5, 1.5) * self.think)

    async def _whole(self, client: Any, body: Any, headers: dict[str, str]) -> Any:
        answered = await client.post("/v1/assistants/bench/turns", json=body, headers=headers)
        answered.raise_for_status()
        return answered.json()

    async def _stream(self, client: Any, body: Any, headers: dict[str, str]) -> Any:
        accept = headers | {"Accept": "text/event-stream"}
        async with client.stream("POST", "/v1/assistants/bench/turns", json=body, headers=accept) as answered:
            answered.raise_for_status()
            lines = [line async for line in answered.aiter_lines() if line.startswith("data: ")]
        reply = json.loads(lines[-1].removeprefix("data: "))
        if "error" in reply:
            raise RuntimeError(reply["error"]["code"])
        return reply


def memory_mb(pid: int, field: str = "VmRSS") -> float:
    """Resident memory of a process, in MB; ``VmHWM`` is its highest."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024, 1)


async def measure(sessions: int, seconds: float, think: float) -> dict[str, Any]:
    """The figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        users = UserStore(home / "users.db")
        for number in range(min(20, sessions)):
            users.add(f"user{number}")
        keys = [KeyStore(users).make(user.name) for user in users.list()]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, __file__, "--serve", str(home), str(port)]
        server = subprocess.Popen(command)  # noqa: ASYNC220
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        url = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=120) as client:
            try:
                while True:
                    try:
                        await client.get("/healthz")
                        break
                    except httpx.ConnectError:
                        await asyncio.sleep(0.1)
                first = Load(url, keys, 1, 0)
                await first.session(client, sessions + 1)
                before = memory_mb(server.pid)
                load = Load(url, keys, seconds, think)
                await asyncio.gather(*(load.session(client, number) for number in range(sessions)))
                after, highest = memory_mb(server.pid), memory_mb(server.pid, "VmHWM")
            finally:
                server.terminate()
                server.wait()
    every = [*load.took, *load.streamed]
    added = sorted(took - MODEL_S * 1000 for took in every)
    return {
        "sessions": sessions, "seconds": seconds, "think_s": think, "turns": len(every),
        "turns_per_s": round(len(every) / seconds, 1), "problems": dict(load.problems),
        "added_ms": {"p50": round(statistics.median(added), 1), "p95": round(added[int(len(added) * 0.95)], 1)},
        "memory_mb": {"before": before, "after": after, "highest": highest},
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", nargs=2, metavar=("HOME", "PORT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        home, port = given.serve
        os.environ["PILOTHOUSE_HOME"] = home
        running.run(settings_of(Path(home), int(port)), "server_load:application")
        return
    found = asyncio.run(measure(given.sessions, given.seconds, given.think))
    if given.json:
        print(json.dumps(found, indent=1))
        return
    print(f"{found['turns']} turns of {found['sessions']} sessions, {found['turns_per_s']} a second")
    added = found["added_ms"]
    print(f"problems: {found['problems'] or 'none'}")
    print(f"beyond the model's {MODEL_S * 1000:g} ms: p50 {added['p50']} ms, p95 {added['p95']} ms")
    print(f"memory: {found['memory_mb']}")


if __name__ == "__main__":
    main()
