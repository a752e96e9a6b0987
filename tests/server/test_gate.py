"""What is too large, too slow, malformed or addressed to another host is refused, and told as typed JSON."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .kit import SECONDS, Served, serving

from pilothouse.server.errors import ApiError  # isort: skip
from pilothouse.server.limits import Rates  # isort: skip

TURNS = "/v1/assistants/echo/turns"
KIND = {"Content-Type": "application/json"}
POSTED = "Content-Type: application/json\r\n"


def raw(served: Served, request: bytes) -> bytes:
    """What the server sends for these bytes, until it closes the connection."""
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(request)
        got = b""
        while piece := line.recv(65536):
            got += piece
    return got


def test_that_a_body_that_is_announced_too_large_is_not_read(served: Served) -> None:
    head = f"POST {TURNS} HTTP/1.1\r\nHost: localhost\r\n{POSTED}Content-Length: 999999999\r\n\r\n"
    got = raw(served, head.encode())
    assert got.startswith(b"HTTP/1.1 413")
    assert b'"too_large"' in got


def test_that_a_body_that_grows_too_large_is_refused(served: Served) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(200):
            yield b"x" * 10_000
        yield b'"}'

    refused = served.client().post(TURNS, content=pieces(), headers=KIND)
    assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too_large")


def test_that_a_body_that_comes_too_slowly_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, body_timeout_s=0.2) as served:
        head = f"POST {TURNS} HTTP/1.1\r\nHost: localhost\r\n{POSTED}Content-Length: 20\r\n\r\n{{"
        got = raw(served, head.encode())
        assert got.startswith(b"HTTP/1.1 408")
        assert served.ask(served.client(), "hi")["turn"] == 1


def test_that_a_client_that_does_not_read_is_left(tmp_path: Path) -> None:
    with serving(tmp_path, write_timeout_s=0.3, concurrency=1) as served:
        client = served.client("anna")
        for _ in range(40):  # the reply holds all that was said
            served.ask(client, "长" * 1900, "long")
        body = json.dumps({"text": "more", "session": "long"})
        head = (
            f"POST {TURNS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {client.headers['Authorization']}\r\n"
            f"Accept: text/event-stream\r\n{POSTED}Content-Length: {len(body)}\r\n\r\n"
        )
        host, port = served.url.removeprefix("http://").split(":")
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect((host, int(port)))
            line.sendall((head + body).encode())
            line.recv(100)  # the answer has begun, and its rest is left there
            deadline = time.monotonic() + SECONDS
            while client.post(TURNS, json={"text": "hi"}).status_code == 429:
                assert time.monotonic() < deadline


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[1,2", b"\xff\xfe\x00", b'{"text": "\\ud800"}', b"null", b'"x"', b"[" * 200_000, b'{"text":' * 50_000, b"1e999"],  # noqa: E501
    ids=lambda body: repr(body[:12]),
)  # fmt: skip
def test_that_a_malformed_body_is_an_error_of_the_client(served: Served, body: bytes) -> None:
    for path in (TURNS, "/v1/chat/completions"):
        refused = served.client().post(path, content=body, headers=KIND)
        assert 400 <= refused.status_code < 500
        assert refused.json()["error"]["type"] == "invalid_request_error"


def test_that_what_is_no_http_is_refused(served: Served) -> None:
    assert raw(served, b"\x16\x03\x01 hello\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert served.client().get("/healthz").json() == {"status": "ok"}


@pytest.mark.parametrize(
    "path", ["/nothing", "/v1/../../etc/passwd", "/v1/traces/../../x", "/%2e%2e/%2e%2e/etc/passwd"]
)
def test_that_an_unknown_path_is_a_typed_error(served: Served, path: str) -> None:
    answered = served.client().get(path)
    assert answered.status_code in (401, 404)
    assert set(answered.json()["error"]) == {"message", "type", "code", "param"}
    assert served.client().delete("/v1/models").json()["error"]["code"] == "method_not_allowed"


def test_that_another_sites_name_for_this_machine_is_refused(served: Served) -> None:
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""):
        refused = served.client().get("/v1/models", headers={"Host": host})
        assert refused.status_code == 400, host
    for host in ("localhost:1", "LOCALHOST", "127.0.0.1", "[::1]:8420"):
        assert served.client().get("/v1/models", headers={"Host": host}).status_code == 200, host


def test_that_pages_of_other_sites_may_not_ask_unless_they_are_named(tmp_path: Path) -> None:
    asked = {"Origin": "https://shop.example", "Access-Control-Request-Method": "POST"}
    with serving(tmp_path / "a") as closed:
        answered = closed.client().options(TURNS, headers=asked)
        assert "access-control-allow-origin" not in answered.headers
        assert "access-control-allow-origin" not in closed.client().get("/v1/models", headers=asked).headers
    with serving(tmp_path / "b", origins=("https://shop.example",)) as opened:
        answered = opened.client().options(TURNS, headers=asked)
        assert answered.headers["access-control-allow-origin"] == "https://shop.example"
        other = opened.client().options(TURNS, headers=asked | {"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


@pytest.mark.parametrize("path", [TURNS, "/v1/chat/completions", "/v1/admin/documents", "/mcp"])
def test_that_a_body_that_comes_byte_by_byte_is_refused_however_steadily(tmp_path: Path, path: str) -> None:
    with mcp_served(tmp_path, body_timeout_s=0.3) as served:
        host, port = served.url.removeprefix("http://").split(":")
        key = served.key("anna", "manager")
        kind = "multipart/form-data; boundary=x" if "admin" in path else "application/json"
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: {kind}\r\n"
            "Accept: application/json, text/event-stream\r\nContent-Length: 100000\r\n\r\n"
        )
        with socket.create_connection((host, int(port)), timeout=SECONDS) as line:
            part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n'
            line.sendall((head + (part if "admin" in path else "")).encode())
            line.settimeout(0.02)
            got = b""
            for _ in range(1000):
                try:
                    line.sendall(b" ")
                    got = line.recv(65536)
                    break
                except TimeoutError:
                    continue
        assert got.startswith(b"HTTP/1.1 408")
        assert served.ask(served.client(), "hi")["turn"] == 1


@contextmanager
def mcp_served(home: Path, **server: Any) -> Iterator[Served]:
    """A server that has ``/mcp`` as well."""
    pytest.importorskip("mcp", reason="needs the extra [mcp]")
    import pilothouse.server.running as running
    from pilothouse import Pilothouse
    from pilothouse.server import create_app
    from pilothouse.server.mcp.http import mcp_router

    made = create_app

    def both(house: Pilothouse, **options: Any) -> Any:
        app = made(house, **options)
        app.include_router(mcp_router(app.state.desk))
        return app

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(running, "create_app", both)
        with serving(home, **server) as served:
            yield served


def test_that_every_answer_forbids_guessing_its_type_and_framing_it(served: Served) -> None:
    for path in ("/healthz", "/nothing", "/v1/models"):
        headers = served.client().get(path).headers
        assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY")


def test_that_neither_keys_nor_texts_are_logged(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    client = served.client("tom")
    served.ask(client, "very private", "hidden session")
    client.get("/v1/traces", params={"session": "hidden session"})
    served.client().get("/v1/me", headers={"Authorization": "Bearer ph_wrongsecret"})
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("http"))
    assert "/v1/assistants/{assistant}/turns 200" in ours
    key = client.headers["Authorization"].removeprefix("Bearer ")
    for secret in (key, key.split("_", 2)[2], "very private", "hidden", "wrongsecret"):
        assert secret not in ours


@settings(max_examples=40)
@given(
    per_minute=st.integers(1, 600),
    burst=st.integers(1, 50),
    waits=st.lists(st.floats(0, 30), min_size=1, max_size=80),
)
def test_that_no_more_is_let_through_than_the_burst_and_the_rate(
    per_minute: int, burst: int, waits: list[float]
) -> None:
    now = 0.0
    rates = Rates(per_minute, burst, clock=lambda: now)
    passed = 0
    for wait in waits:
        now += wait
        try:
            rates.take("a")
            passed += 1
        except ApiError as error:
            then = now
            now += int(error.headers["Retry-After"])
            rates.take("a")  # who waits as told gets through
            passed += 1
            assert now > then
        assert passed <= burst + now * per_minute / 60 + 1e-6
    rates.take("another")


def test_that_too_many_wrong_keys_are_slowed(tmp_path: Path) -> None:
    with serving(tmp_path, rate_per_minute=1, burst=3) as served, httpx.Client(base_url=served.url) as client:
        wrong = {"Authorization": "Bearer ph_x"}
        codes = [client.get("/v1/models", headers=wrong).status_code for _ in range(4)]
    assert codes == [401, 401, 401, 429]


def test_that_a_connection_on_which_nothing_comes_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pilothouse.server.running.FIRST_S", 0.1)
    with serving(tmp_path) as served:
        assert raw(served, b"") == b""
        assert raw(served, b"GET /healthz HT") == b""
        client = served.client()
        assert [client.get("/healthz").status_code for _ in range(3)] == [200] * 3
