"""What a model may cost holds for those who ask over HTTP: budgets, a breaker, a model to fall back on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from pilothouse import Pilothouse, ScriptedModel
from pilothouse.gateway.scripted import Fail
from pilothouse.server import background

from .kit import Gate, Letters, Served, echo, settings_of

EACH = 18  # tokens of a call of the script
DEAREST = 900  # what a call is taken for before it is made, and more


@contextmanager
def limited(home: Path, model: Any, **limits: Any) -> Iterator[Served]:
    settings = settings_of(home)
    settings = settings.model_copy(update={"gateway": settings.gateway.model_copy(update=limits)})
    gate = Gate()
    house = Pilothouse(settings=settings, model=model, embedder=Letters(), assistants=[echo(gate)])
    with background(house) as url:
        served = Served(url, house, gate)
        yield served
        for client in served.clients:
            client.close()


def scripted() -> ScriptedModel:
    return ScriptedModel(lambda request: "hello", tokens=(11, 7))


def used(client: httpx.Client, session: str, *, stream: bool = False) -> int:
    """The tokens of a turn that asks the model once; it is answered whatever becomes of the call."""
    body = {
        "model": "echo", "messages": [{"role": "user", "content": "model"}], "stream": stream,
        "stream_options": {"include_usage": True},
    }  # fmt: skip
    answered = client.post("/v1/chat/completions", json=body, headers={"X-Session": session})
    assert answered.status_code == 200
    assert "model" in answered.text
    if not stream:
        return int(answered.json()["usage"]["total_tokens"])
    last = [line for line in answered.text.splitlines() if line.startswith("data: {")][-1]
    return int(httpx.Response(200, content=last.removeprefix("data: ")).json()["usage"]["total_tokens"])


def test_that_a_session_that_has_used_its_budget_is_answered_without_a_model(tmp_path: Path) -> None:
    model = scripted()
    with limited(tmp_path, model, session_token_budget=DEAREST) as served:
        anna, ben = served.client("anna"), served.client("ben")
        spent = [used(anna, "table", stream=bool(turn % 2)) for turn in range(60)]
        assert spent[:2] == [EACH, EACH]
        assert spent[-1] == 0
        assert sum(spent) <= DEAREST
        assert used(anna, "another") == EACH
        assert used(ben, "table") == EACH  # a session of the same name, of somebody else
    assert len(model.requests) == sum(tokens > 0 for tokens in spent) + 2


@pytest.mark.parametrize("limit", [{"user_token_budget": DEAREST}, {"user_cost_budget": DEAREST / 1e6}])
def test_that_a_user_who_has_used_his_budget_leaves_that_of_others_alone(tmp_path: Path, limit: Any) -> None:
    with limited(tmp_path, scripted(), price_in=1.0, price_out=1.0, **limit) as served:
        anna, ben = served.client("anna"), served.client("ben")
        spent = [used(anna, f"s{turn}", stream=bool(turn % 2)) for turn in range(60)]
        assert spent[0] == spent[1] == EACH
        assert spent[-1] == 0
        assert used(ben, "s0") == EACH


@pytest.mark.parametrize("limit", ["user_token_budget", "session_token_budget"])
def test_that_a_budget_that_is_used_up_stays_so_when_the_server_starts_again(tmp_path: Path, limit: str) -> None:
    with limited(tmp_path, scripted(), **{limit: DEAREST}) as served:
        while used(served.client("anna"), "table"):
            pass
    model = scripted()
    with limited(tmp_path, model, **{limit: DEAREST}) as again:
        assert used(again.client("anna"), "table") == 0
        assert used(again.client("ben"), "table") == EACH


def test_that_a_model_that_fails_is_left_alone_for_a_while_and_turns_are_answered(tmp_path: Path) -> None:
    model = ScriptedModel(lambda request: Fail("server"))
    with limited(tmp_path, model, retries=0, breaker_failures=3, breaker_reset_s=1000.0) as served:
        assert [used(served.client("anna"), f"s{turn}") for turn in range(8)] == [0] * 8
        events = served.client("anna").post(
            "/v1/assistants/echo/turns", json={"text": "model"}, headers={"Accept": "text/event-stream"}
        )
    assert len(model.requests) == 3
    assert "Traceback" not in events.text


def test_that_another_model_answers_where_the_first_one_fails(tmp_path: Path) -> None:
    pytest.importorskip("langchain_openai", reason="needs the extra [openai]")
    from ..gateway.openai_server import OpenAIServer

    broken = ScriptedModel(lambda request: Fail("server"))
    with OpenAIServer(lambda request: "hello from the other") as other:
        limits = {
            "retries": 0,
            "fallback_model": "spare",
            "fallback_base_url": other.url,
            "fallback_api_key": SecretStr("k"),
        }
        with limited(tmp_path, broken, **limits) as served:
            assert used(served.client("anna"), "table") > 0
            assert used(served.client("anna"), "table", stream=True) > 0
        assert len(other.bodies) == 2
