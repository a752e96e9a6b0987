"""What enters a prompt and how it ages; who owns the state; what happens when a budget or an endpoint gives out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse import house as house_module
from pilothouse.assistants.menu.graph import BUDGET, FLOW
from pilothouse.assistants.menu.state import MenuState
from pilothouse.contracts.caller import Caller
from pilothouse.gateway import Fail, Gateway, ModelRequest, Say, ScriptedModel
from pilothouse.gateway.tokens import count
from pilothouse.settings import Settings

from ..gateway.openai_server import OpenAIServer
from .kitchen import embedder, open_house

ASKED = (
    "麻辣香锅多少钱",
    "回锅肉辣吗",
    "宫保鸡丁多少钱",
    "麻婆豆腐要等多久",
    "水煮鱼多少钱",
    "酸菜鱼多少钱",
    "来个绿菜",
    "三十块以下的素菜",
    "有没有龙虾",
    "干锅牛蛙还有吗",
)


HISTORY_TURNS: int = Settings.model_fields["history_turns"].default


def silent(request: ModelRequest) -> Say:
    return Say("")


def evasive(request: ModelRequest) -> Say:
    return Say("好的，请稍等。")


def shown(request: ModelRequest) -> str:
    return "\n".join(message.content for message in request.messages)


def test_that_older_turns_become_a_summary_that_keeps_their_numbers(tmp_path: Path) -> None:
    model = ScriptedModel(silent)
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        for n in range(HISTORY_TURNS + 6):
            house.ask("menu", ASKED[n % len(ASKED)])
        model.requests.clear()
        house.ask("menu", "毛血旺多少钱")
        state = house.run(house.room("menu").conductor.state(Caller(), "default"))
    prompt = shown(next(request for request in model.requests if request.task == "converse"))
    assert "38" in state["summary"]
    assert "麻辣香锅" in state["summary"]
    assert "38" in prompt
    assert "此前对话摘要" in prompt


@pytest.mark.parametrize(("turns", "verbatim"), [("0", 0), ("1", 1), ("4", 6)])
def test_that_as_many_turns_are_shown_as_they_were_said_as_the_settings_say(
    turns: str, verbatim: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some more may wait for the summary they go into together."""
    monkeypatch.setenv("PILOTHOUSE_HISTORY_TURNS", turns)
    model = ScriptedModel(silent)
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        seen: list[int] = []
        for n in range(12):
            house.ask("menu", ASKED[n % len(ASKED)])
        for request in model.requests:
            if request.task == "converse":
                seen.append(sum(m.role == "assistant" and bool(m.content) for m in request.messages))
        state = house.run(house.room("menu").conductor.state(Caller(), "default"))
    assert max(seen) == verbatim
    assert "38" in state["summary"]
    assert len(state["history"]) <= 2 * verbatim


def test_that_a_model_s_summary_which_lost_a_price_is_refused(tmp_path: Path) -> None:
    model = ScriptedModel({"summarise_history": lambda request: Say("客人问了几道菜的价格。"), "*": silent})
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        for n in range(HISTORY_TURNS + 6):
            house.ask("menu", ASKED[n % len(ASKED)])
        state = house.run(house.room("menu").conductor.state(Caller(), "default"))
    assert any(request.task == "summarise_history" for request in model.requests)
    assert "38" in state["summary"]


def test_that_prompts_of_a_long_session_stay_flat(tmp_path: Path) -> None:
    model = ScriptedModel({"summarise_history": [], "*": silent})
    sizes: list[int] = []
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        for n in range(80):
            before = len(model.requests)
            house.ask("menu", f"{ASKED[n % len(ASKED)]}，我们{n % 7 + 1}个人，住{n + 1}号楼")
            sizes.append(
                max(
                    sum(count(m.content) for m in r.messages if m.role != "system")
                    for r in model.requests[before:]
                    if r.task == "converse"
                )
            )
        state = house.run(house.room("menu").conductor.state(Caller(), "default"))
    assert max(sizes[40:]) <= max(sizes[10:40]) * 1.15
    assert len(state["history"]) <= 2 * (HISTORY_TURNS + 4)
    assert len(state["summary"]) < 20_000


def test_that_a_long_question_and_a_long_history_keep_to_their_budgets(tmp_path: Path) -> None:
    model = ScriptedModel(silent)
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        for n in range(5):
            house.ask("menu", f"第{n}次问：" + "麻辣香锅要不要放很多很多香菜？" * 110)
    first = [request for request in model.requests if request.task == "converse"][-2]
    said = sum(count(message.content) for message in first.messages if message.role == "user")
    assert said <= BUDGET.limit("history") + BUDGET.limit("question") + 60


def test_that_what_was_looked_up_lives_for_one_turn(tmp_path: Path) -> None:
    model = ScriptedModel(evasive)
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        house.ask("menu", "麻辣香锅多少钱")
        assert any("先过油" in shown(request) for request in model.requests)
        model.requests.clear()
        for text in ("宫保鸡丁多少钱", "你们几点关门", "回锅肉还有吗"):
            house.ask("menu", text)
    assert not any("先过油" in shown(request) or "午餐肉" in shown(request) for request in model.requests)
    assert any("麻辣香锅38元一份" in shown(request) for request in model.requests)


