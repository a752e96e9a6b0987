"""Words that a recogniser should expect from a guest of this menu, the likeliest first: it hears only so many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.tools import Services

# How guests order and ask, for the recogniser: with punctuation, or it hears function words badly; in the characters in
# which it is to write; short, because it is before every sentence. The first stands alone, and so names dishes.
PHRASES = (
    "客人点菜：来一份{}，再来两碗米饭。{}多少钱?{}还有吗?不要香菜，换成微辣。",
    "来一份，再来两碗，不要了，换成微辣。多少钱?还有吗?",
)


def hotwords(menu: Menu, recent: Sequence[str] = ()) -> list[str]:
    """Samples of speech, names just mentioned, signature dishes, the other dishes, aliases, English names."""
    dishes = sorted(menu.dishes.values(), key=lambda dish: not dish.signature)
    names = [dish.name for dish in dishes]
    aliases = [alias for dish in dishes for alias in dish.aliases]
    english = [word for dish in dishes for word in (dish.name_en or "", *dish.aliases_en) if word]
    first = [*dict.fromkeys((*recent, *names))][:3]
    phrases = (PHRASES[0].format(*first), PHRASES[1]) if len(first) == 3 else PHRASES[1:]
    return list(dict.fromkeys((*phrases, *recent, *names, *aliases, *english)))


def expected(services: Services, state: Mapping[str, Any], store: str | None) -> list[str]:
    """For the next sentence of a session: what its guest has just seen or ordered, then the menu of its store."""
    catalogue = services.catalogue
    menu = catalogue.menu(catalogue.default_store(state.get("store") or store).id)
    ordered = [line["dish_id"] for line in (state.get("cart") or {}).get("lines", ())]
    recent = [*(state.get("menu_context") or ()), *ordered]
    return hotwords(menu, [menu.dishes[dish].name for dish in recent if dish in menu.dishes])
