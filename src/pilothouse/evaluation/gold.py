"""Which documents a question file means by its gold ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pilothouse.contracts.errors import DataError
from pilothouse.evaluation.dataset import Question
from pilothouse.evaluation.metrics import document
from pilothouse.evaluation.stock import Stock
from pilothouse.retrieval.library import DocumentInfo

SHOWN = 5  # ids that are told in a note


@dataclass
class Gold:
    """Names of documents: their ids, ids of their chunks (``ID#N``), and paths of their files, whole, relative to
    ``folder`` or to the folder the program runs in, or the last parts of one when no other document ends like that."""

    documents: frozenset[str]
    folder: Path
    _by_path: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, stock: Stock, listed: Iterable[DocumentInfo], folder: Path) -> Gold:
        """``listed`` are the documents of the library, ``folder`` that of the question file."""
        made = cls(stock.documents, folder)
        for info in listed:
            if info.id in made.documents:
                made._by_path.setdefault(info.path, []).append(info.id)
        return made

    def resolve(self, name: str) -> str | None:
        """The id of the document or chunk, ``None`` when no document or more than one is meant."""
        if name in self.documents:
            return name
        head = document(name)
        found = head if head in self.documents else self._of_path(head)
        return None if found is None else found + name[len(head) :]

    def _of_path(self, name: str) -> str | None:
        plain = name.replace("\\", "/").replace("\0", "")
        for base in (self.folder, Path()):
            if len(found := self._by_path.get(str((base / Path(plain).expanduser()).resolve()), [])) == 1:
                return found[0]
        ending = "/" + plain.removeprefix("./").lstrip("/")
        paths = {path: ids for path, ids in self._by_path.items() if path.endswith(ending)}
        ids = [id_ for found in paths.values() for id_ in found]
        return ids[0] if len(ids) == 1 else None


def resolved(questions: Sequence[Question], gold: Gold, path: Path) -> tuple[tuple[Question, ...], list[str]]:
    """The questions with ids of the library, and notes on gold that it does not hold, which stays as it is.

    Raises ``DataError`` when it holds none of it.
    """
    meant = {name: gold.resolve(name) for question in questions for name in question.gold or ()}
    absent = [name for name, id_ in meant.items() if id_ is None]
    if meant and len(absent) == len(meant):
        raise DataError(
            f"{path} 的标准文档都不在知识库里（如 {absent[0]!r}）；请用 pilothouse index knowledge 索引它们，"
            "或用 --corpus 给出语料。文档编号见 pilothouse index knowledge --list。 "
            f"The library holds none of the gold documents of {path}; index them, or give them as --corpus. "
            "pilothouse index knowledge --list shows the ids."
        )
    found = tuple(
        replace(item, gold=tuple(dict.fromkeys(meant[name] or name for name in item.gold))) if item.gold else item
        for item in questions
    )
    if not absent:
        return found, []
    shown = "、".join(absent[:SHOWN]) + (" …" if len(absent) > SHOWN else "")
    note = (
        f"{len(absent)} 个标准文档不在知识库里或不止一份：{shown}。 "
        f"{len(absent)} gold documents are not in the library, or more than one is meant."
    )
    return found, [note]
