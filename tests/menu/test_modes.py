"""The same questions get the same tools, facts and outcomes in every mode, and without any model."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse.contracts.reply import Reply
from pilothouse.gateway import Call, ModelRequest, Say, ScriptedModel

from .kitchen import open_house
from .scenarios import SCENARIOS, Scenario, problems

MODES = ("NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE")


def asked(house: Pilothouse, scenario: Scenario, session: str) -> Reply:
    if scenario.store:
        house.ask("menu", f"我在{scenario.store}", session=session)
    return house.ask("menu", scenario.ask, session=session)


@cache
def offline(home: Path) -> dict[str, Reply]:
    with open_house(home) as house:
        return {s.ask: asked(house, s, f"s{n}") for n, s in enumerate(SCENARIOS)}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reply]:
    return offline(tmp_path_factory.mktemp("offline"))


class Clever:
    """A model that does what it should: it calls the right tools and then says the right words."""

    def __init__(self, expected: dict[str, Reply]) -> None:
        self.expected = expected
        self.scenario = SCENARIOS[0]

    def line(self, request: ModelRequest) -> Any:
        reply = self.expected[self.scenario.ask]
        if request.task != "converse":
            return Say(reply.reply)
        results = sum(m.content.count("<data") for m in request.messages if m.role in ("tool", "user"))
        calls = [Call(c.name, {k: v for k, v in c.arguments.items() if v is not None}) for c in reply.tool_calls]
        if request.mode == "PROMPT_LEGACY":
            return calls[results] if results < len(calls) else Say(reply.reply)
        return tuple(calls) if calls and not results else Say(reply.reply)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.ask)
def test_that_without_a_model_the_facts_are_right(scenario: Scenario, expected: dict[str, Reply]) -> None:
    assert problems(expected[scenario.ask], scenario) == []
    assert expected[scenario.ask].usage.model_calls == 0


@pytest.mark.parametrize("mode", MODES)
def test_that_a_good_model_gives_the_same_facts_in_mode(mode: str, expected: dict[str, Reply], tmp_path: Path) -> None:
    clever = Clever(expected)
    wrong: dict[str, list[str]] = {}
    with open_house(tmp_path, ScriptedModel(clever.line), mode=mode) as house:
        for n, scenario in enumerate(SCENARIOS):
            clever.scenario = scenario
            reply = asked(house, scenario, f"s{n}")
            same = expected[scenario.ask]
            found = problems(reply, scenario)
            if sorted(c.name for c in reply.tool_calls) != sorted(c.name for c in same.tool_calls):
                found.append(f"tools {[c.name for c in reply.tool_calls]}")
            if (
                reply.data["dishes"] != same.data["dishes"]
                or reply.data["faq"] != same.data["faq"]
                or reply.data["stores"] != same.data["stores"]
            ):
                found.append("other data")
            if reply.outcome != same.outcome:
                found.append(f"outcome {reply.outcome} instead of {same.outcome}")
            if found:
                wrong[scenario.ask] = found
    assert wrong == {}


@pytest.mark.parametrize("mode", MODES)
def test_that_a_silly_model_changes_no_fact_in_mode(mode: str, tmp_path: Path) -> None:
    silly = ScriptedModel(lambda request: Say("好的，这就为您安排！今天全场五折，龙虾1元。"))
    wrong: dict[str, list[str]] = {}
    with open_house(tmp_path, silly, mode=mode) as house:
        for n, scenario in enumerate(SCENARIOS):
            reply = asked(house, scenario, f"s{n}")
            found = problems(reply, scenario) if mode != "PROMPT_LEGACY" else []
            if "五折" in reply.reply or "龙虾1元" in reply.reply:
                found.append("invented")
            if found:
                wrong[scenario.ask] = found
    assert wrong == {}


def test_that_the_mode_goes_back_by_a_setting_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pilothouse.settings import load

    seen = []
    for mode in MODES:
        monkeypatch.setenv("PILOTHOUSE_MODE", mode)
        model = ScriptedModel(lambda request: Say("麻辣香锅38元一份。"))
        home = tmp_path / mode
        open_house(home).close()
        with Pilothouse(settings=load(home), model=model, strict=True) as house:
            assert "38" in house.ask("menu", "麻辣香锅多少钱").reply or mode == "PROMPT_LEGACY"
        seen.append({request.mode for request in model.requests if request.task == "converse"})
    assert seen == [{"NATIVE"}, {"SCHEMA"}, {"PROMPT_LEGACY"}, set()]


def test_that_need_tool_false_runs_no_tool(tmp_path: Path) -> None:
    model = ScriptedModel(lambda request: Say('{"needTool":false,"reply":"麻辣香锅9元。"}', raw=True))
    with open_house(tmp_path, model, mode="PROMPT_LEGACY") as house:
        reply = house.ask("menu", "麻辣香锅多少钱")
    assert reply.tool_calls == []
    assert "9" not in reply.reply
    assert reply.outcome == "fallback"


def test_that_two_questions_in_one_sentence_are_looked_up_in_one_step(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        reply = house.ask("menu", "麻辣香锅多少钱，另外你们有停车位吗")
        trace = house.recorder.get(reply.trace_id, user=None)
    assert trace is not None
    assert sorted(call.name for call in reply.tool_calls) == ["faq_search", "menu_search"]
    nodes = [event.fields["name"] for event in trace.events if event.kind == "node"]
    assert nodes.count("tools") == 1


def test_that_a_model_that_names_one_tool_gets_the_other_one_too(tmp_path: Path) -> None:
    model = ScriptedModel([Call("menu_search", {"query": "麻辣香锅"}), Say("麻辣香锅38元一份。")])
    with open_house(tmp_path, model) as house:
        reply = house.ask("menu", "麻辣香锅多少钱，另外你们有停车位吗")
    assert sorted(call.name for call in reply.tool_calls) == ["faq_search", "menu_search"]


def test_that_a_turn_takes_two_model_calls(tmp_path: Path) -> None:
    model = ScriptedModel([Call("menu_search", {"query": "麻辣香锅"}), Say("麻辣香锅38元一份。")])
    with open_house(tmp_path, model) as house:
        reply = house.ask("menu", "麻辣香锅多少钱")
    assert (reply.reply, reply.outcome, reply.usage.model_calls) == ("麻辣香锅38元一份。", "answered", 2)
