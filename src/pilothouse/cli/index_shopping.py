"""index shopping."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pilothouse.cli.terminal import Editor, Json, opened, progress, show
from pilothouse.contracts.errors import UsageError

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

SCOPE = "shopping:write"


def shopping(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE.jsonl",
            help="网页，每行一个 JSON 对象：url、title、date、text。 Pages, one JSON object a line.",
            show_default=False,
        ),
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="恢复示例网页。 Bring the sample pages back.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="示例替换自己的网页。 The sample replaces your own.")] = False,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """用自己的网页替换导购助手搜索的网页。 Put pages of your own in place of those that are searched."""
    if (file is None) == (not sample):
        raise UsageError(
            "请给出一个 .jsonl 文件，或用 --sample 恢复示例。 Name a file of pages, or use --sample for the sample."
        )
    from pilothouse.assistants.shopping.corpus import open_corpus

    with opened() as house:
        _require(house, user)
        corpus = open_corpus(house.settings.home, house.embedder)
        try:
            with progress(as_json) as bar:
                report = corpus.restore(replace_own=yes, progress=bar) if file is None else corpus.index(file, bar)
        finally:
            corpus.close()
        show(report, as_json)


def _require(house: Pilothouse, user: str | None) -> None:
    """The operator at the machine may do everything; a named user needs ``shopping:write``. Raises ``AccessDenied``."""
    house.users.require(
        user,
        SCOPE,
        f"用户 {user} 没有替换网页的权限（{SCOPE}）。 User {user} may not replace the pages ({SCOPE}).",
    )
