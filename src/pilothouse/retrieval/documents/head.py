"""What an HTML page says of itself: title, date, and the names that front matter knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.retrieval.documents.matter import NAMES
from pilothouse.retrieval.documents.matter import described as known

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_DATES = """
article:published_time datepublished pubdate publishdate publish_date publishtime publication_date date dc.date
dc.date.issued dcterms.date dcterms.issued dcterms.created article:modified_time last-modified
""".split()  # noqa: SIM905 (one line a name would hide the code)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,30})", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"^\s*<\?xml[^>]{0,100}encoding=[\"']([\w.:-]{2,30})")
_JSON_DATE = re.compile(r"\"datePublished\"\s*:\s*\"([^\"]{4,40})\"")
_PUBLISHED = re.compile(
    r"(?:发布|发文|更新|发表|印发|公布|修订|生效)(?:时间|日期)?\s*[：:]\s*([12]\d{3}\s*[-/.年][^<\n]{0,12})|"
    r"(?:[Pp]ublished|[Uu]pdated|[Ee]ffective)(?: on| date)?\s*:?\s*([A-Za-z0-9][^<\n]{6,20}\d)"
)
_SUFFIX = re.compile(r"\s*[-_|–—·»]\s*")


def charset(data: bytes) -> str:
    """The encoding that the page names, or empty."""
    match = _XML_ENCODING.match(data[:200]) or _CHARSET.search(data[:4096])
    return match.group(1).decode("ascii") if match else ""


def title(tree: LexborHTMLParser) -> str:
    """The page's own title: of the head, without the name of the site where the page's heading tells them apart."""
    first = tree.css_first("head title") or tree.css_first("title")
    whole = " ".join((first.text() or "").split()) if first is not None else ""
    named = tree.css_first('meta[property="og:title"]')
    if named is not None and (content := (named.attributes.get("content") or "").strip()):
        whole = content
    headings = [" ".join(_shallow(node).split()) for node in tree.css("h1")[:5]]
    for heading in headings:
        if heading and len(heading) >= 2 and heading in whole:
            return heading
    return whole or (headings[0] if len(headings) == 1 else "")


def described(tree: LexborHTMLParser, text: str) -> dict[str, Any]:
    """Date and the other keys of ``Material.meta``. Raises ``Refusal`` for an ``allow`` that names nobody."""
    values: dict[str, str] = {}
    for node in tree.css("meta")[:200]:
        attributes = node.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
        values.setdefault(name.strip().lower(), (attributes.get("content") or "").strip())
    meta = known({name: value for name, value in values.items() if name in NAMES and name not in ("date", "title")})
    date = next((found for name in _DATES if (found := iso_date(values.get(name, "")))), "")
    if not date and (match := _JSON_DATE.search(text[:200_000])):
        date = iso_date(match.group(1))
    if not date and (time := tree.css_first("time[datetime]")) is not None:
        date = iso_date(time.attributes.get("datetime") or "")
    if not date and (match := _PUBLISHED.search(text[:200_000])):
        date = iso_date(match.group(1) or match.group(2))
    return meta | ({"date": date} if date else {})


def _shallow(node: Any) -> str:
    """Text of a heading; one that holds half a page is none."""
    parts: list[str] = []
    child = node.first_child
    for _ in range(20):
        if child is None:
            break
        inner = child
        for _ in range(4):  # <h1><a><span>…
            if inner.tag == "-text" or inner.first_child is None:
                break
            inner = inner.first_child
        parts.append((inner.text_content or "") if inner.tag == "-text" else "")
        child = child.next
    return "".join(parts)[:300]
