"""A table that scrolls by itself where it is wider than its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pilothouse.web.tags import Tag


@contextmanager
def table(label: str, heads: Iterable[object]) -> Iterator[None]:
    """A table with a head; make its rows inside."""
    # Focusable, so that it can be scrolled without a mouse.
    with Tag("div", classes="scroller", tabindex="0", role="group", aria_label=label), Tag("table"):
        with Tag("thead"), Tag("tr"):
            for head in heads:
                Tag("th", head, scope="col")
        with Tag("tbody"):
            yield


def row(head: object, cells: Sequence[object], classes: Sequence[str] = (), **attributes: Any) -> None:
    """A row whose first cell names it. ``classes`` of the first and the further cells, as far as given."""
    styles = [*classes, *[""] * (1 + len(cells) - len(classes))]
    with Tag("tr"):
        Tag("th", head, styles[0], scope="row", **attributes)
        for cell, style in zip(cells, styles[1:], strict=True):
            Tag("td", cell, style)


def legend(series: Iterable[tuple[str, str]]) -> None:
    """What the colours mean: names and styles."""
    with Tag("ul", classes="legend"):
        for name, style in series:
            with Tag("li"):
                Tag("span", "", f"dot {style}", aria_hidden="true")
                Tag("span", name)
