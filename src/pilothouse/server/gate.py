"""The first thing a request meets: sizes, times, the host's name, headers of every answer, the log."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pilothouse.server.errors import ApiError, api_error
from pilothouse.serving import EVERYBODY, ServerSettings

log = logging.getLogger("pilothouse.server.requests")

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


class Gate:
    """Refuses what is too large, too slow or addressed to another host; logs the rest without any content."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await _Visit(self._app, self._settings, scope, receive, send).run()
        elif scope["type"] == "websocket" and not _host_known(self._settings, Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._app(scope, receive, send)


class _Visit:
    """One request."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, scope: Scope, receive: Receive, send: Send) -> None:
        self._app, self._settings, self._scope = app, settings, scope
        self._receive, self._send = receive, send
        self._limit = _limit(settings, scope["path"])
        self._deadline = time.monotonic() + settings.body_timeout_s
        self._got, self._whole = 0, False
        self._refusal: ApiError | None = None
        self._status = 0
        self._answered = False

    async def run(self) -> None:
        started = time.perf_counter()
        headers = Headers(scope=self._scope)
        try:
            if not _host_known(self._settings, headers):
                await self._refuse(
                    ApiError(400, "unknown_host", "不认识这个主机名。 This host name is not served here.")
                )
            elif (headers.get("content-length") or "0").isdigit() and int(
                headers.get("content-length") or 0
            ) > self._limit:
                await self._refuse(_large(self._limit))
            else:
                await self._app(self._scope, self.receive, self.send)
        except _Refused:
            if self._refusal is not None and not self._answered:
                await self._refuse(self._refusal)
        except Exception as error:
            if self._answered:
                raise
            await self._refuse(api_error(error))
        finally:
            route = getattr(self._scope.get("route"), "path", "-")
            took = (time.perf_counter() - started) * 1000
            log.info("%s %s %s %.1f ms", self._scope["method"], route, self._status or "-", took)

    async def receive(self) -> Message:
        """The next part of the body. Ends the request when it is too large, or too slow."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(max(0.0, self._deadline - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            self._refusal = ApiError(408, "slow_body", "请求上传太慢。 The request took too long to arrive.")
            raise _Refused from None
        if message["type"] == "http.request":
            self._got += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._got > self._limit:
                self._refusal = _large(self._limit)
                raise _Refused
        return message

    async def send(self, message: Message) -> None:
        """Pass an answer on, unless the request was refused meanwhile; a client that doesn't read is left."""
        if self._refusal is not None and not self._answered:
            raise _Refused
        if message["type"] == "http.response.start":
            self._answered, self._status = True, message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in SAFE.items():
                headers.setdefault(name, value)
        try:
            async with asyncio.timeout(self._settings.write_timeout_s):
                await self._send(message)
        except TimeoutError:
            raise _Refused from None

    async def _refuse(self, error: ApiError) -> None:
        self._refusal = None
        error.headers["Connection"] = "close"  # what is still to come of the request is not read
        await error.response()(self._scope, self._receive, self.send)


class _Refused(Exception):
    """Ends a request inside the application; the gate answers."""


def _large(limit: int) -> ApiError:
    return ApiError(413, "too_large", f"请求超过 {limit:,} 字节。 The request is larger than {limit:,} bytes.")


def _limit(settings: ServerSettings, path: str) -> int:
    if path.startswith("/v1/audio/"):
        return settings.max_audio
    return settings.max_body if path.startswith("/v1/") and not path.startswith("/v1/admin/") else settings.max_upload


def _host_known(settings: ServerSettings, headers: Any) -> bool:
    """Pages of the web must not reach a server on this machine under a name of their own (DNS rebinding)."""
    allowed = settings.known_hosts
    if EVERYBODY in allowed:
        return True
    host = (headers.get("host") or "").lower()
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name in allowed
