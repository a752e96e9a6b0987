"""Sentences for ``spoken_orders.py`` with their gold tools and dishes: those it was made better with, and fresh ones.

The fresh ones are of another menu (HowToCook's dishes, imported) and were written when all changes had been made.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Counts = dict[str, int]
DATA = Path(__file__).parents[2] / "shared/data/menus/howtocook.jsonl"
SEARCH, STOCK, FAQ, STORES = ("menu_search",), ("stock_lookup",), ("faq_search",), ("store_search",)
LOOKUPS = (*SEARCH, *STOCK)
QUESTIONS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("麻辣香锅多少钱", SEARCH, "麻辣香锅"),
    ("毛血旺里面有什么", SEARCH, "毛血旺"),
    ("水煮鱼辣不辣", SEARCH, "水煮鱼"),
    ("有没有夫妻肺片", SEARCH, "夫妻肺片"),
    ("宫保鸡丁一份多少钱", SEARCH, "宫保鸡丁"),
    ("鱼香肉丝里有什么", SEARCH, "鱼香肉丝"),
    ("口水鸡多少钱一份", SEARCH, "口水鸡"),
    ("请问蒜泥白肉多少钱", SEARCH, "蒜泥白肉"),
    ("酸辣土豆丝怎么卖", SEARCH, "酸辣土豆丝"),
    ("你们的粉蒸排骨多少钱", SEARCH, "粉蒸排骨"),
    ("红烧肉要等多久", SEARCH, "红烧肉"),
    ("干煸四季豆辣吗", SEARCH, "干煸四季豆"),
    ("红糖冰粉多少钱", SEARCH, "红糖冰粉"),
    ("钟水饺有几种口味", SEARCH, "钟水饺"),
    ("番茄鱼里面有什么", SEARCH, "番茄鱼"),
    ("火爆腰花多少钱", SEARCH, "火爆腰花"),
    ("酸萝卜老鸭汤多少钱", SEARCH, "酸萝卜老鸭汤"),
    ("魔芋烧鸭辣不辣", SEARCH, "魔芋烧鸭"),
    ("回锅肉现在还有吗", STOCK, "回锅肉"),
    ("干锅牛蛙还有吗", STOCK, "干锅牛蛙"),
    ("酸汤肥牛卖完了吗", STOCK, "酸汤肥牛"),
    ("今天还有没有小酥肉", STOCK, "小酥肉"),
    ("红油抄手还有吗", STOCK, "红油抄手"),
    ("川北凉粉还有没有", STOCK, "川北凉粉"),
    ("你们几点关门", FAQ, ""),
    ("可以停车吗", FAQ, ""),
    ("附近有哪些川菜馆", STORES, ""),
    ("能开发票吗", FAQ, ""),
)
ORDERS: tuple[tuple[str, dict[str, int]], ...] = (
    ("来一份麻辣香锅", {"麻辣香锅": 1}),
    ("我要一份水煮鱼", {"水煮鱼": 1}),
    ("来两份担担面", {"担担面": 2}),
    ("给我来一份宫保鸡丁，再来两碗米饭", {"宫保鸡丁": 1, "米饭": 2}),
    ("我想要一份麻婆豆腐", {"麻婆豆腐": 1}),
    ("来份酸菜鱼，少放点盐", {"酸菜鱼": 1}),
    ("点一份口水鸡和一份拍黄瓜", {"口水鸡": 1, "拍黄瓜": 1}),
    ("来一份鱼香茄子", {"鱼香茄子": 1}),
    ("要三碗米饭", {"米饭": 3}),
    ("来一份夫妻肺片，不要香菜", {"夫妻肺片": 1}),
    ("帮我点一份红烧肉", {"红烧肉": 1}),
    ("来个番茄炒蛋", {"番茄炒蛋": 1}),
    ("我要一份干锅肥肠，微辣", {"干锅肥肠": 1}),
    ("来一份蒜蓉西兰花", {"蒜蓉西兰花": 1}),
    ("再来一份虎皮青椒", {"虎皮青椒": 1}),
    ("来两杯酸梅汤", {"酸梅汤": 2}),
    ("我要一份水煮牛肉和两碗米饭", {"水煮牛肉": 1, "米饭": 2}),
    ("来一份辣子鸡丁，中辣", {"辣子鸡丁": 1}),
    ("老板，来一份青椒肉丝", {"青椒肉丝": 1}),
    ("麻烦来一份凉拌木耳", {"凉拌木耳": 1}),
    ("来一份皮蛋豆腐", {"皮蛋豆腐": 1}),
    ("我要一份蛋炒饭和一份紫菜蛋花汤", {"蛋炒饭": 1, "紫菜蛋花汤": 1}),
    ("来一份小炒黄牛肉", {"小炒黄牛肉": 1}),
    ("来两份红糖糍粑", {"红糖糍粑": 2}),
)
CORRECTIONS: tuple[tuple[tuple[str, ...], str, dict[str, int]], ...] = (
    ((), "来份水煮鱼，哦不，酸菜鱼", {"酸菜鱼": 1}),
    ((), "来一份鱼香肉丝，不对，来一份宫保鸡丁", {"宫保鸡丁": 1}),
    ((), "我要毛血旺，算了，还是要水煮肉片吧", {"水煮肉片": 1}),
    (("来一份麻辣香锅，再来两碗米饭",), "米饭不要了", {"麻辣香锅": 1}),
    (("来一份麻辣香锅，再来两碗米饭",), "香锅换成中辣", {"麻辣香锅": 1, "米饭": 2}),
    (("来一份麻辣香锅，再来两碗米饭",), "米饭改成三碗", {"麻辣香锅": 1, "米饭": 3}),
    (("来一份水煮鱼，一份口水鸡",), "口水鸡不要了", {"水煮鱼": 1}),
    (("来一份水煮鱼，一份口水鸡",), "把水煮鱼换成酸菜鱼", {"酸菜鱼": 1, "口水鸡": 1}),
    (("来一份水煮鱼，一份口水鸡",), "水煮鱼要两份", {"水煮鱼": 2, "口水鸡": 1}),
    (("来一份宫保鸡丁，一份麻婆豆腐",), "麻婆豆腐去掉", {"宫保鸡丁": 1}),
    (("来一份宫保鸡丁，一份麻婆豆腐",), "宫保鸡丁不要花生", {"宫保鸡丁": 1, "麻婆豆腐": 1}),
    (("来一份宫保鸡丁，一份麻婆豆腐",), "再加一份蒜泥白肉", {"宫保鸡丁": 1, "麻婆豆腐": 1, "蒜泥白肉": 1}),
    (("来一份干锅土豆片，两碗米饭",), "土豆片要微辣", {"干锅土豆片": 1, "米饭": 2}),
    (("来一份干锅土豆片，两碗米饭",), "再来一份酸辣汤", {"干锅土豆片": 1, "米饭": 2, "酸辣汤": 1}),
    (("来一份红烧肉，一份清炒时蔬",), "红烧肉换成回锅肉", {"回锅肉": 1, "清炒时蔬": 1}),
    (("来一份红烧肉，一份清炒时蔬",), "清炒时蔬不要了，换成炝炒莲白", {"红烧肉": 1, "炝炒莲白": 1}),
    (("来一份红烧肉，一份清炒时蔬",), "一共多少钱", {"红烧肉": 1, "清炒时蔬": 1}),
    (("来一份回锅肉", "来一份拍黄瓜"), "刚才那个删掉", {"回锅肉": 1}),
    (("来一份回锅肉", "来一份拍黄瓜"), "回锅肉再来一份", {"回锅肉": 2, "拍黄瓜": 1}),
    (("来一份青椒肉丝",), "再要一份番茄蛋花汤，不要葱", {"青椒肉丝": 1, "番茄蛋花汤": 1}),
)

FRESH_QUESTIONS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("可乐鸡翅多少钱", SEARCH, "可乐鸡翅"),
    ("糖醋排骨里面有什么", SEARCH, "糖醋排骨"),
    ("梅菜扣肉辣不辣", SEARCH, "梅菜扣肉"),
    ("有没有螺蛳粉", SEARCH, "螺蛳粉"),
    ("油焖大虾怎么卖", SEARCH, "油焖大虾"),
    ("黄焖鸡要等多久", SEARCH, "黄焖鸡"),
    ("扬州炒饭多少钱一份", SEARCH, "扬州炒饭"),
    ("请问红烧猪蹄多少钱", SEARCH, "红烧猪蹄"),
    ("阳朔啤酒鱼辣吗", SEARCH, "阳朔啤酒鱼"),
    ("提拉米苏还有吗", STOCK, "提拉米苏"),
    ("凉拌莴笋卖完了吗", STOCK, "凉拌莴笋"),
    ("冬瓜茶还有没有", STOCK, "冬瓜茶"),
    ("你们几点开门", FAQ, ""),
    ("店里有没有无线网", FAQ, ""),
)
FRESH_ORDERS: tuple[tuple[str, Counts], ...] = (
    ("来一份手撕包菜", {"手撕包菜": 1}),
    ("我要一份西红柿牛腩和一份猪油拌饭", {"西红柿牛腩": 1, "猪油拌饭": 1}),
    ("来两份韭菜盒子", {"韭菜盒子": 2}),
    ("给我来一份白灼虾，再来一份白灼菜心", {"白灼虾": 1, "白灼菜心": 1}),
    ("点一份黑椒牛柳，不要洋葱", {"黑椒牛柳": 1}),
    ("来三个芝麻烧饼", {"芝麻烧饼": 3}),
    ("麻烦来一份香菇滑鸡", {"香菇滑鸡": 1}),
    ("我想要一份凉拌鸡丝，微辣", {"凉拌鸡丝": 1}),
    ("来一份土豆炖排骨", {"土豆炖排骨": 1}),
    ("再来一份酸辣蕨根粉", {"酸辣蕨根粉": 1}),
    ("来一碗银耳莲子粥", {"银耳莲子粥": 1}),
    ("我要两份炸鲜奶", {"炸鲜奶": 2}),
    ("老板，来一份红烧鲤鱼", {"红烧鲤鱼": 1}),
    ("来一份贵州辣子鸡，特辣", {"贵州辣子鸡": 1}),
    ("帮我点一份葱烧海参", {"葱烧海参": 1}),
    ("来两杯冬瓜茶", {"冬瓜茶": 2}),
)
FRESH_CORRECTIONS: tuple[tuple[tuple[str, ...], str, Counts], ...] = (
    ((), "来一份糖醋排骨，不对，红烧鸡翅", {"红烧鸡翅": 1}),
    ((), "我要梅菜扣肉，算了，还是要黄焖鸡吧", {"黄焖鸡": 1}),
    (("来一份可乐鸡翅，一份手撕包菜",), "手撕包菜不要了", {"可乐鸡翅": 1}),
    (("来一份可乐鸡翅，一份手撕包菜",), "可乐鸡翅再来一份", {"可乐鸡翅": 2, "手撕包菜": 1}),
    (("来一份可乐鸡翅，一份手撕包菜",), "把可乐鸡翅换成红烧猪蹄", {"红烧猪蹄": 1, "手撕包菜": 1}),
    (("来一份螺蛳粉，一份凉拌木耳",), "螺蛳粉要微辣", {"螺蛳粉": 1, "凉拌木耳": 1}),
    (("来一份螺蛳粉，一份凉拌木耳",), "凉拌木耳改成两份", {"螺蛳粉": 1, "凉拌木耳": 2}),
    (("来一份螺蛳粉，一份凉拌木耳",), "再加一份溏心蛋", {"螺蛳粉": 1, "凉拌木耳": 1, "溏心蛋": 1}),
    (("来一份油焖大虾，一份扬州炒饭",), "扬州炒饭去掉", {"油焖大虾": 1}),
    (("来一份油焖大虾，一份扬州炒饭",), "一共多少钱", {"油焖大虾": 1, "扬州炒饭": 1}),
)


@dataclass(frozen=True)
class Case:
    """``before`` was said, in writing, earlier in the session. ``tools``: those a question needs, an order may use.
    ``dishes`` with how many, or 0 in a question."""

    kind: str
    text: str
    tools: tuple[str, ...]
    dishes: Counts
    before: tuple[str, ...] = ()


def cases(fresh: bool = False) -> list[Case]:
    """Taken in turns from the kinds, so that every part of the list holds all of them."""
    questions, orders, corrections = (
        (FRESH_QUESTIONS, FRESH_ORDERS, FRESH_CORRECTIONS) if fresh else (QUESTIONS, ORDERS, CORRECTIONS)
    )
    kinds = (
        [Case("question", text, tools, {dish: 0} if dish else {}) for text, tools, dish in questions],
        [Case("order", text, LOOKUPS, dishes) for text, dishes in orders],
        [Case("correction", text, LOOKUPS, dishes, before) for before, text, dishes in corrections],
    )
    return [kind[place] for place in range(max(map(len, kinds))) for kind in kinds if place < len(kind)]


def fresh_menu() -> list[dict[str, Any]]:
    """The dishes of HowToCook (MIT) as records to import, with made-up prices."""
    rows = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
    return [
        {
            "name": row["name"],
            "category": row["category"],
            "ingredients": [item.split("（")[0].split("(")[0] for item in row["ingredients"]][:8],
            "price": 8 + place % 60,
            "prep_minutes": 5 + place % 25,
            "stock": 20,
        }
        for place, row in enumerate(rows)
        if "一" <= row["name"][0] <= "鿿"
    ]
