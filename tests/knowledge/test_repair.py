"""What is searched for next: other words when nothing was found, valid arguments after invalid ones, and an end."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pilothouse.assistants.knowledge.proposals import hold, next_calls
from pilothouse.assistants.knowledge.rewriting import rewrite
from pilothouse.assistants.knowledge.tools import contracts
from pilothouse.assistants.knowledge.words import read_words
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.gateway import Call, ModelRequest, Say, ScriptedModel
from pilothouse.retrieval.passage import Found

from .shelf import PAPERS, PaperShelf, open_house

WORDS = read_words()
TOOLS = contracts(("finance", "hr"))


def parts(text: str, before: str = "") -> list[dict[str, Any]]:
    from dataclasses import asdict

    return [asdict(part) for part in rewrite(text, before, WORDS, datetime(2026, 11, 30)).parts]


def step(query: str, error: str | None, part: int = 0, dept: str = "all") -> dict[str, Any]:
    envelope = {"status": "error" if error else "success", "error_type": error, "results": []}
    return {
        "name": "search_knowledge_base",
        "arguments": {"query": query, "filter_dept": dept},
        "part": part,
        "envelope": envelope,
    }


def queries(calls: list[tuple[ProposedCall, int]]) -> list[str]:
    return [str(call.arguments["query"]) for call, _ in calls]


def test_that_nothing_found_leads_to_other_words_and_then_to_an_end() -> None:
    asked = parts("公司的五险一金到底怎么交啊")
    steps: list[dict[str, Any]] = []
    seen: list[str] = []
    while made := queries(next_calls(asked, steps, WORDS, "all")):
        assert len(made) == 1
        assert made[0] not in seen
        seen += made
        steps.append(step(made[0], "no_results"))
    assert 2 <= len(seen) <= 4


def test_that_what_was_found_is_not_searched_again() -> None:
    asked = parts("年假有几天，另外停车费多少钱")
    first = queries(next_calls(asked, [], WORDS, "all"))
    assert len(first) == 2
    steps = [step(first[0], None, 0), step(first[1], "no_results", 1)]
    assert [part for _, part in next_calls(asked, steps, WORDS, "all")] == [1]


@pytest.mark.parametrize("error", ["timeout", "unavailable", "not_allowed", "call_limit"])
def test_that_what_can_t_be_mended_is_not_tried_again(error: str) -> None:
    asked = parts("年假有几天")
    assert next_calls(asked, [step("年假有几天 年休假", error)], WORDS, "all") == []


def test_that_an_invalid_call_is_followed_by_a_valid_one() -> None:
    asked = parts("年假有几天")
    made = next_calls(asked, [step("年假", "invalid_params")], WORDS, "all")
    assert queries(made) == [asked[0]["query"]]
    for call, _ in made:
        TOOLS[0].validate(call.arguments)


def test_that_a_department_without_an_answer_is_left_at_last() -> None:
    asked = parts("公司的五险一金到底怎么交啊")
    steps: list[dict[str, Any]] = []
    departments = []
    while made := next_calls(asked, steps, WORDS, "hr"):
        departments.append(made[0][0].arguments["filter_dept"])
        steps.append(step(str(made[0][0].arguments["query"]), "no_results", dept="hr"))
    assert departments[0] == "hr"
    assert departments[-1] == "all"


def test_that_a_model_may_not_narrow_a_search_nor_take_its_place() -> None:
    proposals = next_calls(parts("年假有几天"), [], WORDS, "all")
    own = [ProposedCall("search_knowledge_base", {"query": "年休假天数", "filter_dept": "finance", "top_k": 3})]
    calls, notes = hold(own, proposals, TOOLS, named="all", steps=[])
    assert queries(calls) == [*queries(proposals), "年休假天数"]
    assert calls[-1][0].arguments["filter_dept"] == "all"
    assert notes
    assert hold([], proposals, TOOLS, named="all", steps=[])[0] == proposals


class Stubborn(PaperShelf):
    """Finds nothing until the words are right."""

    def search(self, query: str, caller: Caller, **options: Any) -> Found:
        found = super().search(query, caller, **options)
        return found if "报销" in query and "咋" not in query and "到底" not in query else Found((), 0, "v1")


def test_that_a_model_that_is_told_of_no_results_can_find_other_words(tmp_path: Path) -> None:
    def line(request: ModelRequest) -> Any:
        if request.task != "converse":
            return Say("报销款在审批通过后10个工作日内到账[1]。")
        told = any("no_results" in message.content for message in request.messages)
        return Call("search_knowledge_base", {"query": "报销到账时间" if told else "垫付的钱"})

    with open_house(tmp_path, ScriptedModel(line), shelf=Stubborn(PAPERS)) as house:
        reply = house.ask("knowledge", "到底垫的钱审批通过后多久到账")
    kinds = [call.error_type for call in reply.tool_calls]
    assert kinds[0] == "no_results"
    assert len(kinds) <= 3
    assert reply.outcome in ("answered", "not_found", "fallback")


def test_that_a_whole_turn_mends_its_query(tmp_path: Path) -> None:
    class Picky(PaperShelf):
        def search(self, query: str, caller: Caller, **options: Any) -> Found:
            found = super().search(query, caller, **options)
            return found if "多久" not in query else Found((), 0, "v1")

    with open_house(tmp_path, shelf=Picky(PAPERS)) as house:
        reply = house.ask("knowledge", "报销多久到账")
    assert [call.error_type for call in reply.tool_calls] == ["no_results", None]
    assert "10个工作日" in reply.reply
