from __future__ import annotations

import json

import httpx
import pytest

from .talking import press, say

pytestmark = pytest.mark.browser


def bearer(site, role: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {site.keys[role]}"}


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


def test_the_stock_of_each_store_is_switched_by_itself(visit, site):
    page = visit("/operator", role="staff")
    stores = page.locator("#stock-store option").all_inner_texts()
    assert len(stores) > 1
    page.locator("#stock-store").select_option(stores[1])
    page.locator("[role=status]", has_text=stores[1]).wait_for()
    page.get_by_role("switch", name="干锅鸡：供应中", exact=True).click()
    page.locator("[role=status]", has_text="干锅鸡：售罄").wait_for()
    levels = {
        store: httpx.get(f"{site.url}/v1/admin/stock", params={"store": store}, headers=bearer(site, "staff")).json()
        for store in stores[:2]
    }
    sold = {name: next(one["available"] for one in some if one["dish"] == "干锅鸡") for name, some in levels.items()}
    assert sold == {stores[0]: True, stores[1]: False}


def test_a_pdf_is_uploaded_answered_from_with_its_page_and_removed_again(visit, site, tmp_path):
    canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="needs reportlab").Canvas(str(tmp_path / "gym.pdf"))
    for page_text in ("Company gym rules", "The gym deposit is 275 yuan and is paid back on the last day."):
        canvas.drawString(72, 720, page_text)
        canvas.showPage()
    canvas.save()
    page = visit("/operator", role="manager")
    page.locator("#documents-file").set_input_files(tmp_path / "gym.pdf")
    section = page.locator("section", has=page.locator("#documents"))
    section.get_by_role("button", name="上传").click()
    section.locator(".job", has_text="新增 1").first.wait_for()
    guest = visit("/chat/knowledge")
    reply = say(guest, "How much is the gym deposit?")
    assert "275 yuan" in reply.inner_text()
    reply.locator("a.cite").first.click()
    guest.locator("dialog[open] mark").wait_for()
    assert "275 yuan" in guest.locator("dialog[open] mark").first.inner_text()
    assert "2" in guest.locator("dialog[open]").inner_text().replace("275", "")
    section.locator("summary", has_text="已有文档").click()
    entry = section.locator(".documents li", has_text="gym")
    entry.locator("summary").click()
    entry.get_by_role("button", name="确定移除").click()
    entry.wait_for(state="detached")
    assert "275" not in say(visit("/chat/knowledge"), "How much is the gym deposit?").inner_text()
    assert not list((site.home / "uploads").rglob("gym.pdf"))


def test_rows_of_a_menu_that_make_no_sense_are_told_one_by_one(visit):
    page = visit("/operator", role="manager")
    rows = ["name,price", "白粥,3", "怪粥,many", ",5", "贵粥,-1"]
    body = "\n".join(rows).encode()
    page.locator("#menu-file").set_input_files({"name": "rows.csv", "mimeType": "text/csv", "buffer": body})
    section = page.locator("section", has=page.locator("#menus"))
    section.get_by_role("button", name="上传").click()
    section.locator("[role=status]", has_text="跳过").wait_for()
    told = [line for line in section.locator(".job li").all_inner_texts() if line.startswith("第")]
    assert [line.split(" ")[0] for line in told] == ["第3行", "第4行", "第5行"]
    assert "many" in told[0]
    assert "-1" in told[2]


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
