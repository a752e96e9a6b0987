"""Evidence: what one sentence of one page says about one product."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Polarity = Literal["positive", "negative", "neutral"]


class Evidence(BaseModel):
    """One typed record; the score is computed from these alone (S8).

    ``product`` is the key of a merged product (see ``Product``), ``aspect`` what is judged ("静音", "续航"; empty:
    the product as a whole). ``strength`` 0 to 1: "还行" is weak, "无限回购" is strong. ``specificity`` 0 to 1: measured
    values, times and comparisons against mere praise. ``domain`` is the registrable domain of ``url``. ``date``: when
    the page was written, ``None`` when nobody knows. ``quotation`` stands word for word in the page. ``copy_of``: the
    page of which this one is a copy, as an index into the pages (itself when it is none). ``promotional`` 0 to 1: how
    much the page reads like an advertorial. ``case``: for whom or when it holds, in the page's words, where it says so
    ("小个子选 X"): such praise is no advice to others.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    product: str
    aspect: str = ""
    polarity: Polarity
    strength: float = Field(ge=0, le=1)
    specificity: float = Field(ge=0, le=1)
    page: int = Field(ge=0)
    url: str
    domain: str
    date: date | None
    quotation: str
    copy_of: int = Field(ge=0)
    promotional: float = Field(ge=0, le=1)
    case: str = ""


class Product(BaseModel):
    """A product under all the names that pages give it. ``key`` is stable for the same pages.

    ``name`` as most pages write it; ``brand`` and ``model`` may be empty. ``price`` in yuan, the median of what pages
    say, ``None`` when they don't; ``foreign``: the same in other currencies, by their code.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str
    name: str
    brand: str = ""
    model: str = ""
    names: tuple[str, ...] = ()
    price: float | None = None
    foreign: dict[str, float] = Field(default_factory=dict)
