"""Knowledge tracing, and the record that it is worked out from."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.tutor.mastery import DEFAULT, Mastery, Parameters, Patterns, forget, learner, trace
from pilothouse.contracts.errors import DataError

probability = st.floats(0, 1, allow_nan=False)
parameters = st.builds(
    lambda known, learn, guess, share: Parameters(known, learn, guess, (1 - guess) * share * 0.999),
    probability,
    probability,
    st.floats(0, 0.99),
    st.floats(0, 1),
)
results = st.lists(st.booleans(), max_size=60)


@given(results, parameters)
def test_that_an_estimate_is_a_probability(answers: list[bool], model: Parameters) -> None:
    assert 0.0 <= trace(answers, model) <= 1.0


@given(results, parameters)
def test_that_a_right_answer_never_lowers_mastery(answers: list[bool], model: Parameters) -> None:
    assert trace([*answers, True], model) >= trace(answers, model)


@given(results, st.integers(0, 60))
def test_that_a_right_answer_found_later_in_the_record_never_lowers_mastery(answers: list[bool], place: int) -> None:
    more = [*answers[:place], True, *answers[place:]]
    assert trace(more) >= trace(answers) - 1e-12


@given(results, parameters)
def test_that_a_right_answer_tells_more_for_mastery_than_a_wrong_one(answers: list[bool], model: Parameters) -> None:
    assert trace([*answers, True], model) >= trace([*answers, False], model) - 1e-12


def test_that_the_estimate_is_corbett_and_anderson_s() -> None:
    model = Parameters(known=0.5, learn=0.2, guess=0.25, slip=0.1)
    right = 0.5 * 0.9 / (0.5 * 0.9 + 0.5 * 0.25)
    wrong = 0.5 * 0.1 / (0.5 * 0.1 + 0.5 * 0.75)
    assert trace([True], model) == pytest.approx(right + (1 - right) * 0.2)
    assert trace([False], model) == pytest.approx(wrong + (1 - wrong) * 0.2)


def test_that_always_right_is_mastered_and_always_wrong_is_not() -> None:
    assert trace([True] * 8) > 0.95
    assert trace([False] * 8) < 0.2


@pytest.mark.parametrize("values", [(1.2, 0, 0, 0), (0, -0.1, 0, 0), (0.3, 0.1, 0.6, 0.5), (float("nan"), 0, 0, 0)])
def test_that_parameters_without_meaning_are_refused(values: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match=r"prob|below 1"):
        Parameters(*values)


events = st.lists(
    st.tuples(st.sampled_from(["t1", "t2"]), st.booleans(), st.integers(0, 6), st.integers(0, 5)), max_size=12
)


@settings(max_examples=25)
@given(events, st.randoms(use_true_random=False))
def test_that_the_order_of_writing_does_not_matter(told: list[tuple[str, bool, int, int]], random: object) -> None:
    import tempfile

    shuffled = [*told, *told[:3]]  # some are told twice
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as folder:
        first, second = Mastery(Path(folder) / "a.db"), Mastery(Path(folder) / "b.db")
        for record, entries in ((first, told), (second, shuffled)):
            for topic, right, key, at in entries:
                record.observe("anna", topic, right, key=str(key), at=float(at))
        assert first.of("anna") == second.of("anna")


def test_that_a_turn_told_again_counts_once(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    once = record.observe("anna", "math/x", True, key="s#4")
    assert record.observe("anna", "math/x", True, key="s#4") == once == trace([True])
    assert record.observe("anna", "math/x", True, key="s#5") > once
    patterns = Patterns(tmp_path / "tutor.db")
    assert [patterns.count("anna", "math/x", "unit", key="s#4") for _ in range(3)] == [1, 1, 1]
    assert patterns.count("anna", "math/x", "unit", key="s#5") == 2


def test_that_only_the_first_try_at_a_step_can_count_as_right(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    record.observe("anna", "math/x", False, key="p1.s1")
    assert record.observe("anna", "math/x", True, key="p1.s1") == trace([False])


def test_that_answers_without_a_key_all_count(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    for _ in range(3):
        record.observe("anna", "math/x", True)
    assert record.of("anna") == {"math/x": pytest.approx(trace([True] * 3))}


def test_that_pupils_and_topics_are_kept_apart(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    record.observe("anna", "math/x", True)
    record.observe("ben", "math/x", False)
    record.observe("anna", "physics/y", False)
    assert record.of("ANNA") == {"math/x": trace([True]), "physics/y": trace([False])}
    assert record.of("ben") == {"math/x": trace([False])}
    assert record.in_topic("carl", "math/x") == DEFAULT.known


def test_that_a_streak_counts_the_latest_answers(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    assert record.streak("anna", "math/x") == 0
    for at, right in enumerate([True, False, False]):
        record.observe("anna", "math/x", right, at=float(at))
    assert record.streak("anna", "math/x") == -2
    record.observe("anna", "math/x", True, at=9.0)
    assert record.streak("anna", "math/x") == 1


def test_that_the_record_survives_and_is_forgotten_whole(tmp_path: Path) -> None:
    path = tmp_path / "home" / "tutor.db"
    Mastery(path).observe("annabella", "math/secret-topic", True)
    Patterns(path).count("annabella", "math/secret-topic", "unit")
    Mastery(path).observe("ben", "math/x", True)
    assert Mastery(path).of("annabella")
    Mastery(path).forget("Annabella")
    assert (Mastery(path).of("annabella"), Patterns(path).of("annabella")) == ({}, [])
    assert Mastery(path).of("ben")
    kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"annabella" not in kept
    assert b"secret-topic" not in kept


def test_that_the_sessions_of_the_guest_are_kept_apart_and_forgotten_together(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    one, two = learner("guest", "s1"), learner("GUEST", "s2")
    record.observe(one, "math/x", True)
    record.observe("guestling", "math/x", True)
    assert record.of(two) == {}
    forget(record.path, "guest")
    assert record.of(one) == {}
    assert record.of("guestling")


def test_that_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    record = Mastery(tmp_path / "tutor.db")
    record.observe("anna", "math/x", True)
    assert record.path.stat().st_mode & 0o077 == 0


def test_that_a_file_that_is_none_is_named_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tutor.db"
    path.write_bytes(b"no database" * 200)
    with pytest.raises(DataError, match=r"tutor\.db"):
        Mastery(path).of("anna")
    path.unlink()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(DataError, match="newer"):
        Patterns(path).count("anna", "math/x", "unit")


def _write_for_ever(path: str, started: object) -> None:
    record, patterns = Mastery(path), Patterns(path)
    n = 0
    while True:
        record.observe("anna", "math/x", True, key=str(n))
        patterns.count("anna", "math/x", "unit", key=str(n))
        n += 1
        if n == 5:
            started.set()  # type: ignore[attr-defined]


def test_that_a_killed_writer_leaves_whole_answers(tmp_path: Path) -> None:
    path = tmp_path / "tutor.db"
    context = multiprocessing.get_context("spawn")
    for _ in range(2):
        started = context.Event()
        writer = context.Process(target=_write_for_ever, args=(str(path), started))
        writer.start()
        assert started.wait(60)
        assert writer.pid is not None
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            keys = [int(key) for (key,) in connection.execute("SELECT key FROM answer")]
            assert sorted(keys) == list(range(len(keys)))
            (times,) = connection.execute("SELECT count(*) FROM mistake").fetchone()
        assert len(keys) - times in (0, 1)
        assert Mastery(path).of("anna")["math/x"] > 0.9


def test_that_writers_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = tmp_path / "tutor.db"

    def work(n: int) -> None:
        Mastery(path).observe("anna", "math/x", True, key=str(n))
        Patterns(path).count("anna", "math/x", "unit", key=str(n // 2))  # every turn is told twice

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(40)))
    assert Mastery(path).of("anna")["math/x"] == trace([True] * 40)
    assert Patterns(path).of("anna")[0].times == 20
