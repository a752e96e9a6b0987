"""Dialogues with a waiter, each with the cart that must come of it. Wording is free, the order is not.

A line of a cart is written ``麻辣香锅 2 @38 +微辣 -香菜 *note``: quantity, unit price, options, exclusions, note.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Say:
    """A sentence of the guest. ``tools`` must have been called; ``lines`` is the cart after this very turn."""

    text: str
    outcome: str = "answered"
    tools: tuple[str, ...] = ()
    lines: tuple[str, ...] | None = None
    placed: bool | None = None
    said: str = ""


@dataclass(frozen=True)
class Stock:
    """The kitchen changes its stock between two turns."""

    dish: str
    quantity: int | None = None
    sold_out: bool = False


@dataclass(frozen=True)
class Dialogue:
    """``orders``: how many different orders must have been written at the end."""

    name: str
    turns: Sequence[Say | Stock | str]
    lines: tuple[str, ...] = ()
    total: float = 0
    orders: int = 0
    own: bool = False  # on the small menu of ``eatery``
    cart: Mapping[str, Any] = field(default_factory=dict)


CLARIFY, NOT_FOUND = "clarify", "not_found"
SOUR = "酸菜鱼 1 @66"

DIALOGUES = (
    # Quantities and several dishes
    Dialogue("one", ["来一份麻辣香锅"], ("麻辣香锅 1 @38",), 38),
    Dialogue("bare name with quantity", ["两份回锅肉"], ("回锅肉 2 @36",), 72),
    Dialogue("digits", ["回锅肉3份"], ("回锅肉 3 @36",), 108),
    Dialogue("several", ["我要一份回锅肉，两碗米饭和一个拍黄瓜"], ("回锅肉 1 @36", "米饭 2 @2", "拍黄瓜 1 @14"), 54),
    Dialogue(
        "several after names", ["回锅肉一份，米饭两碗，酸梅汤三杯"], ("回锅肉 1 @36", "米饭 2 @2", "酸梅汤 3 @8"), 64
    ),
    Dialogue("without quantity", ["点一个麻婆豆腐和番茄炒蛋"], ("麻婆豆腐 1 @24", "番茄炒蛋 1 @22"), 46),
    Dialogue("each", ["麻婆豆腐和番茄炒蛋各来两份"], ("麻婆豆腐 2 @24", "番茄炒蛋 2 @22"), 92),
    Dialogue("ten", ["来十碗米饭"], ("米饭 10 @2",), 20),
    Dialogue("a dozen", ["来十二碗米饭"], ("米饭 12 @2",), 24),
    Dialogue("lia", ["米饭来俩"], ("米饭 2 @2",), 4),
    Dialogue("alias", ["来个香锅"], ("麻辣香锅 1 @38",), 38),
    Dialogue("too many", ["来一百份米饭"], (), 0),
    Dialogue("many and more", ["来98碗米饭", "米饭再来两碗"], ("米饭 98 @2",), 196),
    # Options and exclusions
    Dialogue(
        "M8",
        [Say("我想点一份麻辣香锅，不要香菜，微辣，二十分钟能送到吗", tools=("menu_search",))],
        ("麻辣香锅 1 @38 +微辣 -香菜",),
        38,
    ),
    Dialogue("option before", ["来份微辣的麻婆豆腐"], ("麻婆豆腐 1 @24 +微辣",), 24),
    Dialogue("option impossible", ["来份特辣的回锅肉"], ("回锅肉 1 @36",), 36),
    Dialogue(
        "each its own", ["麻婆豆腐要特辣，回锅肉要微辣，各来一份"], ("麻婆豆腐 1 @24 +特辣", "回锅肉 1 @36 +微辣"), 60
    ),
    Dialogue("two ways", ["来两份麻辣香锅，一份微辣的"], ("麻辣香锅 1 @38", "麻辣香锅 1 @38 +微辣"), 76),
    Dialogue("sugar", ["来一碗银耳羹，少糖"], ("银耳羹 1 @12 +少糖",), 12),
    Dialogue("made milder", ["来份麻辣香锅，特辣", "换成中辣"], ("麻辣香锅 1 @38 +中辣",), 38),
    Dialogue(
        "named made milder", ["来份麻辣香锅，特辣，一碗米饭", "香锅换成中辣"], ("麻辣香锅 1 @38 +中辣", "米饭 1 @2"), 40
    ),
    Dialogue("excluded later", ["来份麻辣香锅", "不要香菜"], ("麻辣香锅 1 @38 -香菜",), 38),
    Dialogue("excluded two", ["来份麻辣香锅，不放香菜和葱"], ("麻辣香锅 1 @38 -香菜 -葱",), 38),
    Dialogue("note", ["来份麻婆豆腐", "备注：多给两双筷子"], ("麻婆豆腐 1 @24",), 24, cart={"note": "多给两双筷子"}),
    # Changes and removals
    Dialogue("one more", ["来份麻婆豆腐", "再来一份"], ("麻婆豆腐 2 @24",), 48),
    Dialogue("one more named", ["来份麻婆豆腐，两碗米饭", "麻婆豆腐再来一份"], ("麻婆豆腐 2 @24", "米饭 2 @2"), 52),
    Dialogue("one less", ["来三碗米饭", "少一碗"], ("米饭 2 @2",), 4),
    Dialogue("one less named", ["来三碗米饭和一份麻婆豆腐", "米饭少一碗"], ("米饭 2 @2", "麻婆豆腐 1 @24"), 28),
    Dialogue("less than none", ["来一碗米饭，一份麻婆豆腐", "米饭少三碗"], ("麻婆豆腐 1 @24",), 24),
    Dialogue("quantity set", ["来一份回锅肉", "回锅肉改成三份"], ("回锅肉 3 @36",), 108),
    Dialogue("quantity set unnamed", ["来一份回锅肉", "改成两份"], ("回锅肉 2 @36",), 72),
    Dialogue("removed", ["来份麻辣香锅和两碗米饭", "米饭不要了"], ("麻辣香锅 1 @38",), 38),
    Dialogue("removed verb", ["来份麻辣香锅和两碗米饭", "把麻辣香锅去掉"], ("米饭 2 @2",), 4),
    Dialogue("just now", ["来份麻辣香锅", "再来一份拍黄瓜", "刚才那个删掉"], ("麻辣香锅 1 @38",), 38),
    Dialogue("cancel one dish", ["来份麻辣香锅和一份拍黄瓜", "取消拍黄瓜"], ("麻辣香锅 1 @38",), 38),
    Dialogue("not in cart", ["来份麻辣香锅", "水煮鱼不要了"], ("麻辣香锅 1 @38",), 38),
    Dialogue("replaced", ["来份水煮鱼，两碗米饭", "水煮鱼换成酸菜鱼"], ("酸菜鱼 1 @66", "米饭 2 @2"), 70),
    Dialogue("replaced keeps quantity", ["来两份宫保鸡丁", "把宫保鸡丁换成鱼香肉丝"], ("鱼香肉丝 2 @32",), 64),
    # Corrections in the middle of a sentence
    Dialogue("no rather", ["来份水煮鱼，哦不，酸菜鱼"], (SOUR,), 66),
    Dialogue("no rather keeps quantity", ["来两份麻婆豆腐，不对，番茄炒蛋"], ("番茄炒蛋 2 @22",), 44),
    Dialogue("no two", ["来一份麻婆豆腐，不对，两份"], ("麻婆豆腐 2 @24",), 48),
    Dialogue("said wrong", ["来三碗米饭，说错了，两碗"], ("米饭 2 @2",), 4),
    Dialogue("no milder", ["来份麻婆豆腐，特辣，哦不，微辣"], ("麻婆豆腐 1 @24 +微辣",), 24),
    Dialogue("rather", ["来份回锅肉，算了还是来宫保鸡丁吧"], ("宫保鸡丁 1 @34",), 34),
    Dialogue("second of two", ["来份回锅肉和水煮鱼，哦不，酸菜鱼"], ("回锅肉 1 @36", SOUR), 102),
    # Cancelling
    Dialogue("cancelled", ["来份麻辣香锅", "取消订单"], (), 0),
    Dialogue("cancelled all", ["来份麻辣香锅和米饭", "都不要了"], (), 0),
    Dialogue("cancelled and again", ["来份麻辣香锅", "算了，不点了", "来一份拍黄瓜"], ("拍黄瓜 1 @14",), 14),
    Dialogue("confirm after cancel", ["来份麻辣香锅", "取消订单", Say("下单", placed=False)], (), 0),
    # Confirming
    Dialogue(
        "confirmed", ["来份麻辣香锅", Say("下单", tools=("place_order",), placed=True)], ("麻辣香锅 1 @38",), 38, 1
    ),
    Dialogue(
        "confirmed in one sentence",
        [Say("来份麻辣香锅，两碗米饭，下单", placed=True)],
        ("麻辣香锅 1 @38", "米饭 2 @2"),
        42,
        1,
    ),
    Dialogue("confirmed twice", ["来份麻辣香锅", Say("下单", placed=True), Say("下单", placed=True)], (), 0, 1),
    Dialogue(
        "that is all, yes",
        ["来份麻辣香锅", Say("就这些", placed=False), Say("好的", placed=True)],
        ("麻辣香锅 1 @38",),
        38,
        1,
    ),
    Dialogue(
        "that is all, no",
        ["来份麻辣香锅", "就这些", Say("等等", placed=False), "再来一碗米饭"],
        ("麻辣香锅 1 @38", "米饭 1 @2"),
        40,
    ),
    Dialogue("yes is no confirmation", ["来份麻辣香锅", Say("好的", placed=False)], ("麻辣香锅 1 @38",), 38),
    Dialogue(
        "two orders", ["来份麻辣香锅", "下单", "再来一份拍黄瓜", Say("确认下单", placed=True)], ("拍黄瓜 1 @14",), 14, 2
    ),
    Dialogue("nothing to confirm", [Say("下单", placed=False)], (), 0),
    Dialogue("asks how to order", [Say("怎么下单", placed=False)], (), 0),
    # Pointing
    Dialogue("second", ["有什么素菜", "第二个来一份"], ("@2 1",), -1),
    Dialogue("first and third", ["有什么素菜", "第一个和第三个各来一份"], ("@1 1", "@3 1"), -1),
    Dialogue("first two of", ["有什么素菜", "第一个来两份"], ("@1 2",), -1),
    Dialogue("all", ["回锅肉和宫保鸡丁哪个便宜", "都要"], ("宫保鸡丁 1 @34", "回锅肉 1 @36"), 70),
    Dialogue("one of each", ["回锅肉和宫保鸡丁哪个便宜", "一样来一份"], ("宫保鸡丁 1 @34", "回锅肉 1 @36"), 70),
    Dialogue("one of each short", ["回锅肉和宫保鸡丁哪个便宜", "一样一个"], ("宫保鸡丁 1 @34", "回锅肉 1 @36"), 70),
    Dialogue("all but second", ["有什么干锅", "除了第二个都要"], ("all but @2",), -1),
    Dialogue("cheapest", ["回锅肉和宫保鸡丁哪个便宜", "要最便宜的那个"], ("宫保鸡丁 1 @34",), 34),
    Dialogue("this", ["回锅肉多少钱", "就要这个"], ("回锅肉 1 @36",), 36),
    Dialogue("this twice", ["回锅肉多少钱", "这个来两份"], ("回锅肉 2 @36",), 72),
    Dialogue("bare quantity after one dish", ["回锅肉多少钱", "来两份"], ("回锅肉 2 @36",), 72),
    Dialogue("this of many", [Say("有什么干锅"), Say("就要这个", CLARIFY), "第一个"], ("麻辣香锅 1 @38",), 38),
    Dialogue(
        "this of many, named", ["回锅肉和宫保鸡丁哪个便宜", Say("来一份这个", CLARIFY), "回锅肉"], ("回锅肉 1 @36",), 36
    ),
    Dialogue(
        "beyond", ["回锅肉和宫保鸡丁哪个便宜", Say("第八个来一份", CLARIFY), "第二个来一份"], ("回锅肉 1 @36",), 36
    ),
    Dialogue("new list", ["有什么素菜", "回锅肉和宫保鸡丁哪个便宜", "第二个来一份"], ("回锅肉 1 @36",), 36),
    Dialogue("cheaper", ["回锅肉多少钱", Say("便宜点的呢", tools=("menu_search",)), "第一个来一份"], ("@1 1",), -1),
    Dialogue("ambiguous name", [Say("来一份抄手", CLARIFY), "红油抄手"], ("红油抄手 1 @16",), 16),
    Dialogue("ambiguous name, place", [Say("来两份抄手", CLARIFY), "第二个"], ("@which2 2",), -1),
    # Questions beside orders
    Dialogue(
        "question first", [Say("你们几点关门，顺便来一份麻辣香锅", tools=("faq_search",))], ("麻辣香锅 1 @38",), 38
    ),
    Dialogue("question after", [Say("来一份麻辣香锅，可以停车吗", tools=("faq_search",))], ("麻辣香锅 1 @38",), 38),
    Dialogue("price only", [Say("麻辣香锅多少钱", tools=("menu_search",))], (), 0),
    Dialogue("stock only", [Say("回锅肉还有吗", tools=("stock_lookup",))], (), 0),
    Dialogue(
        "question in between",
        ["来一份麻辣香锅", Say("回锅肉辣吗", tools=("menu_search",)), "那来一份"],
        ("麻辣香锅 1 @38", "回锅肉 1 @36"),
        74,
    ),
    Dialogue("shown", ["来一份麻辣香锅", "我点了什么"], ("麻辣香锅 1 @38",), 38),
    Dialogue("total", ["来一份麻辣香锅和两碗米饭", Say("一共多少钱", said="42")], ("麻辣香锅 1 @38", "米饭 2 @2"), 42),
    # Sold out
    Dialogue("sold out", ["来一份干锅牛蛙"], (), 0),
    Dialogue("few left", ["来三份酸菜鱼"], (), 0),
    Dialogue(
        "sold out in the middle",
        [
            "来一份回锅肉，一碗米饭",
            Stock("回锅肉", 0, True),
            Say("下单", placed=False),
            "回锅肉不要了",
            Say("下单", placed=True),
        ],
        ("米饭 1 @2",),
        2,
        1,
    ),
    Dialogue(
        "sold out, swapped",
        [
            "来一份回锅肉",
            Stock("回锅肉", 0, True),
            Say("下单", placed=False),
            "回锅肉换成盐煎肉",
            Say("下单", placed=True),
        ],
        ("盐煎肉 1 @36",),
        36,
        1,
    ),
    Dialogue("sold out before more", ["来一份回锅肉", Stock("回锅肉", 1), "再来一份"], ("回锅肉 1 @36",), 36),
    Dialogue("absent", [Say("来一份佛跳墙", NOT_FOUND)], (), 0),
    Dialogue("absent beside present", ["来一份佛跳墙和一份麻婆豆腐"], ("麻婆豆腐 1 @24",), 24),
    # Wider words
    Dialogue("both", ["麻婆豆腐跟回锅肉都来两份"], ("麻婆豆腐 2 @24", "回锅肉 2 @36"), 120),
    Dialogue(
        "each with its own",
        ["我要麻辣香锅一份微辣不要香菜，水煮鱼一份中辣"],
        ("麻辣香锅 1 @38 +微辣 -香菜", "水煮鱼 1 @68 +中辣"),
        106,
    ),
    Dialogue(
        "option after more",
        ["来一份麻辣香锅，再来一份水煮鱼，水煮鱼要微辣"],
        ("麻辣香锅 1 @38", "水煮鱼 1 @68 +微辣"),
        106,
    ),
    Dialogue("one of two", ["来两份麻辣香锅", "其中一份不要香菜"], ("麻辣香锅 1 @38", "麻辣香锅 1 @38 -香菜"), 76),
    Dialogue(
        "both milder", ["来份麻辣香锅和水煮鱼", "两个都要微辣"], ("麻辣香锅 1 @38 +微辣", "水煮鱼 1 @68 +微辣"), 106
    ),
    Dialogue("all milder", ["来份麻辣香锅和水煮鱼", "都换成微辣"], ("麻辣香锅 1 @38 +微辣", "水煮鱼 1 @68 +微辣"), 106),
    Dialogue("never mind, swapped", ["来份麻辣香锅", "算了不要香锅了，换成水煮鱼"], ("水煮鱼 1 @68",), 68),
    Dialogue("swapped unnamed", ["来份麻辣香锅", "换水煮鱼吧"], ("水煮鱼 1 @68",), 68),
    Dialogue("all but rice removed", ["来一份宫保鸡丁和米饭", "除了米饭都不要了"], ("米饭 1 @2",), 2),
    Dialogue("only rice", ["来一份宫保鸡丁和米饭", "只要米饭"], ("米饭 1 @2",), 2),
    Dialogue("also one", ["来份麻辣香锅", "红烧肉呢", "也要一份"], ("麻辣香锅 1 @38", "红烧肉 1 @48"), 86),
    Dialogue("third as well", ["有什么干锅", "第一个来一份", "第三个也来一份"], ("麻辣香锅 1 @38", "干锅鸡 1 @58"), 96),
    Dialogue("simply", ["就麻辣香锅吧"], ("麻辣香锅 1 @38",), 38),
    Dialogue(
        "that is it, to the door",
        ["来份麻辣香锅", Say("就这样吧，送到建设路5号", placed=False), Say("确认", placed=True)],
        ("麻辣香锅 1 @38",),
        38,
        1,
    ),
    Dialogue("no more, order", ["来份麻辣香锅", Say("没有了，下单", placed=True)], ("麻辣香锅 1 @38",), 38, 1),
    Dialogue(
        "no more", ["来份麻辣香锅", Say("没了", placed=False), Say("嗯", placed=True)], ("麻辣香锅 1 @38",), 38, 1
    ),
    Dialogue("not yet", ["来份麻辣香锅", Say("先别下单", placed=False)], ("麻辣香锅 1 @38",), 38),
    Dialogue("not hungry", ["来份麻辣香锅", "不吃了，谢谢"], (), 0),
    Dialogue("everything cancelled", ["来份麻辣香锅", "全部取消"], (), 0),
    Dialogue("english instead", ["can i get two kung pao chicken", "make it three"], ("宫保鸡丁 3 @34",), 102),
    Dialogue(
        "all in one",
        ["帮我点一份回锅肉和一份不辣的番茄炒蛋，米饭要三碗，送到人民路12号，备注不要放葱"],
        ("回锅肉 1 @36", "番茄炒蛋 1 @22 +不辣", "米饭 3 @2"),
        64,
        cart={"address": "人民路12号", "note": "不要放葱"},
    ),
    # Service
    Dialogue(
        "table", ["来一份麻婆豆腐", "我们在8号桌"], ("麻婆豆腐 1 @24",), 24, cart={"service": "dine_in", "table": "8"}
    ),
    Dialogue("takeaway", ["来一份麻婆豆腐，打包"], ("麻婆豆腐 1 @24",), 24, cart={"service": "takeaway"}),
    Dialogue(
        "delivery",
        ["来一份麻婆豆腐", "送到建设路5号"],
        ("麻婆豆腐 1 @24",),
        24,
        cart={"service": "delivery", "address": "建设路5号"},
    ),
    Dialogue(
        "deadline",
        ["来一份水煮鱼，外卖", Say("半小时能送到吗", said="50")],
        ("水煮鱼 1 @68",),
        68,
        cart={"service": "delivery"},
    ),
    # Stores
    Dialogue("store changed", ["来一份回锅肉", "我在河湾店", "一共多少钱"], ("回锅肉 1 @39",), 39),
    Dialogue(
        "store changed and placed",
        ["来一份回锅肉", "我在河湾店", Say("下单", placed=False, said="39"), Say("下单", placed=True)],
        ("回锅肉 1 @39",),
        39,
        1,
    ),
    Dialogue("store chosen first", ["我在东站店", "来一份宫保鸡丁"], ("宫保鸡丁 1 @32",), 32),
    Dialogue("store does not sell it", ["来一份锅巴肉片和一碗米饭", "我在河湾店", "一共多少钱"], ("米饭 1 @2",), 2),
    # Allergy
    Dialogue(
        "allergy",
        ["我对花生过敏", Say("来一份宫保鸡丁", said="花生"), Say("下单", placed=True)],
        ("宫保鸡丁 1 @34",),
        34,
        1,
    ),
    Dialogue(
        "allergy said late",
        ["来一份宫保鸡丁", "我对花生过敏", Say("下单", placed=False, said="花生"), Say("确认下单", placed=True)],
        ("宫保鸡丁 1 @34",),
        34,
        1,
    ),
    # English
    Dialogue("english", ["i'd like two mapo tofu and one steamed rice"], ("麻婆豆腐 2 @24", "米饭 1 @2"), 50),
    Dialogue("english correction", ["i'll have one mapo tofu, no wait, kung pao chicken"], ("宫保鸡丁 1 @34",), 34),
    Dialogue(
        "english confirm", ["i want one kung pao chicken", Say("confirm", placed=True)], ("宫保鸡丁 1 @34",), 34, 1
    ),
    Dialogue(
        "english remove",
        ["i'd like one mapo tofu and two steamed rice", "remove the steamed rice"],
        ("麻婆豆腐 1 @24",),
        24,
    ),
    Dialogue("english pointing", ["how much is the mapo tofu", "i'll take it"], ("麻婆豆腐 1 @24",), 24),
    Dialogue("english cancel", ["i'd like one mapo tofu", "cancel the order"], (), 0),
    # Misheard
    Dialogue("misheard", ["来一份麻婆斗腐"], ("麻婆豆腐 1 @24",), 24),
    Dialogue("misheard two", ["来一份水主鱼和两碗米饭"], ("水煮鱼 1 @68", "米饭 2 @2"), 72),
    Dialogue("fillers", ["嗯那个来来一份宫爆鸡丁吧"], ("宫保鸡丁 1 @34",), 34),
    # A small menu of its own
    Dialogue(
        "own",
        ["来两份番茄滑蛋，一份酸汤米线不要香菜", Say("下单", placed=True)],
        ("番茄滑蛋 2 @19", "酸汤米线 1 @16 -香菜"),
        54,
        1,
        own=True,
    ),
    Dialogue("own alias", ["来一份跳水兔丁，中辣"], ("山城辣子兔 1 @68 +中辣",), 68, own=True),
    Dialogue("own pointing", ["有什么素菜", "都来一份"], ("all",), -1, own=True),
    Dialogue("own correction", ["要一个枫露烤羊排，啊不对，泡菜牛肉煲"], ("泡菜牛肉煲 1 @58",), 58, own=True),
    Dialogue(
        "own removed", ["柴火鲫鱼汤一份，桂花藕粉两份", "藕粉少一份", "鲫鱼汤不要了"], ("桂花藕粉 1 @12",), 12, own=True
    ),
    Dialogue("own drinks", ["来杯青提茉莉茶，去冰", "再来一杯"], ("青提茉莉茶 2 @15 *去冰",), 30, own=True),
    Dialogue(
        "own question",
        [Say("来一份带鱼烧萝卜，你们能开发票吗", tools=("faq_search",))],
        ("带鱼烧萝卜 1 @42",),
        42,
        own=True,
    ),
)
