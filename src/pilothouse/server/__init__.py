"""The HTTP server (extra ``[web]``): OpenAI-compatible, typed turns with live events, administration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pilothouse.server.app import create_app
    from pilothouse.server.running import background

__all__ = ["background", "create_app"]

_HOMES = {"background": "pilothouse.server.running", "create_app": "pilothouse.server.app"}


def __getattr__(name: str) -> Any:
    # Lazily: the keys are needed by commands that must not wait for FastAPI, nor have it.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
