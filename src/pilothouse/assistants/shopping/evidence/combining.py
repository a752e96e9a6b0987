"""A model's records joined to the rules': only those that the pages bear out and that contradict no clear reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.shopping.evidence.extraction import Extracted
from pilothouse.assistants.shopping.evidence.injection import injected, visible
from pilothouse.assistants.shopping.evidence.naming.vocabulary import common_han, common_latin
from pilothouse.assistants.shopping.evidence.record import Evidence, Product
from pilothouse.assistants.shopping.evidence.specificity import specificity
from pilothouse.assistants.shopping.evidence.tasks import Claim, Claims, chosen
from pilothouse.assistants.shopping.evidence.text import fold
from pilothouse.websearch.provider import WebPage

CLEAR = 0.4  # strength from which on a rule's record overrules the model's
TRUSTED = 0.6  # strength that a record gets at most which no rule confirms
SHORTEST = 4  # characters of a quotation that tells something


def combine(found: Extracted, claims: Claims, pages: Sequence[WebPage]) -> Extracted:
    """``found`` with the records of ``claims`` that stand; what was dropped is noted with the reason."""
    numbered = chosen(found, pages)
    products = list(found.products)
    evidence = list(found.evidence)
    notes: list[str] = []
    for claim in claims.records:
        made = _record(claim, found, pages, numbered, products)
        if isinstance(made, str):
            notes.append(f"record dropped: {made}")
        elif not any(_same(made, other) for other in evidence):
            evidence.append(made)
    used = {item.product for item in evidence}
    kept = tuple(product for at, product in enumerate(products) if at < len(found.products) or product.key in used)
    return replace(found, products=kept, evidence=tuple(evidence), notes=(*found.notes, *notes))


def _record(
    claim: Claim, found: Extracted, pages: Sequence[WebPage], numbered: Sequence[int], products: list[Product]
) -> Evidence | str:
    if claim.page > len(numbered):
        return "its page doesn't exist"
    at = numbered[claim.page - 1]
    quotation = claim.quotation.strip()
    shown = f"{pages[at].title}\n{visible(pages[at].text)}"
    if len(quotation) < SHORTEST or quotation not in shown:
        return "its quotation isn't in the page"
    if injected(_sentence(shown, quotation)):
        return "its quotation instructs a machine"
    product = _product(claim.product, shown, products)
    if product is None:
        return "its product isn't named in the page"
    near = [item for item in found.evidence if item.page == at and _overlap(item.quotation, quotation)]
    own = [item.polarity for item in near if item.product == product.key and item.strength >= CLEAR]
    if claim.polarity != "neutral" and own and claim.polarity not in own:
        return "a rule reads it the other way"
    if near and not any(item.product == product.key for item in near) and not _named(product, quotation):
        return "it is about another product"
    source = found.sources[at]
    return Evidence(
        product=product.key,
        aspect=claim.aspect.strip(),
        polarity=claim.polarity,
        strength=min(claim.strength, TRUSTED),
        specificity=specificity(fold(quotation), False),
        page=at,
        url=source.url,
        domain=source.domain,
        date=source.date,
        quotation=quotation,
        copy_of=source.copy_of,
        promotional=source.promotional,
    )


def _product(name: str, shown: str, products: list[Product]) -> Product | None:
    """The product called ``name``, which the page must name; a new one is added when the page spells it so."""
    plain = _bare(name)
    for product in products:
        if plain in {_bare(spelling) for spelling in (product.name, *product.names)}:
            return product if _named(product, shown) else None
    if len(plain) < 3 or name.strip() not in shown or injected(name):
        return None
    words = re.findall(r"[a-z0-9]+|[\u3400-\u9fff]+", fold(name))
    if all(common_latin(word) or common_han(word) for word in words) or not _telling(words):
        return None
    made = Product(key=f"|{plain}", name=name.strip(), names=(name.strip(),))
    products.append(made)
    return made


def _telling(words: Sequence[str]) -> bool:
    """Whether a name is more than words of every day: a digit, a Latin word, Chinese that no dictionary has."""
    from rjieba import cut, has_word

    return any(
        any(character.isdigit() for character in word)
        or (word.isascii() and not common_latin(word))
        or any(not has_word(piece) for piece in cut(word) if len(piece) > 1)
        or all(len(piece) == 1 for piece in cut(word))
        for word in words
    )


def _named(product: Product, text: str) -> bool:
    plain = _bare(text)
    spellings = {product.name, product.brand, product.model, *product.names}
    return any(_bare(spelling) in plain for spelling in spellings if len(_bare(spelling)) > 1)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", fold(text))


def _sentence(shown: str, quotation: str) -> str:
    """The line that ``quotation`` stands in: an instruction isn't harmless because half of it is quoted."""
    at = shown.find(quotation)
    return shown[shown.rfind("\n", 0, at) + 1 : (shown.find("\n", at) + 1 or len(shown) + 1) - 1]


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def _same(one: Evidence, other: Evidence) -> bool:
    return (
        (one.product, one.page, one.polarity) == (other.product, other.page, other.polarity)
        and one.aspect in (other.aspect, "")
        and _overlap(one.quotation, other.quotation)
    )
