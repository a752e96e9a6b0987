"""PDF to a material, through PDFium."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.retrieval.documents import layout, ocr
from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.retrieval.documents.page import Sheet, sheet
from pilothouse.retrieval.documents.properties import named
from pilothouse.retrieval.documents.ruling import tables

if TYPE_CHECKING:
    import pypdfium2  # type: ignore[import-untyped]

_LEAST_TEXT = 8  # characters; a page with fewer and an image is a scan
_MOST_DAMAGE = 0.3  # of a page's characters without meaning: its text is of no use
_MOST_BOOKMARKS = 5_000


def read(data: bytes, account: Account) -> Material:
    """Headings by bookmarks, size and weight of type; tables by their lines; pages without text through OCR.

    Raises ``Refusal``: encrypted, broken, too_large, no_ocr (a scan, and the extra is not installed), no_text.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        raise _refusal(error) from error
    try:
        if not count:
            raise Refusal("empty", "没有页面，请重新导出。", "has no pages; export it again.")
        if count > account.limits.pages:
            raise Refusal(
                "too_large",
                f"有 {count} 页，超过 {account.limits.pages} 页，请拆分。",
                f"has {count} pages, more than {account.limits.pages}; split it.",
            )
        pages: list[layout.Laid] = []
        scans: list[int] = []
        for number in range(1, count + 1):
            account.check()
            laid = _page(document, number, account)
            if laid is None:
                continue
            if _is_scan(laid):
                scans.append(number)
            else:
                pages.append(layout.Laid(laid, tables(laid)))
        found = layout.blocks(pages, _outline(document), account)
        read_scans = _scans(document, scans, bool(pages) and bool(found), account)
        if read_scans:
            found = sorted([*found, *read_scans], key=lambda block: block.page or 0)
        properties = _properties(document)
    finally:
        document.close()
    title = named(properties.get("Title")) or _title(found)
    meta = {"author": properties["Author"].strip()} if properties.get("Author", "").strip() else {}
    if date := iso_date(properties.get("ModDate", "")) or iso_date(properties.get("CreationDate", "")):
        meta["date"] = date
    return Material(title, tuple(found), meta, count)


def _properties(document: pypdfium2.PdfDocument) -> dict[str, str]:
    try:
        found: dict[str, str] = document.get_metadata_dict(skip_empty=True)
    except (UnicodeError, ValueError):  # half a character in a title is no reason to refuse the document
        return {}
    return found


def _page(document: pypdfium2.PdfDocument, number: int, account: Account) -> Sheet | None:
    import pypdfium2

    try:
        page = document[number - 1]
        try:
            return sheet(page, number)
        finally:
            page.close()
    except pypdfium2.PdfiumError:
        account.warn("有页面损坏，已略去。", "A damaged page was left out.")
        return None


def _is_scan(page: Sheet) -> bool:
    length = sum(len(word.text) for line in page.lines for word in line.words)
    return (length < _LEAST_TEXT and page.images) or (page.damaged > _MOST_DAMAGE and length > 0)


def _scans(document: pypdfium2.PdfDocument, numbers: list[int], rest: bool, account: Account) -> list[Block]:
    if not numbers:
        return []
    if not ocr.installed():
        if not rest:
            raise ocr.missing()
        account.warn(
            f"有 {len(numbers)} 页是扫描图像，未收录；安装 pilothouse[ocr] 后可识别。",
            f"{len(numbers)} scanned pages were left out; install pilothouse[ocr] to read them.",
        )
        return []
    if len(numbers) > account.limits.scanned_pages:
        raise Refusal(
            "too_large",
            f"有 {len(numbers)} 页扫描图像，超过 {account.limits.scanned_pages} 页，请拆分。",
            f"has {len(numbers)} scanned pages, more than {account.limits.scanned_pages}; split it.",
        )
    found: list[Block] = []
    for number in numbers:
        account.check()
        page = document[number - 1]
        try:
            found.extend(ocr.blocks(ocr.rendered(page), account, number))
        finally:
            page.close()
    return found


def _outline(document: pypdfium2.PdfDocument) -> dict[tuple[int, str], int]:
    found: dict[tuple[int, str], int] = {}
    for n, bookmark in enumerate(document.get_toc(max_depth=6)):
        if n >= _MOST_BOOKMARKS:
            break
        destination = bookmark.get_dest()
        page = destination.get_index() if destination is not None else None
        if page is not None:
            found[page + 1, layout.squeezed(bookmark.get_title())] = bookmark.level + 1
    return found


def _title(blocks: list[Block]) -> str:
    """The highest heading of the first page, the first of them."""
    first = [block for block in blocks if block.page == 1]
    headings = [block for block in first if block.kind == "heading"]
    return min(headings, key=lambda block: block.level).text if headings else ""


def _refusal(error: Exception) -> Refusal:
    if "password" in str(error).lower() or "security" in str(error).lower():
        return Refusal(
            "encrypted",
            "有密码保护，请去掉密码后另存。",
            "is protected by a password; save it without one.",
        )
    return Refusal("broken", "不完整或已损坏，请重新获取或导出。", "is incomplete or damaged; get or export it again.")
