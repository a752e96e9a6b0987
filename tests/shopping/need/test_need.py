"""Needs in any words, about any kind of product: what is read from a sentence (S1)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pilothouse
from pilothouse.assistants.shopping.need import Need, read_need

from .cases import TODAY, changed, rows, wrong

SAMPLE = Path(pilothouse.__file__).parent / "assistants" / "shopping" / "sample"


def _needs(name: str) -> list[str]:
    return [json.loads(line)["text"] for line in (SAMPLE / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("text", "kind", "fields"), [*rows("needs.txt"), *rows("unseen.txt")])
def test_that_a_need_is_read(text: str, kind: str, fields: str) -> None:
    assert wrong(read_need(text, None, TODAY), kind, fields) == []


@pytest.mark.parametrize(("first", "then", "kind", "fields"), rows("followups.txt"))
def test_that_a_follow_up_changes_what_it_names_and_nothing_else(first: str, then: str, kind: str, fields: str) -> None:
    assert changed(first, then, kind, fields) == []


@pytest.mark.parametrize("text", [*_needs("needs-a.jsonl"), *_needs("needs-b.jsonl")])
def test_that_needs_of_the_sample_can_be_searched_for(text: str) -> None:
    # One of them names no product and nothing that would tell what it is.
    assert read_need(text, None, TODAY).vague == ("偶尔推推" in text)


@given(st.text(max_size=300))
def test_that_any_text_is_read_without_an_error_and_keeps_its_contract(text: str) -> None:
    need = read_need(text, None, TODAY)
    assert Need.model_validate(need.model_dump(mode="json")) == need
    assert need.low is None or need.high is None or need.low <= need.high
    assert set(need.aspects) == {*need.qualities, *need.persons, *need.scenes}
    assert len(need.query) <= 400


PHRASES = st.sampled_from(
    [
        "想买个",
        "求推荐",
        "不要",
        "小米",
        "的",
        "200以内",
        "预算",
        "静音",
        "给奶奶",
        "电饭煲",
        "手环",
        "，",
        "哪款好",
        "和",
        "澄风F3",
        "三千左右",
        "吗",
        "除了",
        "以外",
        "宿舍用",
        "不",
        "最好",
        "要能",
        "desk",
        "fan",
        "under",
        "for",
        "my",
        "$50",
        "not",
        "GuHe",
    ]
)


@given(st.lists(PHRASES, max_size=14).map("".join), st.lists(PHRASES, max_size=8).map(" ".join))
def test_that_follow_ups_of_any_words_keep_the_contract(first: str, then: str) -> None:
    need = read_need(then, read_need(first, None, TODAY), TODAY, "澄风 F3")
    assert Need.model_validate(need.model_dump(mode="json")) == need
    assert len(need.query) <= 400


@given(
    st.sampled_from(["电饭煲", "落地风扇", "智能手环", "儿童自行车"]),
    st.lists(st.sampled_from(["静音", "续航", "耐用", "便携", "易清洁"]), max_size=3, unique=True),
    st.lists(st.sampled_from(["谷禾", "澄风", "海岳"]), max_size=2, unique=True),
    st.integers(20, 9999),
)
def test_that_a_merged_need_reads_again_as_itself(kind: str, wants: list[str], refused: list[str], high: int) -> None:
    need = Need(
        kind=kind, aspects=tuple(wants), qualities=tuple(wants), excluded_brands=tuple(refused), high=high, merged=True
    )
    again = read_need(need.query, None, TODAY)
    assert (again.kind, again.qualities, again.excluded_brands, again.high) == (
        kind,
        tuple(wants),
        tuple(refused),
        high,
    )


@pytest.mark.parametrize("low", range(30, 2000, 97))
@pytest.mark.parametrize(
    "form",
    ["{}以内", "不超过{}", "最多{}块", "预算{}", "{}元以下", "under {} yuan", "{}块钱之内", "控制在{}以内", "up to {}"],
)
def test_that_an_upper_limit_is_read_in_any_form(form: str, low: int) -> None:
    need = read_need(f"电饭煲，{form.format(low)}", None, TODAY)
    assert (need.low, need.high) == (None, low)


@pytest.mark.parametrize(
    "text",
    [
        "40平的房子用的空气净化器",
        "80岁老人用的手机",
        "身高172的办公椅",
        "12个月宝宝的学步鞋",
        "27寸显示器",
        "一天坐10小时的椅子",
        "第5代手环",
        "women's shoes size 37",
    ],
)
def test_that_other_numbers_are_no_budget(text: str) -> None:
    need = read_need(text, None, TODAY)
    assert (need.low, need.high) == (None, None)


@pytest.mark.parametrize(
    "pattern", ["想买个", "的", "不要小米的", "哪个好", "x和y", "静音", "A", "1", "为什么", "besides A "]
)
def test_that_a_hostile_repetition_is_read_too(pattern: str) -> None:
    assert read_need(pattern * 2000, None, TODAY).text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("合租四个人，每次炒菜烟大得不行，锅子别太沉，我手腕不好", "锅子"),
        ("公司一台台式机家里一台平板，来回切换，想用同一把机械键盘", "机械键盘"),
        ("下个月去西藏骑行，帐篷要扛得住风，睡袋已经有了", "帐篷"),
        ("奶奶听不清电视，又不会弄手机，助听器别太复杂", "助听器"),
        ("水杯最好一天不用倒第二次，牙口没毛病", "水杯"),
        ("best at night dash cam", "dash cam"),
        ("quietest at home sewing machine", "sewing machine"),
    ],
)
def test_that_a_thing_named_anywhere_in_a_long_sentence_is_its_kind(text: str, kind: str) -> None:
    assert kind in read_need(text, None, TODAY).kind
