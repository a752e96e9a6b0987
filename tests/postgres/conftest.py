from __future__ import annotations

from collections.abc import Iterator

import pytest

from .server import Server, binaries

MISSING = "no Postgres server here (initdb of Debian's package postgresql): make test-postgres installs it"


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    pytest.importorskip("psycopg", reason="the extra [postgres] is not installed")
    programs = binaries()
    if programs is None:
        pytest.skip(MISSING)
    server = Server(programs)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def url(server: Server) -> str:
    """The URL of an empty database."""
    return server.empty()
