"""The restaurant assistant put together: graph, tools, and the data behind them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files
from typing import Any

from pilothouse.assistants.menu.catalogue import Catalogue, Progress
from pilothouse.assistants.menu.database import MenuDatabase
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.graph import FLOW
from pilothouse.assistants.menu.store import Faq, Stock, Store
from pilothouse.assistants.menu.tools import TOOLS, Services
from pilothouse.house import Assistant, Resources


def open_services(resources: Resources) -> Services:
    """The data of this home; the sample restaurant when nothing was imported yet."""
    catalogue = open_catalogue(resources)
    if not catalogue.database.version:
        load_sample(catalogue)
    catalogue.refresh()
    return Services(catalogue=catalogue, clock=resources.clock)


def open_catalogue(resources: Resources) -> Catalogue:
    """The catalogue of this home, empty when nothing was imported yet."""
    paths = resources.settings.paths
    return Catalogue(MenuDatabase(paths.menu_db), paths.home / "index", resources.embedder)


def load_sample(catalogue: Catalogue, progress: Progress | None = None) -> str:
    """Import the sample chain that ships with the package. Returns the menu version."""
    stores = [Store.read(record) for record in _sample("stores")]
    dishes = [_sample_dish(record) for record in _sample("menu")]
    by_name = {dish.name: dish.id for dish in dishes}
    ids = {store.name: store.id for store in stores}
    stock = [
        (ids[item["store"]], by_name[item["dish"]], Stock(quantity=item["quantity"], sold_out=item["sold_out"]))
        for item in _sample("stock")
    ]
    faq = [Faq.model_validate(record) for record in _sample("faq")]
    return catalogue.database.replace_menu(
        dishes,
        stores=stores,
        faq=faq,
        stock=stock,
        sample=True,
        before_commit=lambda version: _built(catalogue, version, progress),
    )


def _built(catalogue: Catalogue, version: str, progress: Progress | None) -> None:
    catalogue.build(version, progress)


def _sample(name: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(files(__package__).joinpath(f"sample/{name}.json").read_text("utf-8"))
    return data


def _sample_dish(record: Mapping[str, Any]) -> Dish:
    from pilothouse.assistants.menu.importing import identity

    return Dish.model_validate({**record, "id": identity(record["name"])})


def local_time() -> datetime:
    """The restaurant's time: that of the machine."""
    return datetime.now().astimezone()


ASSISTANT = Assistant(name="menu", flow=FLOW, tools=TOOLS, open=open_services)
