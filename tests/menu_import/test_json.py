from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from pilothouse.assistants.menu.importing import MenuImport
from pilothouse.contracts.errors import UsageError

Reader = Callable[..., MenuImport]
DISH = {"菜名": "回锅肉", "价格": "32元"}


@pytest.mark.parametrize(
    "content",
    [
        [DISH],
        {"dishes": [DISH]},
        {"菜品": [DISH]},
        {"menu": {"items": [DISH]}},
        {"code": 0, "data": {"list": [DISH], "total": 1}},
        {"data": [DISH]},
        [["菜名", "价格"], ["回锅肉", 32]],
        ["回锅肉 32元"],
        {"回锅肉": 32},
        {"menu": {"回锅肉": {"price": 32}}},
        DISH,
        '{"name": "回锅肉", "price": 32}\n{"name": "回锅肉", "price": 32}\n',
        [{"商品名称": "回锅肉", "售价（元）": "32"}],
        [{"Dish Name": "回锅肉", "Sale_Price": 32}],
        [{"菜 名": "回锅肉", "價格": 32}],
        [{"foodName": "回锅肉", "价格(分)": 3200}],
        [{"name": "回锅肉", "price_cents": 3200}],
        [{"name": "回锅肉", "price": {"amount": "32", "currency": "CNY"}}],
        [{"name": "回锅肉", "price": "", "原价": 32}],
    ],
)
def test_that_a_dish_is_found_in_any_shape(menu: Reader, content: object) -> None:
    (dish,) = menu(content, "menu.json").dishes
    assert (dish.name, dish.price, dish.price_from) == ("回锅肉", 32, False)


@pytest.mark.parametrize(
    "content",
    [
        {"categories": [{"name": "热菜", "spus": [DISH]}]},
        {"热菜": [DISH]},
        {"菜单": {"热菜": [DISH]}},
        {"data": {"food_spu_tags": [{"name": "热菜", "spus": [DISH]}]}},
        {"groups": [{"title": "热菜", "items": [DISH]}]},
        {"sections": {"热菜": [DISH]}},
        {"name": "川味小馆", "menu": [{"category": "热菜", "products": [DISH]}]},
        [{"name": "热菜", "foods": [DISH]}],
        {"dishes": [{**DISH, "分类": "热菜"}]},
        {"categories": [{"id": 7, "name": "热菜"}], "dishes": [{**DISH, "category_id": 7}]},
        {"热菜": {"回锅肉": "32元"}},
        {"热菜": ["回锅肉 32元"]},
    ],
)
def test_that_the_category_comes_from_the_group_around_a_dish(menu: Reader, content: object) -> None:
    (dish,) = menu(content).dishes
    assert (dish.name, dish.price, dish.category) == ("回锅肉", 32, "热菜")


def test_that_the_name_of_the_restaurant_is_no_category(menu: Reader) -> None:
    (dish,) = menu({"name": "川味小馆", "dishes": [DISH]}).dishes
    assert dish.category == ""


def test_that_all_fields_are_read_under_chinese_and_english_names(menu: Reader) -> None:
    chinese = {
        "菜品名称": "麻辣香锅",
        "又名": "香锅、麻辣干锅",
        "类别": "干锅",
        "主料": "藕片，土豆片",
        "辅料": ["香菜"],
        "过敏原": "花生/大豆",
        "口味": "微辣/中辣（默认）/特辣",
        "售价": "38元/份",
        "规格": "2人份",
        "出餐时间": "约12-15分钟",
        "备注": "默认含香菜",
        "招牌": "是",
        "供应时间": "11:00~14:00",
        "英文名": "Mala Pot",
        "描述": "香",
        "门店": "人民路店；河湾店",
    }
    english = {
        "title": "麻辣香锅",
        "aliases": ["香锅", "麻辣干锅"],
        "category": "干锅",
        "ingredients": ["藕片", "土豆片", "香菜"],
        "allergens": ["花生", "大豆"],
        "tastes": ["微辣", "中辣", "特辣"],
        "default_spice": "中辣",
        "price": 38.00,
        "portion": "2人份",
        "prep_minutes": 15,
        "notes": "默认含香菜",
        "signature": True,
        "hours": "11:00-14:00",
        "name_en": "Mala Pot",
        "description": "香",
        "stores": ["人民路店", "河湾店"],
    }
    first, second = menu([chinese]), menu([english])
    assert first.dishes == second.dishes
    assert first.digest == second.digest
    assert first.notes == []
    (dish,) = first.dishes
    assert dish.default_spice == "中辣"
    assert dish.prep_minutes == 15
    assert dish.hours == "11:00-14:00"


