import json
from pathlib import Path

import pytest

from ..terminal import EMBEDDER, Result, Run, home, process, run

__all__ = ["EMBEDDER", "Result", "Run", "home", "process", "run"]


@pytest.fixture
def menu(tmp_path: Path) -> Path:
    """A menu file of three dishes."""
    path = tmp_path / "menu.json"
    dishes = [
        {"name": "松鼠鳜鱼", "price": 128, "category": "热菜", "ingredients": ["鳜鱼", "番茄"]},
        {"name": "清炒芦笋", "price": "38元/份", "category": "素菜", "ingredients": ["芦笋"]},
        {"name": "酒酿圆子", "price": 18, "category": "甜品", "ingredients": ["糯米", "酒酿"]},
    ]
    path.write_text(json.dumps(dishes, ensure_ascii=False), encoding="utf-8")
    return path
