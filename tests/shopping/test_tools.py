"""The one tool and its rules (S2, S4, S6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pilothouse.assistants.shopping.tools import PAGE_LIMIT, TEXT_LIMIT, TOOLS
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.tool import ToolContext
from pilothouse.toolroom import Registry, ToolRoom
from pilothouse.websearch.errors import SearchFailed

from .market import FAN, TOOL, Market
from .web import Web, page, services

[CONTRACT] = TOOLS


def room(web: Web, **scope: Any) -> Any:
    context = ToolContext(caller=Caller(), session="s", store=services(web), scope=scope)
    return ToolRoom(Registry(TOOLS)).open_turn(context)


def call(query: str = FAN) -> ProposedCall:
    return ProposedCall(TOOL, {"query": query})


@given(st.text(min_size=401, max_size=500))
def test_that_a_query_of_more_than_400_characters_is_refused(query: str) -> None:
    with pytest.raises(ValidationError):
        CONTRACT.validate({"query": query})


@given(st.text("静音风扇 fan评测", min_size=1, max_size=400))
def test_that_a_query_of_400_characters_is_taken(query: str) -> None:
    assert CONTRACT.validate({"query": query}).query == query  # type: ignore[attr-defined]


@pytest.mark.parametrize("arguments", [{}, {"query": ""}, {"query": 1}, {"query": "x", "max_results": 10}])
def test_that_nothing_but_a_query_is_taken(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CONTRACT.validate(arguments)


def test_that_the_declaration_says_what_the_article_asks_for() -> None:
    """A good input, what the output is, when it is enough, when to give up; in both languages."""
    said = CONTRACT.description
    for words in (
        "Good input",
        "The output is",
        "One call is enough",
        "give up",
        "好的输入",
        "输出是",
        "一次就够",
        "只能调用一次",
        "放弃",
    ):
        assert words in said
    assert CONTRACT.schema()["properties"]["query"]["maxLength"] == 400
    assert CONTRACT.soft_limit == CONTRACT.turn_limit == 1


async def test_that_a_second_search_of_the_turn_is_refused() -> None:
    web = Market()
    turn = room(web)
    [first] = await turn.run([call()])
    asked = len(web.asked)
    [again] = await turn.run([call("桌面风扇 口碑 换个词")])
    both = await room(web).run([call(), call("桌面风扇 评测")])
    assert (first.envelope.status, again.envelope.error_type) == ("success", "call_limit")
    assert [result.envelope.error_type for result in both] == [None, "call_limit"]
    assert len(web.asked) == 2 * asked
    assert turn.offered() == []


async def test_that_the_planned_sub_queries_are_searched_and_no_other() -> None:
    web = Market()
    [result] = await room(web, plan=("风扇 口碑", "风扇 评测")).run([call()])
    assert web.asked == ["风扇 口碑", "风扇 评测"]
    [info] = result.envelope.results
    assert all(row["queries"] == ["风扇 口碑", "风扇 评测"] for row in info["pages"])


async def test_that_without_a_plan_the_tool_plans_itself() -> None:
    web = Market()
    await room(web).run([call()])
    assert 1 <= len(web.asked) <= 3
    assert all(len(query) <= 400 for query in web.asked)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(0, 1), st.integers(200, 9000)), min_size=1, max_size=12))
async def test_that_pages_come_once_sorted_and_cut_at_a_sentence(found: list[tuple[str, float, int]]) -> None:
    sentence = "这款风扇口碑很好，用了半年，推荐。"
    pages = [page(f"{d}.example", sentence * (length // len(sentence)), score=score) for d, score, length in found]
    [result] = await room(Web(pages), plan=("风扇 口碑",)).run([call()])
    if not result.envelope.ok:
        return
    [info] = result.envelope.results
    rows = info["pages"]
    assert len({row["url"] for row in rows}) == len(rows)
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    assert all(len(row["text"]) <= PAGE_LIMIT and row["text"].rstrip().endswith("。") for row in rows)
    assert all(not row["text"].replace(sentence, "").strip() for row in rows)  # no sentence in pieces
    assert sum(len(row["text"]) for row in rows) <= TEXT_LIMIT


@pytest.mark.parametrize(
    ("kind", "error"),
    [("timeout", "timeout"), ("nothing_found", "no_results"), ("query_too_long", "invalid_params"), ("budget", "unavailable"),  # noqa: E501
     ("key_missing", "unavailable"), ("rate_limit", "unavailable"), ("quota", "unavailable"), ("bad_response", "unavailable")],  # noqa: E501
)  # fmt: skip
async def test_that_a_failure_is_typed(kind: str, error: str) -> None:
    web = Market(behave=lambda query: SearchFailed(kind))  # type: ignore[arg-type]
    [result] = await room(web).run([call()])
    assert result.envelope.error_type == error


def test_that_the_page_of_the_tools_says_what_the_contracts_say() -> None:
    text = (Path(__file__).parents[2] / "docs" / "shopping-tools.md").read_text("utf-8")
    for tool in TOOLS:
        assert tool.document() in text, "Write it anew: see the top of docs/shopping-tools.md."
