"""Usage and budgets."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.gateway import Fail, Gateway, GatewaySettings, ModelReply, ScriptedModel, UsageMeter, UsageRecord, Wait

from .test_ask import ANSWER, Question


def reply(tokens_in: int | None = 100, tokens_out: int | None = 10) -> ModelReply:
    return ModelReply("好的。", tokens_in=tokens_in, tokens_out=tokens_out)


async def ask(gateway: Gateway, *, user: str = "li", session: str = "s") -> Any:
    return await gateway.ask(ANSWER, Question(text="x"), caller=Caller(user), session=session)


async def test_that_every_call_is_counted_with_its_price() -> None:
    settings = GatewaySettings(price_in=2.0, price_out=8.0)
    gateway = Gateway(settings, model=ScriptedModel([reply(), reply(500_000, 250_000)]))
    await ask(gateway)
    await ask(gateway, session="t")
    used = gateway.meter.user("li")
    assert (used.model_calls, used.tokens) == (2, 750_110)
    assert used.cost == pytest.approx(3.00028)
    assert gateway.meter.session("s").tokens == 110
    assert gateway.meter.session("unknown").tokens == 0


@pytest.mark.parametrize("numbers", [(None, None), (0, 0), (-5, -1)])
async def test_that_numbers_that_cannot_be_are_estimated(numbers: tuple[Any, Any]) -> None:
    kept: list[UsageRecord] = []
    gateway = Gateway(model=ScriptedModel([reply(*numbers)]), meter=UsageMeter(persist=kept.append))
    await ask(gateway)
    assert kept[0].estimated
    assert kept[0].tokens_in > 0
    assert kept[0].tokens_out == 3


@pytest.mark.parametrize(
    "budget",
    [
        {"session_token_budget": 1000},
        {"user_token_budget": 1000},
        {"session_cost_budget": 0.001, "price_in": 1.0, "price_out": 1.0},
        {"user_cost_budget": 0.001, "price_in": 1.0, "price_out": 1.0},
    ],
)
async def test_that_a_budget_is_never_passed_and_then_no_model_is_asked(budget: dict[str, Any]) -> None:
    model = ScriptedModel(lambda request: reply(250, 50))
    gateway = Gateway(GatewaySettings(**budget), model=model)
    results = [await ask(gateway) for _ in range(6)]
    assert [result.origin for result in results][:1] == ["model"]
    assert results[-1].origin == "fallback"
    assert results[-1].problems == ("The budget is used up; no model was asked.",)
    assert gateway.meter.session("s").tokens <= 1000
    assert len(model.requests) == gateway.meter.session("s").model_calls < 6


async def test_that_budgets_are_per_session_and_per_user() -> None:
    gateway = Gateway(GatewaySettings(session_token_budget=700), model=ScriptedModel(lambda request: reply(300, 50)))
    assert (await ask(gateway, session="a")).origin == "model"
    assert (await ask(gateway, session="a")).origin == "fallback"
    assert (await ask(gateway, session="b")).origin == "model"
    gateway = Gateway(GatewaySettings(user_token_budget=700), model=ScriptedModel(lambda request: reply(300, 50)))
    assert (await ask(gateway, session="a")).origin == "model"
    assert (await ask(gateway, session="b")).origin == "fallback"
    assert (await ask(gateway, session="b", user="wang")).origin == "model"


async def test_that_calls_under_way_hold_their_share() -> None:
    gate = asyncio.Event()
    gateway = Gateway(
        GatewaySettings(session_token_budget=700), model=ScriptedModel(lambda request: Wait(gate, "好的。"))
    )
    turns = [asyncio.create_task(ask(gateway)) for _ in range(4)]
    for _ in range(20):
        await asyncio.sleep(0)
    gate.set()
    origins = [result.origin for result in await asyncio.gather(*turns)]
    assert origins.count("model") == 1


async def test_that_failed_and_cancelled_calls_give_their_share_back() -> None:
    gateway = Gateway(
        GatewaySettings(session_token_budget=700, retries=0), model=ScriptedModel([Fail("server"), Wait(), "好的。"])
    )
    await ask(gateway)
    turn = asyncio.create_task(ask(gateway))
    for _ in range(20):
        await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert (await ask(gateway)).origin == "model"


async def test_that_a_users_budget_begins_anew_with_the_utc_day() -> None:
    now = [datetime(2026, 11, 30, 23, 59, tzinfo=UTC)]
    settings = GatewaySettings(user_token_budget=700)
    gateway = Gateway(
        settings, model=ScriptedModel(lambda request: reply(300, 50)), meter=UsageMeter(settings, now=lambda: now[0])
    )
    assert (await ask(gateway, session="a")).origin == "model"
    assert (await ask(gateway, session="b")).origin == "fallback"
    now[0] += timedelta(minutes=2)
    assert (await ask(gateway, session="c")).origin == "model"


async def test_that_persisted_records_restore_a_meter() -> None:
    kept: list[UsageRecord] = []
    settings = GatewaySettings(user_token_budget=700)
    await ask(Gateway(settings, model=ScriptedModel([reply(300, 50)]), meter=UsageMeter(settings, persist=kept.append)))
    again = Gateway(settings, model=ScriptedModel(["好的。"]), meter=UsageMeter(settings, history=kept))
    assert (await ask(again, session="other")).origin == "fallback"
    assert again.meter.user("li").tokens == 350
