from __future__ import annotations

import pytest

from pilothouse.retrieval.cache import RetrievalCache


def test_the_entry_used_longest_ago_goes_first() -> None:
    cache = RetrievalCache[int](size=2)
    for name in ("a", "b", "a", "c"):
        cache.get_or_run(name, lambda: 1)
    assert cache.get("b") is None
    assert cache.get("a") == cache.get("c") == 1


def test_a_failure_is_not_kept() -> None:
    cache = RetrievalCache[int]()
    with pytest.raises(ZeroDivisionError):
        cache.get_or_run("a", lambda: 1 // 0)
    assert cache.get_or_run("a", lambda: 7) == 7


def test_nobody_can_change_an_entry() -> None:
    cache = RetrievalCache[list[int]]()
    given = [1]
    cache.put("a", given)
    given.append(2)
    taken = cache.get("a")
    assert taken == [1]
    taken.append(3)
    assert cache.get("a") == [1]


def test_an_empty_result_is_a_result() -> None:
    cache = RetrievalCache[list[int]]()
    cache.put("a", [])
    assert cache.get_or_run("a", lambda: [1]) == []


def test_everything_a_result_depends_on_is_in_the_key() -> None:
    key = RetrievalCache.key
    same = key("宫保鸡丁", "1", frozenset({"a", "b"}), "s", {"field": "x", "value": 1})
    assert same == key(" 宮保雞丁", "1", frozenset({"b", "a"}), "s", {"value": 1, "field": "x"})
    others = {
        key("宫保鸡", "1", frozenset({"a", "b"}), "s", {"field": "x", "value": 1}),
        key("宫保鸡丁", "2", frozenset({"a", "b"}), "s", {"field": "x", "value": 1}),
        key("宫保鸡丁", "1", frozenset({"a"}), "s", {"field": "x", "value": 1}),
        key("宫保鸡丁", "1", frozenset({"a", "b"}), "t", {"field": "x", "value": 1}),
        key("宫保鸡丁", "1", frozenset({"a", "b"}), "s", {"field": "x", "value": 2}),
        key("宫保鸡丁", "1", frozenset({"a", "b"}), "s", None),
    }
    assert len(others | {same}) == 7
