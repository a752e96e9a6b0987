"""Words that a recogniser should expect from a guest of this menu, the likeliest first: it hears only so many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.tools import Services

# How guests ask and order; short, because all of them are to be expected in every sentence.
PHRASES = ("来一份", "两碗", "不要", "换成", "微辣", "多少钱", "还有吗", "要等多久")


def hotwords(menu: Menu, recent: Sequence[str] = ()) -> list[str]:
    """Phrases, names just mentioned, signature dishes, the other dishes in the menu's order, aliases, English names."""
    dishes = sorted(menu.dishes.values(), key=lambda dish: not dish.signature)
    names = [dish.name for dish in dishes]
    aliases = [alias for dish in dishes for alias in dish.aliases]
    english = [word for dish in dishes for word in (dish.name_en or "", *dish.aliases_en) if word]
    return list(dict.fromkeys((*PHRASES, *recent, *names, *aliases, *english)))


def expected(services: Services, state: Mapping[str, Any], store: str | None) -> list[str]:
    """For the next sentence of a session: what its guest has just seen or ordered, then the menu of its store."""
    catalogue = services.catalogue
    menu = catalogue.menu(catalogue.default_store(state.get("store") or store).id)
    ordered = [line["dish_id"] for line in (state.get("cart") or {}).get("lines", ())]
    recent = [*(state.get("menu_context") or ()), *ordered]
    return hotwords(menu, [menu.dishes[dish].name for dish in recent if dish in menu.dishes])
