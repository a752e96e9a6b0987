"""Reading fields off a node: what is missing, of the wrong kind or misspelt is noted, and reading goes on."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from pilothouse.assistants.tutor.problems.tree import Fault, Node

LONGEST = 4000  # characters of one text
MOST = 50  # items of one list


class Form:
    """The fields of one mapping. ``where`` names it in sentences ("第 2 问的步骤 1")."""

    def __init__(self, node: Node, faults: list[Fault], where: tuple[str, str]) -> None:
        self.node = node
        self.faults = faults
        self.where = where
        self._known: set[str] = set()

    def fault(self, line: int, chinese: str, english: str) -> None:
        self.faults.append(Fault(line, f"{self.where[0]}{chinese}", f"{self.where[1]}{english}"))

    def child(self, *names: str) -> Node | None:
        """The value under the first of ``names`` that is there; ``None`` when none is, or it is left empty."""
        self._known.update(names)
        found = [name for name in names if name in self.node.pairs]
        if len(found) > 1:
            self.fault(
                self.node.keys[found[1]],
                f"“{found[0]}”和“{found[1]}”是同一项，只留一个",
                f"{found[0]!r} and {found[1]!r} are the same; keep one",
            )
        node = self.node.pairs[found[0]] if found else None
        return None if node is None or node.kind == "empty" else node

    def text(self, *names: str, needed: str = "") -> str:
        """A text; ``""`` when missing. ``needed``: what to write there, as "中文 / English", when it must be there."""
        node = self.child(*names)
        if node is None:
            if needed:
                chinese, _, english = needed.partition(" / ")
                self.fault(self.node.line, f"缺少“{names[0]}”：{chinese}", f"lacks {names[0]!r}: {english}")
            return ""
        return self.scalar(node, names[0])

    def scalar(self, node: Node, name: str) -> str:
        if node.kind != "text":
            self.fault(node.line, f"“{name}”应是一段文字", f"{name!r} must be a text")
            return ""
        if len(node.text) > LONGEST:
            self.fault(node.line, f"“{name}”超过 {LONGEST} 字", f"{name!r} has more than {LONGEST} characters")
            return node.text[:LONGEST]
        return node.text

    def texts(self, *names: str, apart: str = "") -> tuple[str, ...]:
        """A list of texts; one text alone is a list of one, or of what ``apart`` (a pattern) parts."""
        node = self.child(*names)
        if node is None:
            return ()
        if node.kind == "text":
            parts = re.split(apart, node.text) if apart else [node.text]
            return tuple(part.strip() for part in parts if part.strip())
        return tuple(text for item in self.items(node, names[0]) if (text := self.scalar(item, names[0])))

    def items(self, node: Node, name: str) -> list[Node]:
        if node.kind != "list":
            self.fault(node.line, f"“{name}”应是列表，每项以“- ”开头", f"{name!r} must be a list, each item after '- '")
            return []
        if len(node.items) > MOST:
            self.fault(node.line, f"“{name}”超过 {MOST} 项", f"{name!r} has more than {MOST} items")
        return node.items[:MOST]

    def number(self, name: str, low: float, high: float) -> float | None:
        node = self.child(name)
        if node is None:
            return None
        said = self.scalar(node, name)
        percent = said.endswith(("%", "％"))
        try:
            value = float(said.rstrip("%％")) / (100 if percent else 1)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            self.fault(
                node.line,
                f"“{name}”应是 {low:g} 到 {high:g} 的数",
                f"{name!r} must be a number from {low:g} to {high:g}",
            )
            return None
        return value

    def truth(self, name: str) -> bool:
        node = self.child(name)
        if node is None:
            return False
        said = self.scalar(node, name).lower()
        if said not in ("true", "false", "yes", "no", "是", "否"):
            self.fault(node.line, f"“{name}”应是 true 或 false", f"{name!r} must be true or false")
        return said in ("true", "yes", "是")

    def word(self, name: str, allowed: Sequence[str], default: str) -> str:
        node = self.child(name)
        if node is None:
            return default
        said = self.scalar(node, name)
        if said not in allowed:
            self.fault(
                node.line,
                f"“{name}”不能是“{said}”，可用：{'、'.join(allowed)}",
                f"{name!r} can't be {said!r}; it is one of: {', '.join(allowed)}",
            )
            return default
        return said

    def finish(self) -> None:
        """Every key that was not asked for is a mistake; the nearest known one is proposed."""
        for name, line in self.node.keys.items():
            if name in self._known:
                continue
            near = difflib.get_close_matches(name, self._known, 1)
            if near:
                self.fault(line, f"没有“{name}”这一项，是不是“{near[0]}”", f"has no {name!r}; do you mean {near[0]!r}?")
            else:
                known = sorted(self._known)
                self.fault(
                    line,
                    f"没有“{name}”这一项，请删去；可用：{'、'.join(known)}",
                    f"has no {name!r}; delete it. There are: {', '.join(known)}",
                )


def mapping(node: Node, faults: list[Fault], where: tuple[str, str]) -> Form | None:
    """The form of a node that must be a mapping."""
    if node.kind == "map":
        return Form(node, faults, where)
    faults.append(
        Fault(
            node.line, f"{where[0]}应写成“名称: 内容”的几行", f"{where[1]}must be written as lines of 'name: content'"
        )
    )
    return None
