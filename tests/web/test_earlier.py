"""Earlier conversations are found again, by those whose they are."""

from __future__ import annotations

import httpx
import pytest

from pilothouse.server.access import SECRET
from pilothouse.web.cookie import NAME, Cookies, Kept

from .talking import say
from .test_accessibility import found

pytestmark = pytest.mark.browser
NASTY = "<img src=x onerror=alert(1)>回锅肉多少钱"


def begin(page) -> None:
    page.get_by_role("button", name="新对话").click()
    page.locator(".welcome").wait_for()


def listed(page) -> list[str]:
    page.get_by_role("link", name="以前的对话").click()
    page.locator("main h1", has_text="以前的对话").wait_for()
    return page.locator(".talks .said").all_inner_texts()


def post(site, cookie: str, target: str, assistant: str, session: str) -> httpx.Response:
    data = {"assistant": assistant, "session": session}
    return httpx.post(f"{site.url}/pages/{target}", data=data, headers={"Cookie": f"{NAME}={cookie}"})


def cookie_of(page) -> str:
    return next(one["value"] for one in page.context.cookies() if one["name"] == NAME)


def test_a_guest_finds_an_earlier_conversation_goes_on_with_it_and_deletes_it(visit, site, shot):
    page = visit("/chat/menu")
    say(page, "来一份回锅肉")
    begin(page)
    say(page, NASTY)
    inside = page.locator(".theirs a.inside").last.get_attribute("href")
    begin(page)
    assert listed(page) == [NASTY, "来一份回锅肉"]
    page.locator(".talks .said").last.focus()
    page.keyboard.press("Enter")
    page.locator(".lines li").wait_for()
    assert page.locator(".mine").inner_text() == "来一份回锅肉"
    say(page, "再来一份麻辣香锅")
    assert page.locator(".lines li").count() == 2
    assert listed(page) == ["来一份回锅肉", NASTY]
    assert page.goto(site.url + inside).status == 200
    page.goto(f"{site.url}/chat/menu/earlier")
    shot(page, "earlier-light-wide")
    entry = page.locator(".talks > li", has_text=NASTY)
    entry.locator("summary").focus()
    page.keyboard.press("Enter")
    entry.get_by_role("button", name="确定删除").click()
    page.wait_for_function("document.querySelectorAll('.talks > li').length === 1")
    assert page.goto(site.url + inside).status == 404
    assert page.locator("main img, main script").count() == 0


def test_the_conversation_that_is_deleted_while_it_is_the_present_one_begins_anew(visit):
    page = visit("/chat/menu")
    say(page, "来一份回锅肉")
    listed(page)
    page.locator(".talks summary").click()
    page.get_by_role("button", name="确定删除").click()
    page.wait_for_function("document.querySelectorAll('.talks > li').length === 0")
    page.get_by_role("link", name="点菜").last.click()
    page.locator(".welcome").wait_for()
    assert "还没有点菜" in page.locator("#order").inner_text()


def test_a_user_finds_his_conversations_in_another_browser(visit):
    page = visit("/chat/menu", role="member")
    say(page, "来一份回锅肉")
    other = visit("/chat/menu", role="member")
    assert other.locator(".message").count() == 0
    assert "来一份回锅肉" in listed(other)
    other.get_by_role("button", name="来一份回锅肉").first.click()
    other.locator(".lines li").wait_for()


def test_nobody_opens_or_deletes_the_conversation_of_another(visit, site):
    mine, users = visit("/chat/menu"), visit("/chat/menu", role="member")
    cookies = Cookies(site.home / SECRET)
    sessions = []
    for page in (mine, users):
        say(page, "有哪些干锅")
        sessions.append(cookies.read(cookie_of(page)).sessions["menu"])
    others = [visit("/chat/menu"), visit("/chat/menu", role="staff")]
    for stranger in others:
        assert listed(stranger) == []
        for session in (*sessions, "s-nothing", "../../x", ""):
            for target in ("open", "forget"):
                answer = post(site, cookie_of(stranger), target, "menu", session)
                if answer.status_code == 303:
                    assert answer.headers["location"] == "/chat/menu/earlier"
                    assert "set-cookie" not in answer.headers
                else:
                    assert answer.status_code == 422
    forged = cookies.write(Kept()).split(".")[0] + "." + "0" * 64
    assert "set-cookie" not in post(site, forged, "open", "menu", sessions[0]).headers
    for page in (mine, users):
        page.reload()
        page.locator(".theirs").wait_for()


def test_forms_of_another_site_delete_nothing(visit, site):
    page = visit("/chat/menu")
    say(page, "有哪些干锅")
    session = Cookies(site.home / SECRET).read(cookie_of(page)).sessions["menu"]
    headers = {"Cookie": f"{NAME}={cookie_of(page)}", "Origin": "https://evil.example"}
    for target in ("open", "forget"):
        data = {"assistant": "menu", "session": session}
        assert httpx.post(f"{site.url}/pages/{target}", data=data, headers=headers).status_code == 403
    assert listed(page) == ["有哪些干锅"]


@pytest.mark.parametrize(("dark", "language"), [(False, "en-US"), (True, "zh-CN")], ids=["light", "dark"])
def test_the_list_can_be_read_by_everybody_and_fits_a_phone(visit, site, shot, dark, language):
    page = visit("/chat/tutor", dark=dark, phone=True, language=language)
    page.locator(".asks").first.click()
    page.locator(".theirs .text").first.wait_for()
    page.goto(f"{site.url}/chat/tutor/earlier")
    page.locator(".talks > li").wait_for()
    assert "#" not in page.locator(".talks .said").inner_text()
    page.locator(".talks summary").click()
    shot(page, f"earlier-phone-{'dark' if dark else 'light'}")
    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
