"""A house with a tutor, and small problems to try it with."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from pilothouse import Pilothouse
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.contracts.reply import Reply
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.embedder import Embedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.gateway import Say
from pilothouse.settings import load

APPLES: dict[str, Any] = {
    "id": "own-apples",
    "title": "分苹果",
    "subject": "math",
    "grade": 3,
    "statement": "果园里收了 17 筐苹果，每筐 26 个，平均分给 13 个班。(1) 一共有多少个苹果？(2) 每个班分到多少个？",
    "given": ["17 筐苹果", "每筐 26 个", "平均分给 13 个班"],
    "asked": "一共有多少个苹果，每个班分到多少个",
    "idea": {"ask": "先求什么，再求什么？", "keys": ["总数", "一共", "先求总"], "hint": "分之前要先知道总数。"},
    "parts": [
        {
            "id": "1",
            "question": "一共有多少个苹果？",
            "expected": {"answer": "442 个"},
            "steps": [
                {
                    "id": "s1",
                    "ask": "先算 10 筐，有多少个？",
                    "expected": {"answer": "260 个"},
                    "hints": ["每筐的个数已经知道。", "用每筐的个数乘 10。"],
                    "conclusion": "10 筐有 260 个",
                    "explain": "把筐数拆开来算比较容易，先算整十的部分。",
                    "mistakes": [{"answer": "36 个", "pattern": "added", "hint": "几筐合起来，不是把两个数相加。"}],
                },
                {
                    "id": "s2",
                    "ask": "剩下的 7 筐有多少个？",
                    "expected": {"answer": "182 个"},
                    "hints": ["和上一步一样的做法。"],
                    "conclusion": "7 筐有 182 个",
                },
                {
                    "id": "s3",
                    "ask": "合起来一共多少个？",
                    "expected": {"answer": "442 个"},
                    "hints": ["把两部分合起来。"],
                    "conclusion": "一共有 442 个苹果",
                },
            ],
            "verify": {
                "id": "check",
                "ask": "用总数除以 26，得到多少筐？",
                "expected": {"answer": "17 筐"},
                "hints": ["做一次除法。"],
                "conclusion": "正好是 17 筐，对了",
            },
        },
        {
            "id": "2",
            "question": "每个班分到多少个？",
            "expected": {"answer": "34 个"},
            "steps": [
                {
                    "id": "s1",
                    "ask": "把总数平均分成 13 份，每份多少个？",
                    "expected": {"answer": "34 个"},
                    "hints": ["平均分用除法。", "用苹果的总数除以班数。"],
                    "conclusion": "每个班分到 34 个",
                }
            ],
        },
    ],
    "extension": {
        "question": "如果分给 17 个班，每个班分到多少个？",
        "expected": {"answer": "26 个"},
        "hints": ["方法不变，只换班数。"],
    },
}
TEXT: dict[str, Any] = {
    "id": "own-reading",
    "title": "Tom's Umbrella",
    "subject": "english",
    "statement": "Tom took an umbrella because dark clouds covered the sky. On the bus he gave his seat to an old "
    "woman. (1) Why did Tom take an umbrella?",
    "parts": [
        {
            "id": "1",
            "question": "Why did Tom take an umbrella?",
            "expected": {"answer": "rain/rainy/乌云/dark clouds/下雨", "kind": "words"},
            "steps": [],
        }
    ],
}


def turn(**fields: Any) -> Say:
    """A Turn as a model writes it."""
    written = {
        "bubble": "我们继续。",
        "question": "你觉得呢，说说看？",
        "options": [],
        "intent": "ask",
        "step": "",
        **fields,
    }
    return Say(json.dumps(written, ensure_ascii=False), raw=True)


@cache
def embedder() -> Embedder:
    """Loaded once for all houses."""
    return CachedEmbedder(EmbeddedEmbedder())


def apples() -> Problem:
    return Problem.model_validate(APPLES)


def open_class(home: Path, model: Any = None, **gateway: Any) -> Pilothouse:
    """A house in ``home`` with the small problems; bugs raise."""
    settings = load(home)
    if gateway:
        settings = settings.model_copy(update={"gateway": settings.gateway.model_copy(update=gateway)})
    house = Pilothouse(home, settings=settings, model=model, embedder=embedder(), strict=True)
    store = house.room("tutor").services.problems
    for problem in (APPLES, TEXT):
        path = home / f"{problem['id']}.yaml"
        path.write_text(yaml.safe_dump(problem, allow_unicode=True), encoding="utf-8")
        if store.find(problem["id"]) is None:
            store.add(path)
    return house


def say(house: Pilothouse, *texts: str, session: str = "s", user: str | None = None) -> list[Reply]:
    return [house.ask("tutor", text, session=session, user=user) for text in texts]


def begin(house: Pilothouse, problem: str = "own-apples", session: str = "s") -> Reply:
    return house.ask("tutor", f"#problem {problem}", session=session)


def states(replies: list[Reply]) -> list[str]:
    return [reply.data["state"] for reply in replies]
