"""Misheard names are repaired from the menu's own words, and correct Chinese is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.repair import Proposal, Repaired, accept, repair
from pilothouse.assistants.menu.shapes import Looks, joined, written
from pilothouse.assistants.menu.syllables import FAR, distance, same
from pilothouse.retrieval.tokenizer import normalise

NAMES = [
    "回锅肉", "麻辣香锅", "宫保鸡丁", "鱼香肉丝", "酸菜鱼", "麻婆豆腐", "清炒时蔬", "水煮鱼", "清蒸鲈鱼", "红烧肉",
    "担担面", "钵钵鸡", "米饭", "水煮肉片", "凉拌黄瓜", "番茄炒蛋", "双双对对虾", "鱿鱼", "皮蛋豆腐",
    "老鸭粉丝汤", "啤酒",
]  # fmt: skip
LEXICON = Lexicon.build([Dish(id=f"d{at}", name=name) for at, name in enumerate(NAMES)], [], version="test-repair")


def said(text: str) -> str:
    return repair(text, LEXICON).text


def applied(repaired: Repaired) -> str:
    text = repaired.heard
    for change in reversed(repaired.changes):
        text = text[: change.start] + change.meant + text[change.end :]
    return text


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("饣开锅肉", "回锅肉"),
        ("回过肉", "回锅肉"),
        ("麻辣香国", "麻辣香锅"),
        ("公保鸡丁", "宫保鸡丁"),
        ("鱼像肉丝", "鱼香肉丝"),
        ("酸菜余多少钱", "酸菜鱼多少钱"),
        ("来个麻坡豆腐", "来个麻婆豆腐"),
        ("清炒石书", "清炒时蔬"),
        ("来一份水主鱼吧", "来一份水煮鱼吧"),
        ("来份水煮肉骗", "来份水煮肉片"),
        ("来碗迷饭", "来碗米饭"),
        ("我要一份清火少时蔬", "我要一份清炒时蔬"),
        ("给我公保鸡丁和麻坡豆腐，再来个红烧柔", "给我宫保鸡丁和麻婆豆腐,再来个红烧肉"),
    ],
)
def test_that_a_misheard_name_becomes_the_menus_own(heard: str, meant: str) -> None:
    assert said(heard) == meant


@pytest.mark.parametrize(
    "text",
    [
        "清蒸鲤鱼多少钱", "红烧鱼有吗", "鱼香茄子来一份", "有鱼吗", "由于下雨晚点到", "几点关门", "要米饭吗",
        "哪个好吃",
        "豆腐有什么做法", "从上海过来要多久", "我想看看菜单", "那个多少钱", "就是这个", "来份炒饭",
        "水煮牛肉有没有",
        "啤酒鸭有吗", "额外加一份", "余额够吗", "那个我要两份", "那个来两份",
        "嗯", "谢谢", "第二个多少钱", "一共多少", "你们几点开门", "我过敏，有花生吗",
    ],
)  # fmt: skip
def test_that_correct_text_stays_as_it_is(text: str) -> None:
    repaired = repair(text, LEXICON)
    assert repaired.text == normalise(text)
    assert repaired.changes == ()


LOOKING = [
    "鲤鱼炖白菜", "西红柿牛腩", "极品鲜毛肚", "外婆红烧肉", "凉拌金针菇", "酸汤清江鱼", "无骨鸡爪", "清蒸南瓜",
    "老北京酸奶", "干煸鱿鱼丝", "土豆炖牛肉", "乡村啤酒鸭", "啤酒鸭", "干炸河虾", "南派红烧肉", "红烧茄子", "炒凉粉",
    "美食林三星", "小炒黄牛肉", "豆豉味烤鱼", "白斩鸡", "炸蔬菜", "扒肘子", "有机蔬菜沙拉", "芝麻酱", "奶油蘑菇汤",
]  # fmt: skip
OTHERS = Lexicon.build([Dish(id=f"o{at}", name=name) for at, name in enumerate(LOOKING)], [], version="test-looks")


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("来份鲤鲜炖白睬", "来份鲤鱼炖白菜"),
        ("两份酒红柿牛腩", "两份西红柿牛腩"),
        ("极晶鲜毛杜多少钱", "极品鲜毛肚多少钱"),
        ("我要外婆红浇肉", "我要外婆红烧肉"),
        ("来个凉拌链针菇", "来个凉拌金针菇"),
        ("酸汤清江鲜有吗", "酸汤清江鱼有吗"),
        ("来个无滑鸡瓜", "来个无骨鸡爪"),
        ("静蒸南爪里面有什么", "清蒸南瓜里面有什么"),
        ("来一份老北凉酸奶", "来一份老北京酸奶"),
        ("来份汗煸鱿鲜丝", "来份干煸鱿鱼丝"),
    ],
)
def test_that_what_only_looks_alike_is_repaired_though_it_names_food(heard: str, meant: str) -> None:
    assert repair(heard, OTHERS).text == meant


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("来份土豆州牛肉", "来份土豆炖牛肉"),
        ("请问奶油蘑他汤有吗", "请问奶油蘑菇汤有吗"),
    ],
)
def test_that_one_wrong_character_of_a_long_name_may_be_anything(heard: str, meant: str) -> None:
    repaired = repair(heard, OTHERS)
    assert repaired.text == meant
    assert repaired.changes[0].kind == "shape"


@pytest.mark.parametrize(
    ("heard", "meant"), [("乡村啤鸭酒有吗", "乡村啤酒鸭有吗"), ("来份奶油蘑汤菇", "来份奶油蘑菇汤")]
)
def test_that_two_characters_that_changed_places_are_put_back(heard: str, meant: str) -> None:
    assert repair(heard, OTHERS).text == meant


@pytest.mark.parametrize(
    "absent",
    [
        "徽派红烧肉", "蒲烧茄子", "炒河粉", "美食林一星", "小炒腊牛肉", "豆豉味烤草鱼", "钵钵鸡", "炸蔬菜丸子",
        "东陂肘子", "秘制麻酱", "蔬菜沙拉", "土豆烧牛肉", "土豆炖羊肉", "家常红烧肉", "红烧茄盒", "小炒肉",
    ],
)  # fmt: skip
def test_that_a_dish_with_one_other_word_is_another_dish(absent: str) -> None:
    for text in (absent, f"来一份{absent}", f"{absent}多少钱", f"你们有{absent}吗"):
        assert repair(text, OTHERS).changes == ()


def test_that_a_dish_which_is_not_sold_is_not_taken_for_one_that_is() -> None:
    for absent in ("清蒸鲤鱼", "红烧鱼", "鱼香茄子", "水煮牛肉", "酸辣鱼", "麻婆茄子", "清炒时瓜", "凉拌木耳"):
        assert repair(f"来一份{absent}", LEXICON).changes == ()


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("嗯我要回锅肉", "我要回锅肉"),
        ("呃，来份酸菜鱼", "来份酸菜鱼"),
        ("那个那个有没有米饭", "有没有米饭"),
        ("我我我想要红烧肉", "我想要红烧肉"),
        ("来来来份担担面", "来份担担面"),
        ("就是我想要钵钵鸡", "我想要钵钵鸡"),
        ("umm 来份米饭", "来份米饭"),
        ("我想要我想要回过肉", "我想要回锅肉"),
    ],
)
def test_that_hesitation_is_left_out(heard: str, meant: str) -> None:
    assert said(heard) == meant


@pytest.mark.parametrize("name", ["担担面", "钵钵鸡", "双双对对虾"])
def test_that_a_doubled_character_of_a_name_is_no_repetition(name: str) -> None:
    assert said(f"来份{name}") == f"来份{name}"


def test_that_the_raw_text_and_every_change_are_kept() -> None:
    repaired = repair("嗯，來份公保鸡丁", LEXICON)
    assert repaired.raw == "嗯，來份公保鸡丁"
    assert repaired.heard == "嗯,来份公保鸡丁"
    assert [(change.said, change.meant, change.kind) for change in repaired.changes] == [
        ("嗯,", "", "filler"),
        ("公保鸡丁", "宫保鸡丁", "sound"),
    ]
    assert all(0 < change.confidence < 1 for change in repaired.changes)


def test_that_two_dishes_equally_likely_are_left_to_be_asked() -> None:
    both = Lexicon.build([Dish(id="a", name="炒虾仁"), Dish(id="b", name="炒瞎仁")], [], version="both")
    assert repair("来份炒侠仁", both).changes == ()


def test_that_a_model_may_only_propose() -> None:
    both = Lexicon.build([Dish(id="a", name="清炒虾仁"), Dish(id="b", name="清炒瞎仁")], [], version="both4")
    assert repair("来份清炒侠仁", both).changes == ()
    chosen = accept(Proposal("清炒侠仁", "清炒虾仁"), "来份清炒侠仁", both)
    assert chosen is not None
    assert (chosen.start, chosen.end, chosen.meant) == (2, 6, "清炒虾仁")
    assert accept(Proposal("清蒸鲤鱼", "清蒸鲈鱼"), "来份清蒸鲤鱼", LEXICON) is None
    assert accept(Proposal("红烧鱼", "红烧肉"), "红烧鱼有吗", LEXICON) is None
    assert accept(Proposal("酸菜余", "宫保鸡丁"), "来份酸菜余", LEXICON) is None
    assert accept(Proposal("没说过", "回锅肉"), "来份酸菜余", LEXICON) is None
    assert accept(Proposal("酸菜余", "不在菜单上"), "来份酸菜余", LEXICON) is None


def test_that_an_empty_menu_and_an_empty_sentence_are_fine() -> None:
    assert repair("来份公保鸡丁", Lexicon()).changes == ()
    assert repair("", LEXICON).text == ""


def test_that_sounds_are_as_near_as_dialects_make_them() -> None:
    assert distance("公", "宫") == 0.0
    assert same("石", "时")
    assert 0 < distance("炒", "草") < distance("炒", "焦")
    assert distance("鱼", "肉") == FAR


def test_that_shapes_are_as_near_as_their_parts() -> None:
    assert Looks("抄肉").near("炒", 0.5).keys() == {"抄"}
    assert {"晶", "西"} <= Looks("晶西鸡").near("品", 0.3).keys() | Looks("西鸡").near("酒", 0.3).keys()
    assert "金" in Looks("金肉").near("铜", 0.34)
    assert written("品").count(written("口")) == 3
    assert joined("火", "少") == "炒"
    assert joined("食", "并") == joined("饣", "并") == "饼"


_SAID = ["我要", "来份", "嗯", "多少钱", "那个", "有没有", "饣", "，", "公保", "迷", "我我", "火少", "a", " "]
_TEXTS = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from([*NAMES, *_SAID]), max_size=8).map("".join),
    st.text("回过肉公保鸡丁火少饣我来来来嗯那个余a ，", max_size=20),
)


@given(_TEXTS)
@settings(max_examples=200, deadline=None)
def test_that_any_text_is_repaired_once_and_for_all(text: str) -> None:
    once = repair(text, LEXICON)
    again = repair(once.text, LEXICON)
    assert again.text == once.text
    assert again.changes == ()
    assert repair(text, LEXICON) == once


@given(_TEXTS)
@settings(max_examples=200, deadline=None)
def test_that_the_changes_explain_the_text(text: str) -> None:
    repaired = repair(text, LEXICON)
    assert applied(repaired) == repaired.text
    assert repaired.heard == normalise(text)
    assert all(repaired.heard[change.start : change.end] == change.said for change in repaired.changes)


@given(
    st.sampled_from(NAMES),
    st.sampled_from(["", "来一份", "有没有", "我想要", "请问"]),
    st.sampled_from(["", "多少钱", "还有吗", "吧", "，谢谢"]),
)
@settings(max_examples=150, deadline=None)
def test_that_a_sentence_with_the_menus_name_is_unchanged(name: str, before: str, after: str) -> None:
    assert repair(f"{before}{name}{after}", LEXICON).changes == ()
