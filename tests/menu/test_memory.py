import os
import random
import signal
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.memory import (
    FILE,
    MemoryStore,
    Statement,
    Taste,
    learned,
    merge,
    rank,
    read_statement,
)
from pilothouse.assistants.menu.search import Found, safe_without
from pilothouse.assistants.menu.store import Stock, Store
from pilothouse.assistants.menu.taste import MOST_DISHES, forgotten, with_order
from pilothouse.contracts.errors import DataError, UsageError

DISHES = [
    Dish(id="pot", name="麻辣香锅", ingredients=("藕片", "香菜"), tastes=("微辣", "中辣"), default_spice="中辣"),
    Dish(id="chicken", name="宫保鸡丁", ingredients=("鸡肉", "花生米"), allergens=("花生",), default_spice="微辣"),
    Dish(id="fish", name="清蒸鲈鱼", ingredients=("鲈鱼", "葱"), default_spice="不辣"),
    Dish(id="boiled", name="水煮鱼", ingredients=("草鱼", "干辣椒", "香菜"), default_spice="特辣"),
    Dish(id="greens", name="清炒时蔬", category="素菜", ingredients=("青菜",), default_spice="不辣"),
    Dish(id="beef", name="番茄牛腩", ingredients=("牛腩", "番茄"), default_spice="不辣"),
    Dish(id="secret", name="主厨私房菜"),
    Dish(id="rice", name="米饭", ingredients=("大米",)),
]
STORE = Store(id="s", name="店")
LEXICON = Lexicon.build(DISHES, [STORE])
MENU = Menu(STORE, "s", {dish.id: dish for dish in DISHES}, LEXICON)
ALL = ("dislikes", "allergies", "likes", "spice", "ordered")

# -- sentences ---------------------------------------------------------------------------------------

