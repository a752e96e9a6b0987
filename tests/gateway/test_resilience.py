"""Time limits, retries, the circuit breaker, the fallback model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.task import TaskResult
from pilothouse.gateway import Fail, Gateway, GatewaySettings, ScriptedModel, Wait
from pilothouse.gateway.faults import classify

from .conftest import Clock
from .openai_server import OpenAIServer
from .test_ask import ANSWER, Answer, Question


def gateway_of(script: Any, clock: Clock, **settings: Any) -> tuple[Gateway, ScriptedModel]:
    model = ScriptedModel(script)
    return Gateway(GatewaySettings(**settings), model=model, clock=clock, sleep=clock.sleep), model


def told(asked: asyncio.Event, wait: Wait) -> Any:
    """A line of a script that says when it is reached."""

    def line(request: Any) -> Wait:
        asked.set()
        return wait

    return line


async def ask(gateway: Gateway) -> TaskResult[Answer]:
    return await gateway.ask(ANSWER, Question(text="x"), caller=Caller(), session="s")


async def test_that_pauses_grow_between_retries(clock: Clock) -> None:
    gateway, model = gateway_of([Fail("server"), Fail("connection"), "好的。"], clock, retries=2, backoff_s=1.0)
    assert (await ask(gateway)).value.text == "好的。"
    assert len(model.requests) == 3
    assert 0.75 <= clock.slept[0] <= 1.25
    assert 1.5 <= clock.slept[1] <= 2.5


async def test_that_a_pause_longer_than_the_deadline_is_a_no(clock: Clock) -> None:
    gateway, model = gateway_of([Fail("rate_limit", retry_after=3600)] * 3, clock)
    assert (await ask(gateway)).origin == "fallback"
    assert clock.slept == []
    assert len(model.requests) == 1


async def test_that_all_tries_together_keep_the_deadline(clock: Clock) -> None:
    def slow(request: Any) -> Any:
        clock.now += 25
        return Fail("timeout")

    gateway, _ = gateway_of(slow, clock, deadline_s=60, retries=5, backoff_s=0)
    begun = clock.now
    assert (await ask(gateway)).origin == "fallback"
    assert clock.now - begun <= 85


async def test_that_a_model_that_never_answers_costs_the_time_limit(clock: Clock) -> None:
    gateway, _ = gateway_of([Wait()], clock, timeout_s=0.01, retries=0)
    result = await ask(gateway)
    assert result.problems == ("The model did not answer in time.",)
    assert gateway.meter.session("s").tokens > 0  # the provider bills the prompt


async def test_that_the_breaker_opens_waits_and_lets_one_request_through(clock: Clock) -> None:
    gateway, model = gateway_of(
        [Fail("server")] * 3 + [Fail("server")] + ["好的。"] * 2,
        clock,
        retries=0,
        breaker_failures=3,
        breaker_reset_s=30,
    )
    for _ in range(3):
        await ask(gateway)
    assert (await ask(gateway)).problems == ("The model failed repeatedly and is not asked for a while.",)
    assert len(model.requests) == 3
    clock.now += 31
    assert (await ask(gateway)).origin == "fallback"  # the probe fails and it opens again
    assert len(model.requests) == 4
    await ask(gateway)
    assert len(model.requests) == 4
    clock.now += 31
    assert (await ask(gateway)).origin == "model"
    assert (await ask(gateway)).origin == "model"


async def test_that_a_half_open_breaker_lets_only_one_of_many_through(clock: Clock) -> None:
    asked, wait = asyncio.Event(), Wait(asyncio.Event(), "好的。")
    gateway, _ = gateway_of(
        [Fail("server"), told(asked, wait), "也好。"], clock, retries=0, breaker_failures=1, breaker_reset_s=30
    )
    await ask(gateway)
    clock.now += 31
    turns = [asyncio.create_task(ask(gateway)) for _ in range(5)]
    await asked.wait()
    wait.until.set()
    origins = [result.origin for result in await asyncio.gather(*turns)]
    assert origins.count("model") == 1


async def test_that_a_cancelled_probe_does_not_lock_the_breaker(clock: Clock) -> None:
    asked = asyncio.Event()
    gateway, _ = gateway_of(
        [Fail("server"), told(asked, Wait()), "好的。"], clock, retries=0, breaker_failures=1, breaker_reset_s=30
    )
    await ask(gateway)
    clock.now += 31
    turn = asyncio.create_task(ask(gateway))
    await asked.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert (await ask(gateway)).origin == "model"


async def test_that_refused_requests_say_nothing_about_the_model(clock: Clock) -> None:
    gateway, model = gateway_of([Fail("bad_request")] * 5 + ["好的。"], clock, retries=0, breaker_failures=2)
    for _ in range(5):
        await ask(gateway)
    assert (await ask(gateway)).origin == "model"
    assert len(model.requests) == 6


async def test_that_the_fallback_model_answers_before_the_fallback_does(clock: Clock) -> None:
    pytest.importorskip("langchain_openai")
    with OpenAIServer(["从备用模型来。"], mode="NONE") as server:
        gateway, model = gateway_of(
            [Fail("server")] * 2, clock, retries=1, fallback_model="spare", fallback_base_url=server.url
        )
        result = await ask(gateway)
    assert result.value.text == "从备用模型来。"
    assert result.origin == "model"
    assert len(model.requests) == 2
    assert server.bodies[0]["model"] == "spare"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "bad_request"),
        (401, "auth"),
        (402, "auth"),
        (403, "auth"),
        (404, "bad_request"),
        (408, "timeout"),
        (422, "bad_request"),
        (429, "rate_limit"),
        (500, "server"),
        (502, "server"),
        (503, "server"),
        (504, "timeout"),
    ],
)
def test_that_every_status_has_its_kind(status: int, kind: str) -> None:
    error = type("APIStatusError", (Exception,), {"status_code": status})("with sk-secret in it")
    assert classify(error).kind == kind
    assert "sk-secret" not in classify(error).sentence


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("3", 3.0), ("0.5", 0.5), ("-1", 0.0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("soon", None), ("", None)],
)
def test_that_retry_after_is_read_as_number_or_date(header: str, seconds: float | None) -> None:
    response = type("Response", (), {"status_code": 429, "headers": {"retry-after": header}})()
    error = type("HTTPStatusError", (Exception,), {"response": response})()
    assert classify(error).retry_after == seconds


def test_that_network_errors_are_connection_faults_and_timeouts_timeouts() -> None:
    assert classify(ConnectionResetError()).kind == "connection"
    assert classify(TimeoutError()).kind == "timeout"
    assert classify(type("ReadTimeout", (Exception,), {})()).kind == "timeout"
    assert classify(KeyError("choices")).kind == "unknown"
