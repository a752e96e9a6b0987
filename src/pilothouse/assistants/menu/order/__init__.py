"""The order language: what a guest wants done to the order, as typed changes."""

from __future__ import annotations

from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.reader import read_order
from pilothouse.assistants.menu.order.sentence import Suits

__all__ = ["Change", "Suits", "read_order"]
