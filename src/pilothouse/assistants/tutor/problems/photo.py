"""The text of a photographed problem, where the extra ``[ocr]`` is installed (T10)."""

from __future__ import annotations

import re
from pathlib import Path

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.documents.limits import MIB, Limits

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".pdf")
MOST_BYTES = 20 * MIB
SECONDS = 60.0
PAGES = 3


def read_photo(path: Path | str) -> str:
    """What is written on a picture (PNG, JPEG, TIFF or a PDF of at most three pages), lines in reading order.

    Read in a process of its own, bounded in time and memory. Raises ``UsageError`` when the file isn't a picture, is
    missing or too large, or the extra ``[ocr]`` isn't installed, and ``DataError`` when nothing can be read on it.
    """
    from pilothouse.retrieval.documents.material import Unreadable
    from pilothouse.retrieval.documents.ocr import installed
    from pilothouse.retrieval.documents.reading import read_document

    path = Path(path).expanduser()
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"照片 {path.name} 应是 {'、'.join(SUFFIXES)} 文件。 "
            f"A photo is a file of {', '.join(SUFFIXES)}; {path.name} is not."
        )
    if not path.is_file():
        raise UsageError(f"没有照片文件 {path}。 There is no file {path}.")
    if not installed():
        raise UsageError(
            "读照片需要文字识别：请执行 pip install 'pilothouse[ocr]'，或把题目打字输入。 "
            "Photos need OCR: run pip install 'pilothouse[ocr]', or type the problem."
        )
    # A link is followed: the person at the keyboard named this one file.
    limits = Limits(file_bytes=MOST_BYTES, pages=PAGES, scanned_pages=PAGES, seconds=SECONDS)
    try:
        material = read_document(path.resolve(), limits)
    except Unreadable as error:
        raise (UsageError if error.reason in ("missing", "denied", "too_large", "bomb", "no_ocr") else DataError)(
            str(error)
        ) from error
    return tidy("\n".join(block.text for block in material.blocks))


def tidy(text: str) -> str:
    """Lines of one sentence joined again; a line that begins a numbered question stays one."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    made = ""
    for line in lines:
        starts = re.match(
            r"[(（]\s*[\d一二三四五六七八九十]{1,2}\s*[)）]|[①-⑳]|\d{1,2}[.．、](?!\d)|第.{1,2}问|问[:：]", line
        )
        if not made:
            made = line
        elif starts or made[-1] in "。！？?!":
            made += "\n" + line
        else:
            made += (" " if made[-1].isascii() and made[-1].isalnum() and line[0].isascii() else "") + line
    return made