LASTING: dict[str, dict[str, Any]] = {
    "我不吃辣": {"spice": "不辣"},
    "我吃不了辣": {"spice": "不辣"},
    "我怕辣": {"spice": "不辣"},
    "辣的我吃不了": {"spice": "不辣"},
    "我一点辣都不能吃": {"spice": "不辣"},
    "我不吃辣，有什么推荐": {"spice": "不辣"},
    "我不能吃太辣": {"spice": "微辣"},
    "我一般吃微辣": {"spice": "微辣"},
    "我只能吃一点点辣": {"spice": "微辣"},
    "我爱吃辣": {"spice": "辣"},
    "我无辣不欢": {"spice": "辣"},
    "我特别能吃辣": {"spice": "辣"},
    "我对花生过敏": {"allergies": ("花生",)},
    "我海鲜过敏": {"allergies": ("海鲜",)},
    "花生过敏": {"allergies": ("花生",)},
    "我吃花生会过敏": {"allergies": ("花生",)},
    "我有花生过敏史": {"allergies": ("花生",)},
    "我对虾和螃蟹都过敏": {"allergies": ("虾", "螃蟹")},
    "我乳糖不耐受": {"allergies": ("乳糖",)},
    "我對蝦過敏": {"allergies": ("虾",)},
    "我对菠萝过敏": {"allergies": ("菠萝",)},
    "我对花生过敏，宫保鸡丁能吃吗": {"allergies": ("花生",)},
    "我花生过敏给我推荐几个菜": {"allergies": ("花生",)},
    "别忘了我对坚果过敏": {"allergies": ("坚果",)},
    "我从来不吃香菜": {"dislikes": ("香菜",)},
    "香菜我从来不吃": {"dislikes": ("香菜",)},
    "不吃香菜": {"dislikes": ("香菜",)},
    "记住我不吃葱": {"dislikes": ("葱",)},
    "我不吃葱，姜，蒜": {"dislikes": ("葱", "姜", "蒜")},
    "我不吃香菜也不吃葱": {"dislikes": ("香菜", "葱")},
    "我最讨厌香菜": {"dislikes": ("香菜",)},
    "我不喜欢吃羊肉": {"dislikes": ("羊肉",)},
    "我接受不了折耳根": {"dislikes": ("折耳根",)},
    "以后都别给我放香菜": {"dislikes": ("香菜",)},
    "我不吃猪肉，来份宫保鸡丁": {"dislikes": ("猪肉",)},
    "我吃素": {"dislikes": ("荤",)},
    "我是穆斯林": {"dislikes": ("猪肉",)},
    "我喜欢吃鱼": {"likes": ("鱼",)},
    "我爱吃牛肉和羊肉": {"likes": ("牛肉", "羊肉")},
    "我最喜欢麻辣香锅": {"likes": ("麻辣香锅",)},
    "我最爱喝汤": {"likes": ("汤",)},
    "I'm allergic to peanuts": {"allergies": ("peanuts",)},
    "I have a peanut allergy": {"allergies": ("peanut",)},
    "I don't eat beef": {"dislikes": ("beef",)},
    "I never eat pork": {"dislikes": ("pork",)},
    "I can't eat spicy food": {"spice": "不辣"},
    "I'm a vegetarian": {"dislikes": ("荤",)},
    "I love fish": {"likes": ("fish",)},
    "我现在能吃辣了": {"forget": ("辣",)},
    "我不过敏了": {"forget_kinds": ("allergies",)},
    "我对花生不过敏了": {"forget": ("花生",)},
    "我又能吃牛肉了": {"forget": ("牛肉",)},
    "我以前不吃香菜，现在吃了": {"forget": ("香菜",)},
    "忘掉我不吃香菜": {"forget": ("香菜",)},
    "把我不吃葱这条删了": {"forget": ("葱",)},
    "别再记着我不吃辣了": {"forget": ("辣",)},
    "把我的口味记录删了": {"forget_kinds": ALL},
    "delete my taste profile": {"forget_kinds": ALL},
    "把我的过敏记录删掉": {"forget_kinds": ("allergies",)},
    "I'm no longer allergic to peanuts": {"forget": ("peanuts",)},
    "I can eat spicy food now": {"forget": ("辣",)},
    "我老婆海鲜过敏": {"allergies": ("海鲜",), "other": True},
    "孩子对牛奶过敏": {"allergies": ("牛奶",), "other": True},
    "我妈不吃羊肉": {"dislikes": ("羊肉",), "other": True},
    "我们都不吃辣": {"spice": "不辣", "other": True},
    "My son is allergic to eggs": {"allergies": ("eggs",), "other": True},
    "my wife doesn't eat pork": {"dislikes": ("pork",), "other": True},
    "我老婆海鲜过敏，我不吃辣": {"spice": "不辣", "company": ("海鲜",)},
}
PASSING = [
    sentence
    for line in """
不要香菜|来份麻辣香锅不要香菜|麻辣香锅，不吃香菜|不吃香菜能点什么|来份不辣的|有不辣的吗|哪些菜没有花生|我想吃鱼
我要一份水煮鱼|我不要了|我不吃了|宫保鸡丁有花生吗|花生过敏能吃什么|我今天不吃辣|今晚我不吃牛肉|这次不吃辣|我不想吃辣
你们有素菜吗|来点清淡的|多放香菜|少放辣|要微辣|我要微辣的|微辣就行|如果我对花生过敏呢|要是我不吃辣点什么好
你对花生过敏吗|我过敏吗|我对什么过敏|我喜欢这家店|我喜欢这些菜|我喜欢，再来一份|我就喜欢这样的，下单|别放葱
一份水煮鱼，不要葱|水煮鱼换成不辣的|我不是不吃辣|不是我过敏|给我推荐几个素菜|这道菜会过敏吗|听说花生容易过敏
香菜不要|葱姜蒜都不要|把香锅删了|把第二个删了|删掉我的订单|取消刚才的订单|清空购物车|删除水煮鱼|忘了点米饭了
别记单了|我以前不吃香菜|我最近不吃辣|我对青霉素过敏|花生过敏的人能吃宫保鸡丁吗|适合不吃辣的人的菜
我想要个不放花生的宫保鸡丁|米饭不要了|我不吃水煮鱼了|我不吃这个|我不喜欢这个|第二个不要|我不吃亏|我吃饱了|来个吃素的
我没有忌口|能不能不放辣|吃不吃辣|你好|I'd like fish|I would love some fish|no cilantro please|is it spicy
I don't want beef today|what can I eat if I'm allergic to peanuts|do you have vegetarian dishes
can I get it without peanuts|I like it|I don't like this one|something not spicy|cancel my order|forget it
clear the cart
""".splitlines()
    for sentence in line.split("|")
    if sentence
]


