"""Which pages go on: once each, above the score, of use to the business, best and longest first (S4, S6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.shopping import filters
from pilothouse.assistants.shopping.filters import Hit, enough, merged, ordered, relevant, valid
from pilothouse.assistants.shopping.validity import PRODUCT, REPUTATION, invalid
from pilothouse.websearch.provider import WebPage

GOOD = "这款风扇口碑很好，用了半年，推荐。" * 12


def page(url: str, score: float | None = 0.9, text: str = GOOD, title: str = "评测") -> WebPage:
    return WebPage(url=url, title=title, content=text[:50], score=score, raw_content=text)


def hit(url: str, score: float | None = 0.9, text: str = GOOD) -> Hit:
    return Hit(page(url, score, text), url, ("q",))


scores = st.none() | st.floats(0, 1)
hits = st.lists(st.builds(hit, st.from_regex(r"https://[a-e]\.example/[a-z]{1,3}", fullmatch=True), scores,
                          st.sampled_from([GOOD, GOOD[:200], "短", ""])), max_size=12)  # fmt: skip


def test_that_one_page_under_several_addresses_counts_once() -> None:
    found = [
        ("一", page("https://www.a.example/x?utm_source=q", 0.6, GOOD[:180])),
        ("二", page("http://a.example/x/#top", 0.8, GOOD)),
        ("二", page("https://b.example/x", 0.5)),
    ]
    kept, step = merged(found)
    assert [(h.page.score, h.queries, len(h.page.text)) for h in kept] == [
        (0.8, ("一", "二"), len(GOOD)),
        (0.5, ("二",), len(GOOD)),
    ]
    assert (step.kept, step.dropped) == (2, 1)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.builds(page, st.sampled_from(
    ["https://a.example/1", "http://www.a.example/1/", "https://a.example/2", "https://b.example/1?utm_medium=x"]), scores)),  # noqa: E501
    max_size=10))  # fmt: skip
def test_that_merging_is_stable_and_loses_no_score(found: list[tuple[str, WebPage]]) -> None:
    kept, step = merged(found)
    assert len({h.url for h in kept}) == len(kept)
    assert step.kept + step.dropped == len(found)
    best = max((p.score for _, p in found if p.score is not None), default=None)
    assert max((h.page.score for h in kept if h.page.score is not None), default=None) == best


def test_that_only_scores_above_the_threshold_count_when_there_are_enough() -> None:
    found = [hit(f"https://{c}.example/1", s) for c, s in zip("abcd", (0.9, 0.8, 0.71, 0.7), strict=True)]
    kept, steps = relevant(found)
    assert [h.page.score for h in kept] == [0.9, 0.8, 0.71]
    assert [(s.threshold, s.kept, s.dropped) for s in steps] == [(0.7, 3, 1)]


def test_that_too_little_relaxes_the_threshold_step_by_step_and_notes_it() -> None:
    found = [hit(f"https://{c}.example/1", s) for c, s in zip("abc", (0.9, 0.65, 0.55), strict=True)]
    kept, steps = relevant(found)
    assert len(kept) == 3
    assert [(s.threshold, s.kept) for s in steps] == [(0.7, 1), (0.6, 2), (0.5, 3)]


def test_that_pages_of_one_domain_are_not_enough() -> None:
    found = [hit(f"https://a.example/{n}", 0.9) for n in range(4)] + [hit("https://b.example/1", 0.55)]
    kept, steps = relevant(found)
    assert {h.url for h in kept} == {h.url for h in found}
    assert [s.threshold for s in steps] == [0.7, 0.6, 0.5]


def test_that_an_engine_without_scores_leaves_nothing_out() -> None:
    found = [hit("https://a.example/1", None), hit("https://b.example/1", None)]
    kept, steps = relevant(found)
    assert kept == found
    assert [s.step for s in steps] == ["unscored"]


@given(hits)
def test_that_no_page_below_the_last_threshold_passes(found: list[Hit]) -> None:
    kept, steps = relevant(found)
    if steps[0].step == "score":
        assert all(h.page.score is not None and h.page.score > steps[-1].threshold for h in kept)  # type: ignore[operator]
        assert [s.threshold for s in steps] == [0.7, *filters.LADDER][: len(steps)]
        # It is relaxed only while there is too little.
        assert all(not enough([h for h in found if (h.page.score or 0) > (s.threshold or 0)]) for s in steps[:-1])


@given(hits)
def test_that_the_order_is_by_score_then_by_length(found: list[Hit]) -> None:
    keys = [(h.page.score or 0.0, len(h.page.text)) for h in ordered(found)]
    assert keys == sorted(keys, reverse=True)


@given(hits)
def test_that_the_order_does_not_depend_on_the_arrival(found: list[Hit]) -> None:
    once = {h.url: h for h in found}.values()
    assert ordered(once) == ordered(reversed(list(once)))


@given(st.sampled_from(REPUTATION), st.sampled_from(PRODUCT))
def test_that_a_page_needs_a_word_of_reputation_and_one_of_products(reputation: str, product: str) -> None:
    assert invalid(f"。{reputation}……{product}。") is None


def test_that_a_page_without_them_is_dropped_with_its_reason() -> None:
    kept, step = valid(
        [hit("https://a.example/1"), hit("https://a.example/2", text=""), hit("https://a.example/3", text="天" * 200)]
    )
    assert [h.url for h in kept] == ["https://a.example/1"]
    assert step.dropped == 2
    assert invalid("今天天气很好") == "no_reputation"
    assert invalid("口碑很好") == "no_product"
    assert invalid(" \n") == "empty"


def test_that_english_reviews_and_plain_experience_are_of_use() -> None:
    assert invalid("After 8 months of use this fan is still quiet. The F3 Pro broke once.") is None
    assert invalid("这台用了八个月，实测 23.4 dB。") is None
    assert invalid("The weather in Paris is fine today.") is not None


@pytest.mark.parametrize(
    "text",
    [
        "做外卖的，一天跑两百单。这双禾步 R7 底子磨平了一边，鞋面没开线，穿了十四个月。",
        "三个孩子轮流折腾，两年了，铰链和锁扣都没坏。一包才十九块。",
        "2楼：云锅，洗完就忘了它。\n3楼：云锅+1，我家两台。",
        "Four of them in the family now. The oldest is 20 months and still going.",
        "I pay $12 a month and it naps until sunset. Never again.",
    ],
)
def test_that_an_owner_s_report_is_of_use_without_a_word_of_any_list(text: str) -> None:
    assert invalid(text) is None


@pytest.mark.parametrize("text", ["市图书馆周一闭馆，时间请看门口的通知。", "The meeting starts at nine in room four."])
def test_that_a_page_on_something_else_is_of_no_use(text: str) -> None:
    assert invalid(text) is not None
