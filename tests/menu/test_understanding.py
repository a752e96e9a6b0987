# ruff: noqa: E501 -- tables
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.store import Store
from pilothouse.assistants.menu.understanding import Request, filter_arguments, understand

from .eatery import MENU, STORES


def lexicon(*names: str) -> Lexicon:
    records = [*MENU, *({"name": name} for name in names)]
    dishes = [
        Dish(id=str(n), name=r["name"], aliases=tuple(r.get("aliases", ())), name_en=r.get("name_en"), category=r.get("category", ""), ingredients=tuple(r.get("ingredients", ())))
        for n, r in enumerate(records)
    ]  # fmt: skip
    return Lexicon.build(dishes, [Store.read(record) for record in STORES])


LEXICON = lexicon()


def read(text: str) -> Request:
    return understand(text, LEXICON)


def filters(text: str) -> dict[str, Any]:
    return filter_arguments(read(text).filters)


@pytest.mark.parametrize(
    "frame",
    [
        "{}多少钱", "请问{}怎么卖", "点个{}得花多少", "老板，{}贵不贵呀", "{}要等多久", "来份{}", "那就{}好了", "有没有{}这个菜", "{}辣不", "帮我看下{}的价钱", "你们这儿做{}吗", "how much is the {}",
        "嗯……给我们上一个{}，谢谢", "{}都放了啥", "想吃{}😊", "｛{}｝",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["山城辣子兔", "跳水兔丁", "柴火鲫鱼汤", "带鱼烧萝卜"])
def test_that_a_name_is_found_in_whatever_sentence_it_stands(frame: str, name: str) -> None:
    request = read(frame.format(name))
    assert [mention.surface for mention in request.mentions] == [name]
    assert "menu" in request.intents


@pytest.mark.parametrize(
    "said",
    [
        "山城腊子兔",
        "山城辣子突",
        "山城辣兔子",
        "柴货鲫鱼汤",
        "柴火鲫鱼汤汤",
        "泡菜牛肉包",
        "枫露烤扬排",
        "枫露考羊排",
        "番茄滑单",
    ],
)
def test_that_a_slip_of_one_character_is_understood(said: str) -> None:
    assert [m.kind for m in read(f"来一份{said}多少钱").mentions] == ["similar"]


@pytest.mark.parametrize(
    "said",
    [
        "柴火鲤鱼汤",
        "泡菜羊肉煲",
        "枫露烤牛排",
        "素烧油麦菜",
        "山城辣子鸡",
        "红烧带鱼萝卜",
        "山城辣子兔盖饭",
        "番茄滑蛋汤面",
    ],
)
def test_that_another_food_is_another_dish(said: str) -> None:
    request = read(f"有{said}吗")
    assert all(mention.kind == "variant" for mention in request.mentions)
    assert request.intents == ("menu",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三十块以内的菜", {"max_price": 30.0}), ("不到25元的", {"max_price": 25.0}), ("比四十块便宜的", {"max_price": 40.0}), ("六十块钱往下有什么", {"max_price": 60.0}),
        ("50块钱能吃什么", {"max_price": 50.0}), ("三五十块的", {"min_price": 30.0, "max_price": 50.0}), ("七八块的", {"min_price": 7.0, "max_price": 8.0}), ("二三百块的", {"min_price": 200.0, "max_price": 300.0}),
        ("介于20和40块之间的", {"min_price": 20.0, "max_price": 40.0}), ("八十块往上的", {"min_price": 80.0}), ("预算100块", {"max_price": 100.0}), ("dishes under 30 yuan", {"max_price": 30.0}),
        ("between 20 and 40 yuan", {"min_price": 20.0, "max_price": 40.0}), ("便宜点的", {"sort": "price_asc"}), ("最贵的是哪个", {"sort": "price_desc"}), ("什么上得最快", {"sort": "prep"}),
        ("二十块左右的", {"min_price": 16.0, "max_price": 24.0}),
    ],
)  # fmt: skip
def test_that_amounts_are_read_however_they_are_said(text: str, expected: dict[str, Any]) -> None:
    assert filters(text) == expected
    assert read(text).intents == ("menu",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("不吃香菜能点什么", {"exclude": ["香菜"]}), ("香菜我吃不了，能点啥", {"exclude": ["香菜"]}), ("别放葱姜蒜", {"exclude": ["葱", "姜", "蒜"]}), ("我不太能吃羊肉", {"exclude": ["羊肉"]}),
        ("除了牛肉都行", {"exclude": ["牛肉"]}), ("没有鸡蛋的菜", {"exclude": ["鸡蛋"]}), ("I don't eat beef", {"exclude": ["beef"]}), ("no cilantro please", {"exclude": ["cilantro"]}),
        ("我对花生过敏", {"avoid_allergens": ["花生"]}), ("一吃虾就过敏，点啥安全", {"avoid_allergens": ["虾"]}), ("家里老人蒜过敏", {"avoid_allergens": ["蒜"]}), ("I'm allergic to peanuts", {"avoid_allergens": ["peanuts"]}),
        ("有牛肉的菜", {"include": ["牛肉"]}), ("虾有哪些做法", {"include": ["虾"]}), ("鸡怎么卖", {"include": ["鸡"]}), ("有没有放豆腐的", {"include": ["豆腐"]}), ("anything with tofu", {"include": ["tofu"]}),
        ("不要太辣", {"spice": "不太辣"}), ("吃不了辣，有啥能吃", {"spice": "不辣"}), ("一点辣都不沾", {"spice": "不辣"}), ("稍微带点辣的", {"spice": "微辣"}), ("要变态辣的", {"spice": "特辣"}), ("来点辣的", {"spice": "辣"}),
        ("I can't eat spicy food", {"spice": "不辣"}), ("十分钟以内能上的菜", {"max_prep_minutes": 10}), ("半小时内能好的", {"max_prep_minutes": 30}), ("有什么汤", {"category": "汤"}), ("想喝点汤汤水水的", {"category": "汤"}),
        ("不吃荤，推荐下", {"category": "素菜"}), ("有什么喝的", {"category": "饮品"}), ("any desserts?", {"category": "dessert"}),
        ("不辣的汤，别放香菜，五十以内", {"category": "汤", "exclude": ["香菜"], "spice": "不辣", "max_price": 50.0}),
    ],
)  # fmt: skip
def test_that_conditions_are_read_however_they_are_said(text: str, expected: dict[str, Any]) -> None:
    found = {key: value for key, value in filters(text).items() if key != "signature"}
    category = found.pop("category", None)
    assert (category is None) == ("category" not in expected)
    assert category is None or LEXICON.category(category) == LEXICON.category(expected["category"])
    assert found == {key: value for key, value in expected.items() if key != "category"}


