"""Where problems are kept: nothing half, nothing hidden, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pilothouse.assistants.tutor.problems.store import FILE, ProblemStore
from pilothouse.contracts.errors import DataError, UsageError

from .test_problems_reader import SHORT

TYPED = "一辆汽车每小时行60千米，3小时行多少千米？"


@pytest.fixture
def store(tmp_path: Path) -> ProblemStore:
    return ProblemStore(tmp_path / "home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.yaml"
    path.write_text(SHORT, encoding="utf-8")
    return path


def test_that_an_added_problem_is_there_after_a_restart(store: ProblemStore, file: Path) -> None:
    [problem] = store.add(file).problems
    again = ProblemStore(store.home)
    assert again.get("pens") == problem
    assert [item.problem.id for item in again.list() if item.origin == "own"] == ["pens"]


def test_that_adding_the_same_again_changes_nothing_and_another_needs_replace(store: ProblemStore, file: Path) -> None:
    store.add(file)
    assert store.add(file).unchanged == ("pens",)
    file.write_text(SHORT.replace("grade: 3", "grade: 4"), encoding="utf-8")
    with pytest.raises(UsageError, match="pens"):
        store.add(file)
    assert store.get("pens").grade == 3
    assert store.add(file, replace=True).replaced == ("pens",)
    assert store.get("pens").grade == 4


def test_that_no_own_problem_hides_a_sample_one_in_silence(store: ProblemStore, file: Path) -> None:
    known = store.list()[0].problem
    file.write_text(SHORT.replace("id: pens", f"id: {known.id}"), encoding="utf-8")
    with pytest.raises(UsageError, match=known.id):
        store.add(file)
    assert store.get(known.id) == known
    store.add(file, replace=True)
    assert [item.replaces for item in store.list() if item.problem.id == known.id] == [True]
    store.remove(known.id)
    assert store.get(known.id) == known


def test_that_a_file_is_added_whole_or_not_at_all(store: ProblemStore, file: Path) -> None:
    taken = store.list()[0].problem.id
    file.write_text(f"{SHORT}---\n{SHORT.replace('id: pens', f'id: {taken}')}", encoding="utf-8")
    with pytest.raises(UsageError):
        store.add(file)
    assert store.find("pens") is None


def test_that_a_problem_which_tells_its_answer_is_refused(store: ProblemStore, file: Path) -> None:
    file.write_text(SHORT.replace("想想乘法。", "就是15元。"), encoding="utf-8")
    with pytest.raises(DataError, match=r"own\.yaml 第 9 行"):
        store.add(file)
    assert store.find("pens") is None


def test_that_an_unknown_id_is_told(store: ProblemStore) -> None:
    with pytest.raises(UsageError, match="nothing-like-it"):
        store.get("nothing-like-it")
    with pytest.raises(UsageError):
        store.remove(store.list()[0].problem.id)


def test_that_a_free_problem_is_the_same_days_later(store: ProblemStore) -> None:
    kept = store.keep_free(TYPED, "li")
    again = ProblemStore(store.home)
    assert again.get(kept.id) == kept
    assert again.keep_free(f"  {TYPED}\n", "li") == kept
    assert kept.origin == "free"
    assert [problem.id for problem in again.free("li")] == [kept.id]


def test_that_free_problems_are_each_users_own(store: ProblemStore) -> None:
    mine, yours = store.keep_free(TYPED, "li"), store.keep_free(TYPED, "wang")
    assert mine.id != yours.id
    assert all(item.problem.origin == "authored" for item in store.list())
    store.forget("li")
    assert store.find(mine.id) is None
    assert store.find(yours.id) == yours


def test_that_nothing_of_a_forgotten_user_stays_in_the_file(store: ProblemStore) -> None:
    secret = "我家的秘密花园里有23棵桃树和12棵梨树，一共有多少棵？"
    store.keep_free(secret, "li")
    store.forget("li")
    left = b"".join(path.read_bytes() for path in store.home.glob(f"{FILE}*"))
    assert "秘密花园".encode() not in left


def test_that_steps_which_were_found_later_are_kept(store: ProblemStore) -> None:
    kept = store.keep_free(TYPED, "li")
    better = kept.model_copy(update={"title": "汽车"})
    store.refine(better)
    assert ProblemStore(store.home).get(kept.id).title == "汽车"
    with pytest.raises(UsageError):
        store.refine(better.model_copy(update={"id": "free-none"}))


@pytest.mark.parametrize("text", ["", "  \n", "？", "字" * 5000, "\x00\x07"])
def test_that_a_text_without_a_problem_or_too_long_is_told(store: ProblemStore, text: str) -> None:
    with pytest.raises(UsageError):
        store.keep_free(text, "li")


def test_that_a_damaged_file_is_told_and_reading_the_sample_needs_none(store: ProblemStore) -> None:
    assert store.list()
    assert not store.path.exists()
    store.home.mkdir()
    store.path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(DataError, match=FILE):
        store.list()


def test_that_writers_wait_for_each_other(store: ProblemStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda n: store.keep_free(f"{n}+{n}=？", "li"), range(2, 34)))
    assert {problem.id for problem in store.free("li")} == {problem.id for problem in kept}


def test_that_a_killed_process_leaves_all_or_nothing(store: ProblemStore, file: Path) -> None:
    file.write_text("---\n".join(SHORT.replace("id: pens", f"id: pens-{n}") for n in range(30)), encoding="utf-8")
    code = (
        "import sys, os\n"
        "from pilothouse.assistants.tutor.problems import store as s\n"
        "real = s.Problem.model_dump_json\n"
        "count = [0]\n"
        "def dump(self, **k):\n"
        "    count[0] += 1\n"
        "    if count[0] == 20: os._exit(9)\n"
        "    return real(self, **k)\n"
        "s.Problem.model_dump_json = dump\n"
        "s.ProblemStore(sys.argv[1]).add(sys.argv[2])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(store.home), str(file)], env=dict(os.environ), check=False)
    assert done.returncode == 9
    assert all(item.origin == "sample" for item in store.list())
    assert len(store.add(file).problems) == 30
