# ruff: noqa: E501 -- tables
"""Invented shops of other kinds: tea with sizes, sugar and ice; hotpot; noodles; and an English bistro."""

from __future__ import annotations

from typing import Any

_CUP = ["中杯", "大杯", "无糖", "三分糖", "五分糖", "七分糖", "全糖", "去冰", "少冰", "正常冰", "热"]


def _drink(
    name: str, price: float, ingredients: str, *, aliases: str = "", category: str = "奶茶", **more: Any
) -> dict[str, Any]:
    return {
        "name": name,
        "price": price,
        "ingredients": ingredients.split(),
        "aliases": aliases.split(),
        "category": category,
        "tastes": _CUP,
        "unit": "杯",
        "prep_minutes": 4,
        **more,
    }


TEA: list[dict[str, Any]] = [
    _drink("乌龙奶盖", 19, "乌龙茶 奶盖 牛奶", aliases="奶盖乌龙", signature=True, allergens=["牛奶"]),
    _drink("黑糖珍珠鲜奶", 18, "鲜奶 黑糖 珍珠", aliases="脏脏奶 黑糖珍珠", signature=True, allergens=["牛奶"]),
    _drink("芋泥波波奶", 20, "芋泥 牛奶 珍珠", aliases="芋泥波波", allergens=["牛奶"]),
    _drink("阿萨姆奶茶", 13, "红茶 牛奶", aliases="原味奶茶", allergens=["牛奶"]),
    _drink("多肉葡萄", 22, "葡萄 绿茶 脆波波", category="果茶"),
    _drink("手打柠檬茶", 15, "柠檬 红茶", category="果茶", aliases="柠檬茶"),
    _drink("百香果绿茶", 14, "百香果 绿茶", category="果茶", aliases="百香绿"),
    _drink("桃桃乌龙", 17, "水蜜桃 乌龙茶", category="果茶"),
    _drink("茉莉绿茶", 9, "茉莉绿茶", category="纯茶"),
    _drink("美式咖啡", 12, "咖啡", category="咖啡", aliases="美式", name_en="Americano"),
    _drink("生椰拿铁", 18, "咖啡 椰乳", category="咖啡", name_en="Coconut latte"),
    _drink("燕麦拿铁", 20, "咖啡 燕麦奶", category="咖啡", name_en="Oat latte", allergens=["麸质"]),
    _drink("卡布奇诺", 19, "咖啡 牛奶", category="咖啡", name_en="Cappuccino", allergens=["牛奶"]),
    {"name": "芝士蛋糕", "price": 24, "ingredients": ["奶酪", "鸡蛋", "牛奶"], "category": "甜点", "unit": "块", "allergens": ["牛奶", "鸡蛋"], "prep_minutes": 1},
    {"name": "肉松小贝", "price": 11, "ingredients": ["肉松", "鸡蛋", "面粉"], "category": "甜点", "unit": "个", "allergens": ["鸡蛋", "麸质"], "prep_minutes": 1},
    {"name": "杏仁可颂", "price": 16, "ingredients": ["面粉", "杏仁", "黄油"], "category": "甜点", "unit": "个", "allergens": ["坚果", "麸质", "牛奶"], "prep_minutes": 2},
]  # fmt: skip