def test_that_rules_come_first_and_the_question_last(tmp_path: Path) -> None:
    model = ScriptedModel(evasive)
    with open_house(tmp_path, model) as house:
        house.ask("menu", "麻辣香锅多少钱")
        house.ask("menu", "回锅肉多少钱")
    firsts = [
        request
        for request in model.requests
        if request.task == "converse" and not any(m.role == "tool" for m in request.messages)
    ]
    assert len({request.messages[0].content for request in firsts}) == 1  # a constant prefix
    assert firsts[0].messages[0].role == "system"
    assert firsts[0].messages[-1].content.rstrip().endswith("麻辣香锅多少钱")


def test_that_every_state_field_has_one_owner_and_a_lifetime() -> None:
    FLOW.check()
    fields = FLOW.fields()
    assert set(fields) == set(MenuState.__annotations__)
    assert all(mark.owner in {*FLOW.nodes, "entry"} for mark in fields.values())
    assert {name for name, mark in fields.items() if mark.lifetime == "session"} == {
        "turn",
        "store",
        "taste",
        "cart",
        "asked",
        "candidates",
        "exchange",
        "removed",
        "warned",
        "wish",
        "order",
        "menu_context",
        "asked_of",
        "focus",
        "last_search",
        "history",
        "summary",
    }


def test_that_turn_fields_are_neither_stored_nor_seen_by_the_next_turn(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("menu", "麻辣香锅多少钱")
        state = house.run(house.room("menu").conductor.state(Caller(), "default"))
        turn_fields = {name for name, mark in FLOW.fields().items() if mark.lifetime == "turn"}
        assert not {name for name in turn_fields if state.get(name)}
        reply = house.ask("menu", "谢谢")
    assert reply.data["dishes"] == []
    assert reply.tool_calls == []


@pytest.mark.parametrize(
    "budget",
    [
        {"session_token_budget": 10},
        {"user_token_budget": 10},
        {"session_cost_budget": 0.0, "price_in": 1.0, "price_out": 1.0},
    ],
    ids=lambda b: next(iter(b)),
)
def test_that_an_exhausted_budget_costs_words_and_no_facts(budget: dict[str, Any], tmp_path: Path) -> None:
    model = ScriptedModel(silent)
    with open_house(tmp_path, model, **budget) as house:
        reply = house.ask("menu", "麻辣香锅多少钱")
    assert (reply.reply, reply.outcome, reply.usage.model_calls) == ("麻辣香锅38元一份。", "fallback", 0)
    assert model.requests == []


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_that_the_breaker_opens_and_recovers(tmp_path: Path) -> None:
    ill = True
    model = ScriptedModel(lambda request: Fail("server") if ill else Say("麻辣香锅38元一份。"))
    clock = Clock()
    with open_house(tmp_path) as house:
        settings = house.settings.gateway.model_copy(update={"breaker_failures": 3, "retries": 0})
        vars(house)["gateway"] = Gateway(
            settings, model=model, embedder=embedder(), observer=house_module.observe, clock=clock
        )
        for _ in range(4):
            assert house.ask("menu", "麻辣香锅多少钱").reply == "麻辣香锅38元一份。"
        calls = len(model.requests)
        assert calls == 3
        ill = False
        assert house.ask("menu", "麻辣香锅多少钱").outcome == "fallback"
        assert len(model.requests) == calls
        clock.now += 31
        reply = house.ask("menu", "麻辣香锅多少钱")
    assert (reply.outcome, reply.usage.model_calls) == ("answered", 2)


def test_that_the_fallback_model_speaks_when_the_first_one_fails(tmp_path: Path) -> None:
    pytest.importorskip("langchain_openai")
    with (
        OpenAIServer(lambda request: Say("麻辣香锅的价格是38元一份。")) as server,
        open_house(
            tmp_path, ScriptedModel(lambda request: Fail("auth")), fallback_model="spare", fallback_base_url=server.url
        ) as house,
    ):
        reply = house.ask("menu", "麻辣香锅多少钱")
    assert (reply.reply, reply.outcome) == ("麻辣香锅的价格是38元一份。", "answered")


def test_that_usage_counts_every_call(tmp_path: Path) -> None:
    model = ScriptedModel(lambda request: Say("瞎说，9元。"), tokens=(100, 10))
    with open_house(tmp_path, model, price_in=1.0, price_out=2.0) as house:
        reply = house.ask("menu", "麻辣香锅多少钱")
    assert reply.usage.model_calls == len(model.requests) > 0
    assert reply.usage.tokens == 110 * len(model.requests)
    assert reply.usage.cost == pytest.approx(len(model.requests) * 120 / 1_000_000)


def test_that_long_sessions_of_a_house_without_a_model_stay_quick(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        times = [house.ask("menu", f"{ASKED[n % len(ASKED)]}，{n}号桌").elapsed_ms for n in range(120)]
    assert sorted(times[-20:])[10] < 10 * sorted(times[:20])[10] + 50


def test_that_sessions_do_not_mix(tmp_path: Path) -> None:
    model = ScriptedModel(silent)
    with open_house(tmp_path, model) as house:
        _ask(house, "我在湖滨店", "a")
        model.requests.clear()
        _ask(house, "麻辣香锅多少钱", "b")
    assert not any(
        "湖滨" in message.content
        for request in model.requests
        for message in request.messages
        if message.role == "user" and "<data" not in message.content
    )


def _ask(house: Pilothouse, text: str, session: str) -> None:
    house.ask("menu", text, session=session)
