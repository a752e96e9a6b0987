"""Questions about the stores and the house: opening hours and addresses from the stores' data, the rest from the FAQ."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pilothouse.assistants.menu import cues
from pilothouse.assistants.menu.catalogue import Catalogue
from pilothouse.assistants.menu.hours import Span
from pilothouse.assistants.menu.store import Store
from pilothouse.retrieval.tokenizer import normalise

CLOSE = 0.30  # reranker score from which an FAQ entry answers the question; measured on paraphrases of the sample
SURE = 0.55  # an entry this close goes before the stores' own facts
SHOWN_STORES = 6


def answer(query: str, catalogue: Catalogue, stores: Sequence[Store], now: datetime, *, limit: int) -> list[dict[str, Any]]:
    """Rows that answer ``query`` best first; empty when nothing does. ``stores`` are those it is about."""
    plain = normalise(query)
    topics = [topic for topic, pattern in cues.FAQ_TOPICS.items() if pattern.search(plain)]
    entries = _entries(plain, catalogue, stores, limit)
    facts = [row for topic in topics for row in _facts(topic, plain, stores, now)]
    sure = [row for row in entries if row["score"] >= SURE]
    rest = [row for row in entries if row["score"] < SURE]
    return ([*sure, *facts, *([] if facts else rest)])[: max(limit, len(facts))]


def _entries(query: str, catalogue: Catalogue, stores: Sequence[Store], limit: int) -> list[dict[str, Any]]:
    if not catalogue.faq:
        return []
    names = {name for store in stores for name in (store.name, *store.aliases)}
    by_id = {item.id: item for item in catalogue.faq}
    rows = []
    for hit in catalogue.search("faq").search(query, top_k=5):
        item = by_id[hit.id]
        if hit.score < CLOSE or (item.store and item.store not in names):
            continue
        rows.append(
            {
                "id": item.id,
                "question": item.question,
                "answer": item.answer,
                "answer_en": item.answer_en,
                "store": item.store,
                "kind": "faq",
                "topic": item.tags[0] if item.tags else "",
                "score": round(hit.score, 4),
            }
        )
    if rows:  # entries far behind the best one are about something else
        rows = [row for row in rows if row["score"] >= rows[0]["score"] * 0.75]
    return rows[: min(limit, 2)]


def _facts(topic: str, query: str, stores: Sequence[Store], now: datetime) -> list[dict[str, Any]]:
    rows = []
    for store in stores[:SHOWN_STORES]:
        texts = _fact(topic, store, now)
        if texts is None:
            continue
        rows.append(
            {
                "id": f"{store.id}:{topic}",
                "question": query[:80],
                "answer": f"{store.name}：{texts[0]}",
                "answer_en": f"{store.name}: {texts[1]}",
                "store": store.name,
                "kind": "store",
                "topic": topic,
                "score": 1.0,
            }
        )
    return rows


def _fact(topic: str, store: Store, now: datetime) -> tuple[str, str] | None:
    if topic == "hours" and store.hours:
        return _hours(store, now)
    if topic == "address" and store.address:
        return f"地址是{store.address}", f"the address is {store.address}"
    if topic == "phone" and store.phone:
        return f"电话{store.phone}", f"phone {store.phone}"
    if topic == "parking" and store.parking:
        return store.parking, f"parking: {store.parking}"
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
        return f"营业时间{store.hours}", f"open {store.hours}"
    today = "、".join(span.text() for span in week.on(now))
    if not today:
        return "今天休息", "closed today"
    state = ("现在营业中", "open now") if week.open_at(now) else ("现在休息中", "closed now")
    return f"今天营业{today}（{state[0]}）", f"today {today.replace('次日', 'next day ')} ({state[1]})"


def closing(spans: Sequence[Span]) -> str:
    """When the last span of the day ends, "21:30" or "次日02:00"."""
    return spans[-1].text().split("-", 1)[1] if spans else ""
