"""The scenarios with a real model: Qwen2.5-Coder-1.5B in this process, mode SCHEMA. Set PILOTHOUSE_TEST_GGUF to choose the file.

Facts, tools and outcomes must be right whoever found the words; the report at the end says how often they were the model's.
"""  # noqa: E501

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from .kitchen import open_house
from .scenarios import SCENARIOS, Scenario, problems

DEFAULT = Path("~/.cache/pilothouse/models/qwen2.5-coder-1.5b/model.gguf").expanduser()
FILE = Path(os.environ.get("PILOTHOUSE_TEST_GGUF", DEFAULT))
SAMPLE = (
    "麻辣香锅多少钱", "有没有不辣的干锅", "干锅牛蛙还有吗", "能带宠物吗", "how much is the spicy hot pot", "有没有龙虾",
)  # fmt: skip

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not FILE.is_file(), reason=f"no model file at {FILE}"),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    pytest.importorskip("xllamacpp")
    pytest.importorskip("langchain_openai")
    settings = {
        "provider": "local",
        "mode": "SCHEMA",
        "gguf_path": str(FILE),
        "timeout_s": 240.0,
        "deadline_s": 480.0,
        "converse_max_tokens": 160,
    }
    with open_house(tmp_path_factory.mktemp("home"), **settings) as opened:
        yield opened


def test_that_a_small_model_gives_the_right_facts(house: Any, capsys: pytest.CaptureFixture[str]) -> None:
    wrong: dict[str, list[str]] = {}
    lines = []
    for n, scenario in enumerate(_sample()):
        started = time.perf_counter()
        reply = house.ask("menu", scenario.ask, session=f"m{n}")
        seconds = time.perf_counter() - started
        if found := problems(reply, scenario):
            wrong[scenario.ask] = found
        assert reply.usage.model_calls > 0
        own = (reply.outcome != "fallback" and "own words") or "fallback"
        lines.append(f"{seconds:5.1f} s  {reply.usage.model_calls} calls  {own:9}  {scenario.ask}  →  {reply.reply}")
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    assert wrong == {}


def _sample() -> list[Scenario]:
    wished = [scenario for scenario in SCENARIOS if scenario.ask in SAMPLE]
    assert len(wished) == len(SAMPLE)
    return wished