def test_that_the_name_of_a_fish_does_not_mean_with_fish() -> None:
    assert filters("有没有带鱼") == {"include": ["带鱼"]}


def test_that_leaving_something_out_of_a_dish_is_a_condition_on_that_dish() -> None:
    request = read("山城辣子兔能不能不放葱")
    assert [m.surface for m in request.mentions] == ["山城辣子兔"]
    assert request.filters.exclude == ("葱",)


def test_that_a_refused_food_is_never_ordered_even_where_a_dish_is_called_so() -> None:
    request = understand("不吃牛肉，有什么推荐", lexicon("牛肉"))
    assert request.mentions == ()
    assert request.filters.exclude == ("牛肉",)


def test_that_a_dish_named_like_an_ordinary_word_does_not_hijack_sentences() -> None:
    assert understand("有没有什么好的推荐", lexicon("没有")).intents == ("broad",)
    assert [m.surface for m in understand("没有", lexicon("没有")).mentions] == ["没有"]


@pytest.mark.parametrize(
    "text",
    ["有啥好吃的", "都卖些什么啊", "你们家什么最好吃", "第一次来，点什么好", "三个人吃点什么好", "招牌是啥", "菜单给我看看", "大家都点啥", "随便推荐几个", "what do you recommend", "can I see the menu"],
)  # fmt: skip
def test_that_a_question_about_the_whole_menu_is_broad(text: str) -> None:
    assert read(text).intents == ("broad",)


