"""A restaurant of the chain, and one row of its live stock."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pilothouse.assistants.menu.hours import Hours, parse_hours

_FIELDS: dict[str, tuple[str, ...]] = {
    "name": ("name", "名称", "店名", "门店", "门店名称", "餐馆", "store"),
    "aliases": ("aliases", "别名", "简称"),
    "cuisine": ("cuisine", "菜系", "类型", "cuisines"),
    "city": ("city", "城市"),
    "address": ("address", "地址"),
    "latitude": ("latitude", "lat", "纬度"),
    "longitude": ("longitude", "lon", "lng", "经度"),
    "phone": ("phone", "电话", "联系电话", "tel"),
    "hours": ("hours", "营业时间", "opening_hours"),
    "per_head": ("per_head", "人均", "人均消费"),
    "rating": ("rating", "评分"),
    "delivery_km": ("delivery_km", "配送范围", "配送公里"),
    "delivery_minutes": ("delivery_minutes", "配送时间", "配送分钟"),
    "delivery_fee": ("delivery_fee", "配送费"),
    "parking": ("parking", "停车"),
    "seats": ("seats", "座位"),
    "note": ("note", "备注"),
}
_LISTS = ("aliases", "cuisine")
_NUMBERS = (
    "latitude", "longitude", "per_head", "rating", "delivery_km", "delivery_minutes", "delivery_fee", "seats"
)  # fmt: skip
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Store(BaseModel):
    """``latitude``/``longitude`` in degrees, ``per_head`` and ``delivery_fee`` in yuan, ``rating`` 0–5."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    name: str = Field(min_length=1, max_length=80)
    aliases: tuple[str, ...] = ()
    cuisine: tuple[str, ...] = ()
    city: str | None = None
    address: str | None = None
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)
    phone: str | None = None
    hours: str | None = None
    per_head: float | None = Field(default=None, ge=0)
    rating: float | None = Field(default=None, ge=0, le=10)
    delivery_km: float | None = Field(default=None, ge=0)
    delivery_minutes: int | None = Field(default=None, ge=0)
    delivery_fee: float | None = Field(default=None, ge=0)
    parking: str | None = None
    seats: int | None = None
    note: str | None = None

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Store:
        """A store from a record with Chinese or English field names. Raises ``ValidationError``."""
        values: dict[str, Any] = {}
        for field, names in _FIELDS.items():
            value = next((record[name] for name in names if record.get(name) not in (None, "")), None)
            if value is None:
                continue
            if field in _LISTS and isinstance(value, str):
                value = [part for part in re.split(r"[、，,;；/]", value) if part]
            if field in _NUMBERS and isinstance(value, str):  # "82元", "4.6分"
                found = _NUMBER.findall(value)
                if len(found) != 1:  # "免费" and "50-80元" are no number; the rest of the store is still good
                    continue
                value = found[0]
            values[field] = value
        return cls(id=store_id(str(values.get("name", ""))), **values)

    @property
    def week(self) -> Hours | None:
        return parse_hours(self.hours)

    def kilometres(self, latitude: float, longitude: float) -> float | None:
        """Great-circle distance in km (haversine); ``None`` when the store's place isn't known."""
        if self.latitude is None or self.longitude is None:
            return None
        a, b = math.radians(self.latitude), math.radians(latitude)
        half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * (
            math.sin(math.radians(longitude - self.longitude) / 2) ** 2
        )
        return 6371.0 * 2 * math.asin(math.sqrt(half))


class Stock(BaseModel):
    """Live stock of a dish in a store. ``quantity`` ``None``: not counted."""

    model_config = ConfigDict(frozen=True)

    quantity: int | None = None
    sold_out: bool = False

    @property
    def available(self) -> bool:
        return not self.sold_out and (self.quantity is None or self.quantity > 0)


class Faq(BaseModel):
    """A frequent question with its answer, in Chinese and where there is one in English."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    question: str = Field(min_length=1)
    variants: tuple[str, ...] = ()
    question_en: str | None = None
    answer: str = Field(min_length=1)
    answer_en: str | None = None
    tags: tuple[str, ...] = ()
    store: str | None = None


def store_id(name: str) -> str:
    """Stable id of a store: the same name keeps it when data is imported again."""
    return hashlib.sha1(name.strip().encode()).hexdigest()[:10]
