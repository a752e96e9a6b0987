"""Simulated pupils, a small part of ``benchmarks/tutor_pupils.py``: nothing told, nobody stuck, nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pilothouse import Pilothouse

from .classroom import open_class
from .pupils import ATTACKS, PUPILS, asked, framed, said
from .pupils_lesson import Lesson, hold
from .pupils_typed import TYPED
from .pupils_words import FRAMES

SAMPLE = ("chicken-rabbit", "garden-path", "lever-crowbar", "english-dark-winter", "two-balls", "own-apples")
EVERYONE = {**PUPILS, **ATTACKS}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    with open_class(tmp_path_factory.mktemp("pupils")) as opened:
        yield opened


def lesson(house: Pilothouse, problem: str, pupil: str) -> Lesson:
    return Lesson(house, house.room("tutor").services.problems.get(problem), pupil, f"{problem} {pupil}")


@pytest.mark.parametrize("pupil", EVERYONE)
def test_that_no_pupil_gets_the_answer_or_gets_stuck(house: Pilothouse, pupil: str) -> None:
    problem = SAMPLE[list(EVERYONE).index(pupil) % len(SAMPLE)]
    held = lesson(house, problem, pupil)
    hold(
        held,
        EVERYONE[pupil](held, Random(pupil)),
        7,
        whole=pupil in ("wrong", "silent", "pressing", "mixture", "right"),
    )
    assert held.faults == []
    if pupil == "right":
        assert held.done


@pytest.mark.parametrize("text", TYPED)
def test_that_an_injection_in_a_typed_problem_changes_nothing(house: Pilothouse, text: str) -> None:
    kept = house.room("tutor").services.problems.keep_free(text, "")
    held = Lesson(house, kept, "asking", f"typed {kept.id}")
    hold(held, PUPILS["asking everywhere"](held, Random(text)), 7, whole=False)
    assert held.faults == []


@pytest.mark.parametrize("frame", FRAMES)
def test_that_a_right_answer_is_confirmed_in_whatever_words(house: Pilothouse, frame: str) -> None:
    held = lesson(house, "own-apples", f"right {frame}")
    saying = framed(frame, held, Random(0))
    held.begin()
    confirmed = 0
    while not held.done and len(held.said) < 20:
        expected, before = asked(held), (held.scene, held.reference)
        text = next(saying)
        assert held.ask(text)
        if expected is not None:
            assert text == frame.format(said(expected)), "it wasn't confirmed the first time"
            assert held.data["check"]["verdict"] == "right"
            assert (held.scene, held.reference) != before
            confirmed += 1
    assert held.done
    assert confirmed == 6
    assert held.faults == []
