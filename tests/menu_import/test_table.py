from __future__ import annotations

from collections.abc import Callable

import pytest

from pilothouse.assistants.menu.importing import MenuImport

Reader = Callable[..., MenuImport]
ROWS = [["菜品名称", "价格", "原料", "口味"], ["回锅肉", "32元", "五花肉、蒜苗", "微辣"], ["拍黄瓜", "12", "黄瓜", ""]]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|", "，"])
@pytest.mark.parametrize("name", ["menu.csv", "menu.txt"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_that_tables_are_read_with_any_delimiter_and_encoding(
    menu: Reader, delimiter: str, name: str, encoding: str
) -> None:
    found = menu("\r\n".join(delimiter.join(row) for row in ROWS).encode(encoding), name)
    first, second = found.dishes
    assert found.format == ("tsv" if delimiter == "\t" else "csv")
    assert (first.name, first.price, first.ingredients) == ("回锅肉", 32, ("五花肉", "蒜苗"))
    assert (second.name, second.price) == ("拍黄瓜", 12)
    assert found.skipped == []


def test_that_a_title_above_the_header_and_sections_between_rows_are_understood(menu: Reader) -> None:
    found = menu("川味小馆,,\n菜名,价格,备注\n热菜,,\n回锅肉,32,可少辣\n凉菜,,\n拍黄瓜,12,\n", "menu.csv")
    assert [(dish.name, dish.category) for dish in found.dishes] == [("回锅肉", "热菜"), ("拍黄瓜", "凉菜")]


def test_that_rows_that_do_not_fit_are_reported_with_their_line(menu: Reader) -> None:
    found = menu('菜名,价格,原料\n回锅肉,32\n"宫保\n鸡丁",38,鸡肉\n鱼,1,2,3\n\n豆腐,abc,\n汤,12,\n', "menu.csv")
    assert [dish.name for dish in found.dishes] == ["宫保 鸡丁", "汤"]
    assert {skipped.position for skipped in found.skipped} == {"第2行", "第5行", "第7行"}


def test_that_an_unpaired_quote_costs_one_row(menu: Reader) -> None:
    rows = "".join(f"菜{n}号,{n}\n" for n in range(1, 100))
    found = menu(f'菜名,价格\n"坏引号,28\n{rows}', "menu.csv")
    assert len(found.dishes) == 99
    assert [skipped.position for skipped in found.skipped] == ["第2行"]


def test_that_columns_of_sizes_become_portions(menu: Reader) -> None:
    first, second = menu("菜名,大份,小份\n酸菜鱼,88,58\n回锅肉,,32\n", "menu.csv").dishes
    assert (first.price, first.price_from, first.portion) == (58, True, "大份88元、小份58元")
    assert (second.price, second.price_from, second.portion) == (32, False, "小份")


def test_that_a_table_without_header_is_guessed_and_said_so(menu: Reader) -> None:
    found = menu("回锅肉,32\n鱼香肉丝,28\n宫保鸡丁,38元\n", "menu.csv")
    assert [(dish.name, dish.price) for dish in found.dishes] == [("回锅肉", 32), ("鱼香肉丝", 28), ("宫保鸡丁", 38)]
    assert "表头" in found.notes[0]


def test_that_markdown_tables_are_read(menu: Reader) -> None:
    found = menu("| 菜名 | 价格 |\n|---|---:|\n| 回锅肉 | 32 |\n| **鱼香肉丝** | 28元 |\n", "menu.md")
    assert [(dish.name, dish.price) for dish in found.dishes] == [("回锅肉", 32), ("鱼香肉丝", 28)]


def test_that_a_mapping_names_the_columns_of_a_table(menu: Reader) -> None:
    found = menu("甲,乙\n回锅肉,32\n", "menu.csv", mapping={"name": "甲", "price": "乙"})
    assert [(dish.name, dish.price) for dish in found.dishes] == [("回锅肉", 32)]


def test_that_formulas_in_a_table_stay_text(menu: Reader) -> None:
    found = menu('菜名,价格,描述\n回锅肉,32,"=HYPERLINK(""http://x"")"\n', "menu.csv")
    assert found.dishes[0].description == '=HYPERLINK("http://x")'
