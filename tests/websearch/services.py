"""Local servers that speak the search services' interfaces, faults included."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    """A request as it arrived."""

    path: str
    query: dict[str, str]
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class Answered:
    """What the server says: ``body`` is sent as JSON unless it is bytes; ``hangs`` sends nothing at all."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False


Answering = Callable[[Asked], Answered]


@contextmanager
def serving(answer: Answering) -> Iterator[tuple[str, list[Asked]]]:
    """The server's address and what it was asked."""
    asked: list[Asked] = []
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            data = self.rfile.read(length) if length else b"{}"
            url = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(url.query).items()}
            request = Asked(url.path, query, json.loads(data), dict(self.headers.items()))
            asked.append(request)
            said = answer(request)
            if said.hangs:
                over.wait(20)
                return
            body = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = handle_any

        def log_message(self, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        over.set()
        server.shutdown()
        server.server_close()


def tavily_result(n: int, **more: Any) -> dict[str, Any]:
    return {
        "url": f"https://review{n}.example/p/{n}?utm_source=x",
        "title": f"评测 {n}",
        "content": f"这款风扇的口碑不错，第 {n} 条。",
        "score": 0.9 - n / 100,
        "raw_content": f"这款风扇的口碑不错，第 {n} 条。推荐。" * 3,
        **more,
    }
