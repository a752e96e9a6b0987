"""stock set."""

from __future__ import annotations

from typing import Annotated

import typer

from pilothouse.cli.terminal import Editor, Json, opened, show

stock = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="门店实时库存。 Live stock of a store.")


def add(app: typer.Typer) -> None:
    app.add_typer(stock, name="stock")


@stock.callback()
def group() -> None:
    """Keeps ``set`` a command of its own."""


@stock.command("set")
def change(
    dish: Annotated[str, typer.Argument(help="菜名。 Name of the dish.")],
    store: Annotated[str | None, typer.Option("--store", help="门店，缺省为第一家。 Store, default the first.")] = None,
    sold_out: Annotated[
        bool | None, typer.Option("--sold-out/--available", help="售罄或恢复。 Sold out or available.")
    ] = None,
    quantity: Annotated[
        int | None, typer.Option("--quantity", min=0, max=100_000, help="剩余份数。 Portions left.")
    ] = None,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """修改一道菜的库存。 Change the stock of a dish."""
    from pilothouse.assistants.menu import command
    from pilothouse.contracts.errors import UsageError

    if sold_out is None and quantity is None:
        raise UsageError(
            "请说明怎么改：--sold-out、--available 或 --quantity。 "
            "Say what to set: --sold-out, --available or --quantity."
        )
    with opened() as house:
        report = command.set_stock(house, dish, store=store, sold_out=bool(sold_out), quantity=quantity, user=user)
    show(report, as_json)
