"""The shopping assistant's graph: route → propose → divide → search → extract → decide → word → close; small talk, questions
back and questions about the last decision go straight to their words.

Every step is chosen here, by code. A model may propose search words, name evidence that is checked, and word a decision.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pilothouse.assistants.shopping.asking import decide_aim, plan_searches, propose
from pilothouse.assistants.shopping.closing import close, finish
from pilothouse.assistants.shopping.finding import decide_product, extract_evidence, search
from pilothouse.assistants.shopping.replying import word
from pilothouse.assistants.shopping.state import ShoppingState
from pilothouse.flow import Flow


def _routed(state: Mapping[str, Any]) -> str:
    return "propose" if state["aim"]["intent"] == "search" else "word"


def _proposed(state: Mapping[str, Any]) -> str:
    return "word" if state["declined"] else "divide"


def _found(state: Mapping[str, Any]) -> str:
    return "extract" if state["found"].get("status") == "success" else "decide"


FLOW = Flow(
    name="shopping",
    state=ShoppingState,
    nodes={
        "route": decide_aim,
        "propose": propose,
        "divide": plan_searches,
        "search": search,
        "extract": extract_evidence,
        "decide": decide_product,
        "word": word,
        "close": close,
    },
    edges={
        "route": (_routed, ("propose", "word")),
        "propose": (_proposed, ("divide", "word")),
        "divide": "search",
        "search": (_found, ("extract", "decide")),
        "extract": "decide",
        "decide": "word",
        "word": "close",
        "close": "end",
    },
    start="route",
    finish=finish,
)
