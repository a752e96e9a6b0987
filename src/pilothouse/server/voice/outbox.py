"""What goes to one client, in order, without waiting for him for ever."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

LONGEST = 64  # messages that wait; whoever has more to say waits too

Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class _Letter(NamedTuple):
    body: str | bytes
    stretch: int | None  # of speech; ``None`` for what must arrive


class Outbox:
    """A bounded queue with one writer. Speech that nobody wants to hear any more is dropped from it.

    ``timeout_s``: how long a client may refuse to take one message; then ``run`` raises ``TimeoutError``.
    """

    def __init__(self, send: Send, timeout_s: float) -> None:
        self._send, self._timeout_s = send, timeout_s
        self._letters: asyncio.Queue[_Letter | None] = asyncio.Queue(LONGEST)
        self._stretch = 0

    async def tell(self, kind: str, data: BaseModel | None = None, **fields: Any) -> None:
        """An event: ``fields`` beside its ``type``, or ``data`` as an object of its own."""
        if data is not None:
            fields["data"] = data.model_dump(mode="json")
        await self._letters.put(_Letter(_written(kind, fields), None))

    async def sound(self, piece: bytes | tuple[str, Mapping[str, Any]]) -> None:
        """A piece of speech, or an event that tells of one."""
        stretch = self._stretch
        body = piece if isinstance(piece, bytes) else _written(*piece)
        await self._letters.put(_Letter(body, stretch))

    def hush(self) -> None:
        """Drop all speech that has not been sent yet."""
        self._stretch += 1

    async def close(self) -> None:
        """``run`` returns once all of this is sent."""
        await self._letters.put(None)

    async def run(self) -> None:
        """Send until closed. Raises what ``send`` raises."""
        while (letter := await self._letters.get()) is not None:
            if letter.stretch is not None and letter.stretch != self._stretch:
                continue
            name = "text" if isinstance(letter.body, str) else "bytes"
            async with asyncio.timeout(self._timeout_s):
                await self._send({"type": "websocket.send", name: letter.body})


def _written(kind: str, fields: Mapping[str, Any]) -> str:
    return json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":"))
