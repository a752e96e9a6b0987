"""The examples of the documentation run as they stand."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = {"server.md": ("uvicorn", "fastapi", "openai"), "voice.md": ("uvicorn", "fastapi", "websockets")}
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (f"{page.name}:{page.read_text('utf-8')[: match.start()].count(chr(10)) + 1}", match[2])
        for page in PAGES
        for match in BLOCK.finditer(page.read_text("utf-8"))
        if match[1] == language
    ]


@pytest.mark.parametrize(("where", "code"), blocks("python"), ids=[where for where, _ in blocks("python")])
def test_that_a_python_example_runs(where: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in NEEDED.get(where.partition(":")[0], ()):
        pytest.importorskip(module, reason="the page is about an extra")
    monkeypatch.setenv("PILOTHOUSE_HOME", str(tmp_path / "home"))
    # dont_inherit: an example must not profit from this file's __future__ import.
    exec(compile(code, where, "exec", dont_inherit=True), {"home": tmp_path / "own", "__name__": "example"})


@pytest.mark.parametrize(("where", "text"), blocks("json"), ids=[where for where, _ in blocks("json")])
def test_that_a_menu_in_the_documentation_can_be_imported(where: str, text: str, tmp_path: Path) -> None:
    from pilothouse.assistants.menu.importing import read_menu

    json.loads(text)
    path = tmp_path / "menu.json"
    path.write_text(text, "utf-8")
    read = read_menu(path)
    assert read.dishes
    assert not read.skipped


@pytest.mark.parametrize(("where", "text"), blocks("text"), ids=[where for where, _ in blocks("text")])
def test_that_a_written_menu_in_the_documentation_can_be_imported(where: str, text: str, tmp_path: Path) -> None:
    from pilothouse.assistants.menu.importing import read_menu

    path = tmp_path / "menu.txt"
    path.write_text(text, "utf-8")
    dish = read_menu(path).dishes[0]
    assert (dish.name, dish.prep_minutes, str(dish.price)) == ("麻辣香锅", 12, "38")


@pytest.mark.parametrize(("where", "text"), blocks("toml"), ids=[where for where, _ in blocks("toml")])
def test_that_settings_in_the_documentation_are_valid(where: str, text: str, tmp_path: Path) -> None:
    from pilothouse.settings import load

    stated = tomllib.loads(text)
    (tmp_path / "settings.toml").write_text(text, "utf-8")
    read = load(tmp_path).model_dump(mode="json")
    for name, value in stated.items():
        assert value.items() <= read[name].items() if isinstance(value, dict) else read[name] == value


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_that_a_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_that_every_command_in_the_readme_exists() -> None:
    import typer.main

    from pilothouse.cli import app

    group = typer.main.get_command(app)
    for line in re.findall(r"^pilothouse (.+)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE):
        word, *rest = line.split()
        command = group.commands[word]  # type: ignore[attr-defined]
        if hasattr(command, "commands") and rest:
            assert rest[0] in command.commands


def test_that_the_page_of_the_tools_says_what_the_contracts_say() -> None:
    from pilothouse.assistants.menu.tools import TOOLS

    page = (ROOT / "docs" / "tools.md").read_text("utf-8")
    for tool in TOOLS:
        assert tool.document() in page, "Write it anew: see the top of docs/tools.md."


def test_that_the_page_of_the_knowledge_tools_says_what_the_contracts_say() -> None:
    from pilothouse.assistants.knowledge.ownership import sample_folder
    from pilothouse.assistants.knowledge.tools import contracts

    departments = sorted(folder.name for folder in sample_folder().iterdir() if folder.is_dir())
    page = (ROOT / "docs" / "knowledge-tools.md").read_text("utf-8")
    for tool in contracts(tuple(departments)):
        assert tool.document() in page, "Write it anew: see the top of docs/knowledge-tools.md."
