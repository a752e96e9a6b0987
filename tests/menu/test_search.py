from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse.assistants.menu.command import set_stock
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.search import Found, Search, holds, safe_without, suits_spice
from pilothouse.house import Pilothouse

from .eatery import MENU, open_eatery
from .kitchen import NOON


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    with open_eatery(tmp_path_factory.mktemp("eatery")) as opened:
        yield opened


def search(house: Pilothouse, query: str = "", limit: int = 10, **conditions: Any) -> list[Found]:
    catalogue = house.room("menu").services.catalogue
    catalogue.refresh()
    menu = catalogue.menu(catalogue.default_store().id)
    return Search(catalogue, menu, NOON, limit=limit).run(query, Filters(**conditions))[0]


def names(found: list[Found]) -> list[str]:
    return [item.dish.name for item in found]


@pytest.mark.parametrize("record", MENU, ids=lambda record: record["name"])
def test_that_a_name_or_alias_returns_its_dish_first(house: Pilothouse, record: dict[str, Any]) -> None:
    for word in (record["name"], *record.get("aliases", ())):
        assert names(search(house, word))[0] == record["name"]
        assert search(house, word)[0].match in ("exact", "alias")


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.text("春夏秋冬红白青黄鸡鱼肉菜汤饭糕有没来点的", min_size=2, max_size=6), min_size=1, max_size=6, unique=True
    )
)
def test_that_an_exact_name_returns_that_dish_first_on_any_menu(
    tmp_path_factory: pytest.TempPathFactory, dishes: list[str]
) -> None:
    with open_eatery(
        tmp_path_factory.mktemp("any"), [{"name": name, "price": 10 + n} for n, name in enumerate(dishes)]
    ) as any_house:
        for name in dishes:
            assert names(search(any_house, name))[0] == name


_WORDS = ("牛肉", "羊肉", "鱼", "鸡蛋", "香菜", "葱", "蒜", "花生", "豆腐", "辣椒")


@given(
    st.lists(st.sampled_from(_WORDS), max_size=2),
    st.lists(st.sampled_from(_WORDS), max_size=1),
    st.sampled_from(["any", "不辣", "微辣", "不太辣", "辣"]),
    st.one_of(st.none(), st.integers(5, 100)),
    st.one_of(st.none(), st.integers(3, 40)),
    st.sampled_from(["relevance", "price_asc", "price_desc", "prep"]),
)
def test_that_every_dish_returned_satisfies_every_condition(
    house: Pilothouse,
    exclude: list[str],
    avoid: list[str],
    spice: Any,
    price: int | None,
    minutes: int | None,
    sort: Any,
) -> None:
    found = search(
        house,
        exclude=tuple(exclude),
        avoid=tuple(avoid),
        spice=spice,
        max_price=None if price is None else Decimal(price),
        max_prep=minutes,
        sort=sort,
    )
    for item in found:
        assert not any(holds(item.dish, word) for word in exclude)
        assert all(safe_without(item.dish, word) for word in avoid)
        assert spice == "any" or suits_spice(item.dish, spice)
        assert price is None or (item.price is not None and item.price <= price)
        assert minutes is None or (item.dish.prep_minutes or 999) <= minutes
        assert item.available


@pytest.mark.parametrize(
    "sentence",
    [
        "不吃香菜能点什么",
        "三十块以内的菜",
        "有什么推荐",
        "来点下饭的",
        "荤菜有哪些",
        "十分钟以内能上的",
        "最便宜的是什么",
    ],
)
def test_that_a_sold_out_dish_is_never_recommended(tmp_path: Path, sentence: str) -> None:
    with open_eatery(tmp_path) as own:
        for record in MENU[::2]:
            set_stock(own, record["name"], store=None, sold_out=True, quantity=None, user=None)
        shown = [row["name"] for row in own.ask("menu", sentence).data["dishes"]]
        assert shown
        assert not set(shown) & {record["name"] for record in MENU[::2]}


@pytest.mark.parametrize("name", ["佛跳墙", "柴火鲤鱼汤", "上汤娃娃菜", "山城辣子兔盖饭", "黑椒牛柳", "提拉米苏"])
def test_that_an_absent_dish_is_said_to_be_absent_and_the_nearest_are_offered(house: Pilothouse, name: str) -> None:
    reply = house.ask("menu", f"{name}多少钱")
    assert reply.outcome == "not_found"
    assert f"没有「{name}」" in reply.reply
    assert reply.data["dishes"]


def test_that_greens_are_found_though_no_text_says_so(house: Pilothouse) -> None:
    assert names(search(house, "来个绿菜"))[0] == "素烧豌豆尖"


def test_that_an_occasion_is_understood_by_common_knowledge(house: Pilothouse) -> None:
    assert "山城辣子兔" not in names(search(house, "适合小孩吃的"))
    assert "番茄滑蛋" in names(search(house, "适合小孩吃的"))


def test_that_milk_is_not_butter_for_who_wants_it_but_is_for_who_cannot_have_it(tmp_path: Path) -> None:
    menu = [
        {"name": "酥皮点心", "ingredients": ["黄油", "面粉"], "price": 9},
        {"name": "炖奶羹", "ingredients": ["牛奶", "糖"], "price": 9},
        {"name": "糖藕", "ingredients": ["藕", "糖"], "price": 9},
    ]
    with open_eatery(tmp_path, menu) as own:
        assert names(search(own, include=("牛奶",))) == ["炖奶羹"]
        assert names(search(own, avoid=("牛奶",))) == ["糖藕"]


def test_that_a_kind_of_dish_is_known_by_its_name_where_the_menu_has_no_such_category(tmp_path: Path) -> None:
    menu = [{"name": "冬瓜汤", "price": 9}, {"name": "扒白菜", "price": 9}]
    with open_eatery(tmp_path, menu) as own:
        assert names(search(own, category="汤品")) == ["冬瓜汤"]
