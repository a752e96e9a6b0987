import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.library import Library

from ..terminal import EMBEDDER, Result, Run, home, run

__all__ = ["EMBEDDER", "Result", "Run", "home", "run"]

RECORDS: list[dict[str, Any]] = [
    {"id": "leave", "title": "年休假规定", "text": "员工工作满1年，每年享有5天带薪年休假。", "date": "2026-01-01"},
    {"id": "sick", "title": "病假规定", "text": "病假期间工资按基本工资的80%发放，需提供医院证明。"},
    {"id": "travel", "title": "差旅标准", "text": "北京出差的住宿标准为每晚500元。", "dept": "finance"},
    {"id": "parking", "title": "停车管理", "text": "地下车库停车费为每月300元。", "dept": "admin"},
    {"id": "bonus", "title": "高管奖金方案", "text": "2026年高管奖金总额为800万元。", "dept": "hr", "allow": ["board"]},
    {
        "id": "merger",
        "title": "并购备忘录",
        "text": "公司将在2027年收购蓝鲸科技。",
        "dept": "legal",
        "allow": ["legal"],
    },
]
QUESTIONS: list[dict[str, Any]] = [
    {"id": "q1", "question": "年休假每年有几天？", "kind": "fact", "gold": ["leave"], "answers": ["5天"]},
    {"id": "q2", "question": "北京出差住宿标准是多少？", "kind": "fact", "gold": ["travel#0"], "answers": ["500元"]},
    {"id": "q3", "question": "高管奖金总额是多少？", "kind": "permission", "gold": [], "hidden": ["800万"]},
    {"id": "q4", "question": "高管奖金总额是多少？", "kind": "permission", "gold": ["bonus"], "answers": ["800万元"],
     "user": "chen"},
    {"id": "q5", "question": "火星基地的入职流程是什么？", "kind": "unanswerable", "gold": []},
]  # fmt: skip


def write_lines(path: Path, items: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(item, ensure_ascii=False) for item in items), "utf-8")
    return path


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return EMBEDDER


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The records, indexed."""
    folder = tmp_path_factory.mktemp("library")
    with Library(folder / "knowledge.db", EMBEDDER) as made:
        made.index([write_lines(folder / "corpus.jsonl", RECORDS)], workers=0)
        yield made


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """The questions, with a file of users beside them."""
    path = write_lines(tmp_path / "questions" / "q.jsonl", QUESTIONS)
    path.with_name("users.json").write_text(json.dumps({"chen": ["board"]}), "utf-8")
    return path
