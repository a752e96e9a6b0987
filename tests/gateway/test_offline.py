"""Routing without a model, with the embedded embedding model."""

from __future__ import annotations

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall, Step
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.gateway import Gateway
from pilothouse.gateway.offline import clauses

from .conftest import LetterEmbedder
from .toolsets import BUTLER, RESTAURANT, ROUTES, TOOLSETS


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway(embedder=EmbeddedEmbedder())


async def route(gateway: Gateway, text: str, tools: object, **rest: object) -> Step:
    conversation = Conversation((Message("user", text),), text, **rest)  # type: ignore[arg-type]
    return await gateway.converse(conversation, tools, caller=Caller(), session="s")  # type: ignore[arg-type]


async def test_that_nine_in_ten_new_utterances_reach_exactly_the_right_tools(gateway: Gateway) -> None:
    wrong, total = [], 0
    for name, cases in ROUTES.items():
        for text, wanted in cases:
            total += 1
            step = await route(gateway, text, TOOLSETS[name])
            if {call.name for call in step.calls} != wanted:
                wrong.append(text)
    assert len(wrong) <= total * 0.1, wrong


async def test_that_every_example_reaches_its_own_tool(gateway: Gateway) -> None:
    for tool in RESTAURANT:
        for example in tool.examples:
            names = [call.name for call in (await route(gateway, example.text, RESTAURANT)).calls]
            if tool.fill is None or tool.fill(example.text, None) is not None:
                assert tool.name in names, example.text


async def test_that_counter_examples_go_elsewhere(gateway: Gateway) -> None:
    for tool in (*RESTAURANT, *BUTLER):
        for text in tool.counter_examples:
            assert not (await route(gateway, text, (tool,))).calls, text


async def test_that_arguments_come_from_the_clause_that_asks(gateway: Gateway) -> None:
    step = await route(gateway, "北京明天天气怎么样，顺便提醒我八点出门", BUTLER)
    assert [(call.name, dict(call.arguments)) for call in step.calls] == [
        ("weather", {"city": "北京", "day": "tomorrow"}),
        ("add_reminder", {"text": "提醒我八点出门"}),
    ]
    assert len({call.id for call in step.calls}) == 2


async def test_that_arguments_missing_in_a_clause_come_from_the_whole(gateway: Gateway) -> None:
    step = await route(gateway, "我想要回锅肉，这道菜还有没有", RESTAURANT)
    assert ("check_stock", {"dish": "回锅肉"}) in [(call.name, dict(call.arguments)) for call in step.calls]


async def test_that_a_tool_whose_words_are_missing_is_not_meant(gateway: Gateway) -> None:
    step = await route(gateway, "还有吗", RESTAURANT)
    assert "check_stock" not in [call.name for call in step.calls]


async def test_that_a_query_is_the_users_words(gateway: Gateway) -> None:
    step = await route(gateway, "有停车位吗", RESTAURANT)
    assert [(call.name, dict(call.arguments)) for call in step.calls] == [("search_faq", {"query": "有停车位吗"})]


async def test_that_codes_proposals_win(gateway: Gateway) -> None:
    proposals = (ProposedCall("find_stores"),)
    assert (await route(gateway, "有停车位吗", RESTAURANT, proposals=proposals)).calls == proposals


async def test_that_the_turn_is_finished_once_tools_have_run(gateway: Gateway) -> None:
    messages = (Message("user", "有停车位吗"), Message("assistant", ""), Message("tool", "{}", name="search_faq"))
    conversation = Conversation(messages, "有停车位吗", (ProposedCall("find_stores"),))
    step = await gateway.converse(conversation, RESTAURANT, caller=Caller(), session="s")
    assert step == Step(origin="fallback")
    again = Conversation((*messages, Message("user", "有停车位吗")), "有停车位吗")
    assert (await gateway.converse(again, RESTAURANT, caller=Caller(), session="s")).calls


@pytest.mark.parametrize("text", ["", "   ", "？？？", "\x00", "\ud800", "好" * 5000, "🍜"])
async def test_that_odd_utterances_call_nothing_and_break_nothing(gateway: Gateway, text: str) -> None:
    assert (await route(gateway, text, RESTAURANT)).calls == ()


async def test_that_no_tools_means_no_calls(gateway: Gateway) -> None:
    assert (await route(gateway, "有停车位吗", ())).calls == ()


async def test_that_vectors_of_examples_are_computed_once() -> None:
    letters = LetterEmbedder()
    gateway = Gateway(embedder=letters)
    await gateway.warm(RESTAURANT)
    before = len(letters.seen)
    await route(gateway, "你们几点开门", RESTAURANT)
    assert letters.seen[before:] == ["你们几点开门"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("有素菜吗，顺便问一下能停车吗", ["有素菜吗", "问一下能停车吗"]),
        ("is it open and where is it", ["is it open", "where is it"]),
        ("3.5 折吗", ["3.5 折吗"]),
        ("回锅肉", ["回锅肉"]),
        ("candy and more", ["candy", "more"]),
    ],
)
def test_that_an_utterance_is_split_where_people_change_the_subject(text: str, parts: list[str]) -> None:
    assert clauses(text) == parts
