"""Assistants with tools of every kind, served over MCP, and the official client."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import uvicorn
from fastapi import FastAPI
from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp_types import CallToolResult
from pydantic import Field

from pilothouse import Assistant, Pilothouse
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Arguments, NoArguments, Row, ToolContext, ToolContract
from pilothouse.server.mcp.http import create_mcp_app

from .kit import SECONDS, Gate, Letters, Served, echo, settings_of


class Plant(Arguments):
    name: str = Field(max_length=20)
    litres: int = Field(default=1, ge=1, le=9)
    kind: Literal["tree", "herb"] | None = None


class Watered(Row):
    name: str
    litres: int
    by: str
    owner: str
    note: str | None = None


def _water(asked: Plant, context: ToolContext) -> Envelope:
    row = {"name": asked.name, "litres": asked.litres, "by": context.caller.name, "owner": context.owner}
    return Envelope.success([row])


def _broken(asked: Any, context: ToolContext) -> Envelope:
    raise KeyError("secret of a user")


def _liar(asked: Any, context: ToolContext) -> Envelope:
    return Envelope.success([{"next_state": "DONE"}])


async def _endless(asked: Any, context: ToolContext) -> Envelope:
    await asyncio.Event().wait()
    raise AssertionError


def garden(gate: Gate) -> list[Assistant]:
    """``garden`` and ``shed`` both have a tool ``water``; the other tools go wrong in one way each."""

    async def dig(asked: Any, context: ToolContext) -> Envelope:
        await gate.wait()
        return Envelope.success([])

    def tool(name: str, handler: Any, arguments: type[Arguments] = NoArguments, **rest: Any) -> ToolContract:
        return ToolContract(name, f"To {name}. 用来{name}。", "Not else.", arguments, Watered, handler, **rest)

    tools = (
        tool("water", _water, Plant),
        tool("prune", _water, Plant, scopes=frozenset({"stock:write"})),
        tool("harvest", _water, Plant, phases=frozenset({"autumn"})),
        tool("dig", dig),
        tool("broken", _broken),
        tool("liar", _liar),
        tool("endless", _endless, timeout_s=0.02),
    )
    base = echo(gate)
    return [base, replace(base, name="garden", tools=tools), replace(base, name="shed", tools=(tools[0],))]


NAMES = ("echo", "garden", "shed")


def house_of(home: Path, gate: Gate, **server: Any) -> Pilothouse:
    return Pilothouse(settings=settings_of(home, **server), embedder=Letters(), assistants=garden(gate))


@contextmanager
def mcp_serving(home: Path, only: Sequence[str] = NAMES, **server: Any) -> Iterator[Served]:
    """``/mcp`` alone, with the settings ``server``."""
    gate = Gate()
    house = house_of(home, gate, **server)
    with listening(create_mcp_app(house, only)) as url:
        try:
            yield Served(f"{url}/mcp", house, gate)
        finally:
            gate.open()


@contextmanager
def listening(app: FastAPI) -> Iterator[str]:
    config = uvicorn.Config(app, access_log=False, log_level="warning", timeout_graceful_shutdown=SECONDS)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@asynccontextmanager
async def connected(url: str, key: str | None = None, mode: str = "auto") -> AsyncIterator[Client]:
    """The official client over streamable HTTP."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with create_mcp_http_client(headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode, read_timeout_seconds=SECONDS) as client:
            yield client


async def names(client: Client) -> set[str]:
    return {tool.name for tool in (await client.list_tools()).tools}


def error_type(result: CallToolResult) -> str:
    """The kind of a typed error, which the text tells as well."""
    assert result.is_error
    assert result.structured_content["status"] == "error"
    assert json.loads(result.content[0].text)["error_type"] == result.structured_content["error_type"]
    return str(result.structured_content["error_type"])


def rows(result: CallToolResult) -> list[dict[str, Any]]:
    assert not result.is_error, result
    assert result.structured_content["status"] == "success"
    return list(result.structured_content["results"])
