# ruff: noqa: E501 -- tables
"""Menus that the assistant has not seen, from public data that nobody on the project wrote."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path("/work/shared/data")
CATEGORIES = {
    "meat_dish": "荤菜", "vegetable_dish": "素菜", "staple": "主食", "aquatic": "水产", "breakfast": "早餐", "drink": "饮品",
    "soup": "汤品", "dessert": "甜品", "semi-finished": "小吃", "condiment": "酱料",
}  # fmt: skip
_TOOLS = re.compile(
    r"锅|盆|刀|烤箱|碗|筷|膜|纸|碟|炉|勺|铲|盘|机|架|模具|秤|手套|袋子|密封|容器|瓶|杯|剪|刷|工具|可选|注[：:]|推荐|左右|应该|如果"
)
_SWAPS = (
    ("西红柿", "番茄"),
    ("番茄", "西红柿"),
    ("土豆", "马铃薯"),
    ("包菜", "卷心菜"),
    ("红薯", "地瓜"),
    ("馄饨", "抄手"),
    ("花生", "花生米"),
)
_ENGLISH = {
    "红烧": "braised", "清蒸": "steamed", "糖醋": "sweet and sour", "凉拌": "cold", "清炒": "stir-fried", "蒜蓉": "garlic", "香煎": "pan-fried",
    "干煸": "dry-fried", "可乐": "cola", "咖喱": "curry", "番茄": "tomato", "西红柿": "tomato", "鸡蛋": "egg", "土豆": "potato", "牛肉": "beef",
    "排骨": "pork ribs", "鸡翅": "chicken wings", "茄子": "eggplant", "豆腐": "tofu", "黄瓜": "cucumber", "虾": "shrimp", "鱼": "fish", "肉": "pork",
    "炒": "stir-fried", "蒸": "steamed", "烤": "roast", "炖": "stewed", "汤": "soup", "饭": "rice", "面": "noodles", "粥": "congee", "青菜": "greens",
    "豆角": "green beans", "鲤鱼": "carp", "鲈鱼": "sea bass", "羊肉": "lamb", "羊排": "lamb chops", "鸡": "chicken", "鸡腿": "chicken leg",
    "莴笋": "celtuce", "香菇": "shiitake", "玉米": "corn", "南瓜": "pumpkin", "奶茶": "milk tea", "冬瓜": "winter melon", "菠菜": "spinach", "生菜": "lettuce",
}  # fmt: skip
_CUISINES = (
    "火锅",
    "烤鸭",
    "烤肉",
    "川菜",
    "湘菜",
    "日料",
    "西餐",
    "小吃",
    "面馆",
    "咖啡",
    "披萨",
    "海鲜",
    "家常菜",
    "自助",
)
_HINTS = {
    "蜀": "川菜",
    "眉州": "川菜",
    "湘": "湘菜",
    "涮": "火锅",
    "牛排": "西餐",
    "西餐": "西餐",
    "寿司": "日料",
    "日本": "日料",
    "烤鱼": "烤鱼",
    "饺子": "饺子",
    "鸭": "烤鸭",
}


@dataclass
class Unseen:
    """``menu``, ``stores`` and ``faq`` are the records of the files to import; ``absent`` are names left out of the menu."""

    name: str
    menu: list[dict[str, Any]]
    stores: list[dict[str, Any]]
    faq: list[dict[str, Any]]
    absent: list[str] = field(default_factory=list)
    elsewhere: dict[str, list[str]] = field(default_factory=dict)  # dish → stores that sell it


def howtocook(rng: random.Random) -> Unseen:
    rows = [json.loads(line) for line in (DATA / "menus/howtocook.jsonl").read_text("utf-8").splitlines()]
    rows = [row for row in rows if re.fullmatch(r"[\u4e00-\u9fff]{2,9}", row["name"]) and row["category"] in CATEGORIES]
    rng.shuffle(rows)
    held, kept = rows[:50], rows[50:]
    names = {row["name"] for row in kept}
    menu = [_cook(row, names, rng) for row in kept]
    absent = [row["name"] for row in held if len(row["name"]) >= 3 and not any(row["name"] in name for name in names)]
    return Unseen("howtocook", menu, _own_stores(rng), FAQ, absent)


def _cook(row: dict[str, Any], names: set[str], rng: random.Random) -> dict[str, Any]:
    name = row["name"]
    ingredients = clean(row["ingredients"])
    dish: dict[str, Any] = {
        "name": name, "category": CATEGORIES[row["category"]], "ingredients": ingredients, "price": rng.choice(range(4, 130)),
    }  # fmt: skip
    if rng.random() < 0.7:
        dish["prep_minutes"] = rng.choice((3, 5, 8, 10, 12, 15, 18, 20, 25, 30, 40))
    hot = any(re.search("辣|剁椒|泡椒|豆瓣", word) for word in (name, *ingredients))
    if row["category"] not in ("drink", "dessert", "condiment"):
        dish["spice"] = rng.choice(("微辣", "中辣", "特辣")) if hot else "不辣"
    if rng.random() < 0.34 and (alias := _alias(name, names, rng)):
        dish["aliases"] = [alias]
    if english := _english(name):
        dish["name_en"] = english
    dish["signature"] = rng.random() < 0.04
    return dish


def clean(items: list[str]) -> list[str]:
    """Food out of a recipe's list of things to prepare."""
    found: list[str] = []
    for item in items:
        plain = re.sub(r"[（(].*?[）)]", "", item)
        for word in re.split(r"[、，,/\s]|和|或", plain):
            word = re.sub(r"\d.*$|[一半]?[颗个只根片瓣包袋]$", "", word).strip()
            if (
                1 < len(word) <= 6
                and not _TOOLS.search(word)
                and re.fullmatch(r"[\u4e00-\u9fff]+", word)
                and word not in found
            ):
                found.append(word)
    return found[:14]


