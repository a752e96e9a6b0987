"""The commands of the knowledge pages run as they stand, over the files that the pages show."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from ..terminal import Run, home, run

__all__ = ["home", "run"]

DOCS = Path(__file__).parents[2] / "docs"
FILE = re.compile(r"^`([\w./-]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```(?:sh|bash)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["knowledge.md", "evaluation.md"])
def test_that_every_command_of_a_page_runs(
    page: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (DOCS / page).read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody talks
    for name, content in FILE.findall(text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    lines = [line for block in COMMANDS.findall(text) for line in block.splitlines() if line.strip()]
    assert len(lines) >= 6
    outputs = {}
    for line in lines:
        program, *words = shlex.split(line, comments=True)
        assert program == "pilothouse"
        words, target = (words[:-2], words[-1]) if ">" in words else (words, "")
        done = run(*words)
        assert done.code == 0, (line, done.err)
        outputs[line.partition(" #")[0].strip()] = done.out
        if target:
            (tmp_path / target).write_text(done.out, "utf-8")
    if page == "knowledge.md":
        assert "13天" in outputs['pilothouse ask knowledge "婚假有几天"']
        assert "3月18日" in outputs['pilothouse ask knowledge "法学院2026年复试时间是哪天"']
        assert "800万" in outputs['pilothouse ask knowledge "高管奖金总额是多少" --user anna']
        assert "800万" not in outputs['pilothouse ask knowledge "高管奖金总额是多少"']
    else:
        assert (tmp_path / "report.html").exists()


def test_that_every_option_of_the_commands_is_on_their_page() -> None:
    import typer.main

    from pilothouse.cli import app

    group = typer.main.get_command(app)
    for page, names in (("knowledge.md", ("index", "knowledge")), ("evaluation.md", ("eval", "knowledge"))):
        command = group
        for name in names:
            command = command.commands[name]  # type: ignore[attr-defined]
        text = (DOCS / page).read_text("utf-8")
        options = [option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)]
        long = [option for option in options if option.startswith("--") and option not in ("--answers", "--help")]
        assert [option for option in long if option not in text] == []


def test_that_every_field_of_a_question_is_on_the_page() -> None:
    from pilothouse.evaluation.dataset import Question

    text = (DOCS / "evaluation.md").read_text("utf-8")
    names = {"text": "question"}
    fields = [names.get(field, field) for field in Question.__dataclass_fields__ if field != "line"]
    assert [field for field in fields if f"`{field}`" not in text] == []
