"""Nobody waits for vectors in the middle of a talk: words answer until they are ready."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import numpy as np

from pilothouse.assistants.tutor.lore import Lore
from pilothouse.embedding.embedder import Vectors, unit
from tests.tutor.classroom import begin, embedder, open_class, say


class Gated:
    """An embedder that is not ready before it is let go."""

    id, dimension = "gated", 8

    def __init__(self, *, fails: bool = False) -> None:
        self.go = Event()
        self.fails = fails

    def embed(self, texts: Sequence[str]) -> Vectors:
        assert self.go.wait(60)
        if self.fails:
            raise OSError("no model")
        rows = [[text.count(char) + 0.01 for char in "的一是分数方程长"] for text in texts]
        return unit(np.array(rows, dtype=np.float32))


def _made(lore: Lore) -> None:
    maker = lore._vectors._maker
    assert maker is not None
    maker.join()


def test_that_words_answer_while_vectors_are_made_and_vectors_afterwards(tmp_path: Path) -> None:
    gated = Gated()
    lore = Lore(tmp_path, gated, aside=True)
    first = lore.search("解方程怎样移项", "math")
    assert first
    assert {item.layer for item in first} <= {"subject", "all"}
    gated.go.set()
    _made(lore)
    assert lore.search("解方程怎样移项", "math")[0].layer == "vector"
    stored = [*(tmp_path / "lore").glob("*.db")]
    assert len(stored) == 1, "the next process finds it"


def test_that_a_model_that_fails_leaves_the_words(tmp_path: Path) -> None:
    gated = Gated(fails=True)
    gated.go.set()
    lore = Lore(tmp_path, gated, aside=True)
    assert lore.search("解方程怎样移项", "math")
    _made(lore)
    assert lore.search("解方程怎样移项", "math")


def test_that_the_explanation_in_a_lesson_does_not_wait(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        lore = house.room("tutor").services.lore
        gated = Gated()
        lore._vectors._embedder = gated
        begin(house)
        reply = say(house, "开始", "继续", "继续", "什么叫平行四边形的对角线？", "查看详细解析")[-1]
        assert reply.data["state"] == "VIEW_DETAIL"
        gated.go.set()
        _made(lore)
    assert embedder() is not None