_BASE = ["微辣", "中辣", "特辣"]
HOTPOT: list[dict[str, Any]] = [
    {"name": "九宫格牛油锅", "aliases": ["牛油锅", "红锅"], "price": 68, "category": "锅底", "ingredients": ["牛油", "辣椒", "花椒"], "spice": "中辣", "tastes": _BASE, "signature": True, "prep_minutes": 8},
    {"name": "骨汤鸳鸯锅", "aliases": ["鸳鸯锅"], "price": 78, "category": "锅底", "ingredients": ["牛油", "猪骨"], "spice": "中辣", "tastes": _BASE, "prep_minutes": 8},
    {"name": "菌菇清汤锅", "aliases": ["清汤锅", "菌汤锅"], "price": 58, "category": "锅底", "ingredients": ["菌菇"], "spice": "不辣", "prep_minutes": 8},
    {"name": "极品毛肚", "aliases": ["毛肚"], "price": 49, "category": "荤菜", "ingredients": ["牛肚"], "signature": True, "prep_minutes": 3},
    {"name": "现切吊龙", "aliases": ["吊龙"], "price": 56, "category": "荤菜", "ingredients": ["牛肉"], "prep_minutes": 3},
    {"name": "雪花肥牛", "aliases": ["肥牛"], "price": 48, "category": "荤菜", "ingredients": ["牛肉"], "prep_minutes": 3},
    {"name": "羔羊肉卷", "aliases": ["羊肉卷", "羊肉"], "price": 46, "category": "荤菜", "ingredients": ["羊肉"], "prep_minutes": 3},
    {"name": "冰鲜鸭血", "aliases": ["鸭血"], "price": 16, "category": "荤菜", "ingredients": ["鸭血"], "prep_minutes": 3},
    {"name": "青虾滑", "aliases": ["虾滑"], "price": 42, "category": "荤菜", "ingredients": ["虾"], "allergens": ["甲壳类"], "prep_minutes": 3},
    {"name": "嫩笋尖", "aliases": ["笋尖"], "price": 18, "category": "素菜", "ingredients": ["竹笋"], "prep_minutes": 2},
    {"name": "娃娃菜", "price": 14, "category": "素菜", "ingredients": ["娃娃菜"], "prep_minutes": 2},
    {"name": "土豆片", "price": 12, "category": "素菜", "ingredients": ["土豆"], "prep_minutes": 2},
    {"name": "贡菜", "price": 16, "category": "素菜", "ingredients": ["贡菜"], "prep_minutes": 2},
    {"name": "老豆腐", "price": 12, "category": "素菜", "ingredients": ["豆腐"], "allergens": ["大豆"], "prep_minutes": 2},
    {"name": "手工宽粉", "aliases": ["宽粉"], "price": 13, "category": "主食", "ingredients": ["红薯粉"], "prep_minutes": 2},
    {"name": "蛋炒饭", "price": 18, "category": "主食", "ingredients": ["米饭", "鸡蛋"], "allergens": ["鸡蛋"], "prep_minutes": 6},
    {"name": "麻酱碟", "aliases": ["麻酱"], "price": 6, "category": "蘸料", "ingredients": ["芝麻酱", "花生酱"], "allergens": ["芝麻", "花生"], "unit": "碟", "prep_minutes": 1},
    {"name": "香油蒜泥碟", "aliases": ["油碟"], "price": 5, "category": "蘸料", "ingredients": ["香油", "蒜"], "allergens": ["芝麻"], "unit": "碟", "prep_minutes": 1},
    {"name": "冰镇酸梅汤", "aliases": ["酸梅汤"], "price": 12, "category": "饮品", "ingredients": ["乌梅"], "unit": "扎", "prep_minutes": 1},
    {"name": "唯怡豆奶", "aliases": ["豆奶"], "price": 7, "category": "饮品", "ingredients": ["大豆", "花生"], "allergens": ["大豆", "花生"], "unit": "瓶", "prep_minutes": 1},
    {"name": "雪花啤酒", "aliases": ["啤酒"], "price": 9, "category": "饮品", "ingredients": ["麦芽"], "unit": "瓶", "prep_minutes": 1},
]  # fmt: skip

_BOWL = ["小碗", "大碗", "不辣", "微辣", "中辣", "宽面", "细面"]
NOODLES: list[dict[str, Any]] = [
    {"name": "兰州牛肉面", "aliases": ["牛肉面", "拉面"], "price": 16, "category": "汤面", "ingredients": ["牛肉", "面", "萝卜", "香菜", "蒜苗"], "spice": "微辣", "tastes": _BOWL, "unit": "碗", "signature": True, "prep_minutes": 6},
    {"name": "油泼面", "aliases": ["油泼扯面"], "price": 15, "category": "拌面", "ingredients": ["面", "辣椒面", "豆芽", "青菜"], "spice": "中辣", "tastes": _BOWL, "unit": "碗", "signature": True, "prep_minutes": 8},
    {"name": "西红柿鸡蛋面", "aliases": ["番茄鸡蛋面"], "price": 14, "category": "汤面", "ingredients": ["番茄", "鸡蛋", "面"], "spice": "不辣", "tastes": ["小碗", "大碗", "宽面", "细面"], "unit": "碗", "allergens": ["鸡蛋", "麸质"], "prep_minutes": 7},
    {"name": "臊子面", "price": 15, "category": "汤面", "ingredients": ["面", "猪肉", "土豆", "胡萝卜"], "spice": "微辣", "tastes": _BOWL, "unit": "碗", "prep_minutes": 7},
    {"name": "凉皮", "aliases": ["擀面皮"], "price": 10, "category": "小吃", "ingredients": ["凉皮", "面筋", "黄瓜", "花生碎"], "spice": "微辣", "tastes": ["不辣", "微辣", "中辣"], "unit": "份", "allergens": ["花生", "麸质"], "prep_minutes": 3},
    {"name": "腊汁肉夹馍", "aliases": ["肉夹馍"], "price": 12, "category": "小吃", "ingredients": ["猪肉", "馍", "青椒"], "unit": "个", "spice": "不辣", "prep_minutes": 4},
    {"name": "羊肉泡馍", "aliases": ["泡馍"], "price": 32, "category": "主食", "ingredients": ["羊肉", "馍", "粉丝", "香菜"], "unit": "碗", "spice": "不辣", "prep_minutes": 12},
    {"name": "羊肉串", "price": 4, "category": "烤串", "ingredients": ["羊肉", "孜然"], "spice": "微辣", "tastes": ["不辣", "微辣", "中辣"], "unit": "串", "prep_minutes": 10},
    {"name": "卤蛋", "price": 2, "category": "小吃", "ingredients": ["鸡蛋"], "unit": "个", "allergens": ["鸡蛋"], "prep_minutes": 1},
    {"name": "凉拌黄瓜", "aliases": ["拍黄瓜"], "price": 8, "category": "凉菜", "ingredients": ["黄瓜", "蒜"], "spice": "不辣", "prep_minutes": 3},
    {"name": "卤牛肉", "aliases": ["酱牛肉"], "price": 38, "category": "凉菜", "ingredients": ["牛肉"], "spice": "不辣", "unit": "盘", "prep_minutes": 3},
    {"name": "冰峰汽水", "aliases": ["冰峰"], "price": 4, "category": "饮品", "ingredients": ["橙汁"], "unit": "瓶", "prep_minutes": 1},
    {"name": "酸奶", "price": 6, "category": "饮品", "ingredients": ["牛奶"], "unit": "瓶", "allergens": ["牛奶"], "prep_minutes": 1},
]  # fmt: skip

