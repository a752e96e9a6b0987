"""A dish as data."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Spice = Literal["不辣", "微辣", "中辣", "特辣"]
SPICE_ORDER: tuple[Spice, ...] = ("不辣", "微辣", "中辣", "特辣")


class Dish(BaseModel):
    """One dish of a menu. ``price`` in yuan, ``None`` when the menu gives no figure (``price_text``: 时价).

    ``price_from`` marks "38元起". ``tastes`` are the options a guest may choose from, as the menu names
    them (spice levels, sweetness, …). ``hours`` ("06:30-10:00") limits when the dish is served.
    ``stores`` empty: every store of the menu sells it. ``prices`` holds per-store prices that differ.
    ``currency`` is how the amount is said: menus abroad charge 美元 or 港元.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    name: str = Field(min_length=1, max_length=60)
    aliases: tuple[str, ...] = ()
    name_en: str | None = None
    aliases_en: tuple[str, ...] = ()
    category: str = ""
    ingredients: tuple[str, ...] = ()
    allergens: tuple[str, ...] = ()
    tastes: tuple[str, ...] = ()
    default_spice: Spice | None = None
    price: Decimal | None = Field(default=None, ge=0)
    price_text: str | None = None
    price_from: bool = False
    unit: str = "份"
    currency: str = "元"
    portion: str | None = None
    prep_minutes: int | None = Field(default=None, ge=0, le=24 * 60)
    notes: str | None = None
    signature: bool = False
    hours: str | None = None
    description: str | None = None
    stores: tuple[str, ...] = ()
    prices: dict[str, Decimal] = Field(default_factory=dict)

    def document(self) -> str:
        """The dish as one labelled text (menu article, 2.1): every field takes part in matching."""
        price = self.price_label
        if self.price is not None and self.unit != "份":  # 份 goes without saying
            price = f"{price}/{self.unit}"
        fields = (
            ("菜品名称", self.name),
            ("别名", "、".join((*self.aliases, *self.aliases_en))),
            ("英文名", self.name_en),
            ("分类", self.category),
            ("食材", "、".join(self.ingredients)),
            ("过敏原", "、".join(self.allergens)),
            ("口味选项", "、".join(self.tastes)),
            ("默认辣度", self.default_spice),
            ("份量", self.portion),
            ("出餐时间", f"约{self.prep_minutes}分钟" if self.prep_minutes is not None else None),
            ("价格", price),
            ("供应时间", self.hours),
            ("注意", self.notes),
            ("招牌", "招牌菜" if self.signature else None),
            ("门店", "、".join(self.stores)),
            ("介绍", self.description),
        )
        return " ".join(f"【{label}】{value}" for label, value in fields if value)

    @property
    def price_label(self) -> str:
        """The price as said to a guest: "38元", "38元起", "时价"."""
        if self.price is None:
            return self.price_text or ""
        amount = f"{self.price.normalize():f}{self.currency}"
        return f"{amount}起" if self.price_from else amount
