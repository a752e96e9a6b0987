"""Pilothouse (掌舵): assistants that call tools and retrieve knowledge under control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply
    from pilothouse.gateway import Call, Fail, Say, ScriptedModel
    from pilothouse.house import Assistant, Pilothouse, Resources

__version__ = "0.1.0"

_HOMES = {
    "Assistant": "pilothouse.house",
    "Call": "pilothouse.gateway",
    "Fail": "pilothouse.gateway",
    "Pilothouse": "pilothouse.house",
    "Reply": "pilothouse.contracts.reply",
    "Resources": "pilothouse.house",
    "Say": "pilothouse.gateway",
    "ScriptedModel": "pilothouse.gateway",
}

__all__ = ["Assistant", "Call", "Fail", "Pilothouse", "Reply", "Resources", "Say", "ScriptedModel", "__version__"]


def __getattr__(name: str) -> Any:
    # Lazily: `pilothouse --help` must not wait for what it does not use.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
