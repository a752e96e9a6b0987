"""Any file to a ``Material``."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pilothouse.retrieval.documents import source
from pilothouse.retrieval.documents.dates import stated_date
from pilothouse.retrieval.documents.kinds import SUFFIXES, TEXTS, kind_of
from pilothouse.retrieval.documents.limits import Account, Limits, Refusal
from pilothouse.retrieval.documents.material import Material, Unreadable
from pilothouse.retrieval.documents.tidy import tidied, tidy
from pilothouse.retrieval.documents.written import csv, html, markdown, text

KINDS = frozenset(SUFFIXES)
Reader = Callable[[bytes, Account], Material]
_HEAD, _FOOT = 12, 6  # blocks at the beginning and the end in which a document dates itself
_SMALL = 1 << 20  # bytes of text that are read in this process


def read_document(path: Path, limits: Limits | None = None) -> Material:
    """The blocks, title and metadata of one file, whatever its name says it is.

    Large or complicated files are read in a process of their own, so that none can use up this one's memory, hang it
    or crash it. Links are not followed. Without a title of its own a document is called like its file.
    Raises ``Unreadable``; thread-safe.
    """
    from pilothouse.retrieval.documents.worker import read_apart

    limits = limits or Limits()
    small = False
    try:
        small = SUFFIXES.get(path.suffix.lower()) in TEXTS and path.lstat().st_size <= _SMALL
    except (OSError, ValueError):
        small = True  # there is nothing to read; the sentence comes from below
    try:
        if small:
            account = Account(limits)
            data = source.load(path, account)
            if kind_of(data, path.name, account) in TEXTS:
                return finish(data, path, account)
        return read_apart(path, limits)
    except Refusal as refusal:
        raise unreadable(path.name, refusal) from refusal


def read_here(path: Path, limits: Limits) -> Material:
    """Like ``read_document``, in this process. Raises ``Refusal``."""
    account = Account(limits)
    return finish(source.load(path, account), path, account)


def finish(data: bytes, path: Path, account: Account) -> Material:
    """The material of ``data``; ``path`` only for its name. Raises ``Refusal``."""
    kind = kind_of(data, path.name, account)
    try:
        material = _reader(kind)(data, account)
    except Refusal:
        raise
    except (MemoryError, RecursionError) as error:
        raise Refusal(
            "too_large", "内容过大或过深，请拆分。", "is too large or too deeply nested; split it."
        ) from error
    except Exception as error:  # a library fell over something that no one has thought of: the others go on
        if "alloc" in str(error).lower():  # how libraries in C say that memory ran out
            raise Refusal("too_large", "太大，内存不够，请拆分。", "needs too much memory; split it.") from error
        detail = type(error).__name__
        raise Refusal(
            "broken", f"已损坏（{detail}），请重新导出。", f"is damaged ({detail}); export it again."
        ) from error
    blocks = tuple(block for block in map(tidy, material.blocks) if block.text.strip() or block.rows)
    if not blocks:
        raise Refusal("no_text", "里面没有文字。", "holds no text.")
    title = " ".join(tidied(material.title).split())[:300] or path.stem
    meta = dict(material.meta)
    # When a file was last saved says less than what it says itself; but front matter is that already.
    if not (kind in TEXTS and meta.get("date")):
        ends = blocks[:_HEAD] + blocks[max(_HEAD, len(blocks) - _FOOT) :]
        if date := stated_date(block.text for block in ends):
            meta["date"] = date
    return Material(title, blocks, meta, material.pages, tuple(account.warnings))


def unreadable(name: str, refusal: Refusal) -> Unreadable:
    name = re.sub(r"[\x00-\x1f\x7f\ud800-\udfff]", "?", name)
    return Unreadable(refusal.reason, f"文件“{name}”{refusal.chinese} / File {name!r} {refusal.english}")


def _reader(kind: str) -> Reader:
    if kind == "pdf":
        from pilothouse.retrieval.documents.pdf import read as pdf

        return pdf
    if kind == "docx":
        from pilothouse.retrieval.documents.word import read as word

        return word
    if kind == "pptx":
        from pilothouse.retrieval.documents.slides import read as slides

        return slides
    if kind == "xlsx":
        from pilothouse.retrieval.documents.sheets import read as sheets

        return sheets
    if kind == "image":
        from pilothouse.retrieval.documents.scan import read as scan

        return scan
    texts: dict[str, Reader] = {"markdown": markdown, "html": html, "csv": csv, "text": text}
    return texts[kind]
