"""From a file on disk to text, refusing early what is no menu."""

from __future__ import annotations

import stat
import unicodedata
from pathlib import Path

from pilothouse.contracts.errors import DataError, UsageError

# What people pass by mistake, and what to do about it.
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (
        b"PK\x03\x04",
        "Excel、Word 或压缩文件，请另存为 CSV 或 JSON",
        "an Excel, Word or ZIP file; save it as CSV or JSON",
    ),
    (b"\xd0\xcf\x11\xe0", "旧版 Excel 或 Word 文件，请另存为 CSV", "an old Excel or Word file; save it as CSV"),
    (b"%PDF", "PDF，请把菜单文字另存为 .txt", "a PDF; save its text as .txt"),
    (b"\x89PNG", "图片，请先把菜单转成文字", "a picture; turn the menu into text first"),
    (b"\xff\xd8\xff", "图片，请先把菜单转成文字", "a picture; turn the menu into text first"),
    (b"GIF8", "图片，请先把菜单转成文字", "a picture; turn the menu into text first"),
    (b"\x1f\x8b", "压缩文件，请先解压", "a compressed file; unpack it first"),
)
_BINARY = (
    "二进制文件，不是文字，请导出为 JSON、CSV 或纯文本",
    "a binary file; export the menu as JSON, CSV or plain text",
)


def read_text(path: Path, max_bytes: int) -> str:
    """The text of a menu file in UTF-8, GB18030 or (with a byte order mark) UTF-16.

    Raises:
        UsageError: there is no such file, or it is a directory or a device.
        DataError: it cannot be read, is empty, too big, binary, or in another encoding.
    """
    size = _size(path)
    if size > max_bytes:
        raise DataError(
            f"菜单文件“{path}”有 {size:,} 字节，超过上限 {max_bytes:,}，请拆成几个文件再导入。"
            f" The menu file has {size:,} bytes, more than the {max_bytes:,} allowed; split it."
        )
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise DataError(
            f"读不了菜单文件“{path}”，请检查权限（{error.strerror}）。"
            " Cannot read the menu file; check its permissions."
        ) from None
    if len(data) > max_bytes:  # it grew since it was measured
        raise DataError(f"菜单文件“{path}”太大，请拆开再导入。 The menu file is too big; split it.")
    text = _decode(data, path).replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise DataError(f"菜单文件“{path}”是空的，请写入菜品后再导入。 The menu file is empty; put dishes in it.")
    return text


def _size(path: Path) -> int:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(f"找不到菜单文件“{path}”，请检查路径。 No such menu file; check the path.") from None
    except (OSError, ValueError):  # ValueError: a NUL character in the path
        raise UsageError(
            f"打不开“{path}”，请检查路径和权限。 Cannot open it; check the path and permissions."
        ) from None
    if stat.S_ISDIR(found.st_mode):
        raise UsageError(f"“{path}”是目录，请给出菜单文件的路径。 That is a directory; give the path of a menu file.")
    if not stat.S_ISREG(found.st_mode):
        raise UsageError(f"“{path}”不是普通文件，请给出菜单文件。 That is no regular file; give a menu file.")
    return found.st_size


def _decode(data: bytes, path: Path) -> str:
    for magic, chinese, english in _MAGIC:
        if data.startswith(magic):
            raise DataError(f"“{path}”是{chinese}。 This is {english}.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # how Excel writes "Unicode text"
        encodings = ["utf-16"]
    elif b"\0" in data:
        raise DataError(f"“{path}”是{_BINARY[0]}。 This is {_BINARY[1]}.")
    else:
        encodings = ["utf-8-sig", "gb18030"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _plausible(text):
            raise DataError(f"“{path}”是{_BINARY[0]}。 This is {_BINARY[1]}.")
        return text
    raise DataError(
        f"“{path}”不是 UTF-8 也不是 GB18030 编码，请另存为 UTF-8。"
        " The file is neither UTF-8 nor GB18030; save it as UTF-8."
    )


def _plausible(text: str) -> bool:
    """GB18030 decodes much that is not text: control, private and unassigned characters give it away."""
    sample = text[:20_000]
    odd = sum(1 for c in sample if c not in "\t\n\r\f\v\x1a" and unicodedata.category(c) in ("Cc", "Co", "Cn"))
    return odd * 50 <= len(sample)
