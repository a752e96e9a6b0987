from __future__ import annotations

import pytest

from .talking import press, say

pytestmark = pytest.mark.browser
SERIOUS = {"serious", "critical"}


def found(page) -> list[str]:
    """The serious findings of axe on a page, in short."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    violations = axe.run(page).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:200]}"
        for violation in violations
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_no_page_has_a_serious_accessibility_fault(visit, dark, phone, shot):
    look = {"dark": dark, "phone": phone}
    name = f"{'dark' if dark else 'light'}-{'phone' if phone else 'wide'}"
    faults = {}
    for path in ("/", "/sign-in"):
        page = visit(path, **look)
        shot(page, f"{'home' if path == '/' else 'signin'}-{name}")
        faults[path] = found(page)
    for assistant, text in (
        ("menu", "来一份麻辣香锅"), ("knowledge", "年假可以结转几天"), ("shopping", "想买个桌面静音小风扇，200 以内"),
        ("butler", "明天天气怎么样"),
    ):  # fmt: skip
        page = visit(f"/chat/{assistant}", **look)
        faults[f"{assistant} empty"] = found(page)
        say(page, text)
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        shot(page, f"{assistant}-{name}")
        faults[assistant] = found(page)
        if assistant == "knowledge":
            page.locator("a.cite").first.click()
            page.locator("dialog[open] mark").wait_for()
            shot(page, f"source-{name}")
            faults["source"] = found(page)
    page = visit("/chat/tutor", **look)
    faults["tutor empty"] = found(page)
    press(page, page.get_by_role("button", name="苹果装箱"))
    shot(page, f"tutor-{name}")
    faults["tutor"] = found(page)
    page = visit("/operator", role="manager", **look)
    page.locator("#stock-list li").first.wait_for()
    shot(page, f"operator-{name}")
    faults["operator"] = found(page)
    assert {where: list_ for where, list_ in faults.items() if list_} == {}


def test_nothing_is_wider_than_a_phone(visit):
    for path in ("/", "/chat/menu", "/chat/knowledge", "/chat/tutor", "/chat/shopping", "/sign-in"):
        page = visit(path, phone=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
