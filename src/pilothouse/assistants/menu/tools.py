"""The restaurant's tools: dishes, live stock, stores, frequent questions; and stock changes for the staff."""

from __future__ import annotations

from typing import Any

from pilothouse.assistants.menu import cues
from pilothouse.assistants.menu.handlers import faq_search, menu_search, place_order, stock_lookup, stock_update
from pilothouse.assistants.menu.schemas import (
    DishRow,
    FaqRow,
    FaqSearch,
    MenuSearch,
    OrderRow,
    PlaceOrder,
    StockChangeRow,
    StockLookup,
    StockRow,
    StockUpdate,
    StoreRow,
    StoreSearch,
)
from pilothouse.assistants.menu.services import Services
from pilothouse.assistants.menu.storefinder import store_search
from pilothouse.assistants.menu.understanding import understand
from pilothouse.contracts.tool import Example, ToolContract

__all__ = [
    "INDEXING_S",
    "TOOLS",
    "Services",
    "faq_search",
    "menu_search",
    "place_order",
    "stock_lookup",
    "stock_update",
    "store_search",
]

INDEXING_S = 20.0  # a search that has to build the index of a small menu first, on a busy machine


def _fill_menu(text: str, knowledge: Any) -> dict[str, Any] | None:
    request = understand(text, knowledge)
    if "faq" in request.intents or "store" in request.intents or cues.OUTSIDE.search(request.text):
        return None
    return request.menu_arguments() if request.mentions or request.query or not request.filters.empty else None


def _fill_stock(text: str, knowledge: Any) -> dict[str, Any] | None:
    request = understand(text, knowledge)
    words = request.dish_words()
    return {"dishes": words[:10]} if words and cues.STOCK.search(request.text) else None


def _fill_stores(text: str, knowledge: Any) -> dict[str, Any] | None:
    request = understand(text, knowledge)
    return request.store_arguments() if "store" in request.intents else None


def _fill_faq(text: str, knowledge: Any) -> dict[str, Any] | None:
    request = understand(text, knowledge)
    other = request.mentions or not request.filters.empty or cues.OUTSIDE.search(request.text)
    return None if other else {"query": text[:200]}