def test_that_sizes_become_one_dish_from_the_lowest_price(menu: Reader) -> None:
    skus = [{"spec": "大份", "price": 48}, {"spec": "小份", "price": "32"}]
    (dish,) = menu([{"name": "酸菜鱼", "min_price": 32, "skus": skus}]).dishes
    assert (dish.price, dish.price_from, dish.portion) == (32, True, "大份48元、小份32元")
    assert dish.price_label == "32元起"


def test_that_one_size_is_no_starting_price(menu: Reader) -> None:
    (dish,) = menu([{"name": "酸菜鱼", "min_price": 32, "skus": [{"spec": "例", "price": 32}]}]).dishes
    assert (dish.price, dish.price_from, dish.portion) == (32, False, "例")


def test_that_attributes_of_a_platform_become_taste_options(menu: Reader) -> None:
    attrs = [
        {"name": "辣度", "values": [{"value": "微辣"}, {"value": "中辣"}]},
        {"name": "规格", "values": ["大份", "小份"]},
    ]
    (dish,) = menu([{"name": "宫保鸡丁", "price": 28, "attrs": attrs}]).dishes
    assert (dish.tastes, dish.portion, dish.default_spice) == (("微辣", "中辣"), "大份、小份", None)


def test_that_a_takeaway_export_is_read_without_its_shop_and_ratings(menu: Reader) -> None:
    rated = {
        "name": "皮蛋瘦肉粥",
        "price": 10,
        "oldPrice": "",
        "info": "稠",
        "ratings": [{"username": "a", "text": "好"}],
    }
    found = menu(
        {
            "seller": {"name": "粥品香坊", "minPrice": 20, "description": "配送"},
            "goods": [{"name": "热销榜", "type": -1, "foods": [rated]}, {"name": "粥", "foods": [rated]}],
            "ratings": [{"username": "b", "score": 5}],
        }
    )
    (dish,) = found.dishes
    assert (dish.name, dish.category, dish.price) == ("皮蛋瘦肉粥", "粥", 10)
    assert any("重复" in note for note in found.notes)


def test_that_stores_and_faq_of_a_bundle_are_returned_raw(menu: Reader) -> None:
    stores, faq = [{"name": "河湾店", "hours": "10:30-21:30"}], [{"question": "停车？", "answer": "免费"}]
    found = menu({"dishes": [DISH], "stores": stores, "faq": faq})
    assert (found.stores, found.faq) == (stores, faq)
    assert [dish.name for dish in found.dishes] == ["回锅肉"]


def test_that_menus_of_stores_are_merged_with_their_prices(menu: Reader) -> None:
    stores = [
        {"name": f"{name}店", "menu": [{"name": "回锅肉", "price": price}]} for name, price in (("甲", 30), ("乙", 32))
    ]
    (dish,) = menu({"stores": stores}).dishes
    assert (dish.stores, dish.price, dish.prices) == (("甲店", "乙店"), 30, {"乙店": Decimal(32)})


def test_that_a_mapping_goes_before_the_known_names(menu: Reader) -> None:
    found = menu([{"a": "回锅肉", "价格": 99, "b": "32"}], mapping={"name": "a", "price": "b", "unit": "单"})
    assert (found.dishes[0].name, found.dishes[0].price) == ("回锅肉", 32)
    assert any("单" in note for note in found.notes)


def test_that_a_mapping_to_an_unknown_field_is_refused(menu: Reader) -> None:
    with pytest.raises(UsageError, match="FIELD=NAME"):
        menu([DISH], mapping={"colour": "价格"})


def test_that_damaged_records_are_reported_with_their_path_and_the_rest_is_imported(menu: Reader) -> None:
    bad = [
        7,
        None,
        {"name": 123, "price": 1},
        {"name": "鸡", "price": -1},
        {"name": "鸭", "price": float("nan")},
        {"price": 3},
        {"name": "鹅", "price": "abc"},
        {"name": "长" * 61, "price": 1},
        {"name": "123", "price": 1},
        {"name": "🌶️", "price": 1},
        {"name": "鱼", "price": 9, "状态": "已下架"},
    ]
    found = menu({"categories": [{"name": "热菜", "spus": [*bad, DISH]}]})
    assert [dish.name for dish in found.dishes] == ["回锅肉"]
    assert sorted(skipped.position for skipped in found.skipped) == sorted(
        f"$.categories[0].spus[{index}]" for index in range(len(bad))
    )
    assert all(skipped.reason for skipped in found.skipped)


def test_that_fields_dishes_lack_are_listed_once(menu: Reader) -> None:
    found = menu([{**DISH, "sell_count": 3, "icon": "x"}, {"菜名": "鱼", "价格": 1, "icon": "y"}])
    assert found.notes == ["未使用的字段: sell_count, icon (fields not used)"]


