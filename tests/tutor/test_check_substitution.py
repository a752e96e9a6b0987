"""Values put back into the conditions of a problem."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.tutor.checking import substitution

RULE = "鸡+兔=35; 2*鸡+4*兔=94"


@given(st.integers(0, 99), st.integers(0, 99))
def test_that_each_condition_is_checked_on_its_own(hens: int, rabbits: int) -> None:
    found = substitution(f"鸡{hens}只，兔{rabbits}只", RULE)
    heads, legs = found.conditions
    assert heads.holds == (hens + rabbits == 35)
    assert legs.holds == (2 * hens + 4 * rabbits == 94)
    assert legs.left == 2 * hens + 4 * rabbits
    assert found.verdict == ("right" if (hens, rabbits) == (23, 12) else "wrong")


def test_that_the_broken_condition_is_named() -> None:
    found = substitution("鸡20只，兔15只", RULE)
    assert [condition.text for condition in found.broken] == ["2*鸡+4*兔=94"]


def test_that_a_missing_value_leaves_a_condition_open() -> None:
    found = substitution("鸡23只", RULE + "; 鸡≤35")
    assert (found.verdict, found.missing) == ("partial", ("兔",))
    assert [condition.holds for condition in found.conditions] == [None, None, True]


def test_that_a_bare_number_is_the_only_unknown() -> None:
    assert substitution("所以是12只", "2*(35-兔)+4*兔=94").verdict == "right"
    assert substitution("12或13", "2*(35-兔)+4*兔=94").verdict == "unclear"


def test_that_english_names_and_given_values_work() -> None:
    rule = "chickens+rabbits=35; 2*chickens+4*rabbits=94"
    assert substitution("12 rabbits and 23 chickens", rule).verdict == "right"
    assert substitution("", RULE, {"鸡": Fraction(23), "兔": Fraction(12)}).verdict == "right"


@pytest.mark.parametrize("text", ["", "不知道", "鸡和兔"])
def test_that_a_text_without_values_is_no_answer(text: str) -> None:
    assert substitution(text, RULE).verdict == "none"


@pytest.mark.parametrize("rule", ["", "鸡+兔", "鸡+=3", "鸡=1=2", "鸡+兔=35; 9!"])
def test_that_a_rule_that_cannot_be_read_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match=r"rule|condition"):
        substitution("12", rule)
