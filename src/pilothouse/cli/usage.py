"""usage knowledge: which chunks are cited, and which never are."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from pilothouse.cli.terminal import Json, Whose, emit, opened

SHOWN = 20  # lines of each list; --json has all

usage = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="资料用到了哪些。 What of the material is used.")


@usage.callback()
def group() -> None:
    """Keeps the name of the one command."""


def add(app: typer.Typer) -> None:
    app.add_typer(usage, name="usage")


@usage.command()
def knowledge(user: Whose = None, as_json: Json = False) -> None:
    """哪些片段被引用过，哪些从未被引用。 Chunks that were cited, and those that never were, over the recorded turns."""
    from dataclasses import asdict

    from pilothouse.assistants.knowledge.usage import usage as counted

    with opened() as house:
        found = counted(house, user)
    if as_json:
        emit(asdict(found))
        return
    print(f"{found.turns} 轮找到过资料。 {found.turns} recorded turns found evidence.")
    _list("被引用 / cited", [f"{times}× {name}" for name, times in found.cited.items()])
    _list("找到而未引用 / found, not cited", [f"{times}× {name}" for name, times in found.aside.items()])
    _list("从未引用 / never cited", found.never)


def _list(title: str, lines: Sequence[str]) -> None:
    print(f"\n{title}: {len(lines)}")
    for line in lines[:SHOWN]:
        print(f"  {line}")
    if len(lines) > SHOWN:
        print(f"  … +{len(lines) - SHOWN} (--json)")