def _alias(name: str, names: set[str], rng: random.Random) -> str | None:
    options = [name.replace(a, b) for a, b in _SWAPS if a in name]
    if len(name) >= 5:
        options.append(name[2:])
    if len(name) >= 6:
        options.append(name[:2] + name[-2:])
    options += [f"老式{name}", f"阿婆{name[-3:]}", f"{name}儿" if name[-1] in "丸丁丝" else f"本帮{name}"]
    taken = names | _used
    good = [o for o in options if 3 <= len(o) <= 9 and not any(o in other for other in taken)]
    if not good:
        return None
    choice = rng.choice(good)
    _used.add(choice)
    return choice


_used: set[str] = set()


def _english(name: str) -> str | None:
    words, rest = [], name
    while rest:
        hit = next((w for w in sorted(_ENGLISH, key=len, reverse=True) if rest.startswith(w)), None)
        if hit is None:
            return None
        words.append(_ENGLISH[hit])
        rest = rest[len(hit) :]
    return " ".join(words).capitalize() if len(words) > 1 else None


def crosswoz(rng: random.Random) -> Unseen:
    rows = [row for _, row in json.loads((DATA / "crosswoz/restaurant_db.json").read_text("utf-8"))]
    good = [row for row in rows if len(_dishes(row)) >= 8 and row.get("营业时间") and len(row["名称"]) <= 16]
    rng.shuffle(good)
    chosen = good[:36]
    main = _short(chosen[0]["名称"])
    pool: dict[str, list[str]] = {}
    for row in chosen:
        for dish in _dishes(row):
            pool.setdefault(dish, []).append(_short(row["名称"]))
    mine = {dish for row in chosen[:14] for dish in _dishes(row)}
    for dish in mine:
        if main not in pool[dish]:
            pool[dish].append(main)
    menu = [
        {"name": dish, "category": _course(dish), "price": rng.choice(range(6, 180)), "stores": shops,
         "prep_minutes": rng.choice((5, 8, 10, 15, 20, 30)), "signature": dish in mine and rng.random() < 0.06}
        for dish, shops in pool.items()
    ]  # fmt: skip
    others = {d for row in good[36:240] for d in _dishes(row)}
    absent = [d for d in sorted(others) if len(d) >= 3 and not any(d in name for name in mine)]
    rng.shuffle(absent)
    stores = [
        {"name": _short(row["名称"]), "cuisine": _cuisine(row["名称"]), "address": row["地址"], "phone": row["电话"], "hours": row["营业时间"],
         "per_head": row["人均消费"], "rating": row["评分"], "latitude": 39.9 + rng.uniform(-0.1, 0.1), "longitude": 116.4 + rng.uniform(-0.1, 0.1)}
        for row in chosen
    ]  # fmt: skip
    elsewhere = {d: shops for d, shops in pool.items() if len(d) >= 3}
    return Unseen("crosswoz", menu, stores, FAQ, absent[:80], elsewhere)


_NO_DISH = re.compile(r"字号|风味|口味|其他|臻选|营业|餐厅|免费|早餐|多人|小料|蘸料|底料|会员|服务|[A-Za-z（(・·\d]")


def _dishes(row: dict[str, Any]) -> list[str]:
    return [
        d
        for d in dict.fromkeys(row.get("推荐菜") or [])
        if 2 <= len(d) <= 9 and not _NO_DISH.search(d) and re.fullmatch(r"[\u4e00-\u9fff]+", d)
    ]


def _short(name: str) -> str:
    return name.replace("（", "(").replace("）", ")")


def _course(dish: str) -> str:
    for ends, course in (("汤羹", "汤品"), ("饭面饼粉饺粥包", "主食"), ("茶汁奶酒浆", "饮品"), ("糕糖冰塔挞", "甜品")):
        if dish[-1] in ends:
            return course
    return "凉菜" if dish.startswith(("凉", "拌", "老醋")) else "热菜"


