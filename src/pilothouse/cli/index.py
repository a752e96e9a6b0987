"""index menu, sample, faq, stores, knowledge, shopping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.index_knowledge import knowledge
from pilothouse.cli.index_shopping import shopping
from pilothouse.cli.terminal import Editor, Json, opened, progress, show

if TYPE_CHECKING:
    from pilothouse.assistants.menu.command import Report
    from pilothouse.house import Pilothouse

index = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="导入数据并建立索引。 Import data and build its index."
)


index.command()(knowledge)
index.command()(shopping)


def add(app: typer.Typer) -> None:
    app.add_typer(index, name="index")


@index.command()
def menu(
    file: Annotated[Path, typer.Argument(help="菜单：JSON、JSON Lines、CSV、文字。 JSON, JSON lines, CSV or text.")],
    store: Annotated[str | None, typer.Option("--store", help="只给这家门店。 For this store only.")] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="FIELD=NAME", help="字段对应，如 name=菜的名字。 For odd field names."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="文件改动后自动重新导入。 Import again on change.")] = False,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """导入菜单并建立索引，报告读不懂的内容。 Import a menu, build its index, report what could not be read."""
    from pilothouse.assistants.menu import command

    with opened() as house:
        command.require_manager(house, user)
        pairs = command.read_pairs(mapping or [])
        with progress(as_json) as bar:
            report = command.import_menu(house, file, store=store, mapping=pairs, progress=bar)
        show(report, as_json)
        if watch:
            for report in command.watch_menu(house, file, store=store, mapping=pairs):
                show(report, as_json)


@index.command()
def sample(
    yes: Annotated[bool, typer.Option("--yes", help="替换自己的菜单。 Replace a menu of your own.")] = False,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """恢复示例餐厅。 Bring the sample restaurant back."""
    from pilothouse.assistants.menu import command

    def run(house: Pilothouse, bar: Any) -> Report:
        return command.import_sample(house, replace_own=yes, progress=bar)

    _import(run, user, as_json)


@index.command()
def faq(
    file: Annotated[Path, typer.Argument(help="常见问题 JSON。 FAQ as JSON: question, answer, variants.")],
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """导入常见问题。 Import frequent questions."""
    from pilothouse.assistants.menu import command

    _import(lambda house, bar: command.import_faq(house, file, progress=bar), user, as_json)


@index.command()
def stores(
    file: Annotated[Path, typer.Argument(help="门店 JSON。 Stores as JSON: name, address, hours, …")],
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """导入门店。 Import stores."""
    from pilothouse.assistants.menu import command

    _import(lambda house, bar: command.import_stores(house, file, progress=bar), user, as_json)


def _import(work: Callable[[Pilothouse, Any], Report], user: str | None, as_json: bool) -> None:
    from pilothouse.assistants.menu import command

    with opened() as house:
        command.require_manager(house, user)
        with progress(as_json) as bar:
            report = work(house, bar)
        show(report, as_json)
