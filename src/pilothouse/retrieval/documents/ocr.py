"""Text of images through RapidOCR (PP-OCR models on ONNX), where the extra ``[ocr]`` is installed."""

from __future__ import annotations

import importlib.util
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pilothouse.retrieval.documents import plain
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block

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
    """What is written on ``image``, from the top; unsure readings are left out with a warning."""
    output = _engine()(image)
    texts, boxes, scores = output.txts, output.boxes, output.scores
    if texts is None or boxes is None or scores is None:
        return []
    lines: list[tuple[float, float, float, str]] = []  # top, left, height, text
    for text, box, score in zip(texts, boxes, scores, strict=True):
        if score < _LEAST_CONFIDENCE:
            account.warn("有些图中文字看不清，已略去。", "Some writing in images was too unclear and was left out.")
            continue
        top, bottom = float(min(box[:, 1])), float(max(box[:, 1]))
        lines.append((top, float(min(box[:, 0])), bottom - top, account.text(str(text))))
    rows: list[list[tuple[float, float, float, str]]] = []
    for line in sorted(lines):
        if rows and line[0] - rows[-1][0][0] < rows[-1][0][2] / 2:
            rows[-1].append(line)
        else:
            rows.append([line])
    text = "\n".join("  ".join(part[3] for part in sorted(row, key=lambda part: part[1])) for row in rows)
    return [Block(block.kind, block.text, block.level, page, block.rows) for block in plain.blocks(text, account)]


@cache
def _engine() -> Any:
    # Not by an import statement: types are checked with and without the extra.
    return import_module("rapidocr").RapidOCR(params={"Global.log_level": "error"})
