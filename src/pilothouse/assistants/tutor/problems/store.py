"""Where problems are kept: the sample, a school's own, and those that pupils typed, in one SQLite file of the home."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import apsw
from pydantic import ValidationError

from pilothouse.assistants.tutor import held
from pilothouse.assistants.tutor.held import BUSY_S
from pilothouse.assistants.tutor.problems.free import FREE, cleaned, free_problem
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.problems.reader import ID as _ID
from pilothouse.assistants.tutor.problems.reader import read_file, refused
from pilothouse.assistants.tutor.problems.shelf import find as shelved
from pilothouse.assistants.tutor.problems.shelf import sample
from pilothouse.assistants.tutor.problems.tree import Fault
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.sqlite import FULL, Cause, explained, prepare, transaction

FILE = "problems.db"  # in the home directory
VERSION = 1  # of the table layout, in PRAGMA user_version
_NEWER = "题库由更新版本的 Pilothouse 写成，请升级程序。 The problems were written by a newer Pilothouse; upgrade."

Origin = Literal["sample", "own"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS own (id TEXT PRIMARY KEY, body TEXT NOT NULL, added_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS free (id TEXT PRIMARY KEY, user TEXT NOT NULL COLLATE NOCASE, text TEXT NOT NULL,
                                 body TEXT NOT NULL, kept_at TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS free_by_user ON free (user, kept_at);
"""


@dataclass(frozen=True)
class Listed:
    """A problem of the list. ``replaces``: one of the sample has the same id and is not seen any more."""

    problem: Problem
    origin: Origin
    replaces: bool = False


