"""The same questions get the same intents, sources, facts and outcomes in every mode, and without any model."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse.contracts.reply import Reply
from pilothouse.gateway import Call, ModelRequest, Say, ScriptedModel

from .scenarios import SCENARIOS, Scenario, problems
from .shelf import open_house

MODES = ("NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE")


def asked(house: Pilothouse, scenario: Scenario, session: str) -> Reply:
    for text in scenario.before:
        house.ask("knowledge", text, session=session)
    return house.ask("knowledge", scenario.ask, session=session)


@cache
def offline(home: Path) -> dict[str, Reply]:
    with open_house(home) as house:
        return {s.ask: asked(house, s, f"s{n}") for n, s in enumerate(SCENARIOS)}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reply]:
    return offline(tmp_path_factory.mktemp("offline"))


class Clever:
    """A model that does what it should: it searches for the right words and then says the right ones."""

    def __init__(self, expected: dict[str, Reply]) -> None:
        self.expected = expected
        self.scenario = SCENARIOS[0]

    def line(self, request: ModelRequest) -> Any:
        reply = self.expected[self.scenario.ask]
        if request.task == "route_intent":
            return Say('{{"intent": "{}"}}'.format(reply.data["intent"]), raw=True)
        if request.task != "converse":
            return Say(reply.reply)
        calls = [Call(c.name, {"query": c.arguments["query"]}) for c in reply.tool_calls if "query" in c.arguments]
        if request.mode == "PROMPT_LEGACY":
            return calls[0]
        return tuple(calls)


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
            if reply.data["intent"] != same.data["intent"] or reply.outcome != same.outcome:
                found.append(
                    f"{reply.data['intent']}, {reply.outcome} instead of {same.data['intent']}, {same.outcome}"
                )
            if {c["id"] for c in reply.data["citations"]} != {c["id"] for c in same.data["citations"]}:
                found.append("other citations")
            if found:
                wrong[scenario.ask] = [*found, reply.reply]
    assert wrong == {}


@pytest.mark.parametrize("mode", MODES)
def test_that_a_lying_model_changes_no_fact_in_mode(mode: str, tmp_path: Path) -> None:
    liar = ScriptedModel(lambda request: Say("年假有365天，食堂龙虾免费[1]。高管奖金9999万元[7]。"))
    wrong: dict[str, list[str]] = {}
    with open_house(tmp_path, liar, mode=mode, breaker_failures=10_000) as house:
        for n, scenario in enumerate(SCENARIOS):
            reply = asked(house, scenario, f"s{n}")
            # needTool=false and an answer from memory: nothing was looked up, and that is what is said.
            declined = mode == "PROMPT_LEGACY" and scenario.intent == "knowledge_query"
            found = problems(reply, scenario) if not declined else []
            if any(lie in reply.reply for lie in ("365", "龙虾", "9999")):
                found.append("invented")
            if declined and (reply.tool_calls or reply.outcome != "fallback"):
                found.append("a tool ran that was declined")
            if found:
                wrong[scenario.ask] = [*found, reply.reply]
    assert wrong == {}


def test_that_small_talk_and_arithmetic_ask_no_model_and_search_nothing(tmp_path: Path) -> None:
    model = ScriptedModel(lambda request: Say("好的"))
    with open_house(tmp_path, model) as house:
        for text in ("你好", "谢谢", "3天*500", "每天补贴120元，出差5天一共多少", "怎么办", "你能做什么"):
            reply = house.ask("knowledge", text)
            assert not any(call.name == "search_knowledge_base" for call in reply.tool_calls)
    assert model.requests == []


def test_that_a_turn_takes_two_model_calls(tmp_path: Path) -> None:
    model = ScriptedModel(
        [Call("search_knowledge_base", {"query": "年假有几天 年休假"}), Say("满1年不满10年有5天带薪年休假[1]。")]
    )
    with open_house(tmp_path, model) as house:
        reply = house.ask("knowledge", "年假有几天")
    assert (reply.reply, reply.outcome) == ("满1年不满10年有5天带薪年休假[1]。", "answered")
    assert reply.usage.model_calls == 2
    assert {request.task: request.task for request in model.requests}.keys() == {"converse", "compose_answer"}


def test_that_a_model_adds_words_to_a_search_and_takes_none_away(tmp_path: Path) -> None:
    model = ScriptedModel(
        [Call("search_knowledge_base", {"query": "带薪休假天数", "filter_dept": "finance"}), Say("5天[1]。")]
    )
    with open_house(tmp_path, model) as house:
        reply = house.ask("knowledge", "年假有几天")
    queries = [(call.arguments["query"], call.arguments["filter_dept"]) for call in reply.tool_calls]
    assert queries == [("年假有几天 年休假", "all"), ("带薪休假天数", "all")]


def test_that_an_unsure_intent_may_be_told_by_a_model_and_no_more(tmp_path: Path) -> None:
    """It can't make a calculation of what has no numbers, nor name a state."""
    for said in ('{"intent":"tool_action"}', '{"intent":"weigh"}', '{"intent":"close","next_state":"end"}', "搜索"):
        model = ScriptedModel({"route_intent": [Say(said, raw=True)], "*": lambda request: Say("5天[1]。")})
        with open_house(tmp_path / str(abs(hash(said))), model) as house:
            reply = house.ask("knowledge", "带薪年休假")
        assert reply.data["intent"] == "knowledge_query"
        assert next(request.task for request in model.requests) == "route_intent"
