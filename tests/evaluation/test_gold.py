from collections.abc import Iterator
from pathlib import Path

import pytest

from pilothouse.contracts.errors import DataError
from pilothouse.evaluation.dataset import Question
from pilothouse.evaluation.gold import Gold, resolved
from pilothouse.evaluation.stock import Stock
from pilothouse.retrieval.library import Library

from .conftest import EMBEDDER, write_lines

FILES = ("人事 制度/年假.md", "人事 制度/leave.md", "旧/leave.md", "🏖.txt")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("gold")
    for name in FILES:
        (root / "kb" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "kb" / name).write_text(f"{name} 的内容。", "utf-8")
    write_lines(root / "kb" / "c.jsonl", [{"id": "r1", "text": "一"}, {"id": "a#7", "text": "二"}])
    return root


@pytest.fixture(scope="module")
def gold(root: Path) -> Iterator[Gold]:
    with Library(root / "knowledge.db", EMBEDDER) as library:
        library.index([root / "kb"], workers=0)
        yield Gold.of(Stock.of(library), library.everything(), root)


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("kb/人事 制度/年假.md", "kb/人事 制度/年假.md"),
        ("kb/人事 制度/年假.md#2", "kb/人事 制度/年假.md#2"),
        ("人事 制度/年假.md", "kb/人事 制度/年假.md"),
        ("年假.md", "kb/人事 制度/年假.md"),
        ("./年假.md#0", "kb/人事 制度/年假.md#0"),
        ("人事 制度\\年假.md", "kb/人事 制度/年假.md"),
        ("旧/leave.md", "kb/旧/leave.md"),
        ("🏖.txt", "kb/🏖.txt"),
        ("r1", "r1"),
        ("r1#0", "r1#0"),
        ("a#7", "a#7"),
        ("a#7#0", "a#7#0"),
        ("leave.md", None),
        ("eave.md", None),
        ("c.jsonl", None),
        ("md", None),
        ("", None),
        ("a", None),
        ("x\0y", None),
        ("/" * 5000, None),
        ("长" * 5000, None),
    ],
)
def test_that_gold_may_be_an_id_a_chunk_or_a_path(gold: Gold, name: str, id_: str | None) -> None:
    assert gold.resolve(name) == id_


def test_that_a_whole_path_and_one_beside_the_questions_name_a_document(gold: Gold, root: Path) -> None:
    assert gold.resolve(str(root / "kb" / "旧" / "leave.md")) == "kb/旧/leave.md"
    assert gold.resolve("kb/../kb/旧/leave.md") == "kb/旧/leave.md"


def test_that_what_is_not_there_is_told_and_stays(gold: Gold) -> None:
    asked = (Question("1", "q", ("年假.md", "nowhere")), Question("2", "q", ()), Question("3", "q"))
    found, notes = resolved(asked, gold, Path("q.jsonl"))
    assert [item.gold for item in found] == [("kb/人事 制度/年假.md", "nowhere"), (), None]
    assert len(notes) == 1
    assert "nowhere" in notes[0]
    with pytest.raises(DataError, match="nowhere"):
        resolved((Question("1", "q", ("nowhere",)),), gold, Path("q.jsonl"))
