"""The problems that come with Pilothouse: ``sample/problems/*.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.problems.reader import read_text

_FOLDER = ("sample", "problems")
_KINDS = (".yaml", ".yml")


@cache
def sample() -> dict[str, Problem]:
    """The sample problems by id, in the order of their files. Raises ``DataError`` when one can't be read."""
    folder = _folder()
    if not folder.is_dir():
        return {}
    found = (item for item in folder.iterdir() if item.name.endswith(_KINDS))
    problems = [problem for file in sorted(found, key=lambda file: file.name) for problem in _read(file)]
    return {problem.id: problem for problem in problems}


@cache
def find(id_: str) -> Problem | None:
    """The sample problem of that id; its file alone is read where it is called like the problem."""
    file = _folder() / f"{id_}.yaml"
    if file.is_file():
        for problem in _read(file):
            if problem.id == id_:
                return problem
    return sample().get(id_)


def _folder() -> Traversable:
    return files("pilothouse.assistants.tutor").joinpath(*_FOLDER)


def _read(file: Traversable) -> list[Problem]:
    return [read.problem for read in read_text(file.read_text(encoding="utf-8"), file.name)]
