"""Questions with a real model: Qwen2.5-Coder-1.5B in this process, mode SCHEMA. Set PILOTHOUSE_TEST_GGUF to choose the file.

A small model often says that nothing was found; whatever it does say must be right and cited.
"""  # noqa: E501

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .scenarios import SCENARIOS, problems, unsound
from .shelf import open_house

DEFAULT = Path("~/.cache/pilothouse/models/qwen2.5-coder-1.5b/model.gguf").expanduser()
FILE = Path(os.environ.get("PILOTHOUSE_TEST_GGUF", DEFAULT))
SAMPLE = ("停车费每个月多少钱",)

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not FILE.is_file(), reason=f"no model file at {FILE}"),
]


def test_that_a_small_model_says_nothing_wrong(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    pytest.importorskip("langchain_openai")
    local = {"provider": "local", "mode": "SCHEMA", "gguf_path": str(FILE), "timeout_s": 240.0, "deadline_s": 480.0}
    wrong: dict[str, list[str]] = {}
    with open_house(tmp_path, converse_max_tokens=160, **local) as house:
        for n, scenario in enumerate(s for s in SCENARIOS if s.ask in SAMPLE):
            reply = house.ask("knowledge", scenario.ask, session=f"m{n}")
            found = unsound(reply) if reply.outcome == "not_found" else problems(reply, scenario)
            found += [f"{word!r} is said" for word in scenario.never if word in reply.reply]
            assert reply.usage.model_calls > 0
            if found:
                wrong[scenario.ask] = [*found, reply.reply]
    assert wrong == {}
