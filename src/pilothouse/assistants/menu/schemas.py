"""What the tools take and what they return: argument models and result rows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from pilothouse.assistants.menu.filters import Sort, SpiceWish
from pilothouse.contracts.tool import Arguments, Row

Word = Annotated[str, Field(min_length=1, max_length=40)]
Words = Annotated[list[Word], Field(max_length=10)]


class MenuSearch(Arguments):
    query: str = Field(
        default="",
        max_length=200,
        description="菜名或想吃的东西，不含条件 / dish name or what is wanted, without conditions",
    )
    category: str | None = Field(default=None, max_length=40, description="分类，如 素菜、汤品、干锅 / category")
    include: Words = Field(default_factory=list, description="必须有的食材 / ingredients that must be in it")
    exclude: Words = Field(default_factory=list, description="不要的食材 / ingredients that must not be in it")
    avoid_allergens: Words = Field(default_factory=list, description="过敏的食物 / foods the guest is allergic to")
    spice: SpiceWish = Field(default="any", description="辣度 / spice level")
    min_price: float | None = Field(default=None, ge=0, le=100_000, description="最低价，元 / lowest price, yuan")
    max_price: float | None = Field(default=None, ge=0, le=100_000, description="最高价，元 / highest price, yuan")
    max_prep_minutes: int | None = Field(
        default=None, ge=1, le=1440, description="最长出餐时间，分钟 / longest preparation, minutes"
    )
    sort: Sort = Field(default="relevance", description="排序 / order")
    signature: bool = Field(default=False, description="只要招牌菜 / signature dishes only")
    limit: int = Field(default=5, ge=1, le=10, description="返回几道 / number of dishes")


class DishRow(Row):
    dish_id: str
    name: str
    name_en: str | None
    category: str
    price: float | None
    price_label: str
    unit: str
    spice: str | None
    tastes: list[str]
    ingredients: list[str]
    allergens: list[str]
    portion: str | None
    prep_minutes: int | None
    notes: str | None
    description: str | None
    hours: str | None
    signature: bool
    available: bool
    served_now: bool
    stock: int | None
    match: str
    asked: str | None
    score: float
    conflicts: list[str]
    store: str


class StockLookup(Arguments):
    dishes: Annotated[list[Word], Field(min_length=1, max_length=10)] = Field(description="菜名 / dish names")
    store: str | None = Field(
        default=None, max_length=80, description="门店，缺省为当前门店 / store, default the current one"
    )


class StockRow(DishRow):
    """A dish with its live stock in one store."""


class StoreSearch(Arguments):
    cuisine: str | None = Field(default=None, max_length=40, description="菜系或类型，如 川菜、火锅 / cuisine")
    sells: str | None = Field(default=None, max_length=60, description="卖这道菜的门店 / stores that sell this dish")
    max_per_head: float | None = Field(default=None, ge=0, description="人均上限，元 / highest price per head, yuan")
    min_per_head: float | None = Field(default=None, ge=0, description="人均下限，元 / lowest price per head, yuan")
    min_rating: float | None = Field(default=None, ge=0, le=10, description="最低评分 / lowest rating")
    max_km: float | None = Field(default=None, gt=0, description="距离上限，公里 / farthest distance, km")
    open_now: bool = Field(default=False, description="只要现在营业的 / open now only")
    sort: Literal["distance", "rating", "per_head"] = Field(default="distance", description="排序 / order")
    limit: int = Field(default=5, ge=1, le=20, description="返回几家 / number of stores")


class StoreRow(Row):
    store_id: str
    name: str
    cuisine: list[str]
    address: str | None
    phone: str | None
    hours: str | None
    open_now: bool | None
    closes_at: str | None
    distance_km: float | None
    per_head: float | None
    rating: float | None


class FaqSearch(Arguments):
    query: str = Field(min_length=1, max_length=200, description="客人的问题 / the guest's question")
    store: str | None = Field(default=None, max_length=80, description="门店 / store")
    limit: int = Field(default=3, ge=1, le=6, description="返回几条 / number of entries")


class FaqRow(Row):
    id: str
    question: str
    answer: str
    answer_en: str | None
    store: str | None
    kind: str
    topic: str
    score: float


class StockUpdate(Arguments):
    dish: Word = Field(description="菜名 / dish name")
    sold_out: bool = Field(description="true 售罄，false 恢复供应 / true: sold out, false: available again")
    quantity: int | None = Field(default=None, ge=0, le=100_000, description="剩余份数 / portions left")
    store: str | None = Field(default=None, max_length=80, description="门店 / store")


class PlaceOrder(Arguments):
    key: str = Field(min_length=8, max_length=64, description="订单的幂等键 / idempotency key of the cart")


class OrderRow(Row):
    id: str
    key: str
    store: str
    placed_at: str
    repeated: bool
    lines: list[dict[str, Any]]
    missing: list[dict[str, Any]]


class StockChangeRow(Row):
    dish_id: str
    name: str
    store: str
    available: bool
    stock: int | None
