# ruff: noqa: E501 -- tables
from collections.abc import Iterator

import pytest

from pilothouse.house import Pilothouse

from .eatery import open_eatery


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    with open_eatery(tmp_path_factory.mktemp("eatery")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "entry"),
    [("我能带狗去吗", "dog"), ("猫可以进店不", "dog"), ("怎么开票", "invoice"), ("公司要报销", "invoice"), ("我手机忘在店里了", "lost"), ("过年开不开门", "holiday"), ("can I bring my dog", "dog")],
)  # fmt: skip
def test_that_an_entry_of_the_same_topic_answers_though_no_word_is_shared(
    house: Pilothouse, text: str, entry: str
) -> None:
    reply = house.ask("menu", text)
    assert reply.data["faq"][0]["id"] == entry
    assert reply.outcome == "answered"


def test_that_the_default_store_answers_first_and_others_are_only_mentioned(house: Pilothouse) -> None:
    reply = house.ask("menu", "你们几点关门")
    assert "北巷店今天营业10:00-21:00" in reply.reply
    assert "其他1家门店不一样" in reply.reply
    assert "16:00" not in reply.reply


def test_that_a_named_store_answers_alone(house: Pilothouse) -> None:
    reply = house.ask("menu", "云坡食堂·码头店几点关门", session="named")
    assert "16:00-次日02:00" in reply.reply
    assert "其他" not in reply.reply


def test_that_the_chosen_store_answers_from_then_on(house: Pilothouse) -> None:
    house.ask("menu", "就去云坡食堂·码头店", session="chosen")
    assert "码头路1号" in house.ask("menu", "地址在哪", session="chosen").reply


def test_that_nothing_is_made_up_about_what_is_not_on_record(house: Pilothouse) -> None:
    reply = house.ask("menu", "你们有充电宝吗")
    assert reply.outcome == "not_found"
    assert reply.data["faq"] == []


def test_that_the_topic_of_the_turns_before_does_not_decide(house: Pilothouse) -> None:
    for text in ("山城辣子兔多少钱", "有什么汤", "泡菜牛肉煲辣不辣", "来个绿菜"):
        assert [call.name for call in house.ask("menu", text, session="long").tool_calls] == ["menu_search"]
    assert [call.name for call in house.ask("menu", "你们几点关门", session="long").tool_calls] == ["faq_search"]
    assert [call.name for call in house.ask("menu", "山城辣子兔要等多久", session="long").tool_calls] == ["menu_search"]
