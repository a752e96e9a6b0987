# ruff: noqa: E501 -- tables
"""What the benchmark knows about food, numbers and slips, apart from what the assistant knows."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable

from pilothouse.assistants.menu.dish import Dish

INGREDIENTS = (
    "牛肉",
    "猪肉",
    "鸡肉",
    "羊肉",
    "虾",
    "鱼",
    "鸡蛋",
    "土豆",
    "豆腐",
    "花生",
    "香菜",
    "葱",
    "蒜",
    "洋葱",
    "番茄",
    "茄子",
    "香菇",
    "辣椒",
    "排骨",
    "玉米",
    "黄瓜",
    "牛奶",
    "青椒",
    "芝麻",
)

_MEANS: dict[str, tuple[str, str]] = {  # what counts as the ingredient, and words in which the same characters mean another thing
    "牛肉": ("牛", "牛奶|牛油果|牛蛙|牛蒡|牛肝菌|牛轧|蜗牛|牛乳"), "猪肉": ("猪|五花|里脊|排骨|火腿|培根|午餐肉|腊肉|腊肠|香肠|肘子|叉烧|肉末|肉沫|肉馅|肥肠|肉丝|肉片|瘦肉", "牛排骨|鸡肉|牛肉|羊肉|鱼肉|素火腿|猪油"),
    "鸡肉": ("鸡|凤爪", "鸡蛋|鸡精|鸡毛菜|鸡枞|田鸡|鸡粉|鸡腿菇|素鸡|鸡汁|鸡头米|鸡油菌"), "羊肉": ("羊", "羊肚菌|羊奶"), "虾": ("虾", "虾皮"), "鱼": ("鱼|鲈|鲫|鳕|鳗|鳝", "鱼香|鱼腥草|鱿鱼|墨鱼|章鱼|甲鱼|鲍鱼|鱼露|木鱼|鱼豆腐"),
    "鸡蛋": ("蛋", "蛋白质|蛋白粉|鸭蛋|皮蛋|松花蛋|鹌鹑蛋|蛋糕|蛋挞"), "葱": ("葱", "洋葱"), "番茄": ("番茄|西红柿", ""), "土豆": ("土豆|马铃薯|洋芋", ""), "辣椒": ("辣椒|尖椒|小米辣|剁椒|泡椒", ""), "牛奶": ("牛奶|鲜奶", ""),
    "蒜": ("蒜", "蒜苗|蒜薹"), "芝麻": ("芝麻|麻酱|香油|麻油", ""), "花生": ("花生", ""), "香菜": ("香菜|芫荽", ""),
}  # fmt: skip


def has(dish: Dish, term: str) -> bool:
    meant, other = _MEANS.get(term, (re.escape(term), ""))
    words = (re.sub(other, "·", word) if other else word for word in (dish.name, *dish.ingredients))
    return any(re.search(meant, word) for word in words)


NEVER = (
    "北京烤鸭",
    "佛跳墙",
    "白切鸡",
    "臭鳜鱼",
    "羊肉泡馍",
    "葱烧海参",
    "大盘鸡",
    "松鼠桂鱼",
    "锅包肉",
    "过桥米线",
    "剁椒鱼头",
    "煲仔饭",
    "提拉米苏",
    "铁板鱿鱼",
    "烤全羊",
)

ALSO = {"水产": ("海鲜",), "热菜": ("荤菜", "素菜"), "小吃": ("点心",), "饮品": ("饮料",)}

_MEAT = "肉|牛|羊|鸡(?!蛋|精|毛菜|粉|汁)|鸭(?!蛋)|鱼(?!香)|虾|排骨|培根|火腿|肠|蟹|鳝|蛤|鱿|贝|肝|肚|蹄|翅|鳕|鲈|里脊|五花|鹅|兔|蛙|凤爪|蛏|蚝(?!油)"

WISHES: dict[str, Callable[[Dish], bool]] = {
    "greens": lambda d: any(re.search("菜|生菜|菠菜|芥蓝|西兰花|西蓝花|豆苗|豌豆尖|秋葵|芦笋|韭|四季豆|荷兰豆|豆角|苗|时蔬", w) for w in (d.name, *d.ingredients)),
    "soup": lambda d: bool(re.search("汤|羹|粥|炖|煲", d.name + d.category)), "drink": lambda d: bool(re.search("饮|茶|酒", d.category)),
    "sweet": lambda d: bool(re.search("甜|糖|点心|饮", d.category + d.name)) or any("糖" in w or "蜜" in w for w in d.ingredients),
    "meat": lambda d: any(re.search(_MEAT, w) for w in (d.name, *d.ingredients)) or "荤" in d.category,
    "veg": lambda d: not any(re.search(_MEAT, re.sub("素肉|素鸡|鱼香|肉桂|鸡汁|肉蔻|豆瓣", "", w)) for w in (d.name, *d.ingredients)) or "素" in d.category,
    "staple": lambda d: bool(re.search("主食|面|饭|粉|饼|饺|早餐|点心", d.category + d.name)), "seafood": lambda d: has(d, "鱼") or any(re.search("水产|海鲜|虾|蟹|贝|蛤|鱿|螺|蚝|蛏|章鱼|墨鱼|鲍|蚬|海参|海蜇", w) for w in (d.category, d.name, *d.ingredients)),
    "any": lambda d: True,
}  # fmt: skip


def suits(dish: Dish, wish: str) -> bool:
    options = " ".join(dish.tastes)
    if wish == "不辣":
        return dish.default_spice in (None, "不辣") or "不辣" in options or "免辣" in options
    if wish == "不太辣":
        return suits(dish, "不辣") or suits(dish, "微辣")
    if wish == "辣":
        return dish.default_spice != "不辣"
    return dish.default_spice == wish or wish in options


_DIGITS = "零一二三四五六七八九"


def chinese(n: int) -> str:
    if n < 10:
        return _DIGITS[n]
    if n < 100:
        return ("" if n < 20 else _DIGITS[n // 10]) + "十" + (_DIGITS[n % 10] if n % 10 else "")
    rest = n % 100
    return f"{_DIGITS[n // 100]}百" + (
        ""
        if not rest
        else f"零{_DIGITS[rest]}"
        if rest < 10
        else _DIGITS[rest // 10] + "十" + (_DIGITS[rest % 10] if rest % 10 else "")
    )


def _homophones() -> dict[str, list[str]]:
    from pypinyin import Style, pinyin

    table: dict[str, list[str]] = defaultdict(list)
    for point in range(0x4E00, 0x9000):
        character = chr(point)
        try:
            character.encode("gb2312")
        except UnicodeEncodeError:
            continue
        table[pinyin(character, style=Style.NORMAL)[0][0]].append(character)
    return table


_SOUNDS: dict[str, list[str]] = {}

_COMMON = "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动"


def slip(name: str, rng: random.Random) -> tuple[str, str]:
    at = rng.randrange(len(name))
    how = rng.choice(("dropped", "inserted", "swapped", "homophone", "homophone", "random"))
    if how == "dropped":
        return how, name[:at] + name[at + 1 :]
    if how == "inserted":
        return how, name[:at] + rng.choice("啊的呃" + name[at]) + name[at:]
    if how == "swapped":
        at = min(at, len(name) - 2)
        return how, name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    if how == "random":
        return how, name[:at] + rng.choice(_COMMON) + name[at + 1 :]
    if not _SOUNDS:
        _SOUNDS.update(_homophones())
    from pypinyin import lazy_pinyin

    others = [c for c in _SOUNDS.get(lazy_pinyin(name[at])[0], []) if c != name[at]]
    return how, name[:at] + (rng.choice(others) if others else name[at]) + name[at + 1 :]
