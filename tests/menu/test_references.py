"""What a guest points at, decided on the list shown last."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.contracts.numerals import chinese_number

LIST = [
    Shown("a", "回锅肉", Decimal(36), 10, 1),
    Shown("b", "麻婆豆腐", Decimal(24), 9, 2),
    Shown("c", "避风塘炒蟹", None, 25, 1),
    Shown("d", "清炒时蔬", Decimal(20), 6, 0),
]


@pytest.mark.parametrize(
    ("text", "dishes"),
    [
        ("第二个多少钱", "b"),
        ("第2道来一份", "b"),
        ("二号来一份", "b"),
        ("最后一个", "d"),
        ("第一个和第三个", "ac"),
        ("前两个都要", "ab"),
        ("都要", "abcd"),
        ("全要了", "abcd"),
        ("一样一个", "abcd"),
        ("每样来一份", "abcd"),
        ("除了第二个都要", "acd"),
        ("最便宜的那个", "d"),
        ("最贵的那个", "a"),
        ("最快的那个", "d"),
        ("the second one", "b"),
        ("the last one", "d"),
        ("all of them", "abcd"),
        ("the cheapest one", "d"),
    ],
)
def test_that_words_point_at_the_dishes_of_the_list(text: str, dishes: str) -> None:
    reference = find_reference(text, LIST)
    assert reference is not None
    assert "".join(reference.dishes) == dishes
    assert not reference.ambiguous


def test_that_this_means_the_dish_spoken_of_or_the_only_one_shown() -> None:
    for text in ("就要这个", "这个来两份", "i'll take it"):
        focused, single, unclear = (
            find_reference(text, LIST, focus="b"),
            find_reference(text, LIST[:1]),
            find_reference(text, LIST),
        )
        assert focused is not None
        assert focused.dishes == ("b",)
        assert single is not None
        assert single.dishes == ("a",)
        assert unclear is not None
        assert unclear.ambiguous


def test_that_a_place_beyond_the_list_is_said_to_be_so() -> None:
    reference = find_reference("第八个来一份", LIST)
    assert reference is not None
    assert reference.beyond
    assert reference.dishes == ()


@pytest.mark.parametrize("text", ["有什么素菜", "回锅肉多少钱", "八号桌", "你们几点关门", "最便宜的菜是什么", "这么贵"])
def test_that_other_sentences_point_at_nothing(text: str) -> None:
    assert find_reference(text, LIST) is None


@given(st.integers(1, 12), st.integers(0, 12))
def test_that_an_ordinal_is_the_place_in_the_list(place: int, size: int) -> None:
    shown = [Shown(str(n), f"菜{n}") for n in range(1, size + 1)]
    for number in (str(place), chinese_number(place)):
        reference = find_reference(f"第{number}个来一份", shown)
        assert reference is not None
        assert reference.dishes == ((str(place),) if place <= size else ())
