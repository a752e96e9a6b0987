import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError
from pilothouse.websearch.budget import Budget
from pilothouse.websearch.errors import SearchFailed

DAY = date(2026, 11, 30)


def test_that_credits_of_a_day_have_a_limit_for_all_users_together(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "searches.db", daily=3)
    budget.spend(2, "anna", DAY, engine="tavily")
    assert budget.left(DAY) == 1
    with pytest.raises(SearchFailed) as failed:
        budget.spend(2, "ben", DAY, engine="tavily")
    assert failed.value.kind == "budget"
    budget.spend(1, "ben", DAY, engine="tavily")
    budget.spend(0, "ben", DAY, engine="embedded")
    budget.spend(3, "anna", DAY + timedelta(days=1), engine="tavily")
    assert budget.left(DAY) == 0
    ben = {each.engine: each for each in budget.usage("ben")}
    assert (ben["tavily"].searches, ben["tavily"].refused, ben["tavily"].credits) == (1, 1, 1)
    assert (ben["embedded"].searches, ben["embedded"].credits) == (1, 0)


def test_that_without_a_limit_everything_is_counted_and_nothing_refused(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "searches.db")
    for _ in range(5):
        budget.spend(100, "", DAY)
    budget.saved("", DAY)
    assert budget.left(DAY) is None
    (spent,) = budget.usage()
    assert (spent.user, spent.searches, spent.cached, spent.credits) == ("guest", 5, 1, 500)


def test_that_what_a_search_cost_in_the_end_counts(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "searches.db", daily=2)
    budget.spend(2, "anna", DAY)
    budget.correct(-1, "anna", DAY)
    budget.spend(1, "anna", DAY)
    budget.correct(4, "anna", DAY)  # dearer than was thought: it is spent nevertheless
    assert budget.usage()[0].credits == 6
    assert budget.left(DAY) == 0


def test_that_nothing_is_written_before_the_first_search(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "home" / "searches.db", daily=5)
    assert (budget.usage(), budget.left(DAY)) == ((), 5)
    budget.forget("anna")
    assert not budget.path.exists()


def test_that_usage_is_by_day_and_user_and_no_query_is_kept(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "searches.db")
    for back in range(3):
        for user in ("anna", "Ben"):
            budget.spend(1, user, DAY - timedelta(days=back))
    assert [(each.day, each.user) for each in budget.usage("ben", since=DAY - timedelta(days=1))] == [
        (DAY, "Ben"), (DAY - timedelta(days=1), "Ben")
    ]  # fmt: skip
    assert len(budget.usage()) == 6


def test_that_a_forgotten_user_leaves_the_sum_of_the_day_and_no_name(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "searches.db", daily=10)
    budget.spend(2, "anna", DAY)
    budget.spend(3, "guest", DAY)
    budget.forget("anna")
    assert [(each.user, each.credits) for each in budget.usage()] == [("guest", 5)]
    assert budget.left(DAY) == 5
    assert b"anna" not in b"".join(path.read_bytes() for path in tmp_path.glob("searches.db"))


@pytest.mark.parametrize("credits", [-1, float("nan"), float("inf")])
def test_that_credits_that_are_no_amount_are_refused(tmp_path: Path, credits: float) -> None:
    with pytest.raises(ValueError, match="Credits"):
        Budget(tmp_path / "searches.db").spend(credits, "anna", DAY)


def test_that_a_file_that_cannot_be_used_is_named_and_nothing_is_spent(tmp_path: Path) -> None:
    path = tmp_path / "searches.db"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(DataError):
        Budget(path).spend(1, "anna", DAY)


def test_that_processes_side_by_side_never_spend_more_than_the_limit(tmp_path: Path) -> None:
    code = f"""
        from datetime import date
        from pilothouse.websearch.budget import Budget
        from pilothouse.websearch.errors import SearchFailed
        budget, done = Budget({str(tmp_path / "searches.db")!r}, daily=20), 0
        for _ in range(15):
            try:
                budget.spend(1, "anna", date(2026, 11, 30))
                done += 1
            except SearchFailed:
                pass
        print(done)
    """
    runs = [subprocess.Popen([sys.executable, "-c", dedent(code)], stdout=subprocess.PIPE) for _ in range(3)]
    assert sum(int(run.communicate(timeout=60)[0]) for run in runs) == 20
    (spent,) = Budget(tmp_path / "searches.db").usage()
    assert (spent.searches, spent.refused, spent.credits) == (20, 25, 20)


@settings(max_examples=25)
@given(st.lists(st.floats(0, 5), max_size=8), st.floats(0, 10))
def test_that_spending_never_passes_the_limit(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[float], daily: float
) -> None:
    budget = Budget(tmp_path_factory.mktemp("budget") / "searches.db", daily=daily)
    spent = 0.0
    for cost in wanted:
        try:
            budget.spend(cost, "anna", DAY)
            spent += cost
        except SearchFailed:
            assert spent + cost > daily
    assert spent <= daily + 1e-6
    left = budget.left(DAY)
    assert left is not None
    assert abs(left - max(0.0, daily - spent)) < 1e-6
