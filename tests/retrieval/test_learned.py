from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.learned.candidate import Candidate, Corpus
from pilothouse.retrieval.learned.columns import COLUMNS, NAMES
from pilothouse.retrieval.learned.features import matrix
from pilothouse.retrieval.learned.model import FORMAT, Judge, embedded
from pilothouse.retrieval.learned.question import read_question, years

CORPUS = Corpus(1000, {"招生": 300, "学费": 80, "复试": 90, "时间": 400})
PAGE = Candidate(
    content="一、复试时间为3月25日，地点在主楼201。\n二、复试费120元。",
    title="法学院2023年硕士研究生复试安排",
    date="2023-03-10",
    document="a",
    keyword=(1, 9.0),
    vector=(1, 0.6),
    fused=(1, 0.9),
    cosine=0.6,
)


def row(query: str, candidate: Candidate, *others: Candidate) -> dict[str, float]:
    rows = matrix(query, [candidate, *others], CORPUS)
    return dict(zip(NAMES, rows[0].tolist(), strict=True))


def score(query: str, *candidates: Candidate) -> list[float]:
    """Scores in the order of the candidates given."""
    order, scores = embedded().judge(matrix(query, candidates, CORPUS))
    return [scores[order.index(n)] for n in range(len(candidates))]


def best(query: str, *candidates: Candidate) -> int:
    return embedded().judge(matrix(query, candidates, CORPUS))[0][0]


texts = st.text(alphabet="年月日复试学费招生2023 1990-/:，。？\n\t元abC@ \ud83d\ude00é〇二三", max_size=120)
candidates_ = st.builds(
    Candidate,
    content=texts,
    title=texts,
    section=texts,
    date=st.sampled_from(["", "2024-05-01", "nonsense", "2024", "0000-99-99"]),
    document=st.sampled_from(["a", "b", ""]),
    n=st.integers(0, 10**6),
    table=st.booleans(),
    keyword=st.none() | st.tuples(st.integers(1, 50), st.floats(0, 60)),
    vector=st.none() | st.tuples(st.integers(1, 50), st.floats(-1, 1)),
    cosine=st.none() | st.floats(-1, 1),
)


@settings(max_examples=60, deadline=None)
@given(texts, st.lists(candidates_, max_size=6))
def test_every_question_and_passage_make_finite_numbers_and_scores_in_0_to_1(
    query: str, candidates: list[Candidate]
) -> None:
    rows = matrix(query, candidates, CORPUS)
    assert rows.shape == (len(candidates), len(COLUMNS))
    assert np.isfinite(rows).all()
    order, scores = embedded().judge(rows)
    assert sorted(order) == list(range(len(candidates)))
    assert all(0 <= one <= 1 for one in scores)
    assert scores == sorted(scores, reverse=True)


@settings(max_examples=40, deadline=None)
@given(texts, st.lists(candidates_, min_size=2, max_size=5), st.randoms())
def test_the_numbers_of_a_passage_do_not_depend_on_the_order_of_the_others(
    query: str, candidates: list[Candidate], chance: object
) -> None:
    turned = list(range(len(candidates)))
    chance.shuffle(turned)  # type: ignore[attr-defined]
    straight = matrix(query, candidates, CORPUS)
    shuffled = matrix(query, [candidates[n] for n in turned], CORPUS)
    assert np.allclose(straight[turned], shuffled)


@given(texts)
@settings(max_examples=60, deadline=None)
def test_reading_a_question_never_fails_and_is_always_the_same(query: str) -> None:
    read = read_question(query)
    read_question.cache_clear()
    assert read_question(query) == read
    assert all(1900 <= year <= 2099 for year in read.years)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024年招生", {2024}),
        ("24级新生", {2024}),
        ("2023-2024学年", {2023, 2024}),
        ("2023-24学年", {2023, 2024}),
        ("二〇二四年", {2024}),
        ("电话010-20241234", set()),
        ("2024-08-01前", {2024}),
        ("满10年以上", set()),
        ("工资20240元", set()),
        ("fy25 budget", {2025}),
    ],
)
def test_years_are_read_as_people_write_them(text: str, expected: set[int]) -> None:
    assert years(text) == expected


