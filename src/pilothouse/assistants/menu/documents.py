"""What the index holds of a dish and of a frequent question."""

from __future__ import annotations

from typing import Any

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.store import Faq


def document_id(scope: str, dish: str) -> str:
    """Id of a dish's document in the index."""
    return f"{scope}/{dish}"


def dish_document(scope: str, dish: Dish) -> dict[str, Any]:
    return {
        "id": document_id(scope, dish.id),
        "content": dish.document(),
        "meta": {
            "dish": dish.id,
            "scope": scope,
            "name": dish.name,
            "aliases": list(dish.aliases),
            "name_en": dish.name_en or "",
            "aliases_en": list(dish.aliases_en),
            "category": dish.category,
        },
        "windows": windows(dish),
    }


def windows(dish: Dish) -> list[str]:
    """Texts whose vectors stand for the dish: its names, and what it is made of. The best one counts, so neither
    a long ingredient list nor a long description can drown the name."""
    names = "，".join((dish.name, *dish.aliases))
    made = "，".join((dish.name, dish.category, *dish.ingredients[:8]))
    english = ", ".join(item for item in (dish.name_en, *dish.aliases_en) if item)
    return [text for text in (names, made, english) if text]


def faq_document(item: Faq) -> dict[str, Any]:
    questions = [item.question, *item.variants, *([item.question_en] if item.question_en else [])]
    return {
        "id": item.id,
        "content": f"{item.question}\n{item.answer}",
        "meta": {"title": item.question, "aliases": [*item.variants], "category": "、".join(item.tags)},
        "windows": questions,
    }
