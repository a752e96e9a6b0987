"""Walking an HTML tree without recursion, and the text below a node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_BLOCKS_NAMES = """
html body main article section div p header address blockquote center details summary fieldset figure figcaption
form hgroup hr legend ul ol dl dt dd li pre table caption thead tbody tfoot tr td th search h1 h2 h3 h4 h5 h6
"""
BLOCKS = frozenset(_BLOCKS_NAMES.split())


def events(root: LexborNode, enter: Callable[[LexborNode], bool]) -> Iterator[tuple[LexborNode, bool]]:
    """(node, True) on the way in, (node, False) on the way out of what ``enter`` let in; no recursion."""
    node: LexborNode | None = root
    depth = 0
    while node is not None:
        inside = enter(node)
        if inside:
            yield node, True
        if inside and node.first_child is not None:
            node = node.first_child
            depth += 1
            continue
        if inside:
            yield node, False
        while node is not None and depth and node.next is None:
            node = node.parent
            depth -= 1
            if node is not None:
                yield node, False
        if not depth or node is None:
            return
        node = node.next


def length(node: LexborNode) -> tuple[int, int]:
    """Characters of text below ``node``, and those of them in links."""
    total = linked = 0
    links = 0

    def enter(child: LexborNode) -> bool:
        nonlocal total, linked, links
        if child.tag == "-text":
            size = len("".join((child.text_content or "").split()))
            total += size
            linked += size if links else 0
            return False
        return child.is_element_node and child.tag not in ("script", "style", "noscript", "template")

    for child, entering in events(node, enter):
        if child.tag == "a":
            links += 1 if entering else -1
    return total, linked


def writing(node: LexborNode) -> str:
    """The text below ``node``, blocks on lines of their own."""
    parts: list[str] = []

    def enter(child: LexborNode) -> bool:
        if child.tag == "-text":
            parts.append(child.text_content or "")
        elif child.tag in BLOCKS or child.tag == "br":
            parts.append("\n" if child.tag in ("br", "p", "div", "li", "tr") else " ")
        return child.tag not in ("script", "style", "noscript", "template") and child.tag != "-text"

    for _ in events(node, enter):
        pass
    return "".join(parts)
