"""What a model is asked about the pages: one call for records, each of which code checks before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from pilothouse.assistants.shopping.evidence.extraction import Extracted
from pilothouse.assistants.shopping.evidence.record import Polarity
from pilothouse.assistants.shopping.evidence.sentence import key_sentences
from pilothouse.context.fence import fence
from pilothouse.contracts.task import TaskContract
from pilothouse.websearch.provider import WebPage

PAGES = 12  # pages that one call reads
EACH = 900  # characters of key sentences of each
LISTED = 24  # products named to the model


class Material(BaseModel):
    """``products`` one name a line; ``sentences``: each page's number and its fenced key sentences."""

    model_config = ConfigDict(extra="forbid")

    kind: str
    products: str
    sentences: str


class Claim(BaseModel):
    """One record as the model gives it. ``page`` counts from 1."""

    model_config = ConfigDict(extra="forbid")

    page: int = Field(ge=1, le=PAGES)
    quotation: str = Field(min_length=2, max_length=400)
    product: str = Field(min_length=1, max_length=60)
    aspect: str = Field(default="", max_length=12)
    polarity: Polarity
    strength: float = Field(default=0.5, ge=0, le=1)


class Claims(BaseModel):
    """All records."""

    model_config = ConfigDict(extra="forbid")

    records: list[Claim] = Field(max_length=60)


def chosen(found: Extracted, pages: Sequence[WebPage]) -> list[int]:
    """The pages a model reads: no shops and no copies, at most ``PAGES``, in their order."""
    return [at for at, _ in enumerate(pages) if not found.sources[at].shop and found.sources[at].copy_of == at][:PAGES]


def material(found: Extracted, pages: Sequence[WebPage], kind: str) -> Material:
    """What the task is given."""
    blocks = [f"[{number}] {fence(_shown(pages[at]))}" for number, at in enumerate(chosen(found, pages), start=1)]
    names = "\n".join(product.name for product in found.products[:LISTED])
    return Material(kind=kind or "-", products=fence(names or "-"), sentences="\n\n".join(blocks) or "-")


def _shown(page: WebPage) -> str:
    return f"{page.title}\n{key_sentences(page.text, EACH)}"


def _prompt() -> str:
    package = __package__.rpartition(".")[0]
    return (files(package) / "prompts" / "extract.md").read_text(encoding="utf-8").strip()


def _quoted(given: Material, value: Claims) -> str | None:
    """Asked again only when nothing at all can be used; single bad records are dropped afterwards."""
    if value.records and not any(claim.quotation.strip() in given.sentences for claim in value.records):
        return "No quotation stands word for word in the pages: copy them."
    return None


EXTRACT_EVIDENCE: TaskContract[Material, Claims] = TaskContract(
    name="extract_evidence",
    prompt=_prompt(),
    input=Material,
    output=Claims,
    checks=(_quoted,),
    fallback=lambda given: Claims(records=[]),
    tier="large",
    temperatures=(0.0, 0.0),
    max_tokens=2400,
)
