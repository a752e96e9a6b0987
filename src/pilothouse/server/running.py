"""Running the application under uvicorn."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pilothouse.contracts.errors import UsageError
from pilothouse.server.app import create_app
from pilothouse.settings import PREFIX

FIRST_S = 20.0
BACKLOG = 1024
KEEP_S = 75  # longer than proxies and clients keep an idle connection, or they send on one that is being closed

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse
    from pilothouse.server.audio import Speech
    from pilothouse.settings import Settings


def run(settings: Settings, factory: str, announce: Callable[[int], object] = lambda port: None) -> None:
    """Serve until SIGTERM or SIGINT; then no request is taken any more, and those that run are finished.

    ``factory`` (``module:function``) makes the application in each process, from settings that are read there again.
    ``announce`` is told the port once it is ours. With several ``workers`` limits count for each of them, and the house
    is opened in each. Raises ``UsageError`` when the address can't be had.
    """
    server = settings.server
    for name in ("host", "port", "workers"):  # the processes read the settings again
        os.environ[f"{PREFIX}SERVER__{name.upper()}"] = str(getattr(server, name))
    options = {
        "factory": True,
        "host": server.host,
        "port": server.port,
        "access_log": False,  # the gate writes one without names and queries
        "log_level": "warning",
        "server_header": False,
        "timeout_keep_alive": KEEP_S,
        "timeout_graceful_shutdown": server.shutdown_timeout_s,
        "h11_max_incomplete_event_size": 32_768,
        "backlog": BACKLOG,
        "http": _Protocol,
        "ws": _sockets(),
        "limit_concurrency": 8 * server.max_turns,
        "timeout_worker_healthcheck": 60,
    }
    config = uvicorn.Config(factory, workers=server.workers, **options)
    with _bound(server.host, server.port) as listener:
        announce(listener.getsockname()[1])
        if server.workers > 1:
            from uvicorn.supervisors import Multiprocess

            listener.set_inheritable(True)
            Multiprocess(config, sockets=[listener]).run()
        else:
            _Server(config).run([listener])


@contextmanager
def background(house: Pilothouse, *, warm: bool = False, speech: Speech | None = None) -> Iterator[str]:
    """A server in a thread, at a free port of this machine: for tests, and for programs that have a server beside
    them. Gives its address; at the end turns are finished and the house is closed."""
    config = uvicorn.Config(
        create_app(house, warm=warm, speech=speech),
        access_log=False,
        log_level="warning",
        http=_Protocol,
        ws=_sockets(),
        timeout_keep_alive=KEEP_S,
        timeout_graceful_shutdown=house.settings.server.shutdown_timeout_s,
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="server", daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def _sockets() -> Any:
    """The protocol for WebSockets; whatever uvicorn finds where the library for ours is missing."""
    try:
        from pilothouse.server.voice.line import Socket
    except ImportError:
        return "auto"
    return Socket


def _bound(host: str, port: int) -> socket.socket:
    """A socket at this address. Raises ``UsageError`` when it can't be had."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"地址 {host}:{port} 不能用（{reason}）；请换 --host 或 --port。 "
            f"The address {host}:{port} can't be used ({reason}); choose another --host or --port."
        ) from error


class _Protocol(H11Protocol):
    """HTTP/1.1 that doesn't wait for ever for a first request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST_S, self._check)

    def _check(self) -> None:
        upgraded = self.transport.get_protocol() is not self  # to a WebSocket
        if self.cycle is None and not upgraded:
            self.transport.close()


class _Server(uvicorn.Server):
    """A server that was told to end has done what it should: no signal is raised again."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        super().run(sockets)
