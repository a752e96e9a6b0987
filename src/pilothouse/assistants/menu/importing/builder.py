"""From a record to a dish."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from pydantic import ValidationError

from pilothouse.assistants.menu.dish import Dish, Spice
from pilothouse.assistants.menu.importing.clock import parse_hours, parse_minutes
from pilothouse.assistants.menu.importing.column import Columns
from pilothouse.assistants.menu.importing.flag import is_yes
from pilothouse.assistants.menu.importing.notebook import Notebook
from pilothouse.assistants.menu.importing.price import price_of, prices_of, size_of
from pilothouse.assistants.menu.importing.record import Record, Unreadable, Values, values_of, words_of
from pilothouse.assistants.menu.importing.spice import DEFAULT_MARK, chillies, default_in, spice_of
from pilothouse.assistants.menu.importing.text import (
    clean,
    distinct,
    is_english,
    name_of,
    prose,
    same,
    shorten,
    simplify,
    unnumbered,
    without_emoji,
)

LONGEST_NAME = 60
_GONE = re.compile(r"(?:已)?(?:下架|停售|停用|禁用|关闭)|off ?shelf|off ?sale|discontinued|archived|disabled", re.I)
_MARK = re.compile(
    r"^\s*[【\[(（]?(?:本店|店长|主厨)?(?:招牌菜?|推荐菜?|必点|镇店之宝)[】\])）:：]\s*|[【\[(（](?:本店|店长|主厨)?(?:招牌菜?|推荐菜?|必点)[】\])）]\s*$"
)
_OPTIONS = re.compile(r"口味|味|辣|甜|糖|温度|冰|做法|口感|熟|taste|flavou?r|spic|sugar|ice|temperature|doneness", re.I)
_PORTIONS = re.compile(r"规格|份|大小|杯型|尺寸|分量|size|portion|spec", re.I)


def identity(name: str) -> str:
    """The id of a dish: the same name has the same id in every import."""
    return hashlib.sha1(same(name).encode(), usedforsecurity=False).hexdigest()[:12]


def build(record: Record, columns: Columns, notebook: Notebook) -> Dish:
    """The dish a record describes.

    Raises:
        Unreadable: no usable name, a price that cannot be read, or a dish marked as no longer sold.
    """
    values, others = values_of(record.values, columns)
    sizes = [(size, value) for key, value in others.items() if (size := size_of(key)) and value not in (None, "")]
    for key in others:
        if not size_of(key):
            notebook.unused(key)
    status = values.first("status")
    if isinstance(status, str) and _GONE.fullmatch(clean(status)):
        raise Unreadable(f"标为“{shorten(status, 20)}”，不再供应 (marked as no longer sold)")
    written = _written_name(values)
    name = simplify(written)
    money, sized = price_of(values, sizes)
    if money.amount is None and money.text is None:
        notebook.add("没有写价格 (no price)", name)
    tastes, spice, portions = _tastes(values)
    hours, notes = _hours_and_notes(values)
    aliases = values.words("aliases")
    try:
        return Dish(
            id=identity(name),
            name=name,
            # A traditional spelling stays findable as an alias; words() would simplify it away.
            aliases=tuple(distinct((written if written != name else "", *(w for w in aliases if not is_english(w))))),
            name_en=_english_name(values, name),
            aliases_en=tuple(distinct((*values.words("aliases_en"), *(w for w in aliases if is_english(w))))),
            category=_category(values, record),
            ingredients=tuple(values.words("ingredients")),
            allergens=tuple(values.words("allergens")),
            tastes=tuple(tastes),
            default_spice=spice or chillies(values.text("name")),
            price=money.amount,
            price_text=money.text,
            price_from=money.starting,
            unit=without_emoji(prose(values.text("unit"))).strip("/每 ") or money.unit or "份",
            currency=money.currency,
            portion=sized or prose(values.text("portion")) or portions or None,
            prep_minutes=_minutes(values, name, notebook),
            notes=notes,
            signature=_signature(values, name),
            hours=hours,
            description=prose(values.text("description")) or None,
            stores=tuple(distinct((*values.words("stores"), simplify(clean(record.store))))),
            prices=prices_of(values),
        )
    except ValidationError as error:
        raise Unreadable(f"字段不合规：{error.errors()[0]['msg']} (invalid field)") from None


def _written_name(values: Values) -> str:
    """The name in the script of the menu."""
    raw = values.first("name")
    if raw is None:
        raise Unreadable("没有菜名 (no dish name)")
    if not isinstance(raw, str):
        raise Unreadable(f"菜名不是文字：{shorten(str(raw)[:200], 30)} (the dish name is not text)")
    # Beyond any markup a name may carry, it is not worth cleaning.
    name = name_of(_MARK.sub("", clean(unnumbered(raw)))) if len(raw) <= 2000 else raw
    if not name:
        raise Unreadable("没有菜名 (no dish name)")
    if len(name) > LONGEST_NAME:
        raise Unreadable(f"菜名超过{LONGEST_NAME}个字：{shorten(name, 30)} (the dish name is too long)")
    if not any(c.isalpha() for c in name):
        raise Unreadable(f"菜名里没有文字：{shorten(name, 30)} (the dish name has no letters)")
    return name


def _signature(values: Values, name: str) -> bool:
    stated = values.first("signature")
    if stated is not None:
        return is_yes(stated)
    tagged = any("招牌" in tag or "signature" in tag.lower() for tag in values.words("tags"))
    return tagged or name.startswith("招牌") or bool(_MARK.search(clean(str(values.first("name"))[:2000])))


def _minutes(values: Values, name: str, notebook: Notebook) -> int | None:
    stated = values.first("prep_minutes")
    minutes = parse_minutes(stated)
    if stated is not None and minutes is None:
        notebook.add("出餐时间读不懂 (preparation time not understood)", f"{name}：{shorten(str(stated)[:200], 20)}")
    return minutes


def _hours_and_notes(values: Values) -> tuple[str | None, str | None]:
    notes = [prose(value) for value in values.found.get("notes", ()) if isinstance(value, str)]
    stated = prose(values.text("hours"))
    hours = parse_hours(stated) if stated else None
    if stated and hours is None and stated.lower() not in ("全天", "全天供应", "all day", "无", "不限"):
        notes.append(f"供应时间：{stated}")  # "周末早餐" has no clock times but must reach the guest
    return hours, "；".join(distinct(notes)) or None


def _english_name(values: Values, name: str) -> str | None:
    text = name_of(values.text("name_en"))
    return text if text and text != name else None


def _category(values: Values, record: Record) -> str:
    own = prose(values.text("category"))
    text = own if own and not own.isdigit() else record.category
    return simplify(name_of(text))[:60]


def _tastes(values: Values) -> tuple[list[str], Spice | None, str]:
    """Taste options as the menu names them, the default spice if stated, and portions found among the options."""
    words: list[str] = []
    portions: list[str] = []
    for value in values.found.get("tastes", ()):
        for option in value if isinstance(value, list) else [value]:
            label = _option_label(option)
            # A platform lists 规格 (portions) and 辣度 (tastes) side by side as attributes.
            sized = _PORTIONS.search(label) and not _OPTIONS.search(label)
            (portions if sized else words).extend(words_of(option if option is value else [option]))
    # 做法 is either a choice (清蒸、红烧) or the story of how the dish is cooked, which is no option.
    for method in map(words_of, values.found.get("method", ())):
        if len(method) > 1 and all(len(word) <= 6 for word in method):
            words += method
    stated = values.words("spice")
    level = spice_of(stated[0]) if len(stated) == 1 else None
    if level is None:
        words += [word for word in stated if not word.isdigit()]
    marked = next((spice for word in words if (spice := default_in(word))), None)
    explicit = spice_of(DEFAULT_MARK.sub("", clean(values.text("default_spice"))))
    tastes = distinct(simplify(without_emoji(DEFAULT_MARK.sub("", word))).strip() for word in words)
    return tastes, explicit or marked or level, "、".join(distinct(prose(word) for word in portions))


def _option_label(option: object) -> str:
    if not isinstance(option, Mapping):
        return ""
    return next((str(option[key]) for key in ("name", "title", "property_name", "名称") if key in option), "")
