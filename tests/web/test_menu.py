from __future__ import annotations

import pytest

from .talking import press, say

pytestmark = pytest.mark.browser


def test_a_question_shows_the_running_step_and_then_dishes_with_their_prices(visit, shot):
    page = visit("/chat/menu")
    page.evaluate(
        "window.seen = []; new MutationObserver(() => { const step = document.querySelector('.waiting');"
        "if (step && step.textContent) window.seen.push(step.textContent); })"
        ".observe(document.body, {subtree: true, childList: true, characterData: true})"
    )
    reply = say(page, "有哪些干锅")
    assert any("…" in step for step in page.evaluate("window.seen"))
    card = reply.locator(".dish", has_text="麻辣香锅").first
    assert "38元" in card.inner_text()
    assert "中辣" in card.inner_text()
    assert "过敏原" in card.inner_text()
    assert "麻辣香锅" in page.locator("[role=status][aria-live]").inner_text()
    shot(page, "menu-light-wide")


def test_an_order_is_made_changed_and_placed_by_buttons(visit, shot):
    page = visit("/chat/menu")
    reply = say(page, "麻辣香锅多少钱")
    press(page, reply.get_by_role("button", name="点一份麻辣香锅，微辣"))
    order = page.get_by_role("complementary")
    assert "微辣" in order.locator(".lines").inner_text()
    press(page, order.get_by_role("button", name="加一份"))
    assert "× 2" in order.inner_text()
    assert "76 元" in order.inner_text()
    press(page, order.get_by_role("button", name="减一份"))
    assert "× 1" in order.inner_text()
    press(page, order.get_by_role("button", name="堂食"))
    assert order.get_by_role("button", name="堂食").get_attribute("aria-pressed") == "true"
    press(page, order.get_by_role("button", name="下单"))
    assert "订单号" in order.inner_text()
    assert "38 元" in order.inner_text()
    shot(page, "menu-order")


def test_lines_of_one_dish_are_changed_each_by_itself(visit):
    page = visit("/chat/menu")
    say(page, "来两份麻辣香锅，一份微辣，一份不要香菜")
    lines = page.locator(".lines li")
    assert lines.count() == 2
    press(page, lines.filter(has_text="不要香菜").get_by_role("button", name="加一份"))
    assert "× 2" in lines.filter(has_text="不要香菜").inner_text()
    assert "× 1" in lines.filter(has_text="微辣").inner_text()
    press(page, lines.filter(has_text="微辣").get_by_role("button", name="去掉"))
    assert lines.count() == 1


def test_a_dish_that_is_sold_out_can_not_be_ordered(visit):
    page = visit("/chat/menu")
    card = say(page, "干锅牛蛙多少钱").locator(".dish", has_text="干锅牛蛙")
    assert "售罄" in card.inner_text()
    assert card.get_by_role("button").count() == 0


def test_english_guests_get_english(visit, shot):
    page = visit("/chat/menu", language="en-GB", phone=True)
    assert page.locator("html").get_attribute("lang") == "en"
    reply = say(page, "do you have a mala dry hot pot?")
    assert "38 yuan" in reply.inner_text()
    press(page, reply.get_by_role("button", name="Order one Mala Dry Hot Pot", exact=True))
    assert "38 yuan" in page.locator("#order summary").inner_text()
    reply = say(page, "do you have a mala dry hot pot?")
    press(page, reply.get_by_role("button", name="Order one Mala Dry Hot Pot, mild"))
    assert "76 yuan" in page.locator("#order summary").inner_text()
    shot(page, "menu-english-phone")
