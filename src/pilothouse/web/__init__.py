"""The pages (extra ``[web]``): a chat for each assistant, sources, an operator's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pilothouse.web.site import mount

__all__ = ["mount"]


def __getattr__(name: str) -> Any:
    if name == "mount":
        from pilothouse.web.site import mount

        return mount
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
