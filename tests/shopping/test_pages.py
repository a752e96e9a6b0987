"""The commands of docs/shopping.md run as they stand, over the file that the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ..terminal import Run, home, run

__all__ = ["home", "run"]

PAGE = Path(__file__).parents[2] / "docs" / "shopping.md"
FILE = re.compile(r"^`([\w.]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_that_every_command_of_the_page_runs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    for name, content in FILE.findall(text):
        (tmp_path / name).write_text(content, "utf-8")
    lines = [line for block in COMMANDS.findall(text) for line in block.splitlines() if line.strip()]
    assert len(lines) >= 8
    outputs = {}
    for line in lines:
        done = run(*shlex.split(line, comments=True)[1:])
        assert done.code == 0, (line, done.err)
        outputs[line.partition(" #")[0].strip()] = done.out
    assert "云岫 K2" in outputs['pilothouse ask shopping "保温杯哪款口碑好"']


def test_that_every_field_of_a_decision_is_on_the_page() -> None:
    from pilothouse.assistants.shopping.decision.contract import Cited, Decision, RunnerUp

    text = PAGE.read_text("utf-8")
    fields = [name for model in (Decision, Cited, RunnerUp) for name in model.model_fields]
    assert [name for name in fields if f"`{name}`" not in text] == []
