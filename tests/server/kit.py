"""A server to be tested: an assistant that does as told, the menu, a library of a few papers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypedDict
from zlib import crc32

import httpx
import numpy as np
import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")
pytest.importorskip("uvicorn", reason="needs the extra [web]")

from pilothouse import Assistant, Pilothouse
from pilothouse.contracts.conversation import Conversation, Message
from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Vectors, unit
from pilothouse.flow import ENTRY, Flow, Owned, ReplyParts, Turn
from pilothouse.server import background
from pilothouse.server.keys import KeyStore
from pilothouse.settings import load

SECONDS = 20  # nothing in a test may hang for longer


class Letters:
    """Texts with the same characters get near vectors, at once."""

    dimension = 64
    id = "letters@1"

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for character in text:
                vectors[row, crc32(character.encode()) % self.dimension] += 1
        return unit(vectors)

    def to_dict(self) -> dict[str, Any]:
        return {"type": "tests.Letters", "init_parameters": {}}


class Gate:
    """Turns stop here when they are told to ``wait``."""

    def __init__(self) -> None:
        self.reached = threading.Semaphore(0)
        self.cancelled = threading.Semaphore(0)
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    async def wait(self) -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((loop, future))
        self.reached.release()
        try:
            await future
        except asyncio.CancelledError:
            self.cancelled.release()
            raise

    def open(self) -> None:
        waiting, self._waiting = self._waiting, []
        for loop, future in waiting:
            loop.call_soon_threadsafe(lambda future=future: future.done() or future.set_result(None))


class EchoState(TypedDict, total=False):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    words: Annotated[list[str], Owned("listen", "session", [])]
    said: Annotated[str, Owned("answer", "turn", "")]


async def listen(state: Any, turn: Turn) -> Mapping[str, Any]:
    match state["text"]:
        case "wait":
            await turn.services.wait()
        case "bug":
            raise KeyError("secret of a user")
        case "data error":
            raise DataError("/home/secret/file 坏了。 It is damaged.")
        case "model":
            said = Conversation((Message("user", "hello"),), "hello")
            await turn.gateway.converse(said, [], caller=turn.caller, session=turn.session)
    return {"words": [*state["words"], state["text"]]}


async def answer(state: Any, turn: Turn) -> Mapping[str, Any]:
    return {"said": f"{turn.caller.name}: {' '.join(state['words'])}"}


def echo(gate: Gate) -> Assistant:
    flow = Flow(
        "echo",
        EchoState,
        {"listen": listen, "answer": answer},
        {"listen": "answer", "answer": "end"},
        "listen",
        lambda state: ReplyParts(state["said"], "answered", {"words": state["words"]}),
    )
    return Assistant("echo", flow, (), open=lambda resources: gate)


@dataclass
class Served:
    """A running server."""

    url: str
    house: Pilothouse
    gate: Gate
    clients: list[httpx.Client] = field(default_factory=list)

    def key(self, name: str, *scopes: str) -> str:
        """A key of a user, who is made when there is none."""
        if self.house.users.find(name) is None:
            self.house.users.add(name, scopes)
        return KeyStore(self.house.users).make(name)

    def client(self, name: str | None = None, *scopes: str) -> httpx.Client:
        """A client of that user, or of nobody."""
        headers = {"Authorization": f"Bearer {self.key(name, *scopes)}"} if name else {}
        client = httpx.Client(base_url=self.url, headers=headers, timeout=SECONDS)
        self.clients.append(client)
        return client

    def ask(self, client: httpx.Client, text: str, session: str | None = None, assistant: str = "echo") -> Any:
        """The reply to a turn."""
        answered = client.post(f"/v1/assistants/{assistant}/turns", json={"text": text, "session": session})
        assert answered.status_code == 200, answered.text
        return answered.json()


def settings_of(home: Path, **server: Any) -> Any:
    read = load(home)
    generous = {"rate_per_minute": 100_000, "burst": 100_000, "concurrency": 100} | server
    return read.model_copy(update={"server": read.server.model_copy(update=generous)})


@contextmanager
def serving(
    home: Path, *, model: Any = None, assistants: Sequence[Assistant] = (), speech: Any = None, **server: Any
) -> Iterator[Served]:
    """A server with the settings ``server``, otherwise without limits that a test could meet by chance."""
    gate = Gate()
    house = Pilothouse(
        settings=settings_of(home, **server),
        model=model,
        embedder=Letters(),
        assistants=[echo(gate), *assistants],
    )
    with background(house, speech=speech) as url:
        served = Served(url, house, gate)
        try:
            yield served
        finally:
            gate.open()
            for client in served.clients:
                client.close()
