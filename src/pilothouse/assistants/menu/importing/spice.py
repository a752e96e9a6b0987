"""How hot a menu says a dish is."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.dish import SPICE_ORDER, Spice
from pilothouse.assistants.menu.importing.text import simplify

_LEVELS: tuple[tuple[Spice, str], ...] = (
    ("不辣", "不辣|免辣|无辣|不要辣|不放辣|零辣|非辣|清淡不辣|not spicy|no spice|none spicy|non-?spicy"),
    ("微辣", "微微辣|微辣|小辣|少辣|轻辣|轻度辣|一点点?辣|稍辣|mildly spicy|mild|slightly spicy"),
    (
        "特辣",
        "特辣|重辣|变态辣|爆辣|大辣|超辣|地狱辣|加辣|加重辣|狂辣|魔鬼辣|极辣|extra (?:hot|spicy)|very (?:hot|spicy)",
    ),
    ("中辣", "中辣|麻辣|香辣|正常辣|标准辣|酸辣|偏辣|medium(?: spicy| hot)?|spicy|hot"),
)
_WORD = re.compile("|".join(f"(?P<l{i}>{words})" for i, (_, words) in enumerate(_LEVELS)), re.IGNORECASE)
_DEFAULT = re.compile(
    r"默认(?:口味|辣度)?(?:为|是|:|：)?\s?(?P<after>[^、，,/;；()（）]{1,12})"
    r"|(?P<before>[^、，,/;；()（）]{1,12})\s?[(（](?:默认|default|推荐默认)[)）]",
    re.IGNORECASE,
)
DEFAULT_MARK = re.compile(
    r"\s?[(（](?:默认|default|推荐默认)[)）]|^默认(?:口味|辣度)?(?:为|是|:|：)?\s?", re.IGNORECASE
)


def spice_of(text: str) -> Spice | None:
    """The nearest of 不辣 微辣 中辣 特辣 for one word of a menu; ``None`` when it is no spice word."""
    found = _WORD.fullmatch(simplify(text).strip().removesuffix("的").removesuffix("味").strip())
    return _LEVELS[int((found.lastgroup or "l0")[1:])][0] if found else None


def default_in(text: str) -> Spice | None:
    """The level that taste options name as the default: "微辣、中辣（默认）"."""
    found = _DEFAULT.search(simplify(text))
    return spice_of(found["after"] or found["before"]) if found else None


def chillies(text: str) -> Spice | None:
    """One to three pictures of a chilli beside a name state the level."""
    count = text.count("🌶")
    return SPICE_ORDER[count] if 1 <= count <= 3 else None
