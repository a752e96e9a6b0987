"""What guests ask and what must come of it, whatever model is used and in whichever mode.

A scenario names the tool, the arguments that matter and the facts; wording is free.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pilothouse.contracts.reply import Reply

TOOLS = ("menu_search", "stock_lookup", "store_search", "faq_search", "stock_update")
MARKUP = re.compile(r"[{}<>`|]|\"\w+\"\s*:|need_?tool|tool_call|action\"|\bnull\b", re.IGNORECASE)


@dataclass(frozen=True)
class Scenario:
    """``dishes`` in the data, the first first; ``said`` in the reply, alternatives joined by ``|``; ``never`` nowhere in it."""  # noqa: E501

    ask: str
    tools: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    dishes: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    outcome: str = "answered"
    store: str = ""


MENU, STOCK, STORES, FAQ = ("menu_search",), ("stock_lookup",), ("store_search",), ("faq_search",)

SCENARIOS = (
    Scenario("麻辣香锅多少钱", MENU, {"query": "麻辣香锅"}, ("麻辣香锅",), ("38",)),
    Scenario("香锅里面有什么", MENU, {}, ("麻辣香锅",), ("藕片", "土豆片", "香菜")),
    Scenario("来个绿菜", MENU, {}, (), ("蒜蓉西兰花|蒜蓉空心菜|清炒豌豆尖|清炒时蔬|青菜豆腐汤",)),
    Scenario("有没有不辣的干锅", MENU, {"category": "干锅", "spice": "不辣"}, ("酱香干锅排骨",), ("酱香干锅排骨",)),
    Scenario(
        "三十块以下的素菜",
        MENU,
        {"category": "素菜", "max_price": 30.0},
        (),
        ("清炒时蔬|蒜蓉西兰花|炝炒莲白",),
        ("干锅有机花菜",),
    ),
    Scenario("不吃香菜能点什么", MENU, {"exclude": ["香菜"]}, ("回锅肉",), ("回锅肉",), ("麻辣香锅", "小炒黄牛肉")),
    Scenario("回锅肉现在还有吗", STOCK, {"dishes": ["回锅肉"]}, ("回锅肉",), ("还有|有货|可以点",), ("售罄",)),
    Scenario("你们几点关门", FAQ, {}, (), ("21:30|九点半|9:30",)),
    Scenario("附近有哪些川菜馆", STORES, {"cuisine": "川菜"}, (), ("人民路店", "河湾店", "东站店"), ("湖滨店",)),
    Scenario("有什么推荐", (), {}, ("麻辣香锅",), ("麻辣香锅", "38")),
    Scenario("你好", said=("您好|你好",)),
    Scenario("how much is the spicy hot pot", MENU, {}, ("麻辣香锅",), ("38",)),
    Scenario("干锅牛蛙还有吗", STOCK, {"dishes": ["干锅牛蛙"]}, ("干锅牛蛙",), ("售罄|卖完|没有了",), ("可以点",)),
    Scenario("干锅牛蛙多少钱", MENU, {}, ("干锅牛蛙",), ("88", "售罄|卖完")),
    Scenario("麻婆豆腐要等多久", MENU, {}, ("麻婆豆腐",), ("9",)),
    Scenario("宫保鸡丁里有花生吗", MENU, {}, ("宫保鸡丁",), ("花生",), ("不含花生",)),
    Scenario("回锅肉辣吗", MENU, {}, ("回锅肉",), ("微辣",), ("特辣", "不辣")),
    Scenario("回锅肉和宫保鸡丁哪个便宜", MENU, {}, ("宫保鸡丁", "回锅肉"), ("34", "36")),
    Scenario("花生过敏能吃什么", MENU, {"avoid_allergens": ["花生"]}, (), (), ("宫保鸡丁", "香辣干锅虾")),
    Scenario("有没有龙虾", MENU, {}, (), ("没有|不在|没查到",), (), "not_found"),
    Scenario("可以停车吗", FAQ, {}, (), ("2小时|两小时",), store="人民路店"),
    Scenario("能带宠物吗", FAQ, {}, (), ("不能",)),
    Scenario("有wifi吗", FAQ, {}, (), ("免费|网",)),
    Scenario("怎么成为会员", FAQ, {}, (), ("注册",)),
    Scenario("评分最高的店是哪家", STORES, {"sort": "rating"}, (), ("人民路店|湖滨店|文庙街店|河湾店",)),
    Scenario("人均五十以下的店有哪些", STORES, {"max_per_head": 50.0}, (), ("文庙街店",)),
    Scenario(
        "麻辣香锅多少钱，你们几点关门",
        ("faq_search", "menu_search"),
        {},
        ("麻辣香锅",),
        ("38", "21:30|九点半"),
        store="人民路店",
    ),
    Scenario("有什么素菜，另外可以开发票吗", ("faq_search", "menu_search"), {}, (), ("发票|抬头",)),
    Scenario("我在人民路店", said=("人民路店",)),
    Scenario("谢谢", said=("不客气",)),
    Scenario("what time do you close", FAQ, {}, (), ("21:30|9:30",), store="人民路店"),
    Scenario("is the mapo tofu spicy", MENU, {}, ("麻婆豆腐",), ("medium|spicy",)),
    Scenario("明天天气怎么样", outcome="refused", never=("晴", "雨", "度")),
    Scenario("把回锅肉标记为售罄", (), {}, (), (), ("设为售罄", "已把"), outcome="refused"),
    Scenario("酸菜鱼几个人吃", MENU, {}, ("酸菜鱼",), ("66|人份",)),
    Scenario(
        "二十五到三十五元的荤菜",
        MENU,
        {"min_price": 25.0, "max_price": 35.0},
        (),
        ("宫保鸡丁|鱼香肉丝|青椒肉丝",),
        ("回锅肉",),
    ),
)


def problems(reply: Reply, scenario: Scenario) -> list[str]:
    """What in a reply is not as the scenario demands; empty when all is well."""
    found: list[str] = []
    called = {call.name for call in reply.tool_calls if call.status == "success" or call.error_type == "no_results"}
    if scenario.tools and not set(scenario.tools) <= called:
        found.append(f"tools {sorted(called)} instead of {scenario.tools}")
    if not scenario.tools and scenario.outcome == "answered" and not scenario.never and called:
        found.append(f"tools {sorted(called)} where none is needed")
    made = [call.arguments for call in reply.tool_calls]
    for key, value in scenario.arguments.items():
        if not any(arguments.get(key) == value for arguments in made):
            found.append(f"{key}={value!r} is not among the arguments")
    names = [dish["name"] for dish in reply.data.get("dishes", [])]
    found += [f"{name} is not in the data" for name in scenario.dishes if name not in names]
    text = reply.reply.lower()
    found += [
        f"{fact!r} is not said" for fact in scenario.said if not any(part.lower() in text for part in fact.split("|"))
    ]
    found += [f"{word!r} is said" for word in scenario.never if word.lower() in text]
    if reply.outcome not in {scenario.outcome, "fallback" if scenario.outcome == "answered" else scenario.outcome}:
        found.append(f"outcome {reply.outcome}")
    if (match := MARKUP.search(reply.reply)) or any(name in reply.reply for name in TOOLS):
        found.append(f"machine language in the reply: {match[0] if match else 'a tool name'}")
    return found
