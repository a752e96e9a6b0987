"""Evidence from pages by rules, for any kind of product."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from statistics import median

from pilothouse.assistants.shopping.evidence.attribution import Attribution, Judgement
from pilothouse.assistants.shopping.evidence.copies import copies
from pilothouse.assistants.shopping.evidence.dating import page_date
from pilothouse.assistants.shopping.evidence.injection import concealed, injected
from pilothouse.assistants.shopping.evidence.leant import leant
from pilothouse.assistants.shopping.evidence.naming.catalogue import Catalogue, learn
from pilothouse.assistants.shopping.evidence.naming.mention import Finder
from pilothouse.assistants.shopping.evidence.naming.product import products
from pilothouse.assistants.shopping.evidence.pricing import YUAN, Price, priced
from pilothouse.assistants.shopping.evidence.promotion import promotional, shop
from pilothouse.assistants.shopping.evidence.record import Evidence, Product
from pilothouse.assistants.shopping.evidence.sheet import PAGES, Sentence, Sheet, sheet
from pilothouse.assistants.shopping.evidence.specificity import specificity
from pilothouse.assistants.shopping.evidence.text import fold
from pilothouse.websearch.canonical import domain
from pilothouse.websearch.provider import WebPage

INSTRUCTED = 0.9  # promotional degree of a page that tries to instruct: it was written to be chosen
VERDICT = 0.8  # strength at least of what a page comes to in the end
QUOTED = 120  # characters: of a longer sentence only the clauses that judge are quoted


CLEAR = 0.4  # strength from which a conclusion is one
_VERDICT = re.compile(
    r"\W*(?:总结|总的来说|总而言之|总之|结论|综上|一句话|总体(?:来说|上)?|整体(?:来说|上)?|要是(?:现在)?(?:让我)?(?:再|重新)|"
    r"(?:our |my |the |final )*(?:verdict|bottom line|conclusion)\b|overall\b|in short\b|all in all\b|in the end\b|"
    r"to sum up\b|"
    r"i(?:'d| would) (?:buy|choose|get|pick) (?:it|this|one) again)"
)


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of one page. ``copy_of``: as in ``Evidence``; ``shop``: it sells, so nothing in it is evidence."""

    url: str
    domain: str
    date: date | None
    copy_of: int
    promotional: float
    shop: bool