_STEAK = ["rare", "medium rare", "medium", "medium well", "well done"]
BISTRO: list[dict[str, Any]] = [
    {"name": "Cheeseburger", "aliases": ["burger"], "price": 68, "category": "Mains", "ingredients": ["beef", "cheddar", "onion", "pickles", "bun"], "allergens": ["dairy", "gluten"], "prep_minutes": 12, "signature": True},
    {"name": "Ribeye Steak", "aliases": ["steak"], "price": 168, "category": "Mains", "ingredients": ["beef"], "tastes": _STEAK, "prep_minutes": 18, "signature": True},
    {"name": "Fish and Chips", "price": 78, "category": "Mains", "ingredients": ["cod", "potato", "flour"], "allergens": ["fish", "gluten"], "prep_minutes": 14},
    {"name": "Mushroom Risotto", "aliases": ["risotto"], "price": 72, "category": "Mains", "ingredients": ["rice", "mushroom", "parmesan"], "allergens": ["dairy"], "prep_minutes": 20},
    {"name": "Spaghetti Carbonara", "aliases": ["carbonara"], "price": 66, "category": "Mains", "ingredients": ["pasta", "bacon", "egg", "parmesan"], "allergens": ["egg", "dairy", "gluten"], "prep_minutes": 13},
    {"name": "Caesar Salad", "price": 48, "category": "Starters", "ingredients": ["lettuce", "parmesan", "croutons", "anchovy"], "allergens": ["dairy", "fish", "gluten"], "prep_minutes": 6},
    {"name": "Tomato Soup", "price": 32, "category": "Starters", "ingredients": ["tomato", "cream", "basil"], "allergens": ["dairy"], "prep_minutes": 5},
    {"name": "Garlic Bread", "price": 22, "category": "Starters", "ingredients": ["bread", "garlic", "butter"], "allergens": ["dairy", "gluten"], "prep_minutes": 6},
    {"name": "French Fries", "aliases": ["fries", "chips"], "price": 24, "category": "Sides", "ingredients": ["potato"], "prep_minutes": 7},
    {"name": "Onion Rings", "price": 26, "category": "Sides", "ingredients": ["onion", "flour"], "allergens": ["gluten"], "prep_minutes": 7},
    {"name": "Cheesecake", "price": 38, "category": "Desserts", "ingredients": ["cheese", "egg", "biscuit"], "allergens": ["dairy", "egg", "gluten"], "prep_minutes": 2},
    {"name": "Chocolate Brownie", "aliases": ["brownie"], "price": 34, "category": "Desserts", "ingredients": ["chocolate", "walnut", "egg"], "allergens": ["nuts", "egg"], "prep_minutes": 3},
    {"name": "House Red Wine", "aliases": ["red wine"], "price": 45, "category": "Drinks", "ingredients": ["wine"], "unit": "glass", "prep_minutes": 1},
    {"name": "Lemonade", "price": 20, "category": "Drinks", "ingredients": ["lemon", "sugar"], "unit": "glass", "prep_minutes": 2},
    {"name": "Flat White", "price": 28, "category": "Drinks", "ingredients": ["coffee", "milk"], "allergens": ["dairy"], "unit": "cup", "prep_minutes": 3},
    {"name": "Sparkling Water", "price": 18, "category": "Drinks", "ingredients": ["water"], "unit": "bottle", "prep_minutes": 1},
]  # fmt: skip
MENUS = {"tea": TEA, "hotpot": HOTPOT, "noodles": NOODLES, "bistro": BISTRO}