@dataclass(frozen=True)
class Added:
    """What ``add`` did. ``unchanged``: ids that were there with the same content. ``notes``: what a teacher should
    look at, in sentences."""

    problems: tuple[Problem, ...]
    replaced: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class ProblemStore:
    """Problems in the directory ``home``; its file is made when the first is kept. Each change is one transaction.
    Every method raises ``DataError`` when the file can't be used."""

    def __init__(self, home: Path | str) -> None:
        self.home = Path(home)
        self.path = self.home / FILE

    def get(self, id_: str) -> Problem:
        """The problem of that id: own, sample or free. Raises ``UsageError`` when there is none."""
        found = self.find(id_)
        if found is None:
            raise UsageError(
                f"没有题目 {id_!r}；用 pilothouse problems list 查看有哪些。 "
                f"There is no problem {id_!r}; pilothouse problems list shows which there are."
            )
        return found

    def find(self, id_: str) -> Problem | None:
        """``get`` without raising."""
        table = "free" if id_.startswith(FREE) else "own"
        if self.path.exists():
            with self._open() as connection:
                row = connection.execute(f"SELECT body FROM {table} WHERE id = ?", (id_,)).fetchone()
            if row:
                return self._parsed(row[0])
        return shelved(id_) if _ID.fullmatch(id_) else None

    def list(self) -> tuple[Listed, ...]:
        """The authored problems: the sample in its order, then the own ones by id. Free problems are nobody else's."""
        own = self._own()
        known = sample()
        shown = (Listed(problem, "sample") for id_, problem in known.items() if id_ not in own)
        return (*shown, *(Listed(problem, "own", id_ in known) for id_, problem in own.items()))

    def add(self, path: Path | str, *, replace: bool = False, topics: Collection[str] | None = None) -> Added:
        """Keep the problems of a YAML file, all or none. ``topics``: the names that the knowledge base has.

        Raises ``DataError`` for a file that isn't right, and ``UsageError`` for an id that is taken by another problem
        (of the sample, too) unless ``replace``.
        """
        # Here, not at the top: a lesson needs no review, and the checker takes its time to import.
        from pilothouse.assistants.tutor.problems.review import review, topics_of

        path = Path(path)
        read = read_file(path)
        known = topics if topics is not None else topics_of(self.home)
        faults: list[Fault] = []
        notes: list[str] = []
        for entry in read:
            found = review(entry, known)
            faults += found.faults
            notes += found.notes
        if faults:
            raise refused(path.name, faults)
        return self._keep([entry.problem for entry in read], replace, tuple(notes))

    def remove(self, id_: str) -> None:
        """Delete an own problem. Raises ``UsageError`` when there is none of that id."""
        changed = 0
        if self.path.exists():
            with self._open() as connection:
                connection.execute("DELETE FROM own WHERE id = ?", (id_,))
                changed = connection.changes()
        if not changed:
            raise UsageError(
                f"没有自己添加的题目 {id_!r}（示例题目不能删除）。 "
                f"There is no problem {id_!r} of your own; those of the sample can't be removed."
            )

    def keep_free(self, text: str, user: str) -> Problem:
        """The problem that a pupil typed, kept until he is forgotten. The same text of the same user is the same
        problem. Raises ``UsageError`` for a text without anything to work on or too long."""
        statement = cleaned(text)
        id_ = FREE + hashlib.sha256(f"{user.casefold()}\0{statement}".encode()).hexdigest()[:16]
        if (known := self.find(id_)) is not None:
            return known
        problem = free_problem(statement, id_)
        with self._open() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO free VALUES (?, ?, ?, ?, ?)",
                (id_, user, statement, problem.model_dump_json(), _now()),
            )
        return problem

    def refine(self, problem: Problem) -> None:
        """Replace a free problem by the same one with more steps. Raises ``UsageError`` when it isn't kept."""
        with self._open() as connection:
            connection.execute("UPDATE free SET body = ? WHERE id = ?", (problem.model_dump_json(), problem.id))
            if not connection.changes():
                raise UsageError(f"没有题目 {problem.id!r}。 There is no problem {problem.id!r}.")

    def free(self, user: str) -> tuple[Problem, ...]:
        """The free problems of a user, newest first."""
        if not self.path.exists():
            return ()
        with self._open() as connection:
            rows = connection.execute(
                "SELECT body FROM free WHERE user = ? ORDER BY kept_at DESC, id", (user,)
            ).fetchall()
        return tuple(self._parsed(row[0]) for row in rows)

    def forget(self, user: str) -> None:
        """Delete the free problems of a user; nothing of them stays in the file."""
        if not self.path.exists():
            return
        with self._open() as connection:
            connection.execute("DELETE FROM free WHERE user = ?", (user,))
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- inside --------------------------------------------------------------------------------------

    def _own(self) -> dict[str, Problem]:
        if not self.path.exists():
            return {}
        with self._open() as connection:
            rows = connection.execute("SELECT id, body FROM own ORDER BY id").fetchall()
        return {str(row[0]): self._parsed(row[1]) for row in rows}

    def _keep(self, problems: Sequence[Problem], replace: bool, notes: tuple[str, ...]) -> Added:
        replaced: list[str] = []
        unchanged: list[str] = []
        with self._open() as connection, transaction(connection):
            for problem in problems:
                row = connection.execute("SELECT body FROM own WHERE id = ?", (problem.id,)).fetchone()
                if row and self._parsed(row[0]) == problem:
                    unchanged.append(problem.id)
                    continue
                if row or shelved(problem.id) is not None:
                    if not replace:
                        raise _taken(problem.id, "own" if row else "sample")
                    replaced.append(problem.id)
                connection.execute(
                    "INSERT OR REPLACE INTO own VALUES (?, ?, ?)", (problem.id, problem.model_dump_json(), _now())
                )
        return Added(tuple(problems), tuple(replaced), tuple(unchanged), notes)

    def _parsed(self, body: object) -> Problem:
        try:
            return Problem.model_validate_json(str(body))
        except ValidationError:
            raise self._damaged() from None

    @contextmanager
    def _open(self) -> Iterator[apsw.Connection]:
        with explained(self._sentence, DataError):
            try:
                yield held.connection(self.path, _begin)
            except (apsw.Error, DataError):
                held.drop(self.path)
                raise

    def _sentence(self, cause: Cause, error: Exception) -> str:
        if cause == "full":
            return FULL
        if cause == "busy":
            return "另一个进程正在写入题目，请稍后再试。 Another process is writing problems; try again shortly."
        if cause in ("damaged", "other"):
            return str(self._damaged())
        return (
            f"无法读写 {self.path}，请检查磁盘和权限。 It can't be read or written: check the disk and the permissions."
        )

    def _damaged(self) -> DataError:
        return DataError(
            f"{self.path} 不是题库或已损坏，请移走它，会重新建立。 "
            "It is not a file of problems or is damaged: move it away and a new one will be made."
        )


def _begin(connection: apsw.Connection) -> None:
    prepare(connection, _SCHEMA, VERSION, DataError(_NEWER), BUSY_S)


def _taken(id_: str, origin: Origin) -> UsageError:
    where, english = ("示例题目", "the sample") if origin == "sample" else ("已有题目", "your own problems")
    return UsageError(
        f"编号 {id_} 已被{where}占用，没有添加任何题；请改编号，确要替换请加 --replace。 "
        f"The id {id_} is taken by {english}; nothing was added. Change it, or add --replace if you mean it."
    )


def _now() -> str:
    return datetime.now(UTC).isoformat("T", "milliseconds")
