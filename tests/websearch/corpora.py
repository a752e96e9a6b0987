"""Small corpora of invented pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pilothouse.websearch.corpus import Corpus

from ..terminal import EMBEDDER

FANS = "落地扇", "台扇", "桌面风扇"
KETTLES = "电热水壶", "烧水壶", "热水壶"


def page(number: int, title: str, text: str = "", site: str = "", **more: Any) -> dict[str, Any]:
    return {
        "url": f"https://{site or f'site{number}.example'}/p/{number}",
        "title": title,
        "date": f"2026-{number % 9 + 1:02d}-01",
        "text": text or f"{title}。我自己用了{number}个月，说说感受：声音不大，做工一般，第{number}天掉过一次漆。" * 2,
        **more,
    }


OPINIONS = (
    "夜里开着能睡着，早上起来嗓子也不干，邻居来串门都问我牌子。",
    "包装破了一角，客服两天才回，东西倒没坏，打了七分。",
    "对比过三家，最后留下这台，妈妈说按键字太小看不清。",
    "拆开看过，里面的线扎得整整齐齐，螺丝也没有滑丝。",
    "第三周开始有股塑料味，晒了两天才好，别的没毛病。",
    "学生党表示够用，搬了两次宿舍还活着，值回票价。",
)


def shelf() -> list[dict[str, Any]]:
    """Six pages on fans, six on kettles, two in English on fans."""
    pages = [page(n, f"山岚 S{n} {FANS[n % 3]}用后感", f"{FANS[n % 3]}到手。{OPINIONS[n]}风量三档。") for n in range(6)]
    pages += [
        page(10 + n, f"清泉 Q{n} {KETTLES[n % 3]}评测", f"{KETTLES[n % 3]}到手。{OPINIONS[n]}一升水烧开四分钟。")
        for n in range(6)
    ]
    pages += [
        page(20, "Shanlan S3 desk fan review", "This desk fan has kept my office cool since May. It whispers on low."),
        page(21, "Three pedestal fans compared", "We put three electric fans in one room and measured the air flow."),
    ]
    return pages


def written(path: Path, pages: Iterable[Mapping[str, Any] | str]) -> Path:
    lines = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in pages]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def corpus(folder: Path, pages: Iterable[Mapping[str, Any]] = ()) -> Corpus:
    """With these pages as the sample, which is ready."""
    sample = [written(folder / "pages-a.jsonl", pages)] if pages else []
    made = Corpus(folder / "home" / "shopping.db", EMBEDDER, sample)
    made.ready()
    return made
