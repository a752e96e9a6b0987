from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.terms import TermIndex


def index(*terms: str) -> TermIndex:
    return TermIndex((term, number, "name") for number, term in enumerate(terms))


def found(terms: TermIndex, query: str) -> list[str]:
    return [hit.term for hit in terms.find(query)]


def test_the_longest_name_comes_first() -> None:
    assert found(index("鸡丁", "宫保鸡丁", "鸡"), "来份宫保鸡丁") == ["宫保鸡丁", "鸡丁", "鸡"]


def test_the_very_name_scores_one_and_a_part_at_most_half() -> None:
    hits = index("干锅", "牛肉干锅").find("干锅")
    assert [(hit.term, hit.score) for hit in hits] == [("干锅", 1.0), ("牛肉干锅", 0.25)]


def test_latin_names_are_whole_words() -> None:
    assert found(index("tea"), "steak") == []
    assert found(index("tea"), "a tea please") == ["tea"]
    assert found(index("iced tea"), "tea") == ["iced tea"]


def test_an_empty_table_finds_nothing() -> None:
    assert found(index(), "米饭") == []
    assert found(index("米饭"), "") == []


@given(st.lists(st.text("甲乙丙", min_size=1, max_size=4), max_size=20), st.text("甲乙丙", max_size=8))
def test_every_term_inside_or_around_the_query_is_found(terms: list[str], query: str) -> None:
    inside = {term for term in terms if term in query}
    around = {term for term in terms if len(query) > 1 and query in term}
    assert set(found(index(*terms), query)) == inside | around
