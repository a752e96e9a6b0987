"""The restaurant's tools: dishes, live stock, stores, frequent questions; and stock changes for the staff."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu import cues, facts
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Catalogue, Menu
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.memory import MemoryStore
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.orders import OrderBook
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
from pilothouse.assistants.menu.search import Search, row
from pilothouse.assistants.menu.store import Stock, Store
from pilothouse.assistants.menu.understanding import understand
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Example, ToolContext, ToolContract
from pilothouse.retrieval.tokenizer import normalise

INDEXING_S = 20.0  # a search that has to build the index of a small menu first, on a busy machine


@dataclass(frozen=True)
class Services:
    """What the handlers work with. ``clock`` gives the local time of the restaurant."""

    catalogue: Catalogue
    clock: Callable[[], datetime]
    orders: OrderBook
    memory: MemoryStore


def _menu(context: ToolContext, wished: str | None = None) -> Menu:
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    return catalogue.menu(catalogue.default_store(wished or context.scope.get("store")).id)


def _figures(context: ToolContext) -> bool:
    return context.caller.holds(frozenset({"stock:read"}))


def _filters(a: MenuSearch) -> Filters:
    return Filters(
        category=a.category,
        include=tuple(a.include),
        exclude=tuple(a.exclude),
        avoid=tuple(a.avoid_allergens),
        spice=a.spice,
        min_price=None if a.min_price is None else Decimal(str(a.min_price)),
        max_price=None if a.max_price is None else Decimal(str(a.max_price)),
        max_prep=a.max_prep_minutes,
        sort=a.sort,
        signature=a.signature,
    )


def menu_search(a: MenuSearch, context: ToolContext) -> Envelope:
    menu = _menu(context)
    search = Search(context.store.catalogue, menu, context.store.clock(), limit=a.limit)
    found, total = search.run(a.query, _filters(a))
    version = context.store.catalogue.version
    if not found:
        return Envelope.error("no_results", "No dish of this menu fits.", data_version=version)
    rows = [row(item, menu, figures=_figures(context)) for item in found]
    return Envelope.success(rows, total_found=max(total, len(rows)), data_version=version)


def stock_lookup(a: StockLookup, context: ToolContext) -> Envelope:
    wished = a.store
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    if wished is not None and not _known_store(catalogue, wished):
        return Envelope.error("invalid_params", f"There is no store {wished!r}.")
    menu = _menu(context, wished)
    search = Search(catalogue, menu, context.store.clock(), limit=5)
    rows: list[dict[str, Any]] = []
    for name in a.dishes:
        request = understand(name, menu.lexicon)
        naming = name_dish(normalise(name), menu.lexicon) if not request.mentions else None
        ids = [i for mention in request.mentions if mention.kind != "variant" for i in mention.dishes]
        if naming is not None and naming.match in ("exact", "alias", "similar", "partial"):
            ids = list(naming.dishes)[:5]
        for dish_id in dict.fromkeys(ids):
            if dish_id in menu.dishes:
                found = search.one(menu.dishes[dish_id], "exact", surface=name)
                rows.append(row(found, menu, figures=_figures(context)))
    if not rows:
        return Envelope.error(
            "no_results",
            f"{menu.store.name} does not sell it.",
            hint="Search the menu for the nearest dishes.",
            data_version=catalogue.version,
        )
    return Envelope.success(rows[:10], total_found=len(rows), data_version=catalogue.version)


def _known_store(catalogue: Catalogue, wished: str) -> bool:
    plain = normalise(wished)
    return any(plain in (normalise(w) for w in (s.id, s.name, *s.aliases)) for s in catalogue.stores)


def store_search(a: StoreSearch, context: ToolContext) -> Envelope:
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    now = context.store.clock()
    place: tuple[float, float] | None = context.scope.get("location")
    rows: list[dict[str, Any]] = []
    for store in catalogue.stores:
        if a.cuisine and not _serves(store, normalise(a.cuisine)):
            continue
        if a.sells and not _sells(catalogue, store, a.sells, now):
            continue
        distance = store.kilometres(*place) if place else None
        if not _within(store, a, distance):
            continue
        week = store.week
        is_open = week.open_at(now) if week else None
        if a.open_now and not is_open:
            continue
        rows.append(
            {
                "store_id": store.id,
                "name": store.name,
                "cuisine": list(store.cuisine),
                "address": store.address,
                "phone": store.phone,
                "hours": store.hours,
                "open_now": is_open,
                "closes_at": facts.closing(week.on(now)) or None if week else None,
                "distance_km": None if distance is None else round(distance, 1),
                "per_head": store.per_head,
                "rating": store.rating,
            }
        )
    if not rows:
        return Envelope.error("no_results", "No store fits.", data_version=catalogue.version)
    rows.sort(key=_order(a.sort))
    return Envelope.success(rows[: a.limit], total_found=len(rows), data_version=catalogue.version)


def _order(sort: str) -> Callable[[Mapping[str, Any]], tuple[float, float]]:
    def key(item: Mapping[str, Any]) -> tuple[float, float]:
        distance = item["distance_km"] if item["distance_km"] is not None else 1e9
        rating = -(item["rating"] or 0.0)
        if sort == "rating":
            return rating, distance
        if sort == "per_head":
            return (item["per_head"] if item["per_head"] is not None else 1e9), distance
        return distance, rating

    return key


def _within(store: Store, a: StoreSearch, distance: float | None) -> bool:
    if a.max_per_head is not None and (store.per_head is None or store.per_head > a.max_per_head):
        return False
    if a.min_per_head is not None and (store.per_head is None or store.per_head < a.min_per_head):
        return False
    if a.min_rating is not None and (store.rating is None or store.rating < a.min_rating):
        return False
    return not (a.max_km is not None and (distance is None or distance > a.max_km))


def _serves(store: Store, cuisine: str) -> bool:
    english = {
        "sichuan": "川菜",
        "cantonese": "粤菜",
        "hot pot": "火锅",
        "hotpot": "火锅",
        "noodles": "面",
        "noodle": "面",
    }
    wished = english.get(cuisine, cuisine)
    stem = wished.removesuffix("馆").removesuffix("店") or wished
    return any(stem in word or word in stem for word in (normalise(c) for c in store.cuisine)) or (
        len(stem) > 1 and stem in normalise(store.name)
    )


def _sells(catalogue: Catalogue, store: Store, dish: str, now: datetime) -> bool:
    menu = catalogue.menu(store.id)
    naming = name_dish(normalise(dish), menu.lexicon)
    if naming is None or naming.match == "nearest":
        return False
    gone = catalogue.database.sold_out(store.id)
    return any(i in menu.dishes and i not in gone for i in naming.dishes)


def faq_search(a: FaqSearch, context: ToolContext) -> Envelope:
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    chosen = a.store or (context.scope.get("store") if context.scope.get("store_chosen") else None)
    first = catalogue.default_store(chosen or context.scope.get("store"))
    stores = [first] if chosen else [first, *(store for store in catalogue.stores if store.id != first.id)]
    rows = facts.answer(a.query, catalogue, stores, context.store.clock(), limit=a.limit)
    if not rows:
        return Envelope.error("no_results", "Nothing about this is on record.", data_version=catalogue.version)
    return Envelope.success(rows, data_version=catalogue.version)


def stock_update(a: StockUpdate, context: ToolContext) -> Envelope:
    menu = _menu(context, a.store)
    naming = name_dish(normalise(a.dish), menu.lexicon)
    if naming is None or naming.match not in ("exact", "alias") or len(naming.dishes) != 1:
        return Envelope.error("invalid_params", f"dish: {menu.store.name} sells no single dish of that name.")
    dish = menu.dishes[naming.dishes[0]]
    level = Stock(quantity=a.quantity, sold_out=a.sold_out)
    context.store.catalogue.database.set_stock(menu.store.id, dish.id, level, by=context.caller.name)
    changed = {
        "dish_id": dish.id,
        "name": dish.name,
        "store": menu.store.name,
        "available": level.available,
        "stock": level.quantity,
    }
    return Envelope.success([changed], data_version=context.store.catalogue.version)


def place_order(a: PlaceOrder, context: ToolContext) -> Envelope:
    """Write the cart that the waiter's node put into the scope; no argument says what is ordered."""
    cart = context.scope.get("cart")
    if not isinstance(cart, Cart) or cart.key != a.key or cart.empty:
        return Envelope.error("invalid_params", "There is no such cart.")
    placed = context.store.orders.place(
        cart, user=context.caller.name, session=context.session, at=context.store.clock()
    )
    if isinstance(placed, list):
        missing = [{"dish_id": item.dish, "name": item.name, "left": item.left} for item in placed]
        body = {
            "id": "",
            "key": a.key,
            "store": cart.store,
            "placed_at": "",
            "repeated": False,
            "lines": [],
            "missing": missing,
        }
    else:
        body = {
            "id": placed.id, "key": placed.key, "store": placed.store, "placed_at": placed.placed_at,
            "repeated": placed.repeated, "lines": placed.cart["lines"], "missing": [],
        }  # fmt: skip
    return Envelope.success([body])


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
