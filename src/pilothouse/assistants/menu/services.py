"""What the restaurant's tools and nodes work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pilothouse.assistants.menu.catalogue import Catalogue
from pilothouse.assistants.menu.memory import MemoryStore
from pilothouse.assistants.menu.orders import OrderBook


@dataclass(frozen=True)
class Services:
    """What the handlers work with. ``clock`` gives the local time of the restaurant."""

    catalogue: Catalogue
    clock: Callable[[], datetime]
    orders: OrderBook
    memory: MemoryStore