def test_that_a_dish_without_price_is_imported_with_a_note(menu: Reader) -> None:
    found = menu([{"name": "例汤"}])
    assert (found.dishes[0].price, found.dishes[0].price_text) == (None, None)
    assert "例汤" in found.notes[0]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  回锅肉\u200b ", "回锅肉"),
        ("回锅肉🌶️🔥", "回锅肉"),
        ("**回锅肉**", "回锅肉"),
        ("<script>alert(1)</script>回锅肉", "alert(1)回锅肉"),
        ("1. 回锅肉", "回锅肉"),
        ("①回锅肉", "回锅肉"),
        ("【招牌】回锅肉", "回锅肉"),
        ("ＡＢ套餐", "AB套餐"),
        ("回锅\x00肉", "回锅肉"),
        ("《回锅肉》", "回锅肉"),
        ("酸菜鱼（大份）", "酸菜鱼（大份）"),
    ],
)
def test_that_names_are_cleaned(menu: Reader, raw: str, name: str) -> None:
    assert menu([{"name": raw, "price": 1}]).dishes[0].name == name


def test_that_a_traditional_name_becomes_an_alias_of_the_simplified_one(menu: Reader) -> None:
    (dish,) = menu([{"name": "宮保雞丁", "price": 28, "食材": "雞肉、花生"}]).dishes
    assert (dish.name, dish.aliases, dish.ingredients) == ("宫保鸡丁", ("宮保雞丁",), ("鸡肉", "花生"))


def test_that_ids_depend_on_the_name_alone(menu: Reader) -> None:
    first = menu([{"name": "回锅肉", "price": 1}]).dishes[0]
    second = menu([{"name": "回鍋 肉", "price": 2, "id": "x"}]).dishes[0]
    assert first.id == second.id
    assert len(first.id) == 12


def test_that_allergens_are_never_inferred_from_ingredients(menu: Reader) -> None:
    (dish,) = menu([{"name": "老醋花生", "原料": "花生", "price": 1}]).dishes
    assert dish.allergens == ()


@pytest.mark.parametrize(
    ("value", "minutes"),
    [
        ("约12分钟", 12),
        (12, 12),
        ("12", 12),
        ("15-20分钟", 20),
        ("半小时", 30),
        ("1小时20分钟", 80),
        ("一个半小时", 90),
        ("十五分钟", 15),
        ("900秒", 15),
        ("20min", 20),
        ("约15分钟左右", 15),
    ],
)
def test_that_preparation_times_are_read(menu: Reader, value: object, minutes: int) -> None:
    assert menu([{**DISH, "制作时间": value}]).dishes[0].prep_minutes == minutes


@pytest.mark.parametrize("value", ["很快", -3, 99_999, "三天三夜", True])
def test_that_an_unreadable_preparation_time_is_noted_and_the_dish_kept(menu: Reader, value: object) -> None:
    found = menu([{**DISH, "制作时间": value}])
    assert found.dishes[0].prep_minutes is None
    assert any("出餐时间" in note for note in found.notes)


def test_that_hours_without_clock_times_reach_the_guest_as_a_note(menu: Reader) -> None:
    (dish,) = menu([{**DISH, "供应时间": "周末早餐"}]).dishes
    assert (dish.hours, dish.notes) == (None, "供应时间：周末早餐")


def test_that_json_lines_with_a_broken_line_are_read(menu: Reader) -> None:
    found = menu('{"name":"回锅肉","price":38.30}\n{bad\n{"name":"鱼香肉丝","price":28}\n', "menu.jsonl")
    assert found.format == "jsonl"
    assert [str(dish.price) for dish in found.dishes] == ["38.3", "28"]
    assert found.skipped[0].position == "第2行"


def test_that_schema_org_menus_are_read(menu: Reader) -> None:
    item = {"@type": "MenuItem", "name": "Mapo Tofu", "offers": {"price": "12.5", "priceCurrency": "USD"}}
    section = {"@type": "MenuSection", "name": "Mains", "hasMenuItem": [item]}
    (dish,) = menu({"@type": "Restaurant", "name": "R", "hasMenu": {"hasMenuSection": [section]}}).dishes
    assert (dish.category, dish.price, dish.currency, dish.price_label) == (
        "Mains",
        Decimal("12.5"),
        "美元",
        "12.5美元",
    )


def test_that_the_digest_changes_with_the_data_and_not_with_its_order(menu: Reader) -> None:
    one, two = {"name": "回锅肉", "price": 32}, {"name": "鱼香肉丝", "price": 28}
    assert menu([one, two]).digest == menu([two, one]).digest
    assert menu([one, two]).digest != menu([one, {**two, "price": 29}]).digest
