# ruff: noqa: E501 -- tables
"""Wrong answers by pattern, and what comes of repeated ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from pilothouse.assistants.tutor.checking.verdict import Check, ErrorKind
from pilothouse.assistants.tutor.mastery import Patterns, classify
from pilothouse.assistants.tutor.mastery.wording import advise, describe

KINDS = [kind for kind in get_args(ErrorKind) if kind]


@pytest.fixture
def patterns(tmp_path: Path) -> Patterns:
    return Patterns(tmp_path / "tutor.db")


@pytest.mark.parametrize(
    ("check", "name"),
    [
        (Check("wrong", "mistake", "forgot_to_halve"), "forgot_to_halve"), (Check("wrong", "unit"), "unit"), (Check("wrong"), "value"),
        (Check("partial"), "incomplete"), (Check("right"), None), (Check("none"), None), (Check("unclear"), None),
    ],
)  # fmt: skip
def test_that_a_wrong_answer_gets_a_name_and_others_none(check: Check, name: str | None) -> None:
    assert classify(check) == name


def test_that_a_first_mistake_changes_nothing_and_a_second_one_does(patterns: Patterns) -> None:
    assert patterns.advice("anna", "math/x") is None
    patterns.count("anna", "math/x", "conversion")
    assert patterns.advice("anna", "math/x") is None
    patterns.count("anna", "math/x", "conversion")
    said = patterns.advice("anna", "math/x")
    assert said is not None
    assert "单位" in said
    assert patterns.advice("ben", "math/x") is None


def test_that_a_habit_shows_in_a_new_topic_too(patterns: Patterns) -> None:
    patterns.count("anna", "math/x", "unit")
    patterns.count("anna", "physics/y", "unit")
    assert patterns.advice("anna", "physics/z") is not None


def test_that_the_topic_s_own_habit_comes_first(patterns: Patterns) -> None:
    for _ in range(5):
        patterns.count("anna", "math/x", "sign")
    for _ in range(2):
        patterns.count("anna", "math/y", "unit")
    here, there = patterns.repeated("anna", "math/y"), patterns.repeated("anna", "math/x")
    assert here is not None
    assert there is not None
    assert (here.name, there.name) == ("unit", "sign")


def test_that_mistakes_are_listed_the_most_frequent_first(patterns: Patterns) -> None:
    for name, times in (("unit", 1), ("sign", 3), ("factor", 2)):
        for _ in range(times):
            patterns.count("anna", "math/x", name)
    assert [(each.name, each.times) for each in patterns.of("anna", "math/x")] == [
        ("sign", 3),
        ("factor", 2),
        ("unit", 1),
    ]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", [*KINDS, "forgot_to_halve", "used_radius_for_diameter", "x" * 300, ""])
def test_that_advice_is_in_the_pupil_s_language_and_holds_no_number(kind: str, language: str) -> None:
    for times in (2, 7, 100):
        said = advise(kind, times, language)
        assert re.search(r"\d", said) is None
        assert bool(re.search("[\u4e00-\u9fff]", said)) is (language == "zh")


def test_that_every_kind_of_error_but_the_plain_one_has_its_own_words() -> None:
    plain = describe("value")
    assert [kind for kind in KINDS if describe(kind) == plain] == ["mistake", "value"]
