"""Which parts of a page are its surroundings: navigation, footers, sharing buttons.

Told by element, role or class together with the share of the text that stands in links (link density: Kohlschütter et
al., "Boilerplate detection using shallow text features", WSDM 2010).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pilothouse.retrieval.documents.nodes import length

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_ROLES = frozenset(("navigation", "banner", "contentinfo", "search", "menu", "menubar", "dialog", "complementary"))
_SURE = re.compile(
    r"(?:bread-?crumbs?|footer|copyright|pagination|pager|skip-?link|cookie\S*|share-?\S*|social-?\S*|site-?nav|navbar)",
    re.IGNORECASE,
)
_LIKELY = re.compile(
    r"(?:nav\S*|\S*[-_]nav|menu|main-?menu|sidebar|side-?bar|side|related\S*|tags?|links?|friend-?links?|prev-?next|"
    r"header|top-?bar|toolbar|foot\S*|crumbs?|location|position|toc)",
    re.IGNORECASE,
)
_MOST_LINKED = 0.5  # of the text of a part that is only likely to be boilerplate
_SHORT = 60  # characters: a likely part without paragraphs that is not longer says nothing
MOST_OF_PAGE = 0.5  # what holds more than this share of the text is the page itself, whatever it is called


def is_boilerplate(node: LexborNode, whole: int) -> bool:
    """Whether ``node`` is none of the page's own text; ``whole`` is how many characters the page has."""
    attributes = node.attributes
    if not attributes and node.tag != "header":
        return False
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    style = (attributes.get("style") or "").replace(" ", "").lower()
    if "display:none" in style or "visibility:hidden" in style:
        return True
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".split()
    sure = attributes.get("role") in _ROLES or any(_SURE.fullmatch(name[:60]) for name in names)
    likely = sure or node.tag == "header" or any(_LIKELY.fullmatch(name[:60]) for name in names)
    if not likely:
        return False
    total, linked = length(node)
    if total > MOST_OF_PAGE * whole:
        return False
    if sure:
        return True
    bare = total <= _SHORT and node.css_first("h1, h2, h3, p") is None
    return linked > _MOST_LINKED * total or bare
