"""Random dishes written in every format come back equal; random bytes never break the import."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import tempfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.importing import identity, read_menu
from pilothouse.contracts.errors import PilothouseError

INGREDIENTS = [
    "藕片",
    "土豆",
    "午餐肉",
    "培根",
    "包菜",
    "五花肉",
    "蒜苗",
    "木耳",
    "笋丝",
    "豆腐",
    "牛肉",
    "虾仁",
    "花生",
    "青椒",
    "香菇",
]
SPICES = ("不辣", "微辣", "中辣", "特辣")


def lists(words: list[str] | tuple[str, ...], least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(words), unique=True, min_size=least, max_size=5).map(tuple)


names = st.builds(
    "{}{}{}".format,
    st.sampled_from(
        [
            "麻辣",
            "干锅",
            "回锅",
            "红烧",
            "清蒸",
            "水煮",
            "鱼香",
            "宫保",
            "凉拌",
            "蒜蓉",
            "三杯",
            "八宝",
            "二锅头",
            "千层",
            "百合",
        ]
    ),
    st.sampled_from(["鸡", "鸭", "鱼", "牛肉", "肉丝", "豆腐", "茄子", "土豆", "排骨", "西兰花"]),
    st.sampled_from(["", "煲", "套餐", "2号", "王"]),
)
prices = st.integers(min_value=0, max_value=99_999).map(lambda cents: Decimal(cents).scaleb(-2)).map(
    lambda price: price.quantize(Decimal(1)) if price == price.to_integral_value() else price.normalize()
)  # fmt: skip
dishes = st.lists(
    st.builds(
        lambda name, **fields: Dish(id=identity(name), name=name, **fields),
        name=names,
        aliases=lists(["香锅", "干锅", "招财锅"]),
        category=st.sampled_from(["", "热菜", "荤菜·干锅类"]),
        ingredients=lists(INGREDIENTS),
        allergens=lists(["花生", "大豆", "麸质"]),
        tastes=lists(SPICES, least=2) | st.just(()),
        default_spice=st.sampled_from([None, *SPICES]),
        price=prices,
        portion=st.sampled_from([None, "配米饭一碗", "2-3人份"]),
        prep_minutes=st.none() | st.integers(min_value=1, max_value=180),
        notes=st.sampled_from([None, "默认含香菜，可备注去除"]),
        signature=st.booleans(),
        hours=st.sampled_from([None, "06:30-10:00", "17:00-02:00"]),
        description=st.sampled_from([None, "外酥里嫩，越嚼越香。"]),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda dish: dish.id,
)


def read(content: str | bytes, name: str) -> list[Dish]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_menu(path).dishes


def as_csv(menu: list[Dish]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        [
            "菜名",
            "别名",
            "分类",
            "原料",
            "过敏原",
            "口味选项",
            "默认辣度",
            "价格",
            "份量",
            "出餐时间",
            "备注",
            "招牌",
            "供应时间",
            "描述",
        ]
    )
    for dish in menu:
        writer.writerow(
            [dish.name, "、".join(dish.aliases), dish.category, "、".join(dish.ingredients), "、".join(dish.allergens),
             "、".join(dish.tastes), dish.default_spice, f"{dish.price}元", dish.portion,
             f"约{dish.prep_minutes}分钟" if dish.prep_minutes else "", dish.notes, "是" if dish.signature else "否",
             dish.hours, dish.description]
        )  # fmt: skip
    return out.getvalue()


def as_paragraph(dish: Dish) -> str:
    """In the style of the article."""
    clauses = [dish.name]
    clauses += [f"又名{'、'.join(dish.aliases)}"] if dish.aliases else []
    clauses += [f"原料：{'、'.join(dish.ingredients)}"] if dish.ingredients else []
    clauses += [f"口味可选择{'、'.join(dish.tastes)}"] if dish.tastes else []
    clauses += [f"默认{dish.default_spice}"] if dish.default_spice else []
    clauses += [f"过敏原：{'、'.join(dish.allergens)}"] if dish.allergens else []
    clauses += [dish.portion] if dish.portion else []
    clauses += ["招牌菜"] if dish.signature else []
    clauses += [f"出餐时间约{dish.prep_minutes}分钟"] if dish.prep_minutes else []
    return "，".join([*clauses, f"售价{dish.price}元。"])


@given(dishes)
@settings(max_examples=150, deadline=None)
def test_that_dishes_survive_json_csv_and_labelled_text(menu: list[Dish]) -> None:
    dumped = json.dumps([dish.model_dump(mode="json") for dish in menu], ensure_ascii=False)
    assert read(dumped, "menu.json") == menu
    assert read(as_csv(menu), "menu.csv") == menu
    assert read("\n".join(dish.document() for dish in menu), "menu.txt") == menu


@given(dishes)
@settings(max_examples=150, deadline=None)
def test_that_dishes_survive_paragraphs_in_the_style_of_the_article(menu: list[Dish]) -> None:
    bare = [
        dish.model_copy(update={"category": "", "notes": None, "hours": None, "description": None}) for dish in menu
    ]
    assert read("\n".join(map(as_paragraph, bare)), "menu.txt") == bare
    assert read("".join(map(as_paragraph, bare)), "menu.txt") == bare


@given(
    names,
    prices,
    st.sampled_from(["{} {}元", "{}……{}", "1. {} ￥{}/份", "{}，只要{}元", "{}：{}元", "- {} | {}", "{}{}元"]),
)
@settings(max_examples=200, deadline=None)
def test_that_every_price_on_a_line_equals_what_was_written(name: str, price: Decimal, form: str) -> None:
    (dish,) = read(form.format(name, price), "menu.txt")
    assert (dish.name, dish.price) == (name, price)


@given(st.binary(max_size=300), st.sampled_from(["menu.json", "menu.csv", "menu.txt"]))
@settings(max_examples=300, deadline=None)
def test_that_random_bytes_never_break_the_import(content: bytes, name: str) -> None:
    with contextlib.suppress(PilothouseError):
        read(content, name)


_keys = st.sampled_from(
    [
        "name",
        "price",
        "dishes",
        "菜名",
        "价格",
        "categories",
        "spus",
        "skus",
        "规格",
        "口味",
        "attrs",
        "stores",
        "prices",
        "hours",
        "data",
        "热菜",
        "x",
    ]
)
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["回锅肉", "38元", "大份", "微辣", ""])
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys | st.text(max_size=5), inner, max_size=5),
    max_leaves=25,
)


@given(_values)
@settings(max_examples=500, deadline=None)
def test_that_random_json_never_breaks_the_import(value: object) -> None:
    found: list[Dish] = []
    with contextlib.suppress(PilothouseError):
        found = read(json.dumps(value), "menu.json")
    assert all(dish.name and (dish.price is None or dish.price >= 0) for dish in found)


_words = [
    "回锅肉",
    "鱼香肉丝",
    "，",
    "。",
    "、",
    "：",
    "；",
    "(",
    ")",
    "（",
    "）",
    "【",
    "】",
    "原料",
    "价格",
    "售价",
    "38元",
    "￥",
    "三十八",
    "...",
    "——",
    "分钟",
    "微辣",
    "\n",
    "\t",
    ",",
    "|",
    '"',
    "#",
    "-",
    "1.",
    "大份",
    "0.5",
    "起",
    "/",
    "【价格】",
    "【菜名】",
]


@given(st.lists(st.sampled_from(_words), max_size=40).map("".join), st.sampled_from(["menu.txt", "menu.csv"]))
@settings(max_examples=500, deadline=None)
def test_that_random_menu_text_never_breaks_the_import(text: str, name: str) -> None:
    with contextlib.suppress(PilothouseError):
        read(text, name)


@pytest.mark.parametrize(
    "line", ["回" * 200_000, "，" * 50_000, "1" * 100_000, "(" * 50_000, "回锅肉 " * 20_000, "【价格】" * 20_000]
)
def test_that_hostile_lines_are_read_in_linear_time(line: str) -> None:
    assert len(read(f"{line}\n宫保鸡丁 38元", "menu.txt")) >= 1
