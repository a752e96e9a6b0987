"""SIGTERM finishes what runs, and loses nothing that was acknowledged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from .kit import SECONDS, Gate, Letters, echo, settings_of

from pilothouse.server.keys import KeyStore  # isort: skip
from pilothouse.users import UserStore  # isort: skip

PROGRAM = """
import socket, sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.server import kit
from pilothouse import Pilothouse
from pilothouse.server import create_app, running

def listening():
    try:
        socket.create_connection(("127.0.0.1", {port})).close()
    except OSError:
        return False
    return True

def application():
    gate = kit.Gate()
    house = Pilothouse(settings=kit.settings_of(Path({home!r})), embedder=kit.Letters(), assistants=[kit.echo(gate)])
    app = create_app(house, warm=False)

    @app.post("/open")
    def opened():
        while listening():  # the turns go on when no request is taken any more, and not before
            time.sleep(0.01)
        gate.open()

    @app.get("/reached")
    def reached():
        return gate.reached.acquire(timeout=kit.SECONDS)

    @app.post("/job")
    def job():
        return app.state.desk.jobs.start("slow", "anna", lambda progress: {{"opened": gate.reached.acquire(timeout=1)}})

    return app

if __name__ == "__main__":
    running.run(kit.settings_of(Path({home!r}), port={port}), "program:application")
"""


@pytest.fixture
def program(tmp_path: Path) -> Any:
    """A server process with the test's assistant, and its address."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    text = PROGRAM.format(root=str(Path(__file__).parents[2]), home=str(tmp_path / "home"), port=port)
    (tmp_path / "program.py").write_text(text, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(f"{url}/healthz", timeout=SECONDS)
                break
            except httpx.ConnectError:
                assert process.poll() is None, process.stderr and process.stderr.read()
        yield process, url
    finally:
        process.kill()
        process.communicate()


def test_that_sigterm_lets_running_turns_and_jobs_end_and_keeps_what_was_said(program: Any, tmp_path: Path) -> None:
    process, url = program
    users = UserStore(tmp_path / "home" / "users.db")
    users.add("anna")
    client = httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {KeyStore(users).make('anna')}"}, timeout=SECONDS
    )
    done = client.post("/v1/assistants/echo/turns", json={"text": "one", "session": "done"}).json()
    answers: dict[str, Any] = {}

    def whole() -> None:
        answers["whole"] = client.post("/v1/assistants/echo/turns", json={"text": "wait", "session": "whole"}).json()

    def live() -> None:
        body, headers = {"text": "wait", "session": "live"}, {"Accept": "text/event-stream"}
        with client.stream("POST", "/v1/assistants/echo/turns", json=body, headers=headers) as response:
            lines = [line for line in response.iter_lines() if line.startswith("data: ")]
        answers["live"] = json.loads(lines[-1].removeprefix("data: "))

    threads = [threading.Thread(target=work) for work in (whole, live)]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert client.get("/reached").json() is True
    job = client.post("/job").json()["id"]

    opener = httpx.Client(base_url=url, timeout=SECONDS)
    with opener.stream("POST", "/open", content=_late(process)) as opened:  # a request of before the signal
        assert opened.status_code == 200
    for thread in threads:
        thread.join(SECONDS)
    assert process.wait(SECONDS) == 0
    assert b"Traceback" not in process.stderr.read()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/healthz")

    from pilothouse import Pilothouse

    assert [answers[name]["reply"] for name in ("whole", "live")] == ["anna: wait", "anna: wait"]
    stored = json.loads((tmp_path / "home" / "jobs" / f"{job}.json").read_text("utf-8"))
    assert stored["status"] == "done"
    home = settings_of(tmp_path / "home")
    with Pilothouse(settings=home, embedder=Letters(), assistants=[echo(Gate())]) as house:
        for reply in (done, *answers.values()):
            more = house.ask("echo", "two", session=reply["session"], user="anna")
            assert more.reply == f"{reply['reply']} two"


def test_that_a_server_that_is_killed_loses_nothing_that_was_acknowledged(program: Any, tmp_path: Path) -> None:
    process, url = program
    users = UserStore(tmp_path / "home" / "users.db")
    users.add("anna")
    key = KeyStore(users).make("anna")
    client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=SECONDS)
    for text in ("one", "two"):
        done = client.post("/v1/assistants/echo/turns", json={"text": text, "session": "table"})
        assert done.status_code == 200
    lost: list[type[Exception]] = []

    def under_way(body: dict[str, str]) -> None:
        try:
            client.post("/v1/assistants/echo/turns", json=body)
        except httpx.TransportError as error:
            lost.append(type(error))

    bodies = [{"text": "wait", "session": name} for name in ("table", "new")]
    threads = [threading.Thread(target=under_way, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert client.get("/reached").json() is True
    job = client.post("/job").json()["id"]
    process.kill()
    process.wait(SECONDS)
    for thread in threads:
        thread.join(SECONDS)
    assert len(lost) == 2

    from pilothouse import Pilothouse
    from pilothouse.server import background

    house = Pilothouse(settings=settings_of(tmp_path / "home"), embedder=Letters(), assistants=[echo(Gate())])
    with background(house) as again, httpx.Client(base_url=again, headers=client.headers, timeout=SECONDS) as client:
        more = client.post("/v1/assistants/echo/turns", json={"text": "three", "session": "table"}).json()
        assert (more["reply"], more["turn"]) == ("anna: one two three", 3)
        fresh = client.post("/v1/assistants/echo/turns", json={"text": "hi", "session": "new"}).json()
        assert (fresh["reply"], fresh["turn"]) == ("anna: hi", 1)
        assert [turn["text"] for turn in client.get("/v1/traces").json()["turns"]] == ["hi", "three", "two", "one"]
        assert client.get(f"/v1/jobs/{job}").json()["status"] == "interrupted"


def _late(process: Any) -> Any:
    """The signal is sent while this request is under way: it and those before it are to be finished."""
    yield b"{"
    process.send_signal(signal.SIGTERM)
    yield b"}"


def test_that_an_address_that_is_taken_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    from pilothouse.contracts.errors import UsageError
    from pilothouse.server.running import run

    for name in ("HOST", "PORT", "WORKERS"):  # set for worker processes; put back afterwards
        monkeypatch.setenv(f"PILOTHOUSE_SERVER__{name}", "")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=str(port)):
            run(settings_of(tmp_path, port=port), "nothing:at_all")
