"""The assistant's graph, with the way that a turn took through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pilothouse.web.tags import Tag
from pilothouse.web.texts import NODES

if TYPE_CHECKING:
    from pilothouse.flow import Flow
    from pilothouse.web.words import Words

FINISH = "end"
WIDE, HIGH, GAP, ASIDE = 150, 44, 28, 26  # of a box, between rows, and of the lane on either side; in pixels
LABEL = 18  # characters
MOST = 40  # nodes

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Visit:
    """A node that ran: how often, for how many milliseconds together, and whether it failed."""

    times: int
    ms: float
    failed: bool = False


def edges_of(flow: Flow) -> list[Edge]:
    """All edges that the graph declares."""
    found: list[Edge] = []
    for source, edge in flow.edges.items():
        targets = (edge,) if isinstance(edge, str) else edge[1]
        found += [(source, target) for target in targets]
    return found


def layers(start: str, edges: Sequence[Edge]) -> list[list[str]]:
    """Nodes in rows: each below all that lead to it, but for those that it leads back to."""
    ahead: dict[str, list[str]] = {}
    for source, target in edges:
        ahead.setdefault(source, []).append(target)
    done: list[str] = []  # each after all that it leads forward to
    back: set[Edge] = set()
    way: list[tuple[str, list[str]]] = [(start, list(ahead.get(start, ())))]
    seen, open_ = {start}, {start}
    while way:
        node, left = way[-1]
        if not left:
            way.pop()
            open_.discard(node)
            done.append(node)
            continue
        target = left.pop(0)
        if target in open_:
            back.add((node, target))
        elif target not in seen:
            seen.add(target)
            open_.add(target)
            way.append((target, list(ahead.get(target, ()))))
    depth = dict.fromkeys(reversed(done), 0)
    for node in depth:
        for target in ahead.get(node, ()):
            if (node, target) not in back:
                depth[target] = max(depth[target], depth[node] + 1)
    rows: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for node, at in depth.items():
        rows[at].append(node)
    return rows


def named(say: Words, assistant: str, node: str) -> str:
    """What a node does, or its name where nobody has said that."""
    known = f"{assistant}.{node}" in NODES or node in NODES
    return say.node(assistant, node) if known else node


def draw(say: Words, assistant: str, flow: Flow | None, path: Sequence[str], visits: Mapping[str, Visit]) -> None:
    """The graph as a picture; of an assistant that is gone, the way alone. ``path``: the nodes in their order."""
    path = path[: MOST * 4]
    if flow is not None and len(flow.nodes) <= MOST:
        edges, start = edges_of(flow), flow.start
    else:
        known = list(dict.fromkeys(path))[:MOST]
        if not known:
            return
        edges, start = [*pairwise(known), (known[-1], FINISH)], known[0]
    rows = layers(start, edges)
    taken = set(pairwise([*path, FINISH])) if path else set()
    columns = max(len(row) for row in rows)
    width = 2 * ASIDE + columns * WIDE + (columns - 1) * GAP
    height = len(rows) * (HIGH + GAP) - (HIGH + GAP - 24 if rows[-1] == [FINISH] else GAP - 6)
    where = _places(rows, width)
    told = " → ".join(named(say, assistant, node) for node in path) or "-"
    with Tag(
        "svg", classes="graph", viewBox=f"0 0 {width} {height}", role="img", aria_label=f"{say('rec.graph')}: {told}"
    ).style(f"max-width: {width}px"):  # fmt: skip
        for edge in sorted(dict.fromkeys(edges), key=lambda edge: edge in taken):
            if edge[0] in where and edge[1] in where:
                _edge(edge, where, width, edge in taken)
        for node, (x, y) in where.items():
            _node(say, assistant, node, x, y, visits.get(node), bool(path))


def _places(rows: Sequence[Sequence[str]], width: int) -> dict[str, tuple[float, float]]:
    """The middle of the upper side of each box."""
    where = {}
    for n, row in enumerate(rows):
        whole = len(row) * WIDE + (len(row) - 1) * GAP
        for m, node in enumerate(row):
            where[node] = (width / 2 - whole / 2 + WIDE / 2 + m * (WIDE + GAP), n * (HIGH + GAP) + 2.0)
    return where


def _edge(edge: Edge, where: Mapping[str, tuple[float, float]], width: int, taken: bool) -> None:
    (x1, y1), (x2, y2) = where[edge[0]], where[edge[1]]
    rows = round((y2 - y1) / (HIGH + GAP))
    if abs(rows) == 1:
        start, tip, lean = (y1 + HIGH, y2, 0) if rows == 1 else (y1, y2 + HIGH, 14)  # there and back side by side
        line = _curve(x1 + lean, start, x2 + lean, tip - 5 * rows)
        head = _arrow(x2 + lean, tip, 0, -rows)
    else:
        sign = 1 if x1 >= width / 2 else -1
        side, begin = (width - 6 if sign > 0 else 6), x1 + sign * WIDE / 2
        level = y1 + HIGH * (0.7 if rows > 0 else 0.4)
        beside = all((x - x2) * sign <= 0 for x, y in where.values() if y == y2)  # nothing between lane and target
        if beside or rows <= 0:
            tip, low = x2 + sign * WIDE / 2, y2 + HIGH * (0.3 if rows > 0 else 0.6)
            line = f"M{begin:.0f} {level:.0f} C{side} {level:.0f} {side} {low:.0f} {tip + sign * 5:.0f} {low:.0f}"
            head = _arrow(tip, low, sign, 0)
        else:
            tip = x2 + sign * 24
            line = f"M{begin:.0f} {level:.0f} C{side} {level:.0f} {tip:.0f} {y2 - 50:.0f} {tip:.0f} {y2 - 5:.0f}"
            head = _arrow(tip, y2, 0, -1)
    state = "edge taken" if taken else "edge"
    Tag("path", classes=state, d=line)
    Tag("path", classes=f"{state} head", d=head)


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (y1 + y2) / 2
    return f"M{x1:.0f} {y1:.0f} C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} {x2:.0f} {y2:.0f}"


def _arrow(x: float, y: float, across: int, along: int) -> str:
    """The head of an arrow whose tip is here; it came from where ``across`` and ``along`` point."""
    back, wide = (x + 6 * across, y + 6 * along), (4 * along, 4 * across)
    left, right = (back[0] - wide[0], back[1] - wide[1]), (back[0] + wide[0], back[1] + wide[1])
    return f"M{left[0]:.0f} {left[1]:.0f} L{x:.0f} {y:.0f} L{right[0]:.0f} {right[1]:.0f} Z"


def _node(say: Words, assistant: str, node: str, x: float, y: float, visit: Visit | None, ended: bool) -> None:
    if node == FINISH:
        Tag("circle", classes="end ran" if ended else "end", cx=f"{x:.0f}", cy=f"{y + 9:.0f}", r="8")
        return
    state = "node" if visit is None else "node failed" if visit.failed else "node ran"
    with Tag("g", classes=state):
        Tag("rect", x=f"{x - WIDE / 2:.0f}", y=f"{y:.0f}", width=str(WIDE), height=str(HIGH), rx="9")
        label = named(say, assistant, node)
        label = label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"
        low = y + (HIGH / 2 - 3 if visit else HIGH / 2 + 4)
        Tag("text", label, "name", x=f"{x:.0f}", y=f"{low:.0f}", text_anchor="middle")
        if visit is not None:
            times = f"{visit.times} × · " if visit.times > 1 else ""
            Tag("text", f"{times}{visit.ms:.0f} ms", "ms", x=f"{x:.0f}", y=f"{y + HIGH - 9:.0f}", text_anchor="middle")
