"""Materials of the formats that are text themselves: Markdown, plain text, HTML, CSV."""

from __future__ import annotations

from typing import Any

from pilothouse.retrieval.documents import delimited, head, plain, web
from pilothouse.retrieval.documents import markdown as marked
from pilothouse.retrieval.documents.encoding import decode
from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.retrieval.documents.matter import split_matter


def markdown(data: bytes, account: Account) -> Material:
    meta, body = split_matter(decode(data, account))
    return _material(meta, marked.blocks(body, account))


def text(data: bytes, account: Account) -> Material:
    meta, body = split_matter(decode(data, account))
    return _material(meta, plain.blocks(body, account))


def html(data: bytes, account: Account) -> Material:
    page = web.blocks(decode(data, account, head.charset(data), counted=False), account)
    return _material({"title": page.title, **page.meta}, page.blocks)


def csv(data: bytes, account: Account) -> Material:
    return _material({}, delimited.blocks(decode(data, account), account))


def _material(meta: dict[str, Any], blocks: list[Block]) -> Material:
    """The title is the one the document names, else the heading with which it begins."""
    title = meta.pop("title", "") or (blocks[0].text if blocks and blocks[0].kind == "heading" else "")
    return Material(title, tuple(blocks), meta)
