"""What a file really is, told by its content; its name only decides between kinds of text."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Literal

from pilothouse.retrieval.documents import encoding
from pilothouse.retrieval.documents.limits import Account, Refusal

Kind = Literal["markdown", "text", "html", "csv", "pdf", "docx", "pptx", "xlsx", "image"]
SUFFIXES: dict[str, Kind] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".csv": "csv",
    ".tsv": "csv",
    ".pdf": "pdf",
    ".docx": "docx",
    ".docm": "docx",
    ".pptx": "pptx",
    ".pptm": "pptx",
    ".ppsx": "pptx",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".png": "image",
    ".jpg": "image",
    ".jpeg": "image",
    ".tif": "image",
    ".tiff": "image",
}
TEXTS = frozenset(("markdown", "text", "html", "csv"))
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD = {".doc": "DOCX", ".xls": "XLSX", ".ppt": "PPTX", ".rtf": "DOCX", ".odt": "DOCX", ".ods": "XLSX", ".odp": "PPTX"}
_OTHERS = (
    (b"{\\rtf", "RTF"),
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"RIFF", "WebP / AVI / WAV"),
    (b"\x1f\x8b", "gzip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!", "RAR"),
    (b"SQLite format 3\0", "SQLite"),
    (b"\x7fELF", "ELF"),
    (b"MZ", "EXE"),
    (b"%!PS", "PostScript"),
)
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,500}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_PARTS: dict[str, Kind] = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}


def kind_of(data: bytes, name: str, account: Account) -> Kind:
    """Raises ``Refusal``: ``mismatch`` when the name promises something else than unreadable content,
    ``encrypted``, ``unsupported``, ``broken``. A readable file under a wrong name is read, with a warning."""
    suffix = PurePath(name).suffix.lower()
    named = SUFFIXES.get(suffix)
    found = _found(data, suffix, named)
    if named is not None and found != named:
        account.warn(
            f"扩展名是 {suffix}，内容其实是 {found}，已按内容读取。",
            f"Its name ends in {suffix}, but it is {found}; it was read as that.",
        )
    return found


def _found(data: bytes, suffix: str, named: Kind | None) -> Kind:
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(_IMAGES):
        return "image"
    if data.startswith(b"PK\x03\x04") or data.startswith(b"PK\x05\x06"):
        return _zipped(data, suffix)
    if data.startswith(_OLE):
        raise _compound(data, suffix)
    other = next((title for magic, title in _OTHERS if data.startswith(magic)), "")
    if other in ("BMP", "EXE") and encoding.is_text(data):
        other = ""
    if other or not encoding.is_text(data):
        raise _unsupported(suffix, named, other)
    if named in ("pdf", "docx", "pptx", "xlsx", "image") and not _HTML.match(data):
        # Text under such a name is what is left of a failed download or conversion.
        raise Refusal(
            "mismatch",
            f"扩展名是 {suffix}，内容却不是，请重新导出，或改成正确的扩展名。",
            f"is named {suffix} but holds something else; export it again or give it its right name.",
        )
    if _HTML.match(data):
        return "html"
    return named if named in TEXTS else "text"


def _zipped(data: bytes, suffix: str) -> Kind:
    tail = data[-(1 << 20) :]  # the directory at the end names all parts
    for folder, kind in _PARTS.items():
        if (
            f"{folder}document".encode() in tail
            or f"{folder}presentation".encode() in tail
            or f"{folder}workbook".encode() in tail
        ):
            return kind
    for folder, kind in _PARTS.items():
        if folder.encode() in data[: 1 << 16] and b"[Content_Types].xml" in data[: 1 << 20]:
            return kind
    if suffix in SUFFIXES:
        if b"PK\x05\x06" not in tail:
            raise Refusal("broken", "不完整（可能没有下载完），请重新获取。", "is incomplete; get it again.")
        raise Refusal(
            "mismatch",
            f"扩展名是 {suffix}，内容却是普通压缩包，请重新导出。",
            f"is named {suffix} but is an ordinary archive; export it again.",
        )
    raise Refusal("unsupported", "是压缩包，请解压后再放进来。", "is an archive; unpack it first.")


def _compound(data: bytes, suffix: str) -> Refusal:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return Refusal(
            "encrypted",
            "有密码保护，请在 Office 里取消密码后另存。",
            "is protected by a password; remove it in Office and save the file again.",
        )
    modern = _OLD.get(suffix, "DOCX / XLSX / PPTX")
    return Refusal(
        "unsupported", f"是旧版 Office 格式，请另存为 {modern}。", f"is of an old Office format; save it as {modern}."
    )


def _unsupported(suffix: str, named: Kind | None, other: str) -> Refusal:
    if named is not None:
        return Refusal(
            "mismatch",
            f"扩展名是 {suffix}，内容却是{other or '其他二进制数据'}，请换成真正的文件。",
            f"is named {suffix} but holds {other or 'other binary data'}; replace it by the real file.",
        )
    what = other or suffix or "二进制数据 / binary data"
    return Refusal("unsupported", f"格式不支持（{what}）。", f"is of a kind that can't be read ({what}).")
