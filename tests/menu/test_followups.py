"""What guests say after an answer: something cheaper, which of them, what it costs, not wanted after all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse

from .kitchen import open_house
from .test_waiter import Wanted

TABLES = [Path(__file__).with_name(name) for name in ("followups.txt", "followups_fresh.txt", "followups_second.txt")]
DIALOGUES = [
    line
    for table in TABLES
    for line in table.read_text("utf-8").splitlines()
    if "=>" in line and not line.startswith("#")
]
_TURN = re.compile(r"(?P<text>[^{]+)(?:\{(?P<said>.*)\})?\s*$")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with open_house(tmp_path_factory.mktemp("followups")) as opened:
        yield opened


def turns(said: str) -> list[tuple[str, list[str]]]:
    """The sentences of a dialogue, each with what the reply must say."""
    found = []
    for piece in re.split(r"\|(?![^{]*\})", said):
        match = _TURN.match(piece.strip())
        assert match is not None, piece
        found.append((match["text"].strip(), (match["said"] or "").split("&")))
    return found


@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_that_a_conversation_goes_on(dialogue: str, house: Pilothouse) -> None:
    said, _, wanted = dialogue.partition("=>")
    listed: list[str] = []
    lines: list[dict[str, Any]] = []
    problems: list[str] = []
    for text, words in turns(said):
        reply = house.ask("menu", text, session=dialogue[:200])
        for word in filter(None, words):
            if word.startswith("!") == bool(re.search(word.lstrip("!"), reply.reply)):
                problems.append(f"{text}: {word} / {reply.reply}")
        if len(reply.data["dishes"]) > 1 and reply.data["cart"]["lines"] == lines:
            listed = [item["name"] for item in reply.data["dishes"]]
        lines = reply.data["cart"]["lines"]
    expected = [Wanted.read(line, listed) for line in wanted.split(";") if line.strip()]
    unmet = [line for line in expected if not any(line.fits(found) for found in lines)]
    assert (problems, unmet, len(lines)) == ([], [], len(expected)), lines
