# ruff: noqa: E501 -- tables
"""A small knowledge base, a problem, and an embedder that fails, for the tests of lore and tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pilothouse.assistants.tutor.lore import Lore
from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Mistake, Part, Problem, Step
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.embedder import Embedder, Vectors
from pilothouse.embedding.use import EmbeddedEmbedder

EMBEDDER = CachedEmbedder(EmbeddedEmbedder())
PAGES = {
    "math/heads-and-legs": """---
title: 鸡兔同笼
keywords: [鸡兔同笼, 假设法]
---
## 要点
两种动物的头数之和与腿数之和都知道，求各有多少只。先假设全部是同一种动物。

## 常见误区
- 把两种动物说反了：假设全是腿少的，先求出来的是腿多的。
- 求出多出来的腿以后忘了做除法。

## 步骤模板
假设，比较，相除，再求另一种。
""",
    "math/fraction-division": "# 分数除法\n\n## 要点\n除以一个数等于乘它的倒数。\n\n## 常见误区\n把被除数也颠倒过来。\n",
    "math/percent": "# 百分数\n\n## 要点\n先弄清楚是谁的百分之几，把它看作标准量。\n\n## 误区\n涨价和降价的标准量不同。\n",
    "physics/buoyancy": "# 浮力\n\n## 要点\n物体在水里受到向上托的力，大小等于排开的水受到的重力。\n\n## 误区\n以为越深浮力越大。\n",
    "english/main-idea": "# 主旨题 Main idea\n\n## 要点\nLook for the sentence that the whole passage supports. 首段和末段常有主题句。\n",
}  # fmt: skip


class Broken:
    """An embedder that can't be used; counts how often it was tried."""

    id, dimension = "broken@1", 8

    def __init__(self) -> None:
        self.tried = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.tried += 1
        raise ConnectionError("no network")

    def to_dict(self) -> dict[str, Any]:
        return {}


def shelve(folder: Path, pages: dict[str, str] = PAGES) -> Path:
    for topic, text in pages.items():
        path = folder / f"{topic}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def lore(home: Path, embedder: Embedder | None = None, pages: dict[str, str] = PAGES) -> Lore:
    """The pages as one's own, without the sample."""
    shelve(home / "kb", pages)
    return Lore(home, embedder, sample=None)


CAGE = Problem(
    id="cage",
    title="笼子",
    subject="math",
    topic="math/heads-and-legs",
    statement="笼子里有鸡和兔共 35 只，腿共 94 条。(1) 兔有多少只？(2) 鸡的腿一共多少条？",
    given=("鸡和兔共 35 只", "腿共 94 条"),
    idea=Idea(ask="先把它们都当成什么？", keys=("假设",), hint="想想只有一种动物的时候。"),
    parts=(
        Part(
            id="1",
            question="兔有多少只？",
            expected=Expected(answer="12 只"),
            steps=(
                Step(id="s1", ask="如果全是鸡，有多少条腿？", expected=Expected(answer="70 条"), hints=("头数没有变。",), conclusion="全是鸡时有 70 条腿。"),
                Step(id="s2", ask="少了多少条腿？", expected=Expected(answer="24 条"), hints=("比一比。",), conclusion="少了 24 条腿。"),
                Step(id="s3", ask="兔有多少只？", expected=Expected(answer="12 只"), hints=("除一除。",), conclusion="兔有 12 只。"),
            ),
            mistakes=(Mistake(answer="24 只", pattern="forgot_to_halve", hint="还差一步。"),),
            verify=Step(id="v", ask="代回去，腿数对吗？", expected=Expected(answer="94 条"), hints=("数一数。",), conclusion="腿数是 94 条。"),
        ),
        Part(
            id="2",
            question="鸡的腿一共多少条？",
            expected=Expected(answer="46 条"),
            steps=(Step(id="s1", ask="鸡有多少只？", expected=Expected(answer="23 只"), hints=("从总数里去掉兔。",), conclusion="鸡有 23 只。"),),
        ),
    ),
)  # fmt: skip
