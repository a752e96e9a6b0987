"""An OpenAI-compatible speech server on loopback that plays a script of faults."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class SpeechServer:
    """``async with SpeechServer(status, body) as server``. ``drip_s`` is the pause between bytes of the body;
    ``cut`` ends the connection after so many bytes; ``requests`` are path, headers and body that arrived."""

    status: int = 200
    body: Any = b""
    drip_s: float = 0.0
    cut: int | None = None
    wait_s: float = 0.0
    requests: list[tuple[str, Mapping[str, str], bytes]] = field(default_factory=list)

    async def __aenter__(self) -> SpeechServer:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append((first.split()[1], headers, body))
        await asyncio.sleep(self.wait_s)
        data = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        writer.write(f"HTTP/1.1 {self.status} X\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode())
        try:
            for place in range(0, min(len(data), self.cut or len(data)), 64 if self.drip_s else len(data)):
                writer.write(data[place : (self.cut or len(data)) if not self.drip_s else place + 64])
                await writer.drain()
                await asyncio.sleep(self.drip_s)
        except ConnectionError:
            pass
        writer.close()
