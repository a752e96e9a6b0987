# ruff: noqa: E501 -- tables
import re
from collections.abc import Iterator

import pytest

from pilothouse.house import Pilothouse

from .eatery import open_eatery


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    with open_eatery(tmp_path_factory.mktemp("eatery")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("来个绿菜", "绿菜有素烧豌豆尖22元"), ("三十块以内的素菜", "30元以内的素菜有"), ("不辣的汤品", "不辣的汤品有柴火鲫鱼汤45元"), ("有牛肉的菜", "带牛肉的菜：泡菜牛肉煲58元"),
        ("最便宜的是什么", "从便宜的说起：桂花藕粉12元"), ("山城辣子兔都放了啥", "山城辣子兔的食材有兔肉、干辣椒、花生米、大葱"), ("有山城辣子兔吗", "有的，山城辣子兔68元一份"),
        ("山城腊子兔多少钱", "山城辣子兔68元一份"), ("山城辣子兔能不能不放葱", "里面有葱"), ("十分钟以内能上的主食", "酸汤米线16元（约9分钟）"), ("五块以内的汤品", "现在没有5元以内的汤品"),
        ("how much is the chili rabbit", "Chili rabbit (山城辣子兔): 68 yuan"), ("有什么推荐", "招牌菜有山城辣子兔68元"),
    ],
)  # fmt: skip
def test_that_replies_read_like_speech(house: Pilothouse, text: str, words: str) -> None:
    assert words in house.ask("menu", text).reply


@pytest.mark.parametrize(
    "text",
    [
        "来个绿菜",
        "有什么推荐",
        "不吃香菜能点什么",
        "附近有哪些店",
        "你们几点关门",
        "佛跳墙有吗",
        "荤菜有哪些",
        "what do you recommend",
    ],
)
def test_that_a_reply_can_be_heard(house: Pilothouse, text: str) -> None:
    reply = house.ask("menu", text).reply
    assert len(reply) < 170
    assert not re.search(r"[*#|`{}<>_]|有.{1,4}的菜有|的的|，，|。。|：。", reply)
