from __future__ import annotations

from collections.abc import Callable

from pilothouse.assistants.menu.importing import MenuImport

Reader = Callable[..., MenuImport]


def test_that_a_repeated_dish_at_the_same_price_is_merged_with_a_note(menu: Reader) -> None:
    found = menu("菜名,价格,原料\n回锅肉,32,\n回鍋肉,32元,五花肉\n", "menu.csv")
    (dish,) = found.dishes
    assert dish.ingredients == ("五花肉",)
    assert "第2行" in found.notes[0]
    assert "第3行" in found.notes[0]


def test_that_a_repeated_dish_at_another_price_is_reported_with_both_positions(menu: Reader) -> None:
    found = menu("菜名,价格\n回锅肉,32\n回锅肉,35\n", "menu.csv")
    assert [dish.price for dish in found.dishes] == [32]
    (skipped,) = found.skipped
    assert skipped.position == "第3行"
    assert "第2行" in skipped.reason


def test_that_one_name_in_two_categories_becomes_two_dishes(menu: Reader) -> None:
    found = menu("菜名,价格,分类\n拿铁,15,热饮\n拿铁,18,冷饮\n拿铁,18,冷饮\n", "menu.csv")
    assert [(dish.name, dish.price, dish.aliases) for dish in found.dishes] == [
        ("拿铁（热饮）", 15, ("拿铁",)),
        ("拿铁（冷饮）", 18, ("拿铁",)),
    ]
    assert found.skipped == []


def test_that_rows_of_sizes_become_one_dish(menu: Reader) -> None:
    (dish,) = menu("菜名,规格,价格\n酸菜鱼,大份,88\n酸菜鱼,中份,68\n酸菜鱼,小份,58\n", "menu.csv").dishes
    assert (dish.price, dish.price_from, dish.portion) == (58, True, "大份88元、中份68元、小份58元")


def test_that_a_price_of_one_store_stands_beside_the_price_of_all(menu: Reader) -> None:
    (dish,) = menu("菜名,价格,门店\n回锅肉,32,\n回锅肉,38,机场店\n", "menu.csv").dishes
    assert (dish.price, dish.stores, {store: int(price) for store, price in dish.prices.items()}) == (
        32,
        (),
        {"机场店": 38},
    )


def test_that_a_dish_of_a_promotion_keeps_its_own_category(menu: Reader) -> None:
    (dish,) = menu("菜名,价格,分类\n米饭,2,热销推荐\n米饭,2,主食\n", "menu.csv").dishes
    assert dish.category == "主食"