@dataclass(frozen=True, slots=True)
class Extracted:
    """``sources``: one for each page. ``notes``: what was left out, and why."""

    products: tuple[Product, ...]
    evidence: tuple[Evidence, ...]
    sources: tuple[Source, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def copies(self) -> tuple[int, ...]:
        """For each page the index of the page it is a copy of, or its own."""
        return tuple(source.copy_of for source in self.sources)


def extract(pages: Sequence[WebPage], need_kind: str, need_aspects: Sequence[str], today: date) -> Extracted:
    """What ``pages`` say of products of the kind ``need_kind`` (may be empty), as typed records.

    ``need_aspects``: what the user asks for; aspects that a page calls so are kept under that name. No page's text is
    ever followed: a sentence that instructs is dropped and noted.
    """
    plains = [fold(page.text) for page in pages]
    dates = [page_date(page, plain, today) for page, plain in zip(pages, plains, strict=True)]
    origin = copies(plains, dates)
    notes: list[str] = []
    whole = [sheet(index, page) for index, page in enumerate(pages)]
    sheets = [_clean(page, notes) for page in whole]
    instructed = {
        page.index for page, clean in zip(whole, sheets, strict=True) if page is not clean or concealed(page.page.text)
    }
    catalogue = learn(sheets, _kinds(need_kind))
    finder = Finder(catalogue)
    named = products(catalogue)
    evidence: list[Evidence] = []
    sources: list[Source] = []
    costs: dict[int, list[Price]] = defaultdict(list)
    for page in sheets:
        attribution = Attribution(page, finder)
        _costs(page, attribution, costs)
        plain, url = plains[page.index], page.page.url
        judged = leant(page, attribution.heard, list(attribution.judgements()))
        sells = shop(url, plain, _latin(catalogue, attribution))
        degree = 1.0 if sells else _degree(page, plain, attribution, judged, page.index in instructed)
        source = Source(url, domain(url), dates[page.index], origin[page.index], degree, sells)
        sources.append(source)
        if sells:
            notes.append(f"{url}: a shop or the maker's own page, which is no evidence")
            continue
        evidence.extend(_record(page, item, named[item.entry].key, source) for item in judged)
    known = tuple(product.model_copy(update=_prices(costs[at])) for at, product in enumerate(named))
    return Extracted(known, tuple(_distinct(evidence)), tuple(sources), tuple(notes))


def _clean(page: Sheet, notes: list[str]) -> Sheet:
    """The sheet without sentences that instruct."""
    kept = _harmless(page.sentences)
    if len(kept) == len(page.sentences):
        return page
    left = len(page.sentences) - len(kept)
    notes.append(f"{page.page.url}: {left} sentence(s) that instruct a machine were left out")
    return Sheet(page.index, page.page, kept)


@lru_cache(maxsize=PAGES)
def _harmless(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    return tuple(sentence for sentence in sentences if not injected(sentence.text, sentence.plain))


def _kinds(need_kind: str) -> frozenset[str]:
    from rjieba import cut

    plain = fold(need_kind.strip())
    return frozenset(word for word in [plain, *cut(plain)] if len(word) > 1)


def _latin(catalogue: Catalogue, attribution: Attribution) -> list[str]:
    """Latin brands of the products that a page names: a domain that bears one is the maker's."""
    brands = {catalogue.entries[mention.entry].brand for found in attribution.mentions for mention in found}
    return [name for name, filed in catalogue.brands.items() if name.isascii() and filed in brands]


def _degree(page: Sheet, plain: str, attribution: Attribution, judged: list[Judgement], instructed: bool) -> float:
    entries = {mention.entry for found in attribution.mentions for mention in found}
    positive = sum(item.sign > 0 for item in judged)
    degree = promotional(plain, len(entries), positive, len(judged) - positive)
    return max(degree, INSTRUCTED) if instructed else degree


def _record(page: Sheet, item: Judgement, key: str, source: Source) -> Evidence:
    sentence = page.sentences[item.sentence]
    quotation = sentence.text
    case = item.opinion.case if item.opinion else ""
    if len(quotation) > QUOTED or case:
        start = min(item.span[0], item.opinion.start) if item.opinion and case else item.span[0]
        quotation = sentence.text[start : item.span[1]].strip(" ,;，；：:")
    strength = (
        max(item.strength, VERDICT) if item.strength >= CLEAR and _VERDICT.match(sentence.plain) else item.strength
    )
    return Evidence(
        product=key,
        aspect=item.aspect,
        case=case,
        polarity="positive" if item.sign > 0 else "negative",
        strength=round(min(1.0, strength), 3),
        specificity=specificity(sentence.plain, item.compared),
        page=page.index,
        url=source.url,
        domain=source.domain,
        date=source.date,
        quotation=quotation,
        copy_of=source.copy_of,
        promotional=source.promotional,
    )


def _costs(page: Sheet, attribution: Attribution, costs: dict[int, list[Price]]) -> None:
    """Adds what a page says that products cost; of each product and currency the first that it says in a sentence."""
    for sentence, mentions in zip(page.sentences, attribution.mentions, strict=True):
        seen: set[tuple[int, str]] = set()
        for entry, price in priced(sentence.plain, mentions, attribution.topic):
            if (entry, price.currency) not in seen:
                seen.add((entry, price.currency))
                costs[entry].append(price)


def _prices(said: Sequence[Price]) -> dict[str, object]:
    """The fields of a product that tell its price."""
    values: dict[str, list[float]] = defaultdict(list)
    for price in said:
        values[price.currency].append(price.value)
    found = {currency: median(each) for currency, each in values.items()}
    return {"price": found.pop(YUAN, None), "foreign": found}


def _distinct(evidence: list[Evidence]) -> list[Evidence]:
    """Each thing said once for a page: one record for product, aspect, polarity and quotation."""
    seen: dict[tuple[str, str, str, int, str], Evidence] = {}
    for item in evidence:
        key = (item.product, item.aspect, item.polarity, item.page, item.quotation)
        if key not in seen or item.strength > seen[key].strength:
            seen[key] = item
    return list(seen.values())
