from __future__ import annotations

import json

import pytest

from .talking import press, say

pytestmark = pytest.mark.browser

NASTY = ('火锅${alert(1)}{{alert(2)}}" onmouseover="alert(3)', "火锅<img src=x onerror=alert(4)")


def test_only_those_with_a_scope_see_the_page_and_its_parts(visit):
    guest = visit("/operator")
    assert guest.locator("main form").count() == 0
    member = visit("/operator", role="member")
    assert member.locator("main form, main [role=switch]").count() == 0
    staff = visit("/operator", role="staff")
    staff.locator("[role=switch]").first.wait_for()
    assert staff.locator("main form").count() == 0


def test_stock_that_is_switched_off_is_sold_out_in_the_next_answer(visit):
    page = visit("/operator", role="staff")
    switch = page.get_by_role("switch", name="回锅肉：供应中", exact=True)
    assert switch.get_attribute("aria-checked") == "true"
    switch.focus()
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('[role=switch][aria-label^=回锅肉：]').ariaChecked === 'false'")
    guest = visit("/chat/menu")
    assert "售罄" in say(guest, "回锅肉有吗").locator(".dish", has_text="回锅肉").first.inner_text()


def test_documents_are_uploaded_with_progress_and_answered_from(visit, shot):
    page = visit("/operator", role="manager")
    text = "# 停车办法\n\n地下车库停车费每月180元，由行政部收取。\n"
    pdf = {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"no pdf at all"}
    page.locator("#documents-file").set_input_files(
        [{"name": "parking.md", "mimeType": "text/markdown", "buffer": text.encode()}, pdf]
    )
    section = page.locator("section", has=page.locator("#documents"))
    section.get_by_role("button", name="上传").click()
    section.locator(".job", has_text="新增 1").first.wait_for()
    assert "broken.pdf" in section.inner_text()
    shot(page, "operator-light-wide")
    reply = say(visit("/chat/knowledge"), "停车费每月多少钱")
    assert "180元" in reply.inner_text()


def test_a_menu_is_uploaded_and_a_script_in_a_dish_name_is_text(visit):
    page = visit("/operator", role="manager")
    notes = "<script>alert(5)</script>"
    menu = [{"name": name, "price": 66, "ingredients": ["牛肉"], "notes": notes, "category": "锅"} for name in NASTY]
    menu.append({"name": "白粥", "price": 3, "ingredients": ["米"]})
    body = json.dumps(menu, ensure_ascii=False).encode()
    page.locator("#menu-file").set_input_files({"name": "m.json", "mimeType": "application/json", "buffer": body})
    section = page.locator("section", has=page.locator("#menus"))
    section.get_by_role("button", name="上传").click()
    section.locator("[role=status]", has_text="已导入 3").wait_for()
    guest = visit("/chat/menu")
    cards = say(guest, "有什么菜").locator(".dishes").inner_text()
    assert all(name in cards for name in NASTY)
    assert notes in cards
    press(guest, guest.locator(".dish", has_text="onmouseover").get_by_role("button").first)
    assert guest.locator("main img, main script").count() == 0


def test_files_of_another_kind_are_refused_in_a_sentence(visit):
    page = visit("/operator", role="manager")
    section = page.locator("section", has=page.locator("#menus"))
    section.get_by_role("button", name="上传").click()
    section.locator(".alert", has_text="选择文件").wait_for()
    page.locator("#menu-file").set_input_files({"name": "m.exe", "mimeType": "text/plain", "buffer": b"MZ"})
    section.get_by_role("button", name="上传").click()
    section.locator(".alert", has_text=".exe").wait_for()