@pytest.mark.parametrize("sentence", LASTING)
def test_that_what_holds_for_good_is_read(sentence: str) -> None:
    assert read_statement(sentence, LEXICON) == Statement(**LASTING[sentence])


@pytest.mark.parametrize("sentence", PASSING)
def test_that_wishes_questions_and_suppositions_are_not_kept(sentence: str) -> None:
    assert read_statement(sentence, LEXICON) is None


@given(st.text(alphabet="我不吃对花生过敏香菜辣忘掉口味记录删了，？的现在能爱", max_size=40) | st.text(max_size=60))
def test_that_any_text_can_be_read(text: str) -> None:
    statement = read_statement(text, LEXICON)
    assert statement is None or statement != Statement()


@pytest.mark.parametrize(
    "part", ["我不吃", "过敏", "忘掉我", "我对花生", "不能吃", "我爱吃鱼，", "从来", "i can't eat "]
)
def test_that_a_long_text_is_read_in_time(part: str) -> None:
    begun = time.perf_counter()
    read_statement(part * (2000 // len(part)), LEXICON)
    assert time.perf_counter() - begun < 2


# -- tastes ------------------------------------------------------------------------------------------


def test_that_the_newer_word_wins_but_an_allergy_stays() -> None:
    taste = learned(Taste(dislikes=("鱼",), allergies=("花生",)), Statement(likes=("鱼", "花生")))
    assert (taste.dislikes, taste.likes, taste.allergies) == ((), ("鱼", "花生"), ("花生",))
    assert learned(taste, Statement(dislikes=("鱼",))).likes == ("花生",)
    assert learned(taste, Statement(allergies=("花生米",))).allergies == ("花生",)  # the same food


def test_that_what_is_said_of_others_is_not_kept() -> None:
    assert learned(Taste(), Statement(allergies=("海鲜",), other=True)) == Taste()


def test_that_a_word_forgets_its_synonyms() -> None:
    assert forgotten(Taste(dislikes=("香菜", "葱")), ("芫荽",)).dislikes == ("葱",)
    assert forgotten(Taste(allergies=("peanuts",)), ("花生",)).allergies == ()


def test_that_the_usual_spice_is_learned_and_what_was_said_beats_it() -> None:
    once = with_order(Taste(), [("pot", ("微辣",))])
    assert once.spice == ""
    twice = with_order(once, [("pot", ["微辣", "少油"])])
    assert (twice.spice, twice.spice_said) == ("微辣", False)
    said = with_order(learned(twice, Statement(spice="不辣")), [("pot", ("特辣",))] * 9)
    assert (said.spice, said.spice_said) == ("不辣", True)
    assert learned(said, Statement(forget=("辣",))).spice == "特辣"
    assert forgotten(said, kinds=ALL) == Taste()


def test_that_the_latest_dishes_are_kept() -> None:
    taste = Taste()
    for n in range(MOST_DISHES + 5):
        taste = with_order(taste, [("first", ()), (f"d{n}", ()), (f"d{n}", ())])
    assert len(taste.ordered) == MOST_DISHES
    assert taste.ordered["first"] == MOST_DISHES + 5
    assert taste.ordered[f"d{MOST_DISHES + 4}"] == 1
    assert "d0" not in taste.ordered


TERMS = st.lists(st.sampled_from(["香菜", "花生", "牛肉", "鱼", "葱"]), max_size=3, unique=True).map(tuple)
TASTES = st.builds(
    Taste,
    dislikes=TERMS,
    allergies=TERMS,
    likes=TERMS,
    spice=st.sampled_from(["", "不辣", "微辣", "中辣", "特辣", "辣"]),
    spice_said=st.just(True),
    ordered=st.dictionaries(st.sampled_from([dish.id for dish in DISHES]), st.integers(1, 5)),
)


@given(TASTES, TASTES)
def test_that_merging_loses_no_allergy_and_is_stable(stored: Taste, session: Taste) -> None:
    merged = merge(stored, session)
    assert {*stored.allergies, *session.allergies} == set(merged.allergies)
    assert merge(merged, session) == merged
    assert merged.spice == (session.spice or stored.spice)
    assert all(merged.ordered[i] >= n for taste in (stored, session) for i, n in taste.ordered.items())


@given(TASTES)
def test_that_a_taste_is_plain_data(taste: Taste) -> None:
    assert Taste.model_validate(taste.model_dump(mode="json")) == taste
    assert merge(taste, Taste()).ordered == taste.ordered


# -- ranking -----------------------------------------------------------------------------------------


def found(dish: str, match: str = "filter") -> Found:
    return Found(MENU.dishes[dish], None, Stock(), True, match)


def ids(rows: Any) -> list[str]:
    return [item.row.dish.id for item in rows]


def test_that_a_disliked_dish_moves_down_with_its_reason() -> None:
    ranked = rank([found("pot"), found("fish"), found("greens")], Taste(dislikes=("香菜",)), MENU)
    assert ids(ranked) == ["fish", "greens", "pot"]
    assert ranked[2].reasons == [{"kind": "dislike", "term": "香菜", "effect": "down"}]
    assert ranked[0].reasons == []


def test_that_a_usual_dish_moves_up_and_a_too_spicy_one_down() -> None:
    taste = Taste(spice="不辣", spice_said=True, ordered={"beef": 3, "greens": 1})
    ranked = rank([found("boiled"), found("greens"), found("beef")], taste, MENU)
    assert ids(ranked) == ["beef", "greens", "boiled"]
    assert ranked[0].reasons == [{"kind": "usual", "times": 3, "effect": "up"}]
    assert ranked[2].reasons == [{"kind": "spice", "level": "不辣", "effect": "down"}]


def test_that_unsafe_dishes_are_left_out_but_flagged_when_named() -> None:
    taste = Taste(allergies=("花生",))
    assert ids(rank([found("chicken"), found("secret"), found("fish")], taste, MENU)) == ["fish"]
    (named,) = rank([found("chicken", "exact")], taste, MENU)
    assert named.reasons == [{"kind": "allergy", "term": "花生", "effect": "warn"}]
    row: dict[str, Any] = {"dish_id": "gone", "match": "semantic"}
    assert rank([row], taste, MENU) == []
    assert rank([row], Taste(), MENU)[0].row is row


def test_that_an_order_that_was_asked_for_stays() -> None:
    rows = [found("pot"), found("chicken"), found("fish")]
    taste = Taste(dislikes=("香菜",), allergies=("花生",))
    assert ids(rank(rows, taste, MENU, reorder=False)) == ["pot", "fish"]


ROWS = st.lists(
    st.builds(
        found, st.sampled_from([d.id for d in DISHES]), st.sampled_from(["exact", "filter", "semantic", "nearest"])
    ),
    max_size=12,
)


@given(ROWS, TASTES)
def test_that_ranking_is_stable_and_leaves_out_nothing_but_the_unsafe(rows: list[Found], taste: Taste) -> None:
    def safe(row: Found) -> bool:
        return row.match == "exact" or all(safe_without(row.dish, term) for term in taste.allergies)

    ranked = rank(rows, taste, MENU)
    assert sorted(map(id, (item.row for item in ranked))) == sorted(id(row) for row in rows if safe(row))
    assert rank([item.row for item in ranked], taste, MENU) == ranked
    kept = [row for row in rows if safe(row)]
    places = [n for n, row in enumerate(kept) if row.match == "exact"]
    assert [n for n, item in enumerate(ranked) if item.row.match == "exact"] == places
    for alike in {str(item.reasons) for item in ranked}:  # equals keep their order
        order = [id(item.row) for item in ranked if str(item.reasons) == alike and item.row.match != "exact"]
        assert order == [id(row) for row in kept if id(row) in order]
    assert [item.row for item in rank(rows, Taste(), MENU)] == rows


# -- the store ---------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> MemoryStore:
    return MemoryStore(tmp_path / FILE)


def test_that_what_was_learned_is_there_again(store: MemoryStore) -> None:
    assert store.get("anna") == Taste()
    assert not store.path.exists()
    store.learn("anna", Statement(dislikes=("香菜",), spice="不辣"))
    taste = store.learn("Anna", Statement(allergies=("花生",)))
    assert MemoryStore(store.path).get("anna") == taste
    assert (taste.dislikes, taste.allergies, taste.spice) == (("香菜",), ("花生",), "不辣")
    assert taste.updated_at
    assert store.get("bob") == Taste()
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_that_nothing_is_kept_for_the_guest(store: MemoryStore) -> None:
    for guest in ("guest", "Guest", ""):
        assert store.learn(guest, Statement(allergies=("花生",))) == Taste()
        assert store.record_order(guest, "k", [("pot", ())]) == Taste()
        with pytest.raises(UsageError, match=r"访客.*guest"):
            store.edit(guest, add={"dislikes": ["葱"]})
    assert not store.path.exists()


def test_that_an_order_counts_once_even_after_forgetting(store: MemoryStore) -> None:
    for _ in range(3):
        store.record_order("anna", "k1", [("pot", ("微辣",)), ("rice", ())])
    assert store.record_order("bob", "k1", [("pot", ())]).ordered == {"pot": 1}
    assert store.record_order("anna", "k2", [("pot", ("微辣",))]).ordered == {"rice": 1, "pot": 2}
    assert store.get("anna").spice == "微辣"
    store.delete("anna")
    assert store.record_order("anna", "k1", [("pot", ())]) == Taste()
    assert store.get("bob").ordered == {"pot": 1}
    with pytest.raises(ValueError, match="key"):
        store.record_order("anna", "", [])


def test_that_edits_add_and_remove(store: MemoryStore) -> None:
    store.edit("anna", add={"dislikes": ["香菜", " 葱 "], "allergies": ["花生"]}, spice="微辣")
    taste = store.edit("anna", add={"likes": ["鱼"]}, remove={"dislikes": ["葱"]}, spice="")
    assert (taste.dislikes, taste.allergies, taste.likes, taste.spice) == (("香菜",), ("花生",), ("鱼",), "")
    assert store.edit("anna", remove={"dislikes": ["花生"]}).allergies == ("花生",)
    for wrong in ("", " ", "菜" * 21):
        with pytest.raises(UsageError, match="1 到 20"):
            store.edit("anna", add={"dislikes": [wrong]})
    with pytest.raises(UsageError, match=r"辣度.*There is no spice"):
        store.edit("anna", spice="很辣")


def test_that_a_term_or_everything_is_forgotten_and_gone_from_the_file(store: MemoryStore) -> None:
    store.learn("anna", Statement(dislikes=("折耳根", "香菜"), allergies=("花生",)))
    store.record_order("anna", "k", [("pot", ())])
    assert store.forget("anna", "香菜").dislikes == ("折耳根",)
    assert store.forget("anna", "pot").ordered == {}
    assert store.forget("anna", None) == Taste()
    assert not store.known("anna")
    left = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert "折耳根".encode() not in left
    assert b"anna" not in left


def test_that_a_bad_file_is_one_sentence(store: MemoryStore) -> None:
    store.path.write_bytes(b"this is no database" * 100)
    with pytest.raises(DataError, match=r"已损坏.*damaged"):
        store.get("anna")
    store.path.unlink()
    store.path.mkdir()
    with pytest.raises(DataError, match=r"无法读写.*can't be read"):
        store.learn("anna", Statement(spice="不辣"))


def test_that_a_newer_file_and_a_damaged_row_are_refused(store: MemoryStore) -> None:
    import apsw

    store.learn("anna", Statement(spice="不辣"))
    connection = apsw.Connection(str(store.path))
    connection.execute("UPDATE taste SET body = '{\"spice\": 3}'")
    with pytest.raises(DataError, match="damaged"):
        store.get("anna")
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(DataError, match=r"升级.*upgrade"):
        store.get("anna")


def test_that_writers_at_once_lose_nothing(store: MemoryStore) -> None:
    def write(n: int) -> None:
        for i in range(10):
            store.record_order("anna", f"{i}", [("pot", ())])
            store.record_order("anna", f"{n}-{i}", [("rice", ())])

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.get("anna").ordered == {"pot": 10, "rice": 40}


def test_that_a_killed_writer_neither_loses_nor_doubles_an_order(store: MemoryStore) -> None:
    store.learn("anna", Statement(spice="不辣"))
    chance = random.Random(7)
    for n in range(15):
        pid = os.fork()
        if pid == 0:
            try:
                store.record_order("anna", f"k{n}", [("pot", ())])
            finally:
                os._exit(0)
        time.sleep(chance.random() * 0.004)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert store.record_order("anna", f"k{n}", [("pot", ())]).ordered == {"pot": n + 1}
