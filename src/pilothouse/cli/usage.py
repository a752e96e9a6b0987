"""usage knowledge: which chunks are cited, and which never are. usage shopping: what searches cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from pilothouse.cli.terminal import Json, Whose, emit, opened

SHOWN = 20  # lines of each list; --json has all

usage = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="用到了什么，花了多少。 What is used and spent.")


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


@usage.command()
def shopping(
    days: Annotated[int, typer.Option("--days", min=1, max=3660, help="最近多少天。 Of so many days.")] = 30,
    user: Whose = None,
    as_json: Json = False,
) -> None:
    """每天、每人搜索了多少次、用了多少额度。 Searches and credits by day, user and engine."""
    from dataclasses import asdict
    from datetime import date, timedelta

    from pilothouse.websearch.budget import FILE, Budget

    with opened() as house:
        name = None if user is None else house.users.caller(user).name
        found = Budget(house.settings.home / FILE).usage(name, since=date.today() - timedelta(days=days - 1))
    if as_json:
        emit([asdict(each) for each in found])
        return
    for each in found:
        print(
            f"{each.day}  {each.user}  {each.engine or '?'}  搜索 / searches {each.searches}  "
            f"缓存 / cached {each.cached}  被拒 / refused {each.refused}  额度 / credits {each.credits:g}"
        )
    total = sum(each.credits for each in found)
    print(f"{days} 天共用 {total:g} 额度。 {total:g} credits in {days} days.")


def _list(title: str, lines: Sequence[str]) -> None:
    print(f"\n{title}: {len(lines)}")
    for line in lines[:SHOWN]:
        print(f"  {line}")
    if len(lines) > SHOWN:
        print(f"  … +{len(lines) - SHOWN} (--json)")
