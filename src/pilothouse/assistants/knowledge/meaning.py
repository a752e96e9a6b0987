"""Which reading of a question is meant: what was found for each decides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.assistants.knowledge.material import passage
from pilothouse.assistants.knowledge.phrases import ROLE
from pilothouse.assistants.knowledge.subjects import bare, cut, things
from pilothouse.assistants.knowledge.words import Words
from pilothouse.retrieval.evidence import distinct, gate
from pilothouse.retrieval.evidence.wording import presence
from pilothouse.retrieval.tokenizer import normalise

MARGIN = 0.4  # of a score: going on with the topic is likelier than a new one
SAME_MARGIN = 0.05  # when both are found in the same document
SURE = 0.8  # score of what needs no topic
ROLE_MARGIN = 1.0  # who asked for interns is not likely to ask for everybody then
BETTER = 0.2  # of a score: a second way to read an ellipsis must be that much better
FIRST = 5  # passages that tell what is spoken of
SPOKEN_OF = 0.4  # of the words of the former subject
_ROLE = re.compile(rf"(?:{ROLE.pattern}|\s)+", re.IGNORECASE)


Found = Mapping[str, Mapping[str, float]]


def rows_of(steps: Sequence[Mapping[str, Any]], part: int) -> list[dict[str, Any]]:
    """What was found for a part, best first, each passage once."""
    best: dict[str, dict[str, Any]] = {}
    near: dict[str, float] = {}
    for step in steps:
        if step["part"] == part and step["envelope"]["status"] == "success":
            for row in step["envelope"]["results"]:
                near[row["id"]] = max(near.get(row["id"], -1.0), row.get("similarity") or -1.0)
                if row["id"] not in best or row["score"] > best[row["id"]]["score"]:
                    best[row["id"]] = row
    # Which query had the higher score may depend on documents that the asker may not see; the highest cosine doesn't.
    kept = [{**row, "similarity": near[row["id"]] if near[row["id"]] >= 0 else None} for row in best.values()]
    return sorted(kept, key=lambda row: -row["score"])


def meant(
    part: Mapping[str, Any], rows: Sequence[dict[str, Any]], found: Found, words: Words
) -> tuple[str, list[dict[str, Any]], str]:
    """The reading of a question that is meant, with its passages, and the question to remember as the topic. ``found``
    is what each query found.

    A question that may go on with the topic does so when what is found for it speaks of the topic and nothing much
    better is found without.
    """
    readings = [part] if not part["other"] else [part, part["other"]]
    queries = [reading["query"] for reading in readings]
    best = {query: max(found.get(query, {}).values(), default=0.0) for query in queries}
    pairs = [
        _restated(reading["question"], _of_reading(rows, found, queries, reading["query"]), words)
        for reading in readings
    ]
    if not any(kept for _, kept in pairs) and part["root"] and (last := _restated(part["root"], rows, words))[1]:
        return *last, last[0]
    (asked, plain), (other, second) = pairs[0], pairs[-1]
    about = part["about"]
    if len(pairs) == 1:
        return asked, plain, asked
    if part["late"]:
        return *(pairs[1] if second and not plain else pairs[0]), asked if plain else other
    if not plain and not second:
        # Nothing was found: the topic stays what it was.
        return other if about else asked, [], "" if about else asked
    if not second:
        on = about and (_titled(plain, about) or (best.get(part["query"], 0.0) < SURE and _speaks(plain, about)))
        return asked, plain, other if on else asked
    if not plain:
        return other, second, other
    first_score, second_score = (best.get(reading["query"], 0.0) for reading in readings)
    if about:
        same = plain[0]["document"] == second[0]["document"]
        near = second_score + (ROLE_MARGIN if _ROLE.fullmatch(about) else MARGIN) >= first_score
        own = " ".join(things(bare(asked, aspects=True)))
        both = any(
            (_ROLE.fullmatch(about) or _speaks([row], about)) and (same or _speaks([row], own))
            for row in second[:FIRST]
        )
        near = (second_score + SAME_MARGIN >= first_score or _titled(second, about)) if same else near
        chosen = pairs[1] if both and near else pairs[0]
    else:
        chosen = pairs[1] if second_score > first_score + BETTER else pairs[0]
    return *chosen, chosen[0]


def _restated(question: str, rows: Sequence[dict[str, Any]], words: Words) -> tuple[str, list[dict[str, Any]]]:
    """``question`` with its passages; in formal words when documents answer it only so: 挂科 is 不及格 in rules."""
    for asked in (question, *words.restated(question)):
        if kept := _sifted(asked, rows):
            return asked, kept
    return question, []


def _speaks(rows: Sequence[Mapping[str, Any]], subject: str) -> bool:
    """Whether one of the best passages speaks of ``subject``, in its headings or its text."""
    words = [word for word in things(subject) or cut(subject) if len(word) > 1]
    texts = [normalise(f"{row['title']} {row['section']} {row['content']}") for row in rows[:FIRST]]
    return any(sum(presence(normalise(word), text) for word in words) >= SPOKEN_OF * len(words) for text in texts)


def _titled(rows: Sequence[Mapping[str, Any]], subject: str) -> bool:
    """Whether the title of the best passage's document names ``subject``: it is about that as a whole."""
    return _speaks([{**rows[0], "content": "", "section": ""}], subject)


def scores(steps: Sequence[Mapping[str, Any]], part: int) -> Found:
    """What each query found for a part: passages with their scores."""
    return {
        str(step["arguments"].get("query", "")): {row["id"]: row["score"] for row in step["envelope"]["results"]}
        for step in steps
        if step["part"] == part and step["envelope"]["status"] == "success"
    }


def _of_reading(
    rows: Sequence[dict[str, Any]], found: Found, queries: Sequence[str], query: str
) -> list[dict[str, Any]]:
    """The rows that were found with ``query``, or with words that are no reading of the question (a model's), by those
    scores; all rows when there are none."""
    mine = [hits for words, hits in found.items() if words == query or words not in queries]
    best = {row["id"]: max((hits[row["id"]] for hits in mine if row["id"] in hits), default=-1.0) for row in rows}
    own = [{**row, "score": best[row["id"]]} for row in rows if best[row["id"]] >= 0]
    return sorted(own, key=lambda row: -row["score"]) or list(rows)


def _sifted(question: str, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    kept = {item.id for item in distinct(gate(question, [passage(row) for row in rows]))}
    return [row for row in rows if row["id"] in kept]
