from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .kit import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for a module: tests use users and sessions of their own."""
    from .kit import serving

    with serving(tmp_path_factory.mktemp("home")) as running:
        yield running
