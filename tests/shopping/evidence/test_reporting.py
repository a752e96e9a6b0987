"""What independent pages say in passing: of advertising, of places in a list, of cases, of results and of prices."""

from __future__ import annotations

import pytest

from pilothouse.assistants.shopping.decision.decide import decide
from pilothouse.assistants.shopping.evidence.extraction import extract
from pilothouse.assistants.shopping.need import read_need
from pilothouse.assistants.shopping.scoring.score import score

from .pages import TODAY, page, read, said

A, B, C = "澄风 F3", "奈凌 X5", "泊渊 Q20"
INTRO = f"{A}、{B} 和 {C} 都用过。"
NAMES = (f"{A}。{B}。{C}。", f"{C}，{B}，{A}。")


def judged(sentence: str, title: str = "") -> set[tuple[str, str]]:
    found = extract(
        [
            page(f"{INTRO}\n{sentence}", title),
            *(page(text, url=f"https://n{n}.example/") for n, text in enumerate(NAMES)),
        ],
        "风扇",
        [],
        TODAY,
    )
    return {pair for pair in said(found) if pair[0] in (A, B, C)}


@pytest.mark.parametrize(
    ("advertises", "text"),
    [
        (False, f"{A} 的好评大多来自推广内容，我们没有采纳。{B} 噪音大。"),
        (False, f"{A} 的广告铺天盖地，用了两个月还是坏了。"),
        (False, f"{A} 很吵，和它的广告差得有点远，不是合作，没有赞助。"),
        (False, f"We excluded sponsored reviews of the {A}. It broke after three weeks."),
        (True, f"本文由澄风品牌赞助。{A} 黑科技，闭眼入，点击链接。"),
        (True, f"【广告】{A} 封神了，手慢无！"),
        (True, f"不是广告！{A} 黑科技，闭眼入，手慢无，点击链接，优惠码 SUN50！"),
    ],
)
def test_that_a_report_on_advertising_is_no_advertisement(advertises: bool, text: str) -> None:
    found = extract(
        [page(text), *(page(t, url=f"https://n{n}.example/") for n, t in enumerate(NAMES))], "风扇", [], TODAY
    )
    assert (found.sources[0].promotional >= 0.4) == advertises


def test_that_a_domain_of_owners_is_not_the_makers() -> None:
    text = "Breezon Q20 用了两年。Breezon Q20 很吵。"
    kinds = {
        host: extract([page(text, url=f"https://{host}/1"), page(text, url="https://b.example/1")], "", [], TODAY)
        .sources[0]
        .shop
        for host in ("breezon-owners.example", "breezon-store.example")
    }
    assert kinds == {"breezon-owners.example": False, "breezon-store.example": True}


LIST = f"1. {A}：返修少，老用户多\n2. {B}：够用\n3. {C}：评价两极，我们不敢推荐"


def test_that_items_of_a_ranking_are_ranks() -> None:
    assert judged(LIST, "小风扇口碑榜（10月）") == {(A, "+"), (B, "+"), (C, "-")}


@pytest.mark.parametrize("title", ["我的三台风扇", "小风扇避雷榜"])
def test_that_numbers_elsewhere_are_no_ranks(title: str) -> None:
    plain = f"1. {A}：去年买的\n2. {B}：今年买的"
    assert not {pair for pair in judged(plain, title) if pair[1] == "+"}


@pytest.mark.parametrize(
    "sentence",
    [
        f"{A}：我们不敢推荐。",
        f"We can't recommend the {A}.",
        f"I could not honestly recommend the {A}.",
    ],
)
def test_that_a_recommendation_withheld_is_blame(sentence: str) -> None:
    assert judged(sentence) == {(A, "-")}


@pytest.mark.parametrize(
    ("sentence", "case"),
    [
        (f"{A} 用着顺手；腰不好的人慎选。", "腰不好"),
        (f"{A} 用着顺手，两个人以上就别买了。", "两个人以上"),
        (f"{A} 用着顺手。如果只有一口人，真没必要。", "只有一口人"),
        (f"I like the {A}. If your desk is small, look elsewhere.", "your desk is small"),
        (f"Nobody should buy the {A} for camping trips.", "camping trips"),
    ],
)
def test_that_a_warning_for_some_names_whom_it_is_for(sentence: str, case: str) -> None:
    found = read(f"{INTRO}\n{sentence}", *NAMES)
    warned = [item for item in found.evidence if item.polarity == "negative" and item.page == 0]
    assert warned
    assert all(case in item.case for item in warned)


