"""What sentences lean to where no list has a word for it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.shopping.evidence import extract
from pilothouse.assistants.shopping.evidence.opinion.leaning import OTHER, THIS, _weights, grams, leaning

from .pages import TODAY, pages

FOR = (
    "宿舍六个人轮着用，四年了还在服役。", "我妈一个人就装好了，没打电话问我。",
    "出差半个月没带充电线，回来还剩一半电。",
    "搬了三次家，一个零件都没松。", "后来给公婆也买了一个。", "邻居借去用了一次，第二天自己下单了。", "两年没修过。",
)  # fmt: skip
AGAINST = (
    "第三周开始每天要重启一次。", "用到第二个月就充不进电了。", "客服让我自己拆开看看。", "现在放在阳台上吃灰。",
    "寄回去修了两次，第三次我没要了。", "盖子一碰就掉。", "退了，运费还是我出的。",
)  # fmt: skip
NEITHER = (
    "标价 299 元，三种颜色。",
    "包装里有一本说明书和两颗螺丝。",
    "有人知道它什么时候到货吗？",
    "我在城西的一家店里上班。",
)


def signs(*texts: str) -> list[str]:
    """What each page with one sentence about 禾木 T5 is found to say of it."""
    found = extract(pages(*(f"禾木 T5 我在用。{text}" for text in texts)), "电水壶", [], TODAY)
    said: list[str] = []
    for number, text in enumerate(texts):
        polarity = {item.polarity for item in found.evidence if item.page == number and item.quotation in text}
        said.append(polarity.pop() if len(polarity) == 1 else "")
    return said


def test_that_what_owners_tell_without_a_word_of_praise_speaks_for_a_product() -> None:
    found = signs(*FOR)
    assert found.count("positive") >= 5 > 1 >= found.count("negative")


def test_that_what_owners_tell_without_a_word_of_blame_speaks_against_a_product() -> None:
    found = signs(*AGAINST)
    assert found.count("negative") >= 5 > 1 >= found.count("positive")


def test_that_facts_speak_neither_for_nor_against() -> None:
    assert signs(*NEITHER).count("") >= 3


def test_that_it_matters_which_product_a_comparison_is_about() -> None:
    better = leaning(f"{THIS}比{OTHER}安静不少", False, False)
    worse = leaning(f"{OTHER}比{THIS}安静不少", False, False)
    assert better.speaks > worse.speaks
    assert better.against < worse.against


@given(st.text(max_size=300), st.booleans(), st.booleans())
def test_that_any_text_gets_probabilities(text: str, good: bool, bad: bool) -> None:
    found = leaning(text, good, bad)
    assert abs(found.against + found.neither + found.speaks - 1) < 1e-9
    assert min(found.against, found.neither, found.speaks) >= 0
    assert found.sign in (1, -1)


@given(st.text(alphabet="三年了还在服役退但是没坏 now still works, but broke", max_size=80))
def test_that_leaving_out_what_has_no_weight_changes_nothing(text: str) -> None:
    weights, _, constant = _weights()
    rows = [weights[gram] for gram in grams(text, True, False) if gram in weights]
    sums = [constant[n] + sum(row[n] for row in rows) for n in range(3)]
    found = leaning(text, True, False)
    assert (sums[2] > sums[0]) == (found.speaks > found.against) or abs(sums[2] - sums[0]) < 1e-9
    assert found.speaks == pytest.approx(math.exp(sums[2]) / sum(map(math.exp, sums)))
