"""Alive, ready, measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from .kit import SECONDS, Gate, Letters, Served, echo, settings_of

from pilothouse import Pilothouse  # isort: skip
from pilothouse.server import create_app  # isort: skip
from pilothouse.server.keys import KeyStore  # isort: skip


def test_that_it_is_alive_and_ready(served: Served) -> None:
    assert served.client().get("/healthz").json() == {"status": "ok"}
    ready = served.client().get("/readyz")
    assert (ready.status_code, ready.json()["ready"]) == (200, True)


def test_that_it_is_not_ready_while_assistants_are_opened_or_users_cannot_be_read(tmp_path: Path) -> None:
    house = Pilothouse(settings=settings_of(tmp_path, hosts=("*",)), embedder=Letters(), assistants=[echo(Gate())])
    app = create_app(house, warm=False)
    client = TestClient(app)  # not entered: nothing is opened
    assert client.get("/readyz").json() == {
        "ready": False,
        "checks": {"home": "ok", "users": "ok", "assistants": "opening"},
    }
    (tmp_path / "users.db").write_bytes(b"no database at all" * 100)
    broken = client.get("/readyz")
    assert broken.status_code == 503
    assert broken.json()["checks"]["users"] == "unreadable"
    assert str(tmp_path) not in broken.text
    house.close()


def test_that_metrics_count_turns_tools_and_tokens(served: Served) -> None:
    from pilothouse.telemetry import metrics

    before = metrics.TURNS.value(assistant="echo", outcome="answered")
    tools = metrics.TOOL_CALLS.value(assistant="menu", tool="menu_search")
    client = served.client("anna")
    served.ask(client, "hi")
    served.ask(client, "麻辣香锅多少钱", assistant="menu")
    assert metrics.TURNS.value(assistant="echo", outcome="answered") == before + 1
    assert metrics.TOOL_CALLS.value(assistant="menu", tool="menu_search") == tools + 1
    text = client.get("/metrics").text
    assert 'pilothouse_turns_total{assistant="echo",outcome="answered"}' in text
    assert 'pilothouse_turn_seconds_count{assistant="menu"}' in text
    assert "pilothouse_turns_running 0" in text


def test_that_running_turns_are_counted(served: Served) -> None:
    client = served.client("ben")
    with client.stream(
        "POST", "/v1/assistants/echo/turns", json={"text": "wait"}, headers={"Accept": "text/event-stream"}
    ):
        assert served.gate.reached.acquire(timeout=SECONDS)
        assert "pilothouse_turns_running 1" in served.client().get("/metrics").text
        served.gate.open()


@pytest.mark.parametrize(
    ("public", "scopes", "status"), [(False, (), 401), (False, ("metrics:read",), 200), (True, (), 200)]
)
def test_that_other_machines_need_a_scope_for_metrics(
    tmp_path: Path, public: bool, scopes: tuple[str, ...], status: int
) -> None:
    settings = settings_of(tmp_path, hosts=("*",), public_metrics=public)
    with Pilothouse(settings=settings, embedder=Letters()) as house:
        client = TestClient(create_app(house, warm=False), client=("10.0.0.7", 4000))
        headers = {}
        if scopes:
            house.users.add("prom", scopes)
            headers = {"Authorization": f"Bearer {KeyStore(house.users).make('prom')}"}
        assert client.get("/metrics", headers=headers).status_code == status