def test_the_page_of_the_year_asked_for_comes_first() -> None:
    editions = [
        replace(PAGE, title=PAGE.title.replace("2023", str(year)), date=f"{year}-03-10", document=str(year))
        for year in (2021, 2022, 2023, 2024)
    ]
    for place, year in enumerate((2021, 2022, 2023, 2024)):
        assert best(f"{year}年法学院复试时间是什么时候？", *editions) == place
        assert best(f"{year % 100}年法学院啥时候复试", *editions) == place


def test_without_a_year_the_newest_edition_comes_first() -> None:
    editions = [
        replace(PAGE, title=PAGE.title.replace("2023", str(year)), date=f"{year}-03-10", document=str(year))
        for year in (2022, 2025, 2023)
    ]
    assert best("法学院复试什么时候？", *editions) == 1


def test_a_date_decides_where_no_title_names_a_year() -> None:
    pages = [
        replace(PAGE, title="法学院复试安排", date=f"{year}-03-10", document=str(year)) for year in (2021, 2023, 2022)
    ]
    assert best("2022年法学院复试时间", *pages) == 2


def test_a_year_that_matches_beats_none_and_none_beats_another() -> None:
    matching = row("2023年复试时间", PAGE)
    undated = row("2023年复试时间", replace(PAGE, title="法学院硕士研究生复试安排", date=""))
    other = row("2023年复试时间", replace(PAGE, title="法学院2021年硕士研究生复试安排", date="2021-03-10"))
    assert matching["year_verdict"] > undated["year_verdict"] > other["year_verdict"]


def test_a_passage_that_answers_is_more_probable_than_one_that_does_not() -> None:
    stranger = Candidate(content="食堂周末营业时间为7:00至20:00。", title="食堂通知", document="b", cosine=0.1)
    answers, does_not = score("2023年法学院复试时间", PAGE, stranger)
    assert answers > does_not
    assert score("宇宙飞船的燃料是什么", stranger)[0] < score("食堂周末几点开门", stranger)[0]


def test_the_ensemble_never_falls_where_the_table_of_columns_says_that_it_rises() -> None:
    judge = embedded()
    chance = np.random.default_rng(3)
    rows = chance.uniform(-1, 1, (200, len(NAMES)))
    for column, direction in enumerate(COLUMNS.values()):
        if direction:
            higher = rows.copy()
            higher[:, column] += chance.uniform(0, 1, len(rows))
            for trees in (judge.ranking, judge.confidence):
                assert (direction * (trees.margins(higher) - trees.margins(rows)) >= -1e-5).all(), NAMES[column]


def test_equal_input_gives_equal_scores() -> None:
    rows = matrix("2023年法学院复试时间", [PAGE, replace(PAGE, document="b")], CORPUS)
    assert embedded().judge(rows) == embedded().judge(rows.copy())


def trees(**changes: object) -> dict[str, object]:
    stump = {"feature": [0, 0, 0], "threshold": [0.5, 0, 0], "left": [1, 1, 2], "right": [2, 1, 2], "value": [0, -1, 1]}
    return {"depth": 1, "trees": [{**stump, **changes}]}


def test_trees_are_followed_to_their_leaves() -> None:
    judge = Judge({"format": FORMAT, "name": "x", "columns": list(NAMES), "ranking": trees(), "confidence": trees()})
    rows = np.zeros((2, len(NAMES)))
    rows[1, 0] = 1.0
    assert judge.ranking.margins(rows).tolist() == [-1.0, 1.0]
    assert judge.judge(rows)[0] == [1, 0]


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": ["other"]},
        {"format": 99},
        {"ranking": trees(left=[9, 1, 2])},
        {"ranking": trees(feature=[-1, 0, 0])},
        {"confidence": trees(value=[0, float("nan"), 1])},
        {"ranking": {"depth": 1, "trees": [{}]}},
        {"confidence": None},
    ],
)
def test_coefficients_of_another_make_are_refused_with_a_sentence(changes: dict[str, object]) -> None:
    data = {"format": FORMAT, "name": "x", "columns": list(NAMES), "ranking": trees(), "confidence": trees(), **changes}
    with pytest.raises(DataError, match="coefficients"):
        Judge(data)
