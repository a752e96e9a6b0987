"""Questions about the house: opening hours and addresses from the stores' data, the rest from the FAQ."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pilothouse.assistants.menu.catalogue import Catalogue
from pilothouse.assistants.menu.hours import Span
from pilothouse.assistants.menu.store import Faq, Store
from pilothouse.assistants.menu.topics import topics_in
from pilothouse.retrieval.tokenizer import normalise

# Reranker scores, measured on paraphrases of the sample's FAQ and of another one (benchmarks/unseen_menus.py).
CLOSE = 0.34  # from here an entry answers although no topic says so
RELATED = 0.08  # from here an entry of the same topic answers
SURE = 0.5  # an entry this close goes before the stores' own facts


def answer(
    query: str, catalogue: Catalogue, stores: Sequence[Store], now: datetime, *, limit: int
) -> list[dict[str, Any]]:
    """Rows that answer ``query`` best first; empty when nothing does.

    ``stores`` are those it is about, the one that counts first: its facts answer, and those of the others are
    given only when they differ.
    """
    plain = normalise(query)
    topics = topics_in(plain)
    entries = _entries(plain, topics, catalogue, stores, limit)
    holiday = any("holiday" in row["topics"] for row in entries)  # then the hours of today are no answer
    facts = [row for topic in topics if not (topic == "hours" and holiday) for row in _facts(topic, plain, stores, now)]
    sure = [row for row in entries if row["score"] >= SURE]
    rest = [row for row in entries if row["score"] < SURE]
    told = {row["topic"] for row in facts}
    if told:  # the house's rules complete a store's own line only when they are clearly meant
        sure = sure[:1] if sure and not told <= {"address", "phone"} else []
        rest = [row for row in rest if not row["topics"] <= told][:1]
    elif sure:
        rest = []
    chosen = [*sure, *facts, *rest][:limit]
    return [{key: value for key, value in row.items() if key != "topics"} for row in chosen]


def _entries(
    query: str, topics: Sequence[str], catalogue: Catalogue, stores: Sequence[Store], limit: int
) -> list[dict[str, Any]]:
    if not catalogue.faq:
        return []
    names = {name for store in stores for name in (store.name, *store.aliases)}
    by_id = {item.id: item for item in catalogue.faq}
    scored: list[tuple[float, Faq, frozenset[str]]] = []
    for hit in catalogue.search("faq").search(query, top_k=8):
        item = by_id[hit.id]
        if item.store and item.store not in names:
            continue
        shared = _topics_of(item) & set(topics)
        if hit.score >= CLOSE or (shared and hit.score >= RELATED):
            scored.append((hit.score, item, shared))
    seen = {item.id for _, item, _ in scored}
    for item in catalogue.faq:  # retrieval by meaning may miss what the topic alone makes clear
        shared = _asked_topics(item) & set(topics)
        if shared and item.id not in seen and (not item.store or item.store in names) and len(topics) == 1:
            scored.append((RELATED, item, shared))
    # Entries of the topic go first: words in common mean less than a subject in common.
    scored.sort(key=lambda entry: -(entry[0] + 0.2 * len(entry[2])))
    if not scored:
        return []
    best = scored[0][0] + 0.2 * len(scored[0][2])
    kept = [entry for entry in scored if entry[0] + 0.2 * len(entry[2]) >= best * 0.85]
    return [_row(item, score, shared) for score, item, shared in kept][: min(limit, 2)]


def _topics_of(item: Faq) -> frozenset[str]:
    return frozenset(
        topics_in(normalise(" ".join((item.question, *item.variants, *item.tags, item.question_en or ""))))
    )


def _asked_topics(item: Faq) -> frozenset[str]:
    return frozenset(topics_in(normalise(item.question)))


def _row(item: Faq, score: float, shared: frozenset[str]) -> dict[str, Any]:
    return {
        "id": item.id,
        "question": item.question,
        "answer": item.answer,
        "answer_en": item.answer_en,
        "store": item.store,
        "kind": "faq",
        "topic": item.tags[0] if item.tags else "",
        "score": round(score, 4),
        "topics": shared,
    }


def _facts(topic: str, query: str, stores: Sequence[Store], now: datetime) -> list[dict[str, Any]]:
    known = [(store, texts) for store in stores if (texts := _fact(topic, store, now)) is not None]
    if not known:
        return []
    store, (chinese, english) = known[0]
    others = [(other.name, texts) for other, texts in known[1:] if texts[0] != chinese]
    if others:
        chinese += _elsewhere_zh(topic, others)
        english += _elsewhere_en(topic, others)
    return [
        {
            "id": f"{store.id}:{topic}",
            "question": query[:80],
            "answer": f"{store.name}{chinese}",
            "answer_en": f"{store.name}: {english}",
            "store": store.name,
            "kind": "store",
            "topic": topic,
            "score": 1.0,
            "topics": frozenset({topic}),
        }
    ]


_LISTED = 3  # stores named beside the one that counts; a longer list can't be followed by ear


def _elsewhere_zh(topic: str, others: Sequence[tuple[str, tuple[str, str]]]) -> str:
    if topic in ("hours", "parking", "delivery") or len(others) > _LISTED:
        return f"。其他{len(others)}家门店不一样，说出店名我就告诉您"
    return "。其他门店：" + "；".join(f"{name}{texts[0]}" for name, texts in others)


def _elsewhere_en(topic: str, others: Sequence[tuple[str, tuple[str, str]]]) -> str:
    if topic in ("hours", "parking", "delivery") or len(others) > _LISTED:
        return f". Our other {len(others)} stores differ; name one and I'll tell you"
    return ". Other stores: " + "; ".join(f"{name}: {texts[1]}" for name, texts in others)


def _fact(topic: str, store: Store, now: datetime) -> tuple[str, str] | None:
    if topic == "hours" and store.hours:
        return _hours(store, now)
    if topic == "address" and store.address:
        return f"在{store.address}", f"the address is {store.address}"
    if topic == "phone" and store.phone:
        return f"的电话是{store.phone}", f"phone {store.phone}"
    if topic == "parking" and store.parking:
        return f"：{store.parking}", f"parking: {store.parking}"
    if topic == "delivery" and store.delivery_km is not None:
        minutes = f"，平均{store.delivery_minutes}分钟送到" if store.delivery_minutes else ""
        fee = f"，配送费{store.delivery_fee:g}元" if store.delivery_fee is not None else ""
        text = f"可送{store.delivery_km:g}公里内{minutes}{fee}"
        minutes = f", about {store.delivery_minutes} minutes" if store.delivery_minutes else ""
        fee = f", fee {store.delivery_fee:g} yuan" if store.delivery_fee is not None else ""
        return text, f"we deliver within {store.delivery_km:g} km{minutes}{fee}"
    return None


def _hours(store: Store, now: datetime) -> tuple[str, str]:
    week = store.week
    if week is None:
        return f"的营业时间是{store.hours}", f"open {store.hours}"
    today = "、".join(span.text() for span in week.on(now))
    if not today:
        return "今天休息", "closed today"
    state = ("现在营业中", "open now") if week.open_at(now) else ("现在休息中", "closed now")
    return f"今天营业{today}，{state[0]}", f"today {today.replace('次日', 'next day ')} ({state[1]})"


def closing(spans: Sequence[Span]) -> str:
    """When the last span of the day ends, "21:30" or "次日02:00"."""
    return spans[-1].text().split("-", 1)[1] if spans else ""
