"""Passages as they stand in the state, in a prompt and in a reply."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from pilothouse.assistants.knowledge.citations import cited, quote
from pilothouse.context.budget import Material, fit
from pilothouse.context.prompt import block
from pilothouse.context.sentences import split
from pilothouse.contracts.reply import Source
from pilothouse.gateway.tokens import count
from pilothouse.retrieval.evidence.safety import harmless, instructing
from pilothouse.retrieval.passage import Passage

MATERIAL_TOKENS = 3000  # "一般控制在 2000~4000 token"
# Said of the answer itself, beyond what the evidence room knows as an instruction.
_OF_THE_ANSWER = re.compile(
    r"(?:回答|回复|答案)的?(?:末尾|结尾|开头|最后|后面)|附上(?:网址|链接)|\b(?:end|beginning) of (?:your|the) answer\b"
)
_FIELDS = frozenset(field.name for field in fields(Passage)) - {"stages"}

_HEADING = re.compile(r"(?![-*•|])[^。！？；.!?;:：|]{1,30}")

Row = Mapping[str, Any]


def passage(row: Row) -> Passage:
    """A result row as a passage."""
    return Passage(**{name: value for name, value in row.items() if name in _FIELDS})


def shown(rows: Sequence[Row], conflicts: Sequence[Row]) -> tuple[str, list[int]]:
    """The numbered sources as a model reads them, within the budget, and their numbers."""
    notes = _notes(rows, conflicts)
    materials = [
        Material(n, factual(row["content"]), _place(row), priority=float(row["score"]), note=notes.get(n, ""))
        for n, row in enumerate(rows, 1)
    ]
    materials = [item for item in materials if item.text]
    kept = fit(materials, MATERIAL_TOKENS, lambda item: count(block(item)), count)
    return "\n".join(block(item) for item in kept), [item.n for item in kept]


def factual(content: str) -> str:
    """``content`` without sentences that speak to the assistant, and without markup: a model is not even shown them."""
    kept = [part for part in split(content) if not (instructing(part) or _OF_THE_ANSWER.search(part))]
    return harmless("".join(kept)).strip()


def _place(row: Row) -> str:
    page = f"第{row['page']}页" if row.get("page") else ""
    parts = (row.get("title") or row["source"], row.get("section"), page, row.get("date"))
    return " · ".join(str(part) for part in parts if part)


def _notes(rows: Sequence[Row], conflicts: Sequence[Row]) -> dict[int, str]:
    numbers = {row["id"]: n for n, row in enumerate(rows, 1)}
    notes: dict[int, str] = {}
    for conflict in conflicts:
        involved = [numbers[value["passage"]] for value in conflict["values"] if value["passage"] in numbers]
        for n in involved:
            others = "、".join(f"资料{other}" for other in involved if other != n)
            if others:
                notes[n] = f"关于{conflict['subject']}，与{others}说法不一致"
    return notes


def citations(text: str, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What ``text`` cites, ``rows`` in the order of its numbers 1, 2, 3 …"""
    sentences = split(text)
    made = []
    for n, row in enumerate(rows, 1):
        told = quote([sentence for sentence in sentences if n in cited(sentence)], row["content"])
        made.append(
            {
                "n": n,
                "id": row["id"],
                "document": row["document"],
                "title": row["title"],
                "path": row["source"],
                "section": _section(row, told),
                "page": row["page"],
                "date": row["date"],
                "quote": told,
            }
        )
    return made


def _section(row: Row, told: str) -> str:
    """The headings above the quote: a chunk of several short sections holds the nearest one as a line of its own."""
    above = row["content"].partition(told)[0].splitlines() if told else []
    near = next((line.strip() for line in reversed(above) if _HEADING.fullmatch(line.strip())), "")
    parts = [part for part in (row["section"], near) if part]
    return " > ".join(parts) if near not in row["section"] else str(row["section"])


def sources(rows: Sequence[Row], cited_at: Sequence[Row]) -> list[Source]:
    """The cited rows as sources of the reply, numbered as in the text; ``cited_at`` are their citations."""
    return [
        Source(
            n=n,
            id=row["id"],
            title=row["title"] or row["source"] or row["document"],
            path=row["source"] or None,
            section=at["section"] or None,
            page=row["page"],
            score=shown_score(row),
        )
        for n, (row, at) in enumerate(zip(rows, cited_at, strict=True), 1)
    ]


def shown_score(row: Row) -> float | None:
    """The cosine to the query. The score of the ranking would tell how frequent words are in documents that the asker
    may not see."""
    return row.get("similarity")


def conflicts_data(conflicts: Sequence[Row], numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """Contradictions for the reply; ``numbers`` maps the ids of cited passages to the numbers in the text."""
    return [
        {
            "subject": conflict["subject"],
            "values": [
                {
                    "value": f"{value['value']}{value.get('unit') or ''}",
                    "date": value.get("date", ""),
                    "n": numbers.get(value["passage"]),
                    "document": value.get("document", ""),
                }
                for value in conflict["values"]
            ],
            "newer": conflict.get("newer"),
        }
        for conflict in conflicts
    ]
