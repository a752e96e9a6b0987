from __future__ import annotations

import pytest

from pilothouse import Pilothouse
from pilothouse.server.keys import KeyStore

from .talking import REST, say

pytestmark = pytest.mark.browser


def test_a_conversation_is_there_again_after_a_reload_and_gone_in_a_new_one(visit):
    page = visit("/chat/menu")
    say(page, "来一份回锅肉")
    page.reload()
    assert page.locator(".mine").inner_text() == "来一份回锅肉"
    assert page.locator(".lines li").count() == 1
    page.get_by_role("button", name="新对话").click()
    page.locator(".welcome").wait_for()
    assert page.locator(".mine").count() == 0
    assert page.locator(".lines li").count() == 0


def test_another_browser_sees_nothing_of_it(visit):
    say(visit("/chat/menu"), "来一份回锅肉")
    other = visit("/chat/menu")
    assert other.locator(".message").count() == 0
    assert other.locator(".lines li").count() == 0


def test_what_a_guest_writes_is_shown_as_text(visit):
    page = visit("/chat/butler")
    said = "<img src=x onerror=alert(1)><script>alert(2)</script>${alert(3)} </script>"
    say(page, said)
    assert page.locator(".mine").inner_text() == said
    page.reload()
    page.locator(".mine").wait_for()
    assert page.locator(".mine").inner_text() == said
    assert page.locator("main img, main script").count() == 0


def test_language_and_theme_can_be_switched_and_are_kept(visit):
    page = visit("/", language="en-US")
    assert page.locator("h1").inner_text() == "Whom would you like to ask?"
    page.get_by_role("button", name="Dark or light").click()
    assert "body--dark" in page.locator("body").get_attribute("class")
    page.get_by_role("button", name="切换到中文").click()
    page.get_by_role("heading", name="今天要问谁？").wait_for()
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    page.goto(page.url + "chat/menu")
    page.get_by_role("heading", name="点菜").wait_for()
    page.wait_for_function("document.body.classList.contains('body--dark')")


def test_everything_can_be_done_with_the_keyboard(visit):
    page = visit("/chat/menu", phone=True)  # where nothing has the focus yet
    page.locator(".welcome").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('asks')"):
            break
    page.keyboard.press("Enter")
    page.locator(".dish").first.wait_for()


def test_a_member_signs_in_and_out_and_a_wrong_key_does_not(visit, site):
    page = visit("/", role="member")
    assert page.locator(".user").inner_text() == "the-member"
    page.get_by_role("button", name="退出").click()
    page.get_by_role("link", name="登录").click()
    page.locator("#key").fill("ph_000000000000_" + "x" * 43)
    page.locator("main [type=submit]").click()
    assert "密钥不对" in page.get_by_role("alert").inner_text()
    assert all(site.keys[role] not in str(page.context.cookies()) for role in site.keys)


def test_a_key_that_is_revoked_ends_the_conversation_at_once(visit, site):
    with Pilothouse(site.home) as house:
        house.users.add("leaver", ["member"])
        key = KeyStore(house.users).make("leaver")
    page = visit("/sign-in")
    page.locator("#key").fill(key)
    page.locator("main [type=submit]").click()
    page.locator(".user").wait_for()
    page.goto(f"{site.url}/chat/menu")
    page.locator(".welcome").wait_for()
    with Pilothouse(site.home) as house:
        KeyStore(house.users).revoke("leaver")
    reply = say(page, "有哪些干锅")
    assert reply.get_by_role("alert").count() == 1
    assert reply.locator(".dish").count() == 0
    page.reload()
    page.get_by_role("link", name="登录").wait_for()


def test_two_tabs_of_one_conversation_lose_nothing_that_either_says(visit):
    first = visit("/chat/menu")
    first.locator(".welcome").wait_for()
    second = first.context.new_page()
    second.goto(first.url)
    second.locator(".welcome").wait_for()
    for page, text in ((first, "来一份回锅肉"), (second, "来一份麻辣香锅")):
        page.get_by_role("textbox").fill(text)
    for page in (first, second):
        page.get_by_role("textbox").press("Enter")
    for page in (first, second):
        page.locator(".theirs .text").first.wait_for()
        page.wait_for_function(REST)
    for page in (first, second):
        page.reload()
        page.locator(".theirs .text").nth(1).wait_for()
        assert sorted(page.locator(".mine").all_inner_texts()) == ["来一份回锅肉", "来一份麻辣香锅"]
        assert page.locator(".lines li").count() == 2


def test_a_page_that_is_left_in_the_middle_of_a_turn_finds_the_answer_when_it_comes_back(visit):
    page = visit("/chat/shopping")
    page.get_by_role("textbox").fill("想买个桌面静音小风扇，200 以内")
    page.keyboard.press("Enter")
    page.locator(".waiting").wait_for()
    page.reload()
    page.locator("main.chat").wait_for()
    for _ in range(40):
        if page.locator(".theirs a.inside").count():
            break
        page.wait_for_timeout(250)
        page.reload()
        page.locator("main.chat").wait_for()
    assert page.locator(".mine").all_inner_texts() == ["想买个桌面静音小风扇，200 以内"]
    assert page.locator(".theirs a.inside").count() == 1


def test_a_long_answer_begins_on_the_screen(visit):
    page = visit("/chat/menu")
    say(page, "你们几点关门")
    reply = say(page, "有哪些干锅")
    page.wait_for_function("document.getElementById('log').scrollTop > 0")
    asked = page.locator(".mine").last
    place = "[...document.querySelectorAll('.mine')].pop().getBoundingClientRect().top"
    log = "document.getElementById('log').getBoundingClientRect().top"
    page.wait_for_function(f"() => Math.abs({place} - {log} - 8) < 3")
    assert reply.bounding_box()["height"] > page.viewport_size["height"] / 2
    assert asked.is_visible()
