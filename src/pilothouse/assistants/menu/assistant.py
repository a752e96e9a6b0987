"""The restaurant assistant put together: graph, tools, and the data behind them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from importlib.resources import files
from typing import Any

from pilothouse.assistants.menu.catalogue import Catalogue, Progress
from pilothouse.assistants.menu.database import MenuDatabase
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.edition import CHAIN, Edition
from pilothouse.assistants.menu.graph import FLOW
from pilothouse.assistants.menu.memory import FILE, MemoryStore
from pilothouse.assistants.menu.orders import OrderBook
from pilothouse.assistants.menu.store import Faq, Stock, Store, store_id
from pilothouse.assistants.menu.tools import TOOLS, Services
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.rooms import Assistant, Resources
from pilothouse.settings import Settings

LARGE = 500  # dishes from which an index takes longer than a tool may


def open_services(resources: Resources) -> Services:
    """The data of this home; the sample restaurant when nothing was imported yet. Raises ``UsageError`` when the
    settings name a store that there is not."""
    catalogue = open_catalogue(resources)
    if not catalogue.refresh():
        _refuse_loss(catalogue)
        # Its index is built by the first question that needs it: a price by name must not wait for that.
        catalogue.publish(lambda current: current if current.stores else sample(), stock=_stock(), index=False)
    wished = resources.settings.store
    if wished is not None and catalogue.edition.find_store(wished) is None:
        known = "、".join(store.name for store in catalogue.stores)
        raise UsageError(
            f"设置 PILOTHOUSE_STORE 的门店 {wished!r} 不存在；有：{known}。 "
            f"PILOTHOUSE_STORE names the store {wished!r}, which there is not; there are: {known}."
        )
    return Services(
        catalogue=catalogue,
        clock=resources.clock,
        orders=OrderBook(catalogue.database),
        memory=MemoryStore(resources.settings.home / FILE),
    )


async def begin(services: Services) -> Services:
    """The data as one turn sees it. A large menu without its index gets it before the turn and its time limits."""
    catalogue = services.catalogue.pinned()
    if catalogue.edition.size > LARGE and not catalogue.indexed:
        await asyncio.to_thread(catalogue.indexes.build, catalogue.edition)
    return replace(services, catalogue=catalogue)


def open_catalogue(resources: Resources) -> Catalogue:
    """The catalogue of this home, empty when nothing was imported yet."""
    paths = resources.settings.paths
    return Catalogue(MenuDatabase(paths.menu_db), paths.home / "index", resources.embedder)


def load_sample(catalogue: Catalogue, progress: Progress | None = None) -> str:
    """Import the sample chain that ships with the package. Returns the menu version."""
    return catalogue.publish(lambda current: sample(), stock=_stock(), progress=progress).version


def sample() -> Edition:
    """The sample chain."""
    return Edition(
        stores=tuple(Store.read(record) for record in _sample("stores")),
        menus={CHAIN: tuple(_sample_dish(record) for record in _sample("menu"))},
        faq=tuple(Faq.model_validate(record) for record in _sample("faq")),
        sample=True,
    )


def _stock() -> list[tuple[str, str, Stock]]:
    from pilothouse.assistants.menu.importing import identity

    return [
        (store_id(item["store"]), identity(item["dish"]), Stock(quantity=item["quantity"], sold_out=item["sold_out"]))
        for item in _sample("stock")
    ]


def _refuse_loss(catalogue: Catalogue) -> None:
    """There was a menu of the restaurant's own, and it is gone: the sample in its place would be a lie."""
    if catalogue.indexes.own:
        raise DataError(
            f"菜单数据库 {catalogue.database.path} 丢失或被清空；请重新导入菜单（pilothouse index menu），"
            "或用 pilothouse index sample 恢复示例。 The menu database was lost or emptied: import your menu again "
            "(pilothouse index menu), or bring the sample back with pilothouse index sample."
        )


def _sample(name: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(files(__package__).joinpath(f"sample/{name}.json").read_text("utf-8"))
    return data


def _sample_dish(record: Mapping[str, Any]) -> Dish:
    from pilothouse.assistants.menu.importing import identity

    return Dish.model_validate({**record, "id": identity(record["name"])})


def local_time() -> datetime:
    """The restaurant's time: that of the machine."""
    return datetime.now().astimezone()


def forget(settings: Settings, user: str) -> None:
    """Delete the taste memory of a user."""
    MemoryStore(settings.home / FILE).delete(user)


ASSISTANT = Assistant(name="menu", flow=FLOW, tools=TOOLS, open=open_services, begin=begin, forget=forget)
