"""What an index was built from; an index that doesn't match is refused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.tokenizer import TOKENIZER_ID

SCHEMA = 1  # raise it with every change of the tables

_LABELS = {"data": "数据版本", "embedder": "向量模型", "tokenizer": "分词器", "schema": "表结构", "cutting": "切分方式"}
REMEDY = ("请重建索引", "build it again")


class StaleIndex(DataError):
    """The index was built from something else. ``differences`` maps a field to (found, expected); ``remedy`` says in
    Chinese and English how to build it again."""

    def __init__(self, differences: dict[str, tuple[object, object]], remedy: tuple[str, str] = REMEDY) -> None:
        self.differences = differences
        chinese = "，".join(f"{_LABELS[name]}为 {a!r}，应为 {b!r}" for name, (a, b) in differences.items())
        english = ", ".join(f"{name} is {a!r} instead of {b!r}" for name, (a, b) in differences.items())
        super().__init__(
            f"索引与当前数据或设置不一致（{chinese}），{remedy[0]}。"
            f"The index does not match the data or settings ({english}); {remedy[1]}."
        )


@dataclass(frozen=True, slots=True)
class IndexVersion:
    """``data`` names the indexed data, ``embedder`` its vectors' model; ``built_at`` is ISO 8601 in UTC.

    An empty ``data`` or ``embedder`` means: none stated.
    """

    data: str = ""
    embedder: str = ""
    tokenizer: str = TOKENIZER_ID
    schema: int = SCHEMA
    built_at: str = ""

    @classmethod
    def now(cls, data: str, embedder: str) -> IndexVersion:
        return cls(data=data, embedder=embedder, built_at=datetime.now(UTC).isoformat(timespec="seconds"))

    def check(self, expected: IndexVersion) -> None:
        """Raises ``StaleIndex`` naming each stated field of ``expected`` that differs here."""
        differences: dict[str, tuple[object, object]] = {}
        for name in ("data", "embedder", "tokenizer", "schema"):
            found, wanted = getattr(self, name), getattr(expected, name)
            if wanted and found != wanted:
                differences[name] = (found, wanted)
        if differences:
            raise StaleIndex(differences)
