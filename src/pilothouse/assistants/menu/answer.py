"""Code's own answer to a turn, and the typed data and sources that go with any answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import telling, wording
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.followups import BEGIN
from pilothouse.assistants.menu.fragments import is_fragment
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.understanding import Request
from pilothouse.contracts.reply import Source
from pilothouse.retrieval.tokenizer import normalise

_BESIDE = ("price", "ingredients", "contains", "spice", "allergens", "portion")
FACTUAL = frozenset({"menu", "stock", "store", "faq"})


def rows_of(state: MenuState) -> list[dict[str, Any]]:
    """The rows that this turn's tools returned, in order."""
    rows = [item for step in state["steps"] for item in step["envelope"].get("results", [])]
    rows += state["suggested"].get("rows", [])
    rows += [item for shown in state["signatures"] for item in shown["rows"]]
    return [*state["taken"].get("rows", []), *rows]


def plain(state: MenuState, request: Request, store: str) -> tuple[str, str]:
    """Code's own reply with its outcome. ``store`` is the name of the store that counts."""
    chinese = request.chinese
    if state["question"]:
        return wording.ask_which(state["question"], chinese), "clarify"
    if state["taken"]:
        return _with_order(state, request)
    if state["suggested"]:
        return state["suggested"]["text"], state["suggested"]["outcome"]
    if state["route"] == "compose":
        if "choose_store" in request.intents:
            return wording.store_chosen(store, chinese), "answered"
        if not request.smalltalk and is_fragment(state["text"]):
            return wording.pick(wording.AGAIN, chinese), "clarify"
        return wording.pick(wording.SMALLTALK[request.smalltalk or "greeting"], chinese), "answered"
    if state["signatures"]:
        shown = state["signatures"][0]
        if not shown["rows"]:
            return wording.nothing(request), "not_found"
        text = wording.signatures(shown["rows"], request, shown["total"])
        begins = BEGIN.fullmatch(normalise(state["text"]).strip(" ，。,.!！?？~"))
        return (wording.invited(request.chinese) if begins else "") + text, "answered"
    good = [step for step in state["steps"] if step["envelope"]["status"] == "success"]
    if not good and state["heard"].get("refine") == "cheaper":
        return ("没有更便宜的了。" if chinese else "There is nothing cheaper."), "not_found"
    return _from_results(good, request) if good else _from_errors(state, request)


def _with_order(state: MenuState, request: Request) -> tuple[str, str]:
    """What was said about the order, and the answers to what else was asked."""
    taken = state["taken"]
    good = [step for step in state["steps"] if step["envelope"]["status"] == "success"]
    beside = _asked_of_ordered(state, request)
    if not good:
        return f"{taken['text']}{'' if request.chinese else ' '}{beside}".strip(), taken["outcome"]
    text, _ = _from_results(good, request)
    return f"{taken['text']}{'' if request.chinese else ' '}{text}", taken["outcome"]


def _asked_of_ordered(state: MenuState, request: Request) -> str:
    """来份酸菜鱼，辣不辣: what was asked about a dish beside ordering it."""
    asked = tuple(aspect for aspect in request.aspects if aspect in _BESIDE)
    if not asked or not phrases.QUESTION.search(normalise(state["text"])):
        return ""
    meant = {dish for mention in request.mentions for dish in mention.dishes}
    rows = [item for item in state["taken"]["rows"] if item["dish_id"] in meant and "price_label" in item]
    return "".join(telling.told(item, replace(request, aspects=asked, filters=Filters())) for item in rows)


def _from_results(good: Sequence[Mapping[str, Any]], request: Request) -> tuple[str, str]:
    parts: list[str] = []
    outcome = "answered"
    for step in good:
        rows, total = step["envelope"]["results"], step["envelope"]["total_found"]
        if step["name"] == "menu_search":
            parts.append(wording.dishes(rows, request, total))
            if len(good) == 1 and all(item["match"] == "nearest" for item in rows):
                outcome = "not_found"
        elif step["name"] == "stock_lookup":
            parts.append(wording.stock(rows, request.chinese))
        elif step["name"] == "store_search":
            parts.append(wording.stores(rows, request.chinese, request.near))
        elif step["name"] == "stock_update":
            parts.append(wording.stock_changed(rows[0], request.chinese))
        else:
            parts.append(wording.faq(rows, request.chinese))
    return ("" if request.chinese else " ").join(dict.fromkeys(parts)), outcome


def _from_errors(state: MenuState, request: Request) -> tuple[str, str]:
    chinese = request.chinese
    kinds = {step["envelope"]["error_type"] for step in state["steps"]}
    if kinds & {"timeout", "unavailable", "stale_data"}:
        return wording.pick(wording.UNAVAILABLE, chinese), "fallback"
    if "no_results" in kinds:
        names = {step["name"] for step in state["steps"]}
        if names <= {"faq_search"}:
            return wording.pick(wording.NO_FAQ, chinese), "not_found"
        if names <= {"store_search"}:
            return ("没有找到符合条件的门店。" if chinese else "I found no store that fits."), "not_found"
        return wording.nothing(request), "not_found"
    if "not_allowed" in kinds:
        return ("您没有权限做这件事。" if chinese else "You are not allowed to do that."), "refused"
    if state["declined"] and set(request.intents) & FACTUAL:
        return wording.pick(wording.NOT_CHECKED, chinese), "fallback"
    return wording.pick(wording.UNCLEAR, chinese), "refused"


def data(state: MenuState, store: str, version: str) -> dict[str, Any]:
    """The rows by kind, each dish once, in the order shown."""
    rows = rows_of(state)
    dishes: dict[str, dict[str, Any]] = {}
    for item in rows:
        if "price_label" in item:
            dishes.setdefault(item["dish_id"], item)
    return {
        "dishes": list(dishes.values()),
        "stores": [item for item in rows if "open_now" in item],
        "faq": [item for item in rows if "answer" in item],
        "cart": state["taken"].get("cart") or Cart.model_validate(state["cart"] or {}).data(),
        "order": state["taken"].get("order") or None,
        "heard": state["heard"],
        "store": store,
        "menu_version": version,
        "request": state["request"],
    }


def sources(rows: Sequence[Mapping[str, Any]]) -> list[Source]:
    """Each row once, numbered."""
    found: dict[str, Source] = {}
    for item in rows:
        key = str(item.get("dish_id") or item.get("store_id") or item.get("id"))
        if key not in found:
            found[key] = Source(
                n=len(found) + 1,
                id=key,
                title=str(item.get("name") or item.get("question")),
                section=str(item.get("category") or item.get("topic") or "") or None,
                score=item.get("score"),
            )
    return list(found.values())
