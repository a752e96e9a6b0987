"""Short pages for the tests of evidence; products and domains are invented."""

from __future__ import annotations

from datetime import date

from pilothouse.assistants.shopping.evidence import Extracted, extract
from pilothouse.websearch.provider import WebPage

TODAY = date(2026, 11, 30)


def page(text: str, title: str = "", url: str = "https://a.example/1", day: date | None = None) -> WebPage:
    return WebPage(url, title, text[:100], raw_content=text, date=day)


def pages(*texts: str, title: str = "") -> list[WebPage]:
    return [page(text, title, f"https://site{at}.example/{at}") for at, text in enumerate(texts)]


def read(*texts: str, kind: str = "", title: str = "") -> Extracted:
    return extract(pages(*texts, title=title), kind, [], TODAY)


def said(found: Extracted, quotation: str = "") -> set[tuple[str, str]]:
    """Product names with the polarity of what is said of them, in records whose quotation holds ``quotation``."""
    names = {product.key: product.name for product in found.products}
    return {
        (names[item.product], {"positive": "+", "negative": "-", "neutral": "0"}[item.polarity])
        for item in found.evidence
        if quotation in item.quotation and item.strength >= 0.25
    }
