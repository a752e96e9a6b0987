"""The tool room: registry and executor."""

from pilothouse.toolroom.executor import CallResult, ToolRoom, TurnRoom
from pilothouse.toolroom.registry import Registry

__all__ = ["CallResult", "Registry", "ToolRoom", "TurnRoom"]
