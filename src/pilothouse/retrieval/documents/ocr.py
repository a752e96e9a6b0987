"""Text of images through RapidOCR (PP-OCR models on ONNX), where the extra ``[ocr]`` is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pilothouse.retrieval.documents import plain
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.upright import Line, rows

if TYPE_CHECKING:
    import numpy as np
    import pypdfium2  # type: ignore[import-untyped]
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

_DPI = 200
LONGEST_SIDE = 4_000  # pixels; a page rendered larger costs memory and reads no better
_LEAST_CONFIDENCE = 0.5


def installed() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def missing() -> Refusal:
    return Refusal(
        "no_ocr",
        "是扫描图像，需要文字识别：请执行 pip install 'pilothouse[ocr]' 后重新索引。",
        "is a scan and needs OCR: run pip install 'pilothouse[ocr]' and index again.",
    )


def rendered(page: pypdfium2.PdfPage) -> Image:
    """The page as an image (height, width, 3), blue first."""
    longest = max(page.get_size())
    scale = min(_DPI / 72, LONGEST_SIDE / max(longest, 1))
    bitmap = page.render(scale=scale, rev_byteorder=False)
    try:
        image: Image = bitmap.to_numpy()[:, :, :3].copy()
        return image
    finally:
        bitmap.close()


def blocks(image: Image, account: Account, page: int) -> list[Block]:
    """What is written on ``image``, from the top, whichever way up it lies; unsure readings are left out with a
    warning."""
    output = _engine()(image, use_det=True, use_cls=True, use_rec=True)
    texts, boxes, scores = output.txts, output.boxes, output.scores
    if texts is None or boxes is None or scores is None:
        return []
    lines: list[Line] = []
    for text, box, score in zip(texts, boxes, scores, strict=True):
        if score < _LEAST_CONFIDENCE:
            account.warn("有些图中文字看不清，已略去。", "Some writing in images was too unclear and was left out.")
            continue
        lines.append(Line(account.text(str(text)), box))
    read = rows(lines, lambda some, sideways: _headlong(image, some, sideways))
    text = "\n".join("  ".join(row) for row in read)
    return [Block(block.kind, block.text, block.level, page, block.rows) for block in plain.blocks(text, account)]


def _headlong(image: Image, lines: Sequence[Line], sideways: bool) -> bool:
    """Whether most of the lines stand on their head; those that run downwards are turned to the left first."""
    import numpy as np

    turned = 0
    for line in lines:
        (left, top), (right, bottom) = np.floor(line.box.min(axis=0)), np.ceil(line.box.max(axis=0))
        crop = image[max(int(top), 0) : int(bottom), max(int(left), 0) : int(right)]
        if not crop.size:
            continue
        crop = np.ascontiguousarray(np.rot90(crop)) if sideways else crop.copy()
        said = _engine()(crop, use_det=False, use_cls=True, use_rec=False).cls_res
        turned += bool(said and said[0][0] == "180")
    return turned > len(lines) / 2


@cache
def _engine() -> Any:
    # Not by an import statement: types are checked with and without the extra.
    return import_module("rapidocr").RapidOCR(params={"Global.log_level": "error"})
