from __future__ import annotations

import io
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
