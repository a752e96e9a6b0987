"""index knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Editor, Json, opened, progress, show
from pilothouse.contracts.errors import UsageError

if TYPE_CHECKING:
    from pilothouse.retrieval.library import DocumentInfo


@dataclass(frozen=True)
class Listing:
    """The documents of the library, and what was skipped."""

    documents: Sequence[DocumentInfo]

    def as_dict(self) -> dict[str, Any]:
        return {"documents": [asdict(document) for document in self.documents]}

    def text(self) -> str:
        return "\n".join(map(_line, self.documents)) or "知识库是空的。 The library is empty."


def knowledge(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH...", help="文件、文件夹、.jsonl 语料。 Files, folders, corpora.", show_default=False
        ),
    ] = None,
    dept: Annotated[str, typer.Option("--dept", help="所属部门。 Department, where nothing else says one.")] = "",
    allow: Annotated[
        str,
        typer.Option("--allow", metavar="A,B", help="谁可以看：范围或部门；* 为所有人。 Who may read it; * for all."),
    ] = "",
    remove: Annotated[
        list[Path] | None, typer.Option("--remove", help="从知识库去掉（文件保留）。 Forget it; files stay.")
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="恢复示例手册。 Bring the sample handbook back.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="示例替换自己的文档。 The sample replaces your own.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="列出文档及跳过的原因。 List documents and skips.")] = False,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """索引知识库文档：只处理有变化的，报告跳过的。 Index documents: only what changed, reporting what was skipped."""
    if sum([bool(paths), bool(remove), sample, listed]) != 1:
        raise UsageError(
            "请给出要索引的文件或文件夹，或者 --remove、--sample、--list 之一。 "
            "Name files or folders to index, or use one of --remove, --sample, --list."
        )
    if (dept or allow) and not paths:
        raise UsageError("--dept 和 --allow 只用于索引。 --dept and --allow go with files to index.")
    from pilothouse.assistants.knowledge import command
    from pilothouse.assistants.knowledge.assistant import open_library

    with opened() as house:
        command.require_editor(house, user)
        if listed:
            with open_library(house.resources) as library:
                show(Listing(library.everything()), as_json)
            return
        if remove:
            show(command.remove_documents(house, remove), as_json)
            return
        with progress(as_json) as bar:
            if sample:
                report = command.index_sample(house, replace_own=yes)
            else:
                readers = [allow] if allow.strip() else []
                report = command.index_documents(house, paths or [], dept=dept, allow=readers, progress=bar)
        show(report, as_json)


def _line(document: DocumentInfo) -> str:
    if document.status == "skipped":
        return f"- {document.path} [{document.reason}] {document.sentence}"
    facts = [
        document.title,
        document.date,
        document.dept,
        f"allow: {', '.join(document.allow)}" if document.allow else "",
    ]
    return f"+ {document.id}  {' · '.join(fact for fact in facts if fact)}  ({document.chunks})"
