"""The decision as JSON: one product of the best reputation, or an honest "not enough evidence" (S1)."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pilothouse.assistants.shopping.evidence.record import Polarity

REASONS = 5
CITED = 8
RUNNER_UPS = 3
CAVEATS = 5

Shortage = Literal[
    "", "no_pages", "no_products", "none_fits", "one_domain", "advertising", "outdated", "weak", "requirement", "close"
]


class Cited(BaseModel):
    """One quotation of a page, word for word. ``n`` is its number in the text, from 1; ``date`` when it was written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int = Field(ge=1)
    product: str
    aspect: str = ""
    url: str
    domain: str
    date: date | None
    quotation: str = Field(min_length=1)
    polarity: Polarity


class RunnerUp(BaseModel):
    """A product that was not chosen, and why it came behind."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    product: str
    brand: str = ""
    model: str = ""
    score: float = Field(ge=0, le=100)
    reason: str = ""


class Decision(BaseModel):
    """Exactly one product, or an abstention with nothing in the product's fields.

    ``score`` 0 to 100. ``reasons`` and ``caveats`` are sentences in the asker's language. ``shortage`` says why it
    abstains. Raises ``ValidationError`` for a product without evidence of two domains, and for a score or a product
    beside an abstention.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    product: str = ""
    brand: str = ""
    model: str = ""
    score: float | None = Field(default=None, ge=0, le=100)
    reasons: tuple[str, ...] = Field(default=(), max_length=REASONS)
    evidence: tuple[Cited, ...] = Field(default=(), max_length=CITED)
    runner_ups: tuple[RunnerUp, ...] = Field(default=(), max_length=RUNNER_UPS)
    caveats: tuple[str, ...] = Field(default=(), max_length=CAVEATS)
    abstained: bool
    shortage: Shortage = ""

    @model_validator(mode="after")
    def _consistent(self) -> Decision:
        if [cited.n for cited in self.evidence] != list(range(1, len(self.evidence) + 1)):
            raise ValueError("Evidence is numbered from 1 without gaps.")
        if self.abstained:
            if self.product or self.brand or self.model or self.score is not None or not self.shortage:
                raise ValueError("An abstention names no product and no score, and says why.")
            return self
        if not self.product or self.score is None or not self.reasons or self.shortage:
            raise ValueError("A decision names a product, its score and its reasons.")
        good = {c.domain for c in self.evidence if c.product == self.product and c.polarity == "positive"}
        if len(good) < 2:
            raise ValueError("A decision rests on good words from at least two domains.")
        if self.product in {runner.product for runner in self.runner_ups}:
            raise ValueError("A product doesn't come behind itself.")
        return self
