"""Images to materials: photographed or scanned pages, TIFF files with several."""

from __future__ import annotations

import io

from pilothouse.retrieval.documents import ocr
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block, Material

_MOST_PIXELS = 60_000_000  # of one page: A3 at 600 dpi; what is larger is refused before it is unpacked


def read(data: bytes, account: Account) -> Material:
    """Raises ``Refusal``: no_ocr, broken, bomb (pixels beyond reason), too_large, no_text."""
    if not ocr.installed():
        raise ocr.missing()
    import numpy as np
    from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # our own limit is below, and its sentence too
    found: list[Block] = []
    pages = 0
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "TIFF")) as image:
            for frame in ImageSequence.Iterator(image):
                account.check()
                pages += 1
                if pages > account.limits.scanned_pages:
                    raise Refusal("too_large", "页数过多，请拆分。", "has too many pages; split it.")
                if frame.width * frame.height > _MOST_PIXELS:
                    raise Refusal(
                        "bomb",
                        f"尺寸 {frame.width}×{frame.height} 过大，请缩小后再放进来。",
                        f"has {frame.width} by {frame.height} pixels; make it smaller.",
                    )
                upright = ImageOps.exif_transpose(frame).convert("RGB")  # photographs lie on their side
                upright.thumbnail((ocr.LONGEST_SIDE, ocr.LONGEST_SIDE))
                pixels = np.asarray(upright)[:, :, ::-1].copy()
                found.extend(ocr.blocks(pixels, account, pages))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise Refusal(
            "broken", "图像已损坏，请重新扫描或导出。", "is a damaged image; scan or export it again."
        ) from error
    title = found[0].text if found and found[0].kind == "heading" else ""
    return Material(title, tuple(found), {}, pages)