@pytest.mark.parametrize("sentence", [f"大家千万别买 {A}。", f"{A} 谁买谁后悔，大家慎买。", f"{A} 真心慎入。"])
def test_that_a_warning_for_everybody_has_no_case(sentence: str) -> None:
    found = read(f"{INTRO}\n{sentence}", *NAMES)
    warned = [item for item in found.evidence if item.polarity == "negative" and item.page == 0]
    assert warned
    assert not any(item.case for item in warned)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (f"{A}：残留最少。{B}：噪音最大。", {(A, "+"), (B, "-")}),
        (f"气味残留：{A} 最低，{B} 其次，{C} 垫底。", {(A, "+"), (B, "+"), (C, "-")}),
        (f"续航：{A} 最长，{B} 最短。", {(A, "+"), (B, "-")}),
        (f"{A} 跑完一百公里只有轻微磨损。", {(A, "+")}),
        (f"{A} 跌落测试毫发无伤。", {(A, "+")}),
        (f"{A} 一次充电我们用了 40 天。", {(A, "+")}),
        (f"{A} 从来没堵过。", {(A, "+")}),
        (f"{A} 在这一项垫底。", {(A, "-")}),
        (f"噪声：{A} 48 dB，{B} 59 dB，{C} 64 dB。", {(A, "+"), (C, "-")}),
        (f"Words read correctly out of 40: {A} 31, {B} 17, {C} 5.", {(A, "+"), (C, "-")}),
        (f"With the {A} at night, I have not seen better.", {(A, "+")}),
    ],
)
def test_that_results_of_tests_judge_by_their_direction(sentence: str, expected: set[tuple[str, str]]) -> None:
    assert judged(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "顺便说一句，包装盒我留着装茶叶了，挺结实，比风扇耐用。",
        "声音不大不小。",
        "耐不耐用不好说。",
        "贵重物品要随身带。",
    ],
)
def test_that_what_is_beside_the_matter_judges_nothing(sentence: str) -> None:
    found = read(f"{A} 到了。\n{sentence}", f"{A}。", f"{A} 是风扇。")
    assert not [item for item in found.evidence if item.page == 0 and item.strength > 0.45]


def test_that_words_that_hold_a_bad_one_are_not_bad() -> None:
    found = read(f"{A} 到了。\n老小区没电梯，天天扔垃圾。", f"{A}。", f"{A} 是风扇。")
    assert not [item for item in found.evidence if item.polarity == "negative" and item.strength > 0.45]


def test_that_what_a_thing_replaced_is_not_blamed_on_it() -> None:
    found = extract(
        [page(f"旧的用了五年，手指敲得疼。换成 {A} 以后回不去了。", A), page(f"{A}。", url="https://b.example/")],
        "",
        [],
        TODAY,
    )
    assert said(found) == {(A, "+")}


@pytest.mark.parametrize(
    ("sentence", "price", "dollars"),
    [
        (f"参测：{A}（5L，399元）、{B}（3L，229元）。", 399.0, None),
        (f"{A} 当年699入的。", 699.0, None),
        (f"{A} 到手价 219，不错。", 219.0, None),
        (f"{A}，两百出头。", 200.0, None),
        (f"{A}，129块，橙色的。", 129.0, None),
        (f"299的{A}，够用。", 299.0, None),
        (f"The {A} ($59) is tiny.", None, 59.0),
        (f"At 459 yuan (about $65) the {A} is fine.", 459.0, 65.0),
        (f"{A} wants $9.99 a month for that.", None, None),
        (f"{A} 运费28块，送价值99元的底座。", None, None),
        (f"{A} 用了699天。", None, None),
    ],
)
def test_that_a_price_is_read_as_people_write_it(sentence: str, price: float | None, dollars: float | None) -> None:
    found = read(sentence, *NAMES)
    product = next(product for product in found.products if product.name.replace(" ", "") == A.replace(" ", ""))
    assert (product.price, product.foreign.get("USD")) == (price, dollars)


def test_that_a_budget_in_dollars_rules_out_what_pages_price_above_it() -> None:
    texts = [
        f"{A} ($129) is great, I recommend it. {B} ($59) is reliable and quiet. {C} was loud.",
        f"{A} is excellent and quiet. {B} is good, I recommend it. {C} broke.",
        f"I love the {A}. The {B} works well and has never failed. {C} is bad.",
    ]
    found = extract([page(t, url=f"https://s{n}.example/", day=TODAY) for n, t in enumerate(texts)], "fan", [], TODAY)
    need = read_need("fan under $80", None, TODAY)
    scored = score(found.evidence, found.products, need, TODAY)
    bars = {item.product.name: item.bar for item in scored}
    assert (bars[A], bars[B]) == ("budget", "")
    assert decide(scored, need, chinese=False).product == B
