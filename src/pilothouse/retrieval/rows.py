"""Documents as rows, and rows as documents."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from haystack.dataclasses import ByteStream, Document, SparseEmbedding

from pilothouse.retrieval.tokenizer import index_tokens, normalise

COLUMNS = "d.n, d.id, d.content, json(d.meta), d.blob, d.mime, d.blob_meta, d.sparse"


@dataclass(frozen=True, slots=True)
class Row:
    """A document made ready to be written: ``values`` for the columns after n, search tokens, exact terms."""

    id: str
    values: tuple[Any, ...]
    title: str
    body: str
    terms: tuple[tuple[str, str], ...]  # (normalised term, field)
    embedding: list[float] | None


def encode(document: Document, title_fields: Sequence[str], term_fields: Sequence[str]) -> Row:
    """Raises ``ValueError`` naming the document when something in it can't be stored."""
    blob, sparse = document.blob, document.sparse_embedding
    try:
        values = (
            document.id,
            document.content,
            json.dumps(document.meta, ensure_ascii=False, allow_nan=False),
            blob.data if blob else None,
            blob.mime_type if blob else None,
            json.dumps(blob.meta, ensure_ascii=False, allow_nan=False) if blob else None,
            json.dumps(sparse.to_dict()) if sparse else None,
        )
        for value in values:
            if isinstance(value, str):
                value.encode()
    except (TypeError, ValueError) as error:
        raise ValueError(f"Document {document.id!r} can't be stored: {error}.") from error
    return Row(
        id=document.id,
        values=values,
        title=" ".join(index_tokens("\n".join(texts(document.meta, title_fields)))),
        body=" ".join(index_tokens(document.content or "")),
        terms=tuple(
            dict.fromkeys(
                (term, field)
                for field in term_fields
                for text in texts(document.meta, [field])
                if (term := normalise(text))
            )
        ),
        embedding=document.embedding,
    )


def decode(row: Sequence[Any], score: float | None = None, embedding: list[float] | None = None) -> Document:
    """The document of a row of ``COLUMNS``."""
    _, id_, content, meta, data, mime, blob_meta, sparse = row
    return Document(
        id=id_,
        content=content,
        meta=json.loads(meta),
        blob=None if data is None else ByteStream(data=data, mime_type=mime, meta=json.loads(blob_meta)),
        score=score,
        embedding=embedding,
        sparse_embedding=None if sparse is None else SparseEmbedding.from_dict(json.loads(sparse)),
    )


def texts(meta: dict[str, Any], fields: Iterable[str]) -> list[str]:
    """The strings of the fields, each a string or a list of strings."""
    found: list[str] = []
    for field in fields:
        value = meta.get(field)
        listed = value if isinstance(value, (list, tuple)) else [value]
        found.extend(text for text in listed if isinstance(text, str))
    return found
