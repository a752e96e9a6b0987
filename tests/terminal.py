"""The command line as a person meets it; what the tests of several rooms share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import pilothouse.cli
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.house import Pilothouse

EMBEDDER = CachedEmbedder(EmbeddedEmbedder())  # one for all tests: its model takes longer to load than they to run


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one line on standard error."""
        assert self.err.startswith("错误 / Error: "), self.err
        assert self.err.count("\n") == 1, self.err
        assert self.out == ""
        return self.err.removeprefix("错误 / Error: ").strip()


Run = Callable[..., Result]


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in list(os.environ):
        if name.startswith("PILOTHOUSE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PILOTHOUSE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in this process, with a warm embedder."""
    monkeypatch.setattr(Pilothouse, "embedder", EMBEDDER)

    def call(*args: str | Path) -> Result:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["pilothouse", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            pilothouse.cli.main()
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, captured.out, captured.err)

    return call


@pytest.fixture
def process(home: Path) -> Run:
    """The command line as a process of its own."""

    def call(*args: str | bytes | Path, stdin: str | bytes = "", **environment: str) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "pilothouse.cli", *args],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env={**os.environ, **environment},
            timeout=60,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
