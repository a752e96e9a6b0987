"""The score follows from typed evidence alone, and no single page decides it (S8)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.shopping.decision.decide import lacking
from pilothouse.assistants.shopping.evidence.record import Evidence, Product
from pilothouse.assistants.shopping.scoring.hazard import gone
from pilothouse.assistants.shopping.scoring.score import PARTICULAR, UNCOMPARED, Scored, rank
from pilothouse.assistants.shopping.scoring.weight import recency
from pilothouse.assistants.shopping.scoring.wish import Wish

TODAY = date(2026, 11, 30)
A, B = Product(key="a", name="澄风 F3 Pro", brand="澄风"), Product(key="b", name="奈凌 Zero X", brand="奈凌", price=299)


def said(page: int, product: str = "a", polarity: str = "positive", **given: Any) -> Evidence:
    """What the page of that number says; page ``n`` stands on a domain of its own."""
    values: dict[str, Any] = {
        "product": product, "polarity": polarity, "strength": 0.8, "specificity": 0.6, "page": page,
        "url": f"https://site{page}.example/1", "domain": f"site{page}.example", "date": date(2026, 8, 1),
        "quotation": f"第{page}页这样说。", "copy_of": page, "promotional": 0.1,
    }  # fmt: skip
    return Evidence(**values | given)


def review(page: int, product: str = "a", **given: Any) -> list[Evidence]:
    """An honest page: it praises and finds a fault."""
    return [
        said(page, product, **given),
        said(page, product, "negative", **{**given, "strength": 0.3, "aspect": "按键"}),
    ]


def scored(evidence: list[Evidence], wish: Wish | None = None) -> dict[str, Scored]:
    return {item.product.key: item for item in rank(evidence, [A, B], wish or Wish(), TODAY)}


records = st.builds(
    said,
    st.integers(0, 6),
    st.sampled_from("ab"),
    st.sampled_from(["positive", "negative", "neutral"]),
    strength=st.floats(0, 1),
    specificity=st.floats(0, 1),
    promotional=st.floats(0, 1),
    aspect=st.sampled_from(["", "静音", "续航"]),
    date=st.none() | st.dates(date(2019, 1, 1), date(2030, 1, 1)),
)


@given(st.lists(records, max_size=15), st.sampled_from([(), ("静音",), ("静音", "续航")]))
def test_that_every_score_is_in_its_range_and_explained_by_its_parts(
    found: list[Evidence], aspects: tuple[str, ...]
) -> None:
    for item in rank(found, [A, B], Wish(aspects=aspects, particular=bool(aspects)), TODAY):
        assert 0 <= item.score <= 100
        assert max(item.general.good, item.general.bad, item.special.good, item.special.bad) <= 7
        assert item.backers <= item.domains <= 7
        parts = (1 - PARTICULAR) * item.general.value + PARTICULAR * item.special.value
        compared = 1.0 if item.compared else UNCOMPARED
        assert item.score == pytest.approx(100 * parts * item.fitness * compared, abs=0.3)


@given(st.lists(records, max_size=12), st.randoms())
def test_that_the_order_of_the_evidence_does_not_matter(found: list[Evidence], random: Any) -> None:
    mixed = random.sample(found, len(found))
    assert [(s.product.key, s.score) for s in rank(found, [A, B], Wish(), TODAY)] == [
        (s.product.key, pytest.approx(s.score, abs=0.11)) for s in rank(mixed, [A, B], Wish(), TODAY)
    ]


@given(
    st.lists(
        st.builds(said, st.just(0), strength=st.floats(0.5, 1), specificity=st.floats(0, 1)), min_size=1, max_size=30
    )
)
def test_that_one_page_however_enthusiastic_cannot_decide(found: list[Evidence]) -> None:
    assert lacking(rank(found, [A], Wish(), TODAY)) != ""


@given(st.integers(1, 12), st.floats(0.5, 1))
def test_that_copies_of_one_page_count_like_the_page(copies: int, strength: float) -> None:
    found = [said(page, copy_of=0, strength=strength) for page in range(copies + 1)]
    best = scored(found)["a"]
    assert (best.domains, best.copies) == (1, copies)
    assert best.score <= scored([said(0, strength=strength)])["a"].score
    assert lacking([best]) != ""


def test_that_a_copy_counts_as_its_page_when_the_original_is_not_among_the_pages() -> None:
    one = scored([said(3, copy_of=1), said(5, copy_of=1)])["a"]
    assert one.domains == 1


@given(st.integers(2, 8))
def test_that_many_pages_of_one_domain_are_one_voice(pages: int) -> None:
    found = [said(page, domain="one.example") for page in range(pages)]
    best = scored(found)["a"]
    assert best.domains == 1
    assert best.general.good <= 1
    assert lacking([best]) == "one_domain"


def test_that_independent_honest_reviews_decide() -> None:
    found = [record for page in range(4) for record in review(page)]
    [best, _] = rank(found, [A, B], Wish(), TODAY)
    assert (best.product, lacking([best])) == (A, "")
    assert best.backers == 4


def test_that_advertorials_count_little_however_many() -> None:
    honest = [record for page in range(4) for record in review(page)]
    sold = [said(page, "b", promotional=0.85, strength=1, specificity=0.2) for page in range(10, 20)]
    best = scored(honest + sold)
    assert best["a"].score > 1.5 * best["b"].score
    assert lacking([best["b"]]) != ""


def test_that_pages_which_praise_one_product_and_compare_nothing_count_less() -> None:
    others = [record for page in range(20, 23) for record in review(page, "b")]  # as most pages are
    only = [said(page, specificity=0.3) for page in range(4)]
    fair = [record for page in range(4) for record in review(page, specificity=0.3)]
    praise = scored(only + others)["a"].general.good
    assert praise < 0.6 * scored(fair + others)["a"].general.good
    assert (
        praise < 0.6 * scored(only)["a"].general.good
    )  # where nobody compares or finds faults, praise is what there is


def test_that_short_praise_on_several_sites_is_enough_where_there_is_nothing_else() -> None:
    """Four plain recommendations, one complaint about something else: nobody wrote more than a line."""
    found = [said(page, specificity=0.2, strength=0.6, promotional=0.25) for page in range(4)]
    ranked = rank([*found, said(9, "b", "negative")], [A, B], Wish(), TODAY)
    assert (ranked[0].product, lacking(ranked)) == (A, "")
    assert lacking(rank([*found[:1], said(9, "b", "negative")], [A, B], Wish(), TODAY)) != ""


@given(st.integers(0, 3000), st.integers(1, 1000))
def test_that_older_evidence_weighs_less(days: int, more: int) -> None:
    assert recency(TODAY - timedelta(days + more), TODAY) < recency(TODAY - timedelta(days), TODAY) <= 1


def test_that_an_unknown_date_counts_like_an_old_one_and_a_future_one_like_none() -> None:
    assert recency(None, TODAY) < recency(TODAY - timedelta(365), TODAY)
    assert recency(TODAY + timedelta(1), TODAY) == recency(None, TODAY)


def test_that_only_outdated_praise_does_not_decide() -> None:
    found = [record for page in range(4) for record in review(page, date=date(2021, 5, 1))]
    assert lacking(rank(found, [A], Wish(), TODAY)) in ("outdated", "weak")


def test_that_the_aspect_that_is_wanted_decides() -> None:
    """A is praised for its battery, B for its silence; who asks for silence gets B."""
    found = [
        record for page in range(4) for record in (*review(page, aspect="续航"), *review(page, "b", aspect="静音"))
    ]
    quiet = rank(found, [A, B], Wish(particular=True, aspects=("静音",)), TODAY)
    lasting = rank(found, [A, B], Wish(particular=True, aspects=("续航",)), TODAY)
    assert (quiet[0].product, lasting[0].product) == (B, A)


def test_that_a_requirement_that_nobody_speaks_of_leaves_no_decision() -> None:
    found = [record for page in range(5) for record in review(page, aspect="续航")]
    assert lacking(rank(found, [A], Wish(particular=True, aspects=("防水",)), TODAY)) == "requirement"


@pytest.mark.parametrize(
    ("wish", "bar"),
    [
        (Wish(excluded=("奈凌",)), "brand"), (Wish(wanted=("澄风",)), "brand"), (Wish(high=200), "budget"),
        (Wish(high=290), ""), (Wish(excluded=("奈凌",), wanted=("奈凌",)), "brand"),
    ],
)  # fmt: skip
def test_that_conditions_rule_products_out(wish: Wish, bar: str) -> None:
    found = [record for page in range(5) for record in review(page, "b")]
    item = scored(found, wish)["b"]
    assert item.bar == bar
    assert lacking([item]) == ("none_fits" if bar else "")


def test_that_a_product_that_several_sites_report_recalled_is_ruled_out_and_one_voice_only_warns() -> None:
    praise = [record for page in range(5) for record in review(page)]
    recall = [said(page, polarity="negative", quotation="9 月因电池过热召回。") for page in (7, 8)]
    assert scored(praise + recall)["a"].bar == "recalled"
    alone = scored(praise + recall[:1])["a"]
    assert (alone.bar, alone.recalls) == ("", 1)
    assert alone.score < scored(praise)["a"].score


@pytest.mark.parametrize(
    ("text", "is_gone"),
    [
        ("这款已经停产了。", True), ("被厂家召回。", True), ("It was recalled in May.", True), ("没有被召回过。", False),  # noqa: E501
        ("It was never recalled.", False), ("用着挺好。", False),
    ],
)  # fmt: skip
def test_that_a_recall_is_told_from_its_denial(text: str, is_gone: bool) -> None:
    assert gone(text) is is_gone


def test_that_a_product_which_no_comparison_knows_is_worth_less() -> None:
    praise = [record for page in range(4) for record in review(page)]
    known = [said(3, "b", "negative"), said(3, "c", "negative")]
    apart = [said(9, "b", "negative"), said(9, "c", "negative"), said(9, "d")]
    assert scored(praise + known + apart)["a"].score > 1.2 * scored(praise + apart)["a"].score
    assert scored(praise)["a"].score > 1.2 * scored(praise + apart)["a"].score  # no page compares anything


def test_that_a_page_which_runs_down_what_others_esteem_loses_trust() -> None:
    """Praise for one product beside abuse of one that many honest pages recommend looks bought."""
    honest = [record for page in range(5) for record in review(page)]
    forged = [said(7, "b"), said(7, "a", "negative")]
    fair = [said(7, "b"), said(7, "a")]
    assert scored(honest + forged)["b"].general.good < 0.7 * scored(honest + fair)["b"].general.good


def test_that_advice_to_others_counts_little() -> None:
    general = [record for page in range(4) for record in review(page, "b")]
    to_all = [record for page in range(10, 14) for record in review(page, "a")]
    to_some = [record.model_copy(update={"case": "小个子"}) for record in to_all]
    wish = Wish(aspects=("静音",), particular=True)
    assert scored(general + to_all, wish)["a"].general.value > 1.5 * scored(general + to_some, wish)["a"].general.value


def test_that_what_is_wanted_needs_two_domains_that_say_so_unless_nothing_else_comes_near() -> None:
    wish = Wish(aspects=("静音",), particular=True)
    praise = [record for page in range(4) for record in review(page)]
    praise += [said(0, other, "negative", strength=0.3) for other in "bc"]  # page 0 compares
    quiet = [said(page, aspect="静音", quotation=f"第{page}页说很静音。") for page in (0, 1)]
    rival = [record for page in range(10, 14) for record in review(page, "b")]
    rival.append(said(10, "b", aspect="静音", quotation="第10页也说静音。", strength=0.9))
    ranked = rank(praise + quiet[:1] + rival, [A, B], wish, TODAY)
    assert (ranked[0].product, ranked[0].addressed, lacking(ranked)) == (A, 1, "requirement")
    assert lacking(rank(praise + quiet + rival, [A, B], wish, TODAY)) == ""
    assert lacking(rank(praise + quiet[:1], [A], wish, TODAY)) == ""