TOOLS: tuple[ToolContract, ...] = (
    ToolContract(
        name="menu_search",
        when="Search the menu for dishes: name, price, ingredients, "
        "spice level, allergens, category, preparation time. "
        "当客人询问菜品、口味、价格、食材、辣度、忌口、过敏、出餐时间等与菜单有关的问题时使用。",
        when_not="Not for opening hours, address, parking, delivery rules, weather or other restaurants. "
        "营业时间、地址、停车、配送规则、天气、找门店等非菜单信息不要用。",
        arguments=MenuSearch,
        row=DishRow,
        handler=menu_search,
        timeout_s=INDEXING_S,
        soft_limit=3,
        aliases=("search_menu", "menu_rag"),
        fill=_fill_menu,
        examples=(
            Example("麻辣香锅多少钱", {"query": "麻辣香锅"}),
            Example("来个清淡的蔬菜"),
            Example("有没有不辣的干锅", {"category": "干锅", "spice": "不辣"}),
            Example("三十块以下的素菜", {"category": "素菜", "max_price": 30.0}),
            Example("不吃香菜能点什么", {"exclude": ["香菜"]}),
            Example("这道菜里面都有什么食材"),
            Example("有什么下饭的菜"),
            Example("小孩子能吃的菜有哪些"),
            Example("想吃点酸甜口的"),
            Example("有没有适合老人吃的"),
            Example("来点开胃的凉菜"),
            Example("天冷想喝点热乎的"),
            Example("how much is the kung pao chicken", {"query": "kung pao chicken"}),
            Example("something light and not spicy", {"spice": "不辣"}),
            Example("what dishes have beef", {"include": ["beef"]}),
        ),
        counter_examples=(
            "你们几点关门",
            "附近有哪些川菜馆",
            "可以停车吗",
            "明天天气怎么样",
            "帮我订个位子",
            "给我讲个笑话",
        ),
    ),
    ToolContract(
        name="stock_lookup",
        when="Look up the live stock of named dishes in a store's database. "
        "当客人问某道菜现在还有没有、是否售罄、还剩多少时使用，读取门店实时库存。",
        when_not="Not for prices or ingredients, nor for what the store offers in general. "
        "问价格、食材或泛泛问有什么菜时不要用。",
        arguments=StockLookup,
        row=StockRow,
        handler=stock_lookup,
        reusable=False,
        fill=_fill_stock,
        examples=(
            Example("回锅肉现在还有吗", {"dishes": ["回锅肉"]}),
            Example("水煮鱼卖完了没", {"dishes": ["水煮鱼"]}),
            Example("宫保鸡丁还剩几份"),
            Example("is the mapo tofu sold out"),
        ),
        counter_examples=("麻辣香锅多少钱", "有什么推荐"),
    ),
    ToolContract(
        name="store_search",
        when="Find stores: by cuisine, distance from the guest, "
        "price per head, rating, open now, or by a dish they sell. "
        "当客人找门店、餐馆时使用：附近、菜系、人均、评分、是否营业、哪家有某道菜。",
        when_not="Not for dishes of the current store nor for its opening hours. 问当前门店的菜品或营业时间时不要用。",
        arguments=StoreSearch,
        row=StoreRow,
        handler=store_search,
        fill=_fill_stores,
        examples=(
            Example("附近有哪些川菜馆", {"cuisine": "川菜"}),
            Example("最近的门店在哪"),
            Example("人均五十以下的店有哪些", {"max_per_head": 50.0}),
            Example("哪家分店评分最高", {"sort": "rating"}),
            Example("which restaurants are near me"),
        ),
        counter_examples=("麻辣香锅多少钱", "你们几点关门"),
    ),
    ToolContract(
        name="faq_search",
        when="Answer questions about the house: opening hours, address, "
        "phone, parking, delivery, booking, payment, invoices, "
        "membership, wifi, pets, children, complaints. "
        "当客人问营业时间、地址、停车、配送、订位、付款、发票、会员、设施等问题时使用。",
        when_not="Not for dishes, prices, ingredients or stock. 问菜品、价格、食材、库存时不要用。",
        arguments=FaqSearch,
        row=FaqRow,
        handler=faq_search,
        timeout_s=INDEXING_S,
        fill=_fill_faq,
        examples=(
            Example("你们几点关门", {"query": "你们几点关门"}),
            Example("有停车位吗"),
            Example("可以开发票吗"),
            Example("能带宠物进店吗"),
            Example("怎么成为会员"),
            Example("外卖送多远"),
            Example("可以订包间吗"),
            Example("what time do you close"),
            Example("do you have wifi"),
            Example("东西落在店里了怎么办"),
        ),
        counter_examples=("来个绿菜", "酸菜鱼多少钱", "明天天气怎么样", "给我讲个笑话"),
    ),
    ToolContract(
        name="stock_update",
        when="Staff only: mark a dish as sold out or available again, "
        "or set the portions left. 店员：把某道菜标记为售罄、恢复供应，或设置剩余份数。",
        when_not="Never for guests. 客人不能用。",
        arguments=StockUpdate,
        row=StockChangeRow,
        handler=stock_update,
        scopes=frozenset({"stock:write"}),
        reusable=False,
        soft_limit=3,
        examples=(Example("把回锅肉标记为售罄", {"dish": "回锅肉", "sold_out": True}), Example("水煮鱼恢复供应")),
        counter_examples=("回锅肉卖完了吗",),
    ),
    ToolContract(
        name="place_order",
        when="Write the guest's confirmed order, once. 写入客人已确认的订单，只写一次。",
        when_not="Only the waiter's own step calls it; "
        "it is never offered to a model. 只由点单步骤调用，不提供给模型。",
        arguments=PlaceOrder,
        row=OrderRow,
        handler=place_order,
        phases=frozenset({"order"}),
        reusable=False,
        soft_limit=1,
        timeout_s=15.0,
    ),
)
