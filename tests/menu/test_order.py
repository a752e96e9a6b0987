# ruff: noqa: E501 -- tables
"""The order: code's arithmetic, whatever is said; one order for one confirmation, whatever is killed; nobody else's."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse import Pilothouse
from pilothouse.assistants.menu.cart import Cart, Line
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.command import import_stores
from pilothouse.assistants.menu.order import read_order
from pilothouse.assistants.menu.references import Shown
from pilothouse.assistants.menu.taking import Taker
from pilothouse.contracts.reply import Reply

from .eatery import STORES, open_eatery
from .kitchen import open_house

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "orders.py"
DISHES = ("回锅肉", "麻辣香锅", "米饭", "宫保鸡丁", "抄手", "干锅牛蛙", "佛跳墙", "酸梅汤")
NUMBERS = ("一", "两", "3", "十二", "0", "零", "一百", "1000000", "1.5", "-2", "半", "几")
PIECES = (
    *DISHES, "来", "再来", "不要", "不要了", "少", "多", "换成", "改成", "去掉", "都要", "都不要了", "第二个", "第九个", "这个",
    "刚才那个", "微辣", "特辣", "少糖", "不要香菜", "份", "碗", "，", "哦不，", "和", "各", "吗", "多少钱", "外卖", "打包", "8号桌",
    "二十分钟能送到吗", "备注：快点", "取消订单", "好的", "就这些", "除了第二个", "一样一个", "最便宜的那个", "便宜点的呢",
    "i'd like", "two", "the second one", "remove", "!", "", " ", "🍚", *NUMBERS,
)  # fmt: skip
CONFIRMING = ("下单", "就这些，下单吧", "确认下单", "confirm")
sentences = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    with open_house(tmp_path_factory.mktemp("order")) as house:
        house.ask("menu", "有什么素菜")
        yield house


@pytest.fixture(scope="module")
def menu(house: Pilothouse) -> Menu:
    catalogue = house.room("menu").services.catalogue
    found: Menu = catalogue.menu(catalogue.default_store().id)
    return found


def rows(menu: Menu) -> dict[str, dict[str, Any]]:
    return {
        dish.id: {
            "available": dish.name != "干锅牛蛙",
            "served_now": True,
            "hours": "",
            "price": None if menu.price(dish) is None else float(menu.price(dish) or 0),
            "prep_minutes": dish.prep_minutes,
            "left": 5 if dish.name == "回锅肉" else None,
        }
        for dish in menu.dishes.values()
    }


def holds(cart: Cart) -> None:
    """What must be true of any cart."""
    assert all(1 <= line.quantity <= 99 for line in cart.lines)
    assert cart.total == sum((line.unit_price or Decimal(0)) * line.quantity for line in cart.lines)
    assert cart.data()["total"] == sum((line["subtotal"] or 0) for line in cart.data()["lines"])


@settings(max_examples=300)
@given(st.lists(sentences, min_size=1, max_size=8))
def test_that_whatever_is_said_the_total_is_the_sum_of_the_lines(menu: Menu, said: list[str]) -> None:
    facts = rows(menu)
    cart, shown = Cart(), [Shown(dish.id, dish.name, menu.price(dish)) for dish in list(menu.dishes.values())[:4]]
    for text in said:
        changes = read_order(text, menu.lexicon, cart, shown, focus=shown[0].dish)
        taken = Taker(menu, cart, facts).take(changes)
        if any(change.verb == "cancel" for change in changes):
            assert taken.cart.empty
        if not any(word in text for word in ("下单", "就这些", "confirm")):
            assert not taken.confirm
        cart = taken.cart
        holds(cart)
        named = {menu.dishes[line.dish_id].name for line in cart.lines}
        assert "干锅牛蛙" not in named
        assert sum(line.quantity for line in cart.lines if line.dish == "回锅肉") <= 5


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(sentences, st.sampled_from(CONFIRMING)), min_size=1, max_size=5))
def test_that_no_conversation_raises_or_orders_without_a_confirming_word(house: Pilothouse, said: list[str]) -> None:
    session, orders = f"talk {next(_SESSIONS)}", house.room("menu").services.orders
    for text in said:
        if not text.strip():
            continue
        before = orders.count()
        reply = house.ask("menu", text, session=session)
        assert reply.reply
        cart = reply.data["cart"]
        assert cart["total"] == pytest.approx(sum(line["subtotal"] or 0 for line in cart["lines"]))
        if not any(word in text for word in (*CONFIRMING, "就这些", "好的")):
            assert orders.count() == before


_SESSIONS = count()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 30), st.sampled_from(["", "微辣"])), max_size=12))
def test_that_adding_and_removing_keeps_the_sum(steps: list[tuple[str, int, str]]) -> None:
    cart = Cart()
    for dish, quantity, option in steps:
        line = Line(
            dish_id=dish,
            dish=dish,
            quantity=quantity,
            options=(option,) if option else (),
            unit_price=Decimal(ord(dish)) / 4,
        )
        if sum(known.quantity for known in cart.lines if known.dish_id == dish) + quantity > 99:
            cart = cart.remove(dish)
        else:
            cart = cart.add(line)
        holds(cart)
    assert cart.cleared().empty


def test_that_an_order_of_too_many_dishes_is_told(menu: Menu) -> None:
    dishes = [dish for dish in menu.dishes.values() if menu.price(dish) is not None][:55]
    facts = {i: {**row, "available": True} for i, row in rows(menu).items()}
    cart, kinds = Cart(), set()
    for dish in dishes:
        taken = Taker(menu, cart, facts).take(read_order(f"来一份{dish.name}", menu.lexicon, cart))
        cart, kinds = taken.cart, kinds | {note.kind for note in taken.notes}
    assert len(cart.lines) == 50
    assert "too_long" in kinds


def test_that_two_ways_of_one_dish_count_against_the_same_stock(house: Pilothouse) -> None:
    house.ask("menu", "来四份回锅肉，微辣", session="ways")
    reply = house.ask("menu", "再来四份中辣的回锅肉", session="ways")
    assert sum(line["quantity"] for line in reply.data["cart"]["lines"]) <= 6


def test_that_an_ordinal_after_a_new_list_means_the_new_list(house: Pilothouse) -> None:
    for question in ("有什么素菜", "有什么干锅", "有什么汤", "回锅肉和宫保鸡丁哪个便宜"):
        shown = house.ask("menu", question, session="lists").data["dishes"]
        reply = house.ask("menu", "第二个来一份", session="lists")
        assert reply.data["cart"]["lines"][-1]["dish"] == shown[1]["name"], question


def test_that_an_open_question_ends_with_a_new_list(house: Pilothouse) -> None:
    assert house.ask("menu", "来一份抄手", session="open").outcome == "clarify"
    shown = house.ask("menu", "有什么素菜", session="open").data["dishes"]
    reply = house.ask("menu", "第二个来一份", session="open")
    assert [line["dish"] for line in reply.data["cart"]["lines"]] == [shown[1]["name"]]


def test_that_what_was_wished_is_done_with_the_dish_that_was_meant(house: Pilothouse) -> None:
    assert house.ask("menu", "来三份抄手，特辣", session="wish").outcome == "clarify"
    lines = house.ask("menu", "红油的", session="wish").data["cart"]["lines"]
    assert [(line["dish"], line["quantity"]) for line in lines] == [("红油抄手", 3)]


def test_that_an_order_survives_being_killed_while_it_is_confirmed(tmp_path: Path) -> None:
    command = [sys.executable, BENCHMARK, "32"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["kills"] >= 30
    assert (result["lost"], result["doubled"], result["wrong"]) == (0, 0, 0)
    assert result["stock wrong"] == 0


async def test_that_guests_at_once_see_only_their_own_order_and_list(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        wishes = [("来{}碗米饭", "米饭"), ("来{}份番茄炒蛋", "番茄炒蛋"), ("来{}杯酸梅汤", "酸梅汤")]
        lists = ("有什么素菜", "有什么干锅", "有什么汤")

        async def guest(n: int) -> list[Reply]:
            session, quantity = f"guest {n}", n + 1
            text, _ = wishes[n % 3]
            said = [text.format(quantity), lists[n % 3], "第二个来一份", "我点了什么", "下单"]
            return [await house.aask("menu", sentence, session=session) for sentence in said]

        talks = await asyncio.gather(*(guest(n) for n in range(12)))
        for n, replies in enumerate(talks):
            second = replies[1].data["dishes"][1]["name"]
            expected = [(wishes[n % 3][1], n + 1), (second, 1)]
            lines = [(line["dish"], line["quantity"]) for line in replies[3].data["cart"]["lines"]]
            assert lines == expected or replies[2].reply.find("售罄") >= 0, (n, replies[3].reply)
            assert replies[4].data["order"]["id"]
        assert len({replies[4].data["order"]["id"] for replies in talks}) == len(talks)


async def test_that_two_confirmations_at_once_write_one_order(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        await house.aask("menu", "来一份麻辣香锅", session="a")
        replies = await asyncio.gather(*(house.aask("menu", "下单", session="a") for _ in range(5)))
        assert len({reply.data["order"]["id"] for reply in replies}) == 1
        assert house.room("menu").services.orders.count() == 1


def test_that_a_store_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    with open_eatery(tmp_path) as house:
        house.ask("menu", "我在云坡食堂·码头店", session="moved")
        assert "码头店" in house.ask("menu", "来一份番茄滑蛋", session="moved").data["store"]
        (tmp_path / "stores.json").write_text(json.dumps(STORES[:1], ensure_ascii=False), "utf-8")
        import_stores(house, tmp_path / "stores.json")
        reply = house.ask("menu", "番茄滑蛋多少钱", session="moved")
        assert "北巷店" in reply.data["store"]
        assert "北巷店" in reply.reply
        again = house.ask("menu", "酸汤米线多少钱", session="moved")
        assert "北巷店" not in again.reply  # said once


def test_that_what_is_asked_beside_an_order_is_answered(house: Pilothouse) -> None:
    reply = house.ask("menu", "来份番茄鱼，多少钱", session="beside")
    assert [line["dish"] for line in reply.data["cart"]["lines"]] == ["番茄鱼"]
    assert reply.reply.count("62") >= 2  # the price that was asked, and the total
