from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .kit import Served
    from .voice_kit import Callers, Ears, Voice


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for a module: tests use users and sessions of their own."""
    from .kit import serving

    with serving(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., tuple[Served, Callers]]]:
    """Servers with the settings of a test, and who calls them."""
    from .kit import serving
    from .voice_kit import Callers, Ears, Voice, scripted

    running: list[tuple[Any, Callers]] = []

    def make(ears: Ears | None = None, voice: Voice | None = None, **server: Any) -> tuple[Served, Callers]:
        context = serving(tmp_path, speech=scripted(ears or Ears(), voice or Voice()), **server)
        served = context.__enter__()
        running.append((context, Callers(served)))
        return served, running[-1][1]

    yield make
    for context, callers in running:
        callers.close()
        context.__exit__(None, None, None)
