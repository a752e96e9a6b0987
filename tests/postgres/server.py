"""A Postgres server of the tests' own, in a temporary directory."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

USER = "pilot"
PASSWORD = "p@ss/w:rd 口令"


def binaries() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``; Debian keeps it out of the path."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda folder: int(folder.parent.name))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


class Server:
    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._account: dict[str, Any] = {}
        if os.geteuid() == 0:  # the server refuses to run as root
            account = next(found for name in ("postgres", "nobody") if (found := _account(name)))
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._account = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        secret = self.folder / "password"
        secret.write_text(PASSWORD, "utf-8")
        secret.chmod(0o644)
        self._call("initdb", "-U", USER, "--pwfile", str(secret), "-A", "scram-sha-256", "-E", "UTF8", "--no-locale")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60"
        self._call("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._call("pg_ctl", "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder)

    def url(self, database: str = "postgres", *, user: str = USER, password: str = PASSWORD) -> str:
        return f"postgresql://{user}:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}"

    def empty(self) -> str:
        """The URL of a database, emptied: much faster than another database."""
        self.end_connections(self.url())
        self.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self.url()

    def run(self, statement: str, url: str | None = None) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            found = connection.execute(statement)  # type: ignore[call-overload]
            return found.fetchall() if found.description else []

    def end_connections(self, url: str) -> None:
        """What happens to clients when the server or the network between fails."""
        self.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'pilothouse'",
            url,
        )

    def _call(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), "-D", str(self.folder / "data"), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=(out := (self.folder / "out").open("w+")),  # not a pipe: the server would keep it open
            stderr=subprocess.STDOUT,
            cwd="/",
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
            **self._account,
        )
        with out:
            out.seek(0)
            assert done.returncode == 0, out.read()


def _account(name: str) -> pwd.struct_passwd | None:
    lookup: Callable[[str], pwd.struct_passwd] = pwd.getpwnam
    try:
        return lookup(name)
    except KeyError:
        return None