def _cuisine(name: str) -> list[str]:
    found = [word for word in _CUISINES if word in name]
    found += [cuisine for hint, cuisine in _HINTS.items() if hint in name and cuisine not in found]
    return found or ["家常菜"]


def _own_stores(rng: random.Random) -> list[dict[str, Any]]:
    return [
        {"name": f"禾下饭馆·{place}店", "aliases": [f"{place}店"], "cuisine": [cuisine], "address": f"青川市{place}{rng.randint(3, 200)}号",
         "phone": f"028-55{rng.randint(100000, 999999)}", "hours": hours, "per_head": rng.randint(30, 120), "rating": round(rng.uniform(3.8, 4.9), 1),
         "latitude": 30.6 + rng.uniform(-0.05, 0.05), "longitude": 104.1 + rng.uniform(-0.05, 0.05), "delivery_km": rng.randint(2, 6)}
        for place, cuisine, hours in (
            ("柳荫街", "家常菜", "10:00-21:30"), ("桐梓路", "川菜", "11:00-14:00,17:00-22:00"), ("渡口", "粤菜", "09:30-20:30"), ("灯市", "火锅", "16:00-02:00"),
        )
    ]  # fmt: skip


# Worded unlike the sample's FAQ. ``id`` is what the questions below expect.
FAQ: list[dict[str, Any]] = [
    {
        "id": "parking",
        "question": "开车来怎么停？",
        "answer": "楼下地库凭小票免费停两小时，之后每小时五元。",
        "tags": ["停车"],
    },
    {
        "id": "wifi",
        "question": "店内无线网络",
        "variants": ["上网密码"],
        "answer": "无线网名叫HEXIA，密码在桌牌背面。",
        "tags": ["设施"],
    },
    {
        "id": "invoice",
        "question": "电子发票开具",
        "answer": "结账后扫小票上的码自助开票，三十天内有效。",
        "tags": ["发票"],
    },
    {
        "id": "payment",
        "question": "支持的付款方式",
        "answer": "微信、支付宝、银行卡、现金都收，不收外币。",
        "tags": ["付款"],
    },
    {"id": "booking", "question": "提前留座", "answer": "提前一天打门店电话留座，到点保留十五分钟。", "tags": ["预订"]},
    {
        "id": "room",
        "question": "包厢使用",
        "variants": ["独立房间"],
        "answer": "有三间包厢，八人起用，无低消。",
        "tags": ["包厢"],
    },
    {"id": "chair", "question": "宝宝座椅", "answer": "每店备有六把宝宝椅，入座时告诉服务员。", "tags": ["儿童"]},
    {"id": "pets", "question": "携带动物就餐", "answer": "导盲犬可进店，其他动物请坐门口外摆区。", "tags": ["宠物"]},
    {
        "id": "delivery",
        "question": "外送范围与费用",
        "variants": ["配送费"],
        "answer": "三公里内送，满四十起送，配送费四元。",
        "tags": ["外卖"],
    },
    {
        "id": "member",
        "question": "会员卡怎么办理",
        "answer": "扫桌上二维码注册即成会员，消费一元积一分。",
        "tags": ["会员"],
    },
    {"id": "birthday", "question": "庆生安排", "answer": "生日当天送长寿面一碗，可自带蛋糕。", "tags": ["生日"]},
    {"id": "smoke", "question": "店内吸烟规定", "answer": "室内全面禁烟，门口有吸烟处。", "tags": ["吸烟"]},
    {"id": "lost", "question": "遗失物品招领", "answer": "东西落下请打门店电话，前台保管十四天。", "tags": ["失物"]},
    {"id": "corkage", "question": "自带酒水", "answer": "酒水可以自带，不收开瓶费。", "tags": ["酒水"]},
    {"id": "group", "question": "团体聚餐", "answer": "三十人以上团餐提前三天联系店长，可定制菜单。", "tags": ["团餐"]},
    {"id": "box", "question": "剩菜打包", "answer": "打包盒每个一元，环保袋免费。", "tags": ["打包"]},
    {"id": "refund", "question": "退款规则", "answer": "没开始做的菜随时可退，钱原路返回。", "tags": ["退款"]},
    {"id": "coupon", "question": "折扣与团购券", "answer": "工作日午市八八折，团购券不与折扣同享。", "tags": ["优惠"]},
    {"id": "queue", "question": "等位规则", "answer": "高峰期扫码取号，过三号作废。", "tags": ["排队"]},
    {"id": "toilet", "question": "洗手间位置", "answer": "洗手间在收银台右手边走到底。", "tags": ["设施"]},
    {"id": "job", "question": "招聘信息", "answer": "长期招服务员和厨工，加店长微信报名。", "tags": ["招聘"]},
    {"id": "power", "question": "充电设施", "answer": "靠墙的座位有插座，前台可租充电宝。", "tags": ["设施"]},
]