@pytest.mark.parametrize(
    "text",
    ["你们几点打烊", "车停哪儿", "能带狗吗", "可以自己带酒吗", "我伞落你们店了", "怎么开发票", "春节休息吗", "订个包间", "wifi密码多少", "过生日能带蛋糕进来吗", "is there parking nearby", "can I bring my dog", "are you open on Sunday"],
)  # fmt: skip
def test_that_a_question_about_the_house_never_searches_dishes(text: str) -> None:
    assert read(text).intents == ("faq",)


@pytest.mark.parametrize(
    "text",
    [
        "适合打包带走的凉菜有吗",
        "生日想吃面，有什么面",
        "公司聚餐有什么大菜推荐",
        "开车来的不能喝酒，有啥饮料",
        "带小孩来，有什么他能吃的",
        "下班累了想喝碗热汤",
    ],
)
def test_that_an_occasion_does_not_make_a_wish_for_food_a_question_about_the_house(text: str) -> None:
    assert "faq" not in read(text).intents
    assert {"menu", "broad"} & set(read(text).intents)


@pytest.mark.parametrize(
    ("text", "cuisine"), [("附近有啥火锅店", "火锅"), ("推荐一家川菜馆", "川菜"), ("现在还开着的烤鸭店有哪些", "烤鸭"), ("周边吃川菜的地方", "川菜"), ("离我最近的分店是哪家", ""), ("哪家店有山城辣子兔卖", "")]
)  # fmt: skip
def test_that_a_question_for_restaurants_searches_stores(text: str, cuisine: str) -> None:
    request = read(text)
    assert request.intents == ("store",)
    assert request.cuisine == cuisine


@pytest.mark.parametrize(
    ("text", "intents"),
    [
        ("山城辣子兔多少钱，另外你们几点关门", {"menu", "faq"}), ("山城辣子兔还有吗，顺便问一下能停车不", {"stock", "faq"}), ("上汤娃娃菜有吗，另外几点打烊", {"menu", "faq"}),
        ("有什么推荐，对了有wifi吗", {"broad", "faq"}), ("how much is the chili rabbit and what time do you close", {"menu", "faq"}),
    ],
)  # fmt: skip
def test_that_two_questions_in_one_sentence_are_both_asked(text: str, intents: set[str]) -> None:
    request = read(text)
    assert set(request.intents) == intents
    assert len(request.calls()) == 2


@pytest.mark.parametrize(
    "text", ["明天会下雨吗", "给我讲个笑话", "推荐一部电影", "帮我叫个出租车", "who won the election", "一加一等于几"]
)
def test_that_what_is_no_business_of_a_restaurant_calls_nothing(text: str) -> None:
    assert read(text).calls() == ()


@pytest.mark.parametrize(
    "text",
    [
        "山城辣子兔還有嗎",
        "山城辣子兔还有吗🙏🙏",
        "山城辣子兔卖光没有",
        "山城辣子兔沽清了没",
        "is the 山城辣子兔 sold out",
    ],
)
def test_that_stock_is_asked_in_any_script(text: str) -> None:
    assert read(text).intents == ("stock",)


@given(st.text(max_size=60), st.sampled_from([record["name"] for record in MENU]))
def test_that_no_text_breaks_the_reading(noise: str, name: str) -> None:
    read(noise)
    read(f"{noise}，{name}，{noise}")


@given(st.integers(1, 9999))
def test_that_a_price_limit_is_kept_to_the_yuan(price: int) -> None:
    assert read(f"{price}元以内的菜").filters.max_price == Decimal(price)


@pytest.mark.parametrize(
    "aside",
    [
        "我们5个人",
        "住7号楼",
        "我在8栋301",
        "刚下班",
        "外面下雨了",
        "我老公也来",
        "等会儿还要开车",
        "我姓王",
        "今天有点冷",
    ],
)
def test_that_what_is_said_by_the_way_is_no_word_to_search_for(aside: str) -> None:
    for text in (f"不辣的菜有哪些，{aside}", f"{aside}，不辣的菜有哪些"):
        request = read(text)
        assert request.intents == ("menu",)
        assert (request.query, request.filters.spice) == ("", "不辣"), text


def test_that_a_rating_is_no_price() -> None:
    assert filters("评分4.5以上的餐馆，人均100-150元") == {"min_price": 100, "max_price": 150}
