from __future__ import annotations

from pathlib import Path

import pytest

from pilothouse.retrieval.documents import ocr

from .talking import answered, press, say

pytestmark = pytest.mark.browser
FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")


def test_a_lesson_goes_by_buttons_and_shows_its_progress(visit, shot):
    page = visit("/chat/tutor")
    press(page, page.get_by_role("button", name="苹果装箱"))
    panel = page.get_by_role("complementary")
    assert "3 箱一共重 72 千克" in panel.inner_text()
    assert "共 2 问" in panel.inner_text()
    reply = press(page, page.get_by_role("button", name="开始", exact=True))
    assert panel.locator("[aria-current=step]").inner_text() == "读题"
    assert page.locator(".mine").last.inner_text() == "开始"
    hint = press(page, reply.get_by_role("button", name="给我提示"))
    assert hint.locator(".question").inner_text()
    assert reply.get_by_role("button", name="给我提示").count() == 0
    shot(page, "tutor-light-wide")


def test_a_typed_problem_starts_a_lesson(visit, shot):
    page = visit("/chat/tutor", phone=True)
    say(page, "一本书120页，小明每天看15页，几天看完？")
    assert "120页" in page.locator(".statement").text_content()
    shot(page, "tutor-phone")


def test_a_wrong_file_for_a_photo_is_refused_in_a_sentence(visit, tmp_path):
    page = visit("/chat/tutor")
    page.locator("#photo").set_input_files({"name": "a.exe", "mimeType": "image/png", "buffer": b"MZ"})
    page.wait_for_function("document.querySelector('.photo [role=status]').textContent.includes('.exe')")
    assert page.locator(".theirs").count() == 0


@pytest.mark.skipif(not ocr.installed() or not FONT.exists(), reason="pip install pilothouse[ocr]; a Chinese font")
def test_a_photographed_problem_becomes_a_lesson(visit, tmp_path, site):
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (900, 220), "white")
    for n, line in enumerate(("鸡兔同笼，共有35个头，94只脚。", "鸡和兔各有几只？")):
        font = ImageFont.truetype(str(FONT), 36, index=2)
        ImageDraw.Draw(image).text((40, 40 + 70 * n), line, fill="black", font=font)
    image.save(tmp_path / "cage.png")
    page = visit("/chat/tutor", phone=True)
    reply = answered(page, lambda: page.locator("#photo").set_input_files(tmp_path / "cage.png"))
    assert "94" in page.locator(".statement").text_content()
    reply.locator(".chips button").first.wait_for()
    assert not list((site.home / "uploads").rglob("cage.png"))


def test_a_photo_that_is_no_picture_is_told_in_a_sentence(visit):
    page = visit("/chat/tutor")
    page.locator("#photo").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG broken"})
    page.wait_for_function("/[\u4e00-\u9fff]/.test(document.querySelector('.photo [role=status]').textContent)")
    assert page.locator(".theirs").count() == 0
    assert "/" not in page.locator(".photo [role=status]").inner_text().split("/ ")[0]
