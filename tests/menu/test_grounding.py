"""The check of a model's words: good answers pass, bad ones don't, and code's own words always would."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pilothouse.gateway import ModelRequest, Say, ScriptedModel

from .kitchen import open_house

BENCH = Path(__file__).parents[2] / "benchmarks" / "grounding.py"
_spec = importlib.util.spec_from_file_location("grounding", BENCH)
assert _spec is not None
assert _spec.loader is not None
grounding = importlib.util.module_from_spec(_spec)
sys.modules["grounding"] = grounding
_spec.loader.exec_module(grounding)

CASES = json.loads((Path(__file__).parent / "grounding.json").read_text(encoding="utf-8"))
GOOD = [(case["ask"], case.get("store", ""), answer) for case in CASES for answer in case["good"]]
BAD = [(case["ask"], case.get("store", ""), answer) for case in CASES for answer in case["bad"]]
TOLERATED = 0.05  # of good answers: refusing one costs only the model's wording


class Speaker:
    def __init__(self) -> None:
        self.text = ""

    def __call__(self, request: ModelRequest) -> Say:
        return Say(self.text)


@pytest.fixture(scope="module")
def speaker() -> Speaker:
    return Speaker()


@pytest.fixture(scope="module")
def house(speaker: Speaker, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with open_house(tmp_path_factory.mktemp("home"), ScriptedModel(speaker), breaker_failures=10_000) as opened:
        yield opened


_sessions = iter(range(10**6))


def passes(house: Any, speaker: Speaker, ask: str, store: str, answer: str) -> bool:
    session = f"g{next(_sessions)}"
    if store:
        house.ask("menu", f"我在{store}", session=session)
    speaker.text = answer
    reply = house.ask("menu", ask, session=session)
    return bool(reply.reply == answer and reply.outcome != "fallback")


def test_that_there_are_enough_examples() -> None:
    assert len(GOOD) >= 60
    assert len(BAD) >= 100


def test_that_good_answers_are_passed_on(house: Any, speaker: Speaker) -> None:
    refused = [f"{ask} | {answer}" for ask, store, answer in GOOD if not passes(house, speaker, ask, store, answer)]
    assert len(refused) <= TOLERATED * len(GOOD), refused


@pytest.mark.parametrize(("ask", "store", "answer"), BAD, ids=[answer[:40] for _, _, answer in BAD])
def test_that_a_bad_answer_is_not_passed_on(ask: str, store: str, answer: str, house: Any, speaker: Speaker) -> None:
    assert not passes(house, speaker, ask, store, answer)


def test_that_no_corruption_of_a_good_answer_is_passed_on(house: Any, speaker: Speaker) -> None:
    good = {answer for _, _, answer in GOOD}
    made = [
        (ask, store, bad)
        for ask, store, answer in GOOD
        for bad in dict.fromkeys(grounding.corrupted(answer))
        if bad not in good
    ]
    assert len(made) >= 100
    assert [f"{ask} | {bad}" for ask, store, bad in made if passes(house, speaker, ask, store, bad)] == []


QUESTIONS = ("{}多少钱", "{}里面有什么", "{}辣吗", "{}要等多久", "{}还有吗", "{}有什么过敏原")


def test_that_code_s_own_words_would_pass(house: Any, speaker: Speaker, tmp_path: Path) -> None:
    refused: list[str] = []
    asked = 0
    with open_house(tmp_path) as offline:
        names = [dish.name for dish in offline.room("menu").services.catalogue.menu("").dishes.values()]
        for n, name in enumerate(names):
            ask = QUESTIONS[n % len(QUESTIONS)].format(name)
            reply = offline.ask("menu", ask, session=f"o{n}")
            if reply.data["dishes"] and reply.outcome == "answered":
                asked += 1
                speaker.text = reply.reply
                if house.ask("menu", ask, session=f"c{n}").outcome == "fallback":
                    refused.append(f"{ask} | {reply.reply}")
    assert asked >= 60
    assert len(refused) <= 0.02 * asked, refused
