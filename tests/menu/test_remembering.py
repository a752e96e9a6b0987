"""What a guest says of his taste, and what the house says and does about it, in whole conversations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.menu.memory import FILE, MemoryStore
from pilothouse.assistants.menu.taste import Taste
from pilothouse.contracts.reply import Reply

from .kitchen import open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Pilothouse]:
    with open_house(tmp_path / "home") as opened:
        opened.users.add("anna", ["member"])
        yield opened


def talk(house: Pilothouse, *said: str, user: str | None = None, session: str = "s") -> Reply:
    """The last reply."""
    return [house.ask("menu", text, session=session, user=user) for text in said][-1]


def taste(house: Pilothouse) -> Taste:
    return MemoryStore(house.settings.home / FILE).get("anna")


@pytest.mark.parametrize("user", [None, "anna"])
def test_that_an_allergy_told_after_the_dish_is_said_at_once_and_before_the_order(
    house: Pilothouse, user: str | None
) -> None:
    told = talk(house, "来份宫保鸡丁", "我对花生过敏", user=user)
    assert "宫保鸡丁要留意" in told.reply
    warned = talk(house, "下单", user=user)
    assert "宫保鸡丁不能确认不含花生，您对它过敏" in warned.reply
    assert warned.data["order"] is None
    assert talk(house, "下单", user=user).data["order"]["total"] == 34


def test_that_each_allergy_is_warned_of_though_the_dish_was_spoken_of_before(house: Pilothouse) -> None:
    assert "不含花生" in talk(house, "我对花生过敏", "来份宫保鸡丁").reply
    warned = talk(house, "我对鸡肉过敏", "下单")
    assert "不含鸡肉" in warned.reply
    assert "不含花生" not in warned.reply
    assert talk(house, "下单").data["order"]


def test_that_the_allergy_of_another_warns_and_is_nobody_s_taste(house: Pilothouse) -> None:
    noted = talk(house, "我女儿对花生过敏", user="anna")
    assert (noted.outcome, noted.reply) == ("answered", "好的，这次我会留意：同行有人对花生过敏。")
    assert "同行有人对它过敏" in talk(house, "来份宫保鸡丁", user="anna").reply
    assert taste(house) == Taste()
    elsewhere = talk(house, "来份宫保鸡丁", user="anna", session="other")
    assert "过敏" not in elsewhere.reply
    mixed = talk(house, "我女儿对牛奶过敏，我不吃葱", user="anna")
    assert "不吃葱；同行有人对花生、牛奶过敏" in talk(house, "看看我的口味", user="anna").reply
    assert "牛奶" in mixed.reply
    assert (taste(house).dislikes, taste(house).allergies) == (("葱",), ())
    assert "同行有人对花生" not in talk(house, "我女儿对花生不过敏了", "看看我的口味", user="anna").reply


def test_that_what_is_forgotten_is_forgotten_and_said_so(house: Pilothouse) -> None:
    talk(house, "我对花生过敏", "我不吃香菜", user="anna")
    assert talk(house, "我对花生不过敏了", user="anna").reply == "好的，已经忘掉了。"
    assert (taste(house).allergies, taste(house).dislikes) == ((), ("香菜",))
    assert "过敏" not in talk(house, "来份宫保鸡丁", user="anna").reply
    talk(house, "忘掉我的口味", user="anna")
    assert taste(house).empty
    assert talk(house, "你记得我的口味吗", user="anna").reply == "我还没有记住您的口味。"


@pytest.mark.parametrize(
    "question", ["你记得我对什么过敏吗", "我有什么忌口", "你还记得我不吃什么吗", "你记得我对花生过敏吗", "看看我的口味"]
)
def test_that_a_guest_is_told_what_is_remembered_of_him(house: Pilothouse, question: str) -> None:
    assert talk(house, "我对花生过敏", question, user="anna").reply == "我记得：您对花生过敏。"
    assert talk(house, question, session="fresh").reply == "我还没有记住您的口味。"


def test_that_english_is_answered_in_english(house: Pilothouse) -> None:
    assert talk(house, "I'm allergic to peanuts").reply.startswith("Noted: allergic to peanuts. ")
    assert talk(house, "what do you remember about me").reply == "You told me: allergic to peanuts."
    assert talk(house, "forget my preferences").reply == "All right, that is forgotten."


def test_that_recommendations_leave_out_what_is_unsafe_and_say_why_dishes_move(house: Pilothouse) -> None:
    before = [dish["name"] for dish in talk(house, "有什么推荐", user="anna").data["dishes"]]
    assert "宫保鸡丁" in before
    talk(house, "我对花生过敏", "我不吃香菜", "我爱吃鱼", user="anna")
    after = talk(house, "有什么推荐", user="anna").data["dishes"]
    names = [dish["name"] for dish in after]
    assert "宫保鸡丁" not in names
    assert names[0] == "水煮鱼"
    assert after[0]["reasons"] == [{"kind": "like", "term": "鱼", "effect": "up"}]
    assert names[-1] == "麻辣香锅"
    assert after[-1]["reasons"] == [{"kind": "dislike", "term": "香菜", "effect": "down"}]


def test_that_what_is_ordered_often_moves_up(house: Pilothouse) -> None:
    for n in range(2):
        talk(house, "来份回锅肉", "下单", user="anna", session=f"visit {n}")
    first = talk(house, "有什么推荐", user="anna").data["dishes"][0]
    assert (first["name"], first["reasons"]) == ("回锅肉", [{"kind": "usual", "times": 2, "effect": "up"}])


def test_that_a_turn_that_taught_something_reads_the_same_when_run_again(house: Pilothouse) -> None:
    for said in ("我对花生过敏", "我不吃辣", "我老婆海鲜过敏", "忘掉我的口味"):
        then, now = house.replay(house.ask("menu", said, user="anna").trace_id)
        assert (then.reply, then.outcome) == (now.reply, now.outcome)
