"""YAML as a tree whose every node knows its line.

Scalars stay as they were written: a teacher's ``answer: 12:30``, ``answer: 0.50`` and ``answer: yes`` are texts, not
the numbers and truth values that YAML makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

MOST_CHARACTERS = 1_000_000
DEEPEST = 20

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster where libyaml is there


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong on a line (from 1), in Chinese and in English."""

    line: int
    chinese: str
    english: str


@dataclass(slots=True)
class Node:
    """``text`` of a scalar, ``items`` of a list, ``pairs`` of a mapping; the others are empty. ``kind`` says which."""

    line: int
    kind: str
    text: str = ""
    items: list[Node] = field(default_factory=list)
    pairs: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)  # the line of each key


class Malformed(Exception):
    """Not YAML that we read; ``fault`` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.english)
        self.fault = fault


def documents(text: str) -> Iterator[Node]:
    """The documents of ``text`` that aren't empty, in order. Raises ``Malformed``."""
    if len(text) > MOST_CHARACTERS:
        raise Malformed(
            Fault(
                1,
                f"文件超过 {MOST_CHARACTERS} 个字符，请拆成几个文件",
                f"the file has more than {MOST_CHARACTERS} characters; split it into several",
            )
        )
    try:
        _shallow(text)
        for node in yaml.compose_all(text, Loader=_LOADER):
            if node is not None and not (isinstance(node, yaml.ScalarNode) and not node.value.strip()):
                yield _node(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise Malformed(
            Fault(
                line,
                "YAML 格式不对，请检查缩进（只用空格）、冒号后的空格；文字里有冒号、# 或引号时请整句加引号",
                f"this is not valid YAML ({error.problem}): check the indentation (spaces only) and the space after "
                "colons, and quote texts that hold a colon, # or quotes",
            )
        ) from None
    except yaml.YAMLError as error:  # characters that YAML does not take
        raise Malformed(
            Fault(1, "文件里有 YAML 不接受的字符", f"there are characters that YAML does not take: {error}")
        ) from None


def _shallow(text: str) -> None:
    """Aliases can multiply a short text without end, and depth is recursion: both are refused before composing."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent):
            raise Malformed(Fault(line, "不能用 YAML 的 * 引用，请写出原文", "YAML aliases (*) are not taken"))
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise Malformed(Fault(line, f"嵌套超过 {DEEPEST} 层", f"nested more than {DEEPEST} levels deep"))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            depth -= 1


def _node(node: yaml.Node) -> Node:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        empty = node.tag == "tag:yaml.org,2002:null"
        return Node(line, "empty" if empty else "text", "" if empty else node.value.strip())
    if isinstance(node, yaml.SequenceNode):
        return Node(line, "list", items=[_node(item) for item in node.value])
    made = Node(line, "map")
    for key, value in node.value:
        at = key.start_mark.line + 1
        name = key.value.strip() if isinstance(key, yaml.ScalarNode) else ""
        if not name:
            raise Malformed(Fault(at, "键应是一个词", "a key is one word"))
        if name in made.pairs:
            raise Malformed(
                Fault(
                    at,
                    f"“{name}”写了两次（另一次在第 {made.keys[name]} 行），请删去一个",
                    f"{name!r} is written twice (also on line {made.keys[name]}); delete one",
                )
            )
        made.pairs[name], made.keys[name] = _node(value), at
    return made
