"""Token counts are on the safe side, and not absurdly so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.conversation import Message, ProposedCall
from pilothouse.gateway import count, count_messages


def test_that_a_thousand_chinese_characters_are_not_counted_as_255() -> None:
    assert 600 <= count("我想点一份不辣的菜" * 111 + "菜") <= 1100


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("", 0, 0),
        ("The quick brown fox jumps over the lazy dog.", 10, 16),
        ("internationalization", 3, 6),
        ("2026-11-30", 6, 10),
        ("你好，世界！", 4, 6),
        ("🍜🍜", 2, 8),
        ("Привет, мир", 4, 10),
        ('{"dish":"回锅肉","n":3}', 9, 20),
    ],
)
def test_that_counts_lie_where_real_tokenizers_put_them(text: str, low: int, high: int) -> None:
    assert low <= count(text) <= high


@given(st.text(), st.text())
def test_that_longer_texts_never_count_for_less(first: str, second: str) -> None:
    assert count(first + second) >= count(first) - 1
    assert count(first) >= 0


def test_that_calls_and_roles_of_messages_are_counted() -> None:
    bare = count_messages([Message("user", "你好")])
    assert bare == count("你好") + 4
    called = Message("assistant", "", (ProposedCall("check_stock", {"dish": "回锅肉"}),))
    assert count_messages([called]) > 10
