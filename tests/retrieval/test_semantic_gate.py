from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.semantic import Gate

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PRODUCTS = st.sampled_from(
    ["静音小风扇", "扫地机器人", "机械键盘", "空气炸锅", "登山鞋", "血压计", "鱼缸过滤器", "牛肉面", "年假", "打车"]
)
AMOUNTS = st.integers(20, 99_999)
TEXTS = st.text(
    st.sampled_from("不没要的吗比到从给小米华为风扇年假天元3 15，。?ab无除了和以内上左右怎么多少可能"), max_size=24
)
gate = Gate()


@given(st.text(max_size=60) | TEXTS)
def test_a_request_is_the_same_as_itself(text: str) -> None:
    assert gate.same(text, text)


@given(TEXTS, TEXTS)
def test_the_gate_is_symmetric(one: str, other: str) -> None:
    assert gate.difference(one, other) == "" if gate.same(other, one) else gate.difference(one, other) != ""


@given(
    PRODUCTS,
    AMOUNTS,
    AMOUNTS,
    st.sampled_from(["{p}{n}元以内", "预算{n}，想买{p}", "{p}要{n}天", "第{n}条{p}", "{p}{n}"]),
)
def test_another_number_never_passes(product: str, one: int, other: int, form: str) -> None:
    assert gate.same(form.format(p=product, n=one), form.format(p=product, n=other)) == (one == other)


@given(PRODUCTS, AMOUNTS, st.permutations(["{}以内", "{}以上", "{}左右", "{}"]))
def test_another_bound_never_passes(product: str, amount: int, bounds: list[str]) -> None:
    one, other = (f"推荐{product}，{bound.format(amount)}" for bound in bounds[:2])
    assert gate.difference(one, other) == "figure"


@given(
    PRODUCTS,
    st.sampled_from(["小米", "带灯", "塑料", "进口", "有线"]),
    st.sampled_from(["不要", "除了", "不考虑", "排除"]),
)
def test_a_negation_more_never_passes(product: str, wish: str, denial: str) -> None:
    assert not gate.same(f"推荐{product}，{wish}的", f"推荐{product}，{denial}{wish}的")


@given(st.sampled_from(["不可以", "不能", "不用", "不必", "禁止", "不得", "不会", "没有"]), PRODUCTS)
def test_a_rule_denied_never_passes(denial: str, subject: str) -> None:
    assert not gate.same(f"{subject}{denial}报销吗", f"{subject}报销吗")
    assert not gate.same(f"{subject}{denial}报销吗", f"{subject}可以报销吗")


@given(PRODUCTS, st.integers(2000, 2099), st.integers(2000, 2099))
def test_another_year_never_passes(product: str, one: int, other: int) -> None:
    assert gate.same(f"{one}年{product}推荐", f"{product}推荐{other}年") == (one == other)


BRANDS = st.lists(
    st.sampled_from(["小米", "华为", "戴森", "飞利浦", "美的", "索尼", "Anker", "Bosch"]),
    min_size=2,
    max_size=2,
    unique=True,
)


@given(BRANDS, st.sampled_from(["{}比{}好吗", "从{}换到{}", "{}能代替{}吗", "把{}换成{}", "要{}，不要{}"]))
def test_two_that_change_places_never_pass(brands: list[str], form: str) -> None:
    assert not gate.same(form.format(*brands), form.format(*reversed(brands)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("想买个桌面静音小风扇，200以内，不要小米的", "推荐一款安静的桌面小风扇，预算不超过200元，不要小米"),
        ("怎么申请年假", "年休假申请流程是什么"),
        ("打车可以报销吗", "打车能不能报销"),
        ("小米手环9和华为手环9哪个好", "华为手环9跟小米手环9买哪个"),
        ("两百块以内的风扇", "200元以下的风扇"),
        ("风扇 200 以内", "200以内的风扇"),
        ("静音小風扇", "静音小风扇"),
        ("how do I reset my password", "How can I reset the password?"),
        ("recommend a quiet desk fan under $50", "best quiet desk fan for less than 50 dollars"),
    ],
)
def test_the_same_in_other_words_passes(one: str, other: str) -> None:
    assert gate.difference(one, other) == ""


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("风扇的优点", "风扇的缺点", "word"),
        ("怎么开童锁", "怎么关童锁", "word"),
        ("iPhone 15 壳", "iPhone 16 壳", "figure"),
        ("给我妈买手机", "给我爸买手机", "word"),
        ("转正前有年假吗", "转正后有年假吗", "word"),
        ("年假有几天", "年假怎么申请", "asked"),
        ("推荐静音风扇", "推荐不静音的风扇", "polarity"),
        ("A款比B款好", "B款比A款好", "order"),
        ("？", "！", "empty"),
        ("风扇" * 300, "风扇" * 301, "long"),
    ],
)
def test_the_reason_of_a_miss_is_told(one: str, other: str, reason: str) -> None:
    assert gate.difference(one, other) == reason


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])


@pytest.mark.usefixtures("benchmark")
def test_fewer_than_one_in_two_hundred_near_opposites_pass() -> None:
    from semantic_opposites import opposites

    pairs = [pair for found in opposites().values() for pair in found]
    assert len(pairs) >= 2000
    passed = [pair for pair in pairs if gate.same(*pair)]
    assert len(passed) < 0.005 * len(pairs), passed


def test_no_near_opposite_written_by_hand_passes() -> None:
    lines = (BENCHMARKS / "semantic_hard.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if gate.same(*line.split("|"))] == []


def test_paraphrases_that_the_lexicon_was_not_made_with_pass_too() -> None:
    text = (BENCHMARKS / "semantic_paraphrases.txt").read_text(encoding="utf-8")
    groups = [block.splitlines() for block in text.strip().split("\n\n")][1::2]
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    assert len(pairs) >= 300
    assert sum(gate.same(*pair) for pair in pairs) > 0.4 * len(pairs)
