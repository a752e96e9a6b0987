"""What operators do with the library: index documents, remove them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.assistants.knowledge.assistant import load_sample, open_library
from pilothouse.assistants.knowledge.ownership import Ownership, sample_folder
from pilothouse.contracts.errors import UsageError
from pilothouse.retrieval.library import IndexReport, Library

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

WRITE = "knowledge:write"
Progress = Callable[[int, int], object]


def require_editor(house: Pilothouse, user: str | None) -> None:
    """The operator at the machine may do everything; a named user needs ``knowledge:write``. Raises ``AccessDenied``."""  # noqa: E501
    refusal = f"用户 {user} 没有修改知识库的权限（{WRITE}）。 User {user} may not edit the library ({WRITE})."
    house.users.require(user, WRITE, refusal)


def index_documents(
    house: Pilothouse,
    paths: Sequence[Path],
    *,
    dept: str = "",
    allow: Sequence[str] = (),
    progress: Progress | None = None,
) -> IndexReport:
    """Bring the library up to date with files and folders; the first documents of one's own retire the sample.

    Raises ``UsageError`` and ``DataError``; nothing was changed then.
    """
    ownership = Ownership(house.settings.home)
    with open_library(house.resources) as library:
        report = library.index(paths, dept=dept, allow=allow, progress=progress)
        retired = _retire_sample(library, paths)
        ownership.keep(sample=False, documents=len(library.everything()))
        version = library.version
    note = "示例手册已停用。 The sample handbook is retired."
    return replace(report, version=version, notes=(*report.notes, *([note] if retired else [])))


def remove_documents(house: Pilothouse, paths: Sequence[Path | str]) -> IndexReport:
    """Forget sources or single documents; the files stay. Raises ``UsageError`` for what is not in the library."""
    with open_library(house.resources) as library:
        removed = library.remove([str(path) for path in paths])
        Ownership(house.settings.home).keep(sample=False, documents=len(library.everything()))
        return IndexReport(removed=removed, version=library.version)


def index_sample(house: Pilothouse, *, replace_own: bool = False) -> IndexReport:
    """Bring the sample handbook back. Raises ``UsageError`` when there are documents of one's own, not to be replaced."""  # noqa: E501
    ownership = Ownership(house.settings.home)
    with open_library(house.resources) as library:
        own = [info.id for info in library.everything() if not Path(info.path).is_relative_to(sample_folder())]
        if own and not replace_own:
            raise UsageError(
                "知识库里有自己的文档，恢复示例会移除它们；确定要这样做请加 --yes。 "
                "There are documents of your own, which the sample would replace; add --yes if you mean it."
            )
        if own:
            library.remove(own)
        load_sample(library, ownership)
        return IndexReport(added=len(library.everything()), removed=len(own), version=library.version)


def _retire_sample(library: Library, paths: Sequence[Path]) -> bool:
    sample = sample_folder()
    if any(path.resolve() == sample for path in paths):
        return False
    if not any(Path(info.path).is_relative_to(sample) for info in library.everything()):
        return False
    library.remove([str(sample)])
    return True
