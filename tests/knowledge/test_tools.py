"""The contracts: the article's schema, typed errors, routing by examples."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pydantic import ValidationError

from pilothouse.assistants.knowledge.tools import TOOLS, contracts
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, ProposedCall
from pilothouse.contracts.tool import ToolContext
from pilothouse.gateway.offline import Router
from pilothouse.toolroom import Registry, ToolRoom

from .shelf import PAPERS, PaperShelf, embedder

SEARCH, CALCULATOR = contracts(("finance", "hr"))


class Known:
    library = PaperShelf(PAPERS)


def run(*calls: tuple[str, dict[str, Any]], scopes: tuple[str, ...] = ()) -> list[Any]:
    room = ToolRoom(Registry(contracts(("finance", "hr"))))
    turn = room.open_turn(ToolContext(Caller("x", frozenset(scopes)), "s", Known()))
    results = asyncio.run(turn.run([ProposedCall(name, arguments) for name, arguments in calls]))
    room.close()
    return [result.envelope for result in results]


def test_that_the_schema_is_the_article_s() -> None:
    schema = SEARCH.schema()
    fields = schema["properties"]
    assert list(fields) == ["query", "top_k", "filter_dept"]
    assert schema["required"] == ["query"]
    assert (fields["query"]["type"], fields["top_k"]["type"], fields["filter_dept"]["type"]) == (
        "string",
        "integer",
        "string",
    )
    assert (fields["top_k"]["default"], fields["top_k"]["minimum"], fields["top_k"]["maximum"]) == (5, 1, 20)
    assert (fields["filter_dept"]["enum"], fields["filter_dept"]["default"]) == (["finance", "hr", "all"], "all")


@pytest.mark.parametrize(
    "arguments",
    [{}, {"query": ""}, {"query": "报销", "top_k": 0}, {"query": "报销", "top_k": 21}, {"query": "报销", "top_k": "5"}, {"query": "报销", "filter_dept": "tech"},  # noqa: E501
     {"query": "报销", "k": 3}, {"query": None}],
)  # fmt: skip
def test_that_invalid_arguments_are_refused_with_what_is_allowed(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SEARCH.validate(arguments)
    (envelope,) = run(("search_knowledge_base", arguments))
    assert (envelope.status, envelope.error_type) == ("error", "invalid_params")
    if "filter_dept" in arguments:
        assert all(name in envelope.message for name in ("finance", "hr", "all"))


def test_that_the_envelope_is_the_article_s() -> None:
    (envelope,) = run(("search_knowledge_base", {"query": "年假有几天"}))
    row = envelope.results[0]
    assert envelope.status == "success"
    assert envelope.total_found >= len(envelope.results)
    assert envelope.truncated is (envelope.total_found > len(envelope.results))
    assert (row["id"], row["document"], row["dept"]) == ("leave#0", "leave", "hr")
    assert row["content"]
    assert row["source"]
    assert 0 <= row["score"] <= 1
    assert envelope.data_version == "v1"


def test_that_a_search_keeps_to_the_department_and_to_the_number() -> None:
    envelopes = run(
        ("search_knowledge_base", {"query": "审批", "filter_dept": "finance"}),
        ("search_knowledge_base", {"query": "由谁审批", "top_k": 1}),
    )
    assert all(row["dept"] == "finance" for row in envelopes[0].results)
    assert all(len(envelope.results) <= 1 for envelope in envelopes[1:])


def test_that_nothing_found_says_what_to_do() -> None:
    (envelope,) = run(("search_knowledge_base", {"query": "火星基地在哪里"}))
    assert (envelope.error_type, envelope.results) == ("no_results", ())
    assert envelope.hint


@pytest.mark.parametrize(("text", "kind"), [("1/0", "0"), ("a+b", "算"), ("__import__('os')", "算")])
def test_that_a_sum_without_a_result_is_a_typed_error(text: str, kind: str) -> None:
    (envelope,) = run(("calculator", {"expression": text}))
    assert (envelope.error_type, envelope.results) == ("invalid_params", ())
    assert kind in envelope.message


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_that_a_contract_says_when_and_when_not_in_both_languages(tool: Any) -> None:
    for said in (tool.when, tool.when_not):
        assert any("\u4e00" <= mark <= "\u9fff" for mark in said)
        assert any(mark.isascii() and mark.isalpha() for mark in said)
    assert len(tool.examples) >= 5
    assert tool.counter_examples


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("差旅费怎么报销", "search_knowledge_base"), ("产假能休多少天", "search_knowledge_base"), ("how do I book a meeting room", "search_knowledge_base"),  # noqa: E501
        ("30乘以12等于多少", "calculator"), ("800打九折是多少", "calculator"), ("你好呀", ""), ("讲个段子听听", ""),
    ],
)  # fmt: skip
def test_that_tools_are_chosen_by_the_meaning_of_their_examples(text: str, tool: str) -> None:
    step = asyncio.run(Router(embedder()).step(Conversation((), text), TOOLS))
    assert [call.name for call in step.calls[:1]] == ([tool] if tool else [])
