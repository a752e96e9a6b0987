from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from pilothouse.retrieval.documents import ocr

LINE = "Hotel limit is 300 yuan per night."


def drawn() -> Image.Image:
    image = Image.new("RGB", (640, 440), "white")
    ImageDraw.Draw(image).text((40, 200), LINE, fill="black", font=ImageFont.load_default(32))
    return image


def saved(kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    drawn().save(buffer, kind, **options)
    return buffer.getvalue()


def mixed() -> bytes:
    buffer = io.BytesIO()
    paper = canvas.Canvas(buffer)
    paper.drawString(72, 700, "This page has text of its own.")
    paper.showPage()
    paper.drawImage(ImageReader(drawn()), 50, 400, 320, 220)
    paper.save()
    return buffer.getvalue()


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which the extra isn't installed: files are read in this process, so that it can be told so."""
    from pilothouse.retrieval.documents import reading, worker

    monkeypatch.setattr(ocr, "installed", lambda: False)
    monkeypatch.setattr(worker, "read_apart", reading.read_here)


@pytest.mark.usefixtures("without")
def test_that_scans_say_what_to_install(read: Any, refused: Any) -> None:
    for kind, name in (("PNG", "a.png"), ("JPEG", "a.jpg"), ("TIFF", "a.tiff"), ("PDF", "a.pdf")):
        assert refused(name, saved(kind)) == "no_ocr"
    material = read("b.pdf", mixed())
    assert [(block.text, block.page) for block in material.blocks] == [("This page has text of its own.", 1)]
    assert len(material.warnings) == 1


needs_ocr = pytest.mark.skipif(not ocr.installed(), reason="pip install pilothouse[ocr]")


@needs_ocr
def test_that_images_and_scanned_pages_are_read(read: Any) -> None:
    pages = saved("TIFF", save_all=True, append_images=[drawn()])
    assert [(block.text, block.page) for block in read("a.tiff", pages).blocks] == [(LINE, 1), (LINE, 2)]
    material = read("b.pdf", mixed())
    assert [(block.text, block.page) for block in material.blocks] == [("This page has text of its own.", 1), (LINE, 2)]
    assert material.pages == 2


@needs_ocr
def test_that_images_beyond_reason_are_refused(refused: Any) -> None:
    buffer = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(buffer, "PNG")
    assert refused("a.png", buffer.getvalue()) == "bomb"
    assert refused("b.png", saved("PNG")[:300]) == "broken"
    buffer = io.BytesIO()
    Image.new("RGB", (300, 300), "white").save(buffer, "PNG")
    assert refused("c.png", buffer.getvalue()) == "no_text"


FONT = next(
    (
        path
        for folder in ("/usr/share/fonts", "/Library/Fonts", "/System/Library/Fonts", "C:/Windows/Fonts")
        for pattern in ("**/NotoSansCJK*", "**/NotoSansSC*", "**/wqy*", "**/PingFang*", "**/msyh*", "**/simhei*")
        for path in sorted(Path(folder).glob(pattern))
    ),
    None,
)
needs_font = pytest.mark.skipif(FONT is None, reason="no Chinese font on this machine")
CHINESE = ["差旅住宿标准管理办法", "一线城市住宿每晚不超过六百元。", "报销须在返回后10个工作日内提交。"]


def chinese(ink: str = "black", paper: str = "white") -> Image.Image:
    image = Image.new("RGB", (760, 330), paper)
    draw = ImageDraw.Draw(image)
    for n, line in enumerate(CHINESE):
        draw.text((50, 40 + 90 * n), line, fill=ink, font=ImageFont.truetype(str(FONT), 36))
    return image


def kept(image: Image.Image, kind: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


@needs_ocr
@needs_font
def test_that_chinese_scans_are_read_whichever_way_up_and_however_faint(read: Any) -> None:
    pages = {
        "plain.png": kept(chinese()),
        "scan.pdf": kept(chinese(), "PDF"),
        "faint.png": kept(chinese("#969696", "#b9b9b9")),
        "side.png": kept(chinese().transpose(Image.Transpose.ROTATE_90)),
        "head.pdf": kept(chinese().transpose(Image.Transpose.ROTATE_180), "PDF"),
        "other.png": kept(chinese().transpose(Image.Transpose.ROTATE_270)),
        "askew.png": kept(chinese().rotate(8, expand=True, fillcolor="white")),
    }
    for name, data in pages.items():
        found = [block.text.rstrip("。") for block in read(name, data).blocks]  # a dot is easily missed
        assert found == [line.rstrip("。") for line in CHINESE], name
