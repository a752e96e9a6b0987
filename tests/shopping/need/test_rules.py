"""Each rule of the article for sub-queries by itself, for any kind, name, year and word (S3)."""

from __future__ import annotations

import re
from datetime import date

from hypothesis import assume, given
from hypothesis import strategies as st

from pilothouse.assistants.shopping.need import Need
from pilothouse.assistants.shopping.planning import chosen, plan, validate

from .test_planning import FORBIDDEN, NAMES, NEEDS, WORDS

DAYS = st.dates(date(2024, 1, 1), date(2035, 1, 1))


@given(NEEDS, DAYS)
def test_that_a_name_that_is_wanted_stands_in_quotation_marks_and_nothing_else_does(need: Need, today: date) -> None:
    for query in plan(need, today).sub_queries:
        quoted = re.findall(r'"([^"]*)"', query)
        assert set(quoted) <= {*need.wanted_brands, str(today.year)}
        bare = re.sub(r'"[^"]*"', " ", query)
        assert not any(name in bare and name not in need.kind for name in need.wanted_brands)


@given(WORDS, NAMES, st.booleans(), DAYS)
def test_that_a_model_may_not_ask_for_a_wanted_name_without_quotation_marks(
    kind: str, name: str, quoted: bool, today: date
) -> None:
    assume(name not in kind)
    need = Need(text=f"想买{name}的{kind}", kind=kind, wanted_brands=(name,))
    query = f'"{name}" {kind} 口碑' if quoted else f"{name} {kind} 口碑"
    assert (validate(query, need, today) is None) is quoted
    assert (query in chosen([query], need, today).sub_queries) is quoted


@given(WORDS, st.integers(1990, 2040), st.booleans(), DAYS)
def test_that_the_only_year_is_the_current_one_and_it_is_quoted(
    kind: str, year: int, quoted: bool, today: date
) -> None:
    need = Need(text=f"想买{kind}", kind=kind)
    query = f'{kind} 评测 "{year}"' if quoted else f"{kind} 评测 {year}"
    assert (validate(query, need, today) is None) is (quoted and year == today.year)


@given(WORDS, st.sampled_from(FORBIDDEN), st.sampled_from(["口碑", "评测", "推荐"]), st.booleans(), DAYS)
def test_that_price_parameters_and_offers_are_never_asked_for(
    kind: str, word: str, reputation: str, glued: bool, today: date
) -> None:
    need = Need(text=f"想买{kind}，看看{word}", kind=kind)
    query = f"{kind}{word} {reputation}" if glued else f"{kind} {word} {reputation}"
    assert validate(f"{kind} {reputation}", need, today) is None
    assert validate(query, need, today) is not None
    assert not any(word in said for said in chosen([query], need, today).sub_queries)


@given(WORDS, st.integers(0, 6), st.sampled_from([" ", "，", "、", "/"]), DAYS)
def test_that_more_than_four_keywords_are_refused(kind: str, more: int, mark: str, today: date) -> None:
    need = Need(text=f"想买{kind}", kind=kind)
    query = mark.join([kind, *["静音"] * more, "口碑"])
    assert (validate(query, need, today) is None) is (more <= 2)


@given(WORDS, st.integers(380, 420), DAYS)
def test_that_more_than_400_characters_are_refused(kind: str, length: int, today: date) -> None:
    need = Need(text=f"想买{kind}", kind=kind)
    query = f"{kind * 210}"[: length - 3] + " 口碑"
    assert (validate(query, need, today) is None) is (length <= 400)


@given(NEEDS, st.lists(st.sampled_from(["口碑", "评测", "用户好评", "榜单", "首选"]), min_size=1, max_size=8), DAYS)
def test_that_there_are_one_to_three_sub_queries_however_many_are_proposed(
    need: Need, words: list[str], today: date
) -> None:
    assert 1 <= len(chosen([f"{need.kind} {word}" for word in words], need, today).sub_queries) <= 3
    assert 1 <= len(plan(need, today).sub_queries) <= 3
