"""HTML to blocks: the page's own text, without navigation, footers and forms.

The tree is walked without recursion, so depth costs no stack.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pilothouse.retrieval.documents import head, plain
from pilothouse.retrieval.documents.boilerplate import MOST_OF_PAGE, is_boilerplate
from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.nodes import BLOCKS, events, length, writing
from pilothouse.retrieval.documents.tables import table
from pilothouse.retrieval.documents.webtable import grid

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_HEADING = {f"h{level}": level for level in range(1, 7)}
_DROPPED_NAMES = """
head script style noscript template svg math iframe object embed canvas audio video map select button input
textarea datalist dialog nav footer aside menu
"""
_DROPPED = frozenset(_DROPPED_NAMES.split())
_TAG = re.compile(r"<(?:script|style)\b[^>]*>[^<]*</(?:script|style)>|</?[a-zA-Z!][^<>]*>", re.IGNORECASE)
_OPENED = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
# Elements without an end tag, or whose end tag is often left out: a long page of those isn't deep.
_FLAT_NAMES = """
area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option tbody thead tfoot
colgroup html body head
"""
_FLAT = frozenset(_FLAT_NAMES.split())
_DEEPEST = 1000


@dataclass(slots=True)
class Page:
    """What a page holds; ``title`` and ``meta`` from its head."""

    blocks: list[Block] = field(default_factory=list)
    title: str = ""
    meta: dict[str, Any] = field(default_factory=dict)


def blocks(text: str, account: Account) -> Page:
    """The blocks of a page or of a part of one."""
    from selectolax.lexbor import LexborHTMLParser

    if _depth(text) > _DEEPEST:
        # Building the tree costs the square of its depth; no honest page is nested like this.
        account.warn("网页嵌套过深，只取了文字。", "The page is nested too deeply; only its text was taken.")
        return Page(blocks=plain.blocks(html.unescape(_TAG.sub("\n", text)), account))
    tree = LexborHTMLParser(text)
    body = tree.body
    if body is None:
        return Page()
    page = Page(title=head.title(tree), meta=head.described(tree, text))
    reading = _Reading(account)
    reading.walk(_main(body), body)
    page.blocks = reading.found
    return page


def _main(body: LexborNode) -> LexborNode:
    """The one <main> or <article> that holds most of the page, else the body."""
    for selector in ("main", "[role=main]", "article"):
        found = body.css(selector)
        if len(found) == 1 and length(found[0])[0] > MOST_OF_PAGE * length(body)[0]:
            return found[0]
    return body


class _Reading:
    def __init__(self, account: Account) -> None:
        self.account = account
        self.found: list[Block] = []
        self.text: list[str] = []
        self.lists: list[tuple[str, int]] = []  # kind and how many items so far
        self.item: list[bool] = []  # for each open <li>, whether its own text is already out

    def walk(self, root: LexborNode, body: LexborNode) -> None:
        whole = length(root)[0]
        for node, entering in events(root, lambda node: self._enter(node, whole)):
            if not entering:
                self._leave(node)
        self._flush()

    def _enter(self, node: LexborNode, whole: int) -> bool:
        """Whether to look inside ``node``."""
        tag = node.tag
        if tag == "-text":
            self.text.append(node.text_content or "")
            return False
        if tag in _DROPPED or not node.is_element_node or is_boilerplate(node, whole):
            return False
        if tag == "br":
            self.text.append("\n")
        elif tag == "pre":
            self._flush()
            code = writing(node).strip("\n")
            if code.strip():
                self.found.append(Block("code", self.account.text(code)))
            return False
        elif tag == "table":
            return self._table(node)
        elif tag in BLOCKS:
            if tag == "dd":
                return True  # what a term means belongs to the term
            self._flush()
            if tag in ("ul", "ol"):
                self.lists.append((tag, 0))
            elif tag == "li":
                self._open_item()
        return True

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag
        if tag in _HEADING:
            self._flush("heading", _HEADING[tag])
        elif tag == "dt":
            self.text.append("\n")
        elif tag in ("li", "dd"):
            self._flush("item" if tag == "dd" else "")
            if tag == "li" and self.item:
                self.item.pop()
        elif tag in BLOCKS:
            self._flush()
            if tag in ("ul", "ol") and self.lists:
                self.lists.pop()

    def _open_item(self) -> None:
        self.item.append(False)
        if self.lists:
            kind, count = self.lists[-1]
            self.lists[-1] = (kind, count + 1)
            if kind == "ol":
                self.text.append(f"{count + 1}. ")

    def _flush(self, kind: str = "", level: int = 0) -> None:
        text = "\n".join(line for part in "".join(self.text).split("\n") if (line := " ".join(part.split())))
        number = re.fullmatch(r"\d+\.", text)
        if number and not kind:
            return  # the text of this item is in an element of its own that comes next
        self.text.clear()
        if not text:
            return
        self.account.text(text)
        if kind == "heading":
            self.found.append(Block("heading", " ".join(text.split("\n")), level))
        elif kind == "item" or (self.item and not self.item[-1]):
            if self.item:
                self.item[-1] = True
            self.found.append(Block("item", text, max(0, min(len(self.item) - 1, 8))))
        else:
            self.found.append(Block("paragraph", text))

    def _table(self, node: LexborNode) -> bool:
        """Reads a data table; True for one that only lays out a page, which is walked into instead."""
        self._flush()
        if _lays_out(node):
            return True
        rows, header_rows, caption = grid(node, self.account)
        self.found.extend(table(rows, self.account, header_rows=header_rows, caption=caption))
        return False


def _depth(text: str) -> int:
    """At least how deeply the elements of ``text`` are nested; counting ends above the limit."""
    depth = deepest = 0
    for match in _OPENED.finditer(text):
        if match.group(2).lower() in _FLAT:
            continue
        depth = max(0, depth - 1) if match.group(1) else depth + 1
        if depth > deepest:
            deepest = depth
            if deepest > _DEEPEST:
                break
    return deepest


def _lays_out(node: LexborNode) -> bool:
    inside = node.css("table, h1, h2, h3")  # finds the node itself too
    return any(found.mem_id != node.mem_id for found in inside)
