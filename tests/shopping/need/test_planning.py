"""Sub-queries keep every rule (S3), whoever proposes them."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.shopping.need import Need, read_need
from pilothouse.assistants.shopping.planning import PLAN_SEARCHES, chosen, plan, planned, validate
from pilothouse.assistants.shopping.planning.rules import allowed, keywords

from .cases import TODAY, rows

FAN = read_need("想买个桌面静音小风扇，200以内，不要小米的", None, TODAY)
ARTICLE = ("口碑", "评测", "推荐", "榜单", "用户好评", "热销", "首选", "TOP")
FORBIDDEN = ("价格", "参数", "优惠", "多少钱", "促销", "配置")
TEXTS = [row[0] for row in (*rows("needs.txt"), *rows("unseen.txt")) if "vague" not in row[2]]


def _kept(queries: tuple[str, ...], today: date) -> None:
    """Every rule of the article, checked without the code under test."""
    assert 1 <= len(queries) <= 3
    for query in queries:
        bare = re.sub(r'"[^"]*"', " ", query)
        assert len(query) <= 400
        assert len(re.findall(r'"[^"]*"|[^\s"]+', query)) <= 4
        assert any(word in bare for word in ARTICLE) or re.search(r"\b(?:recommended|favourite)\b", bare)
        assert not any(word in bare for word in FORBIDDEN)
        assert not re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", bare)
        assert all(int(year) == today.year for year in re.findall(r"(?<!\d)((?:19|20)\d\d)(?!\d)", query))
    said = [{word for word in ARTICLE if word in query} for query in queries]
    assert all(not (a & b) for n, a in enumerate(said) for b in said[:n])


@pytest.mark.parametrize("text", TEXTS)
def test_that_the_plan_of_a_need_keeps_every_rule(text: str) -> None:
    need = read_need(text, None, TODAY)
    made = plan(need, TODAY)
    assert made.origin == "code"
    _kept(made.sub_queries, TODAY)
    assert not any(name in query for name in need.excluded_brands for query in made.sub_queries)


WORDS = st.text("风扇电饭煲手环机器人鞋椅灯锅杯净化音箱书包儿童智能", min_size=2, max_size=8)
NAMES = st.text("澄海岳谷禾听屿拓径ABCXYZ", min_size=2, max_size=6)
WANTS = st.lists(
    st.sampled_from(["静音", "续航", "耐用", "老人", "宿舍", "价格", "性价比", "出差", "肤感"]), max_size=4, unique=True
)
ENGLISH = st.lists(
    st.sampled_from(["desk", "fan", "robot", "vacuum", "air", "fryer", "noise", "cancelling", "kids"]),
    min_size=1,
    max_size=6,
).map(" ".join)
NEEDS = st.builds(
    lambda kind, wants, brands, refused, high: Need(
        text=f"想买{kind}",
        kind=kind,
        aspects=tuple(wants),
        qualities=tuple(wants),
        wanted_brands=tuple(brands),
        excluded_brands=tuple(
            name for name in refused if not any(name in b or b in name or name in kind for b in (*brands, kind))
        ),
        high=high,
    ),
    st.one_of(WORDS, ENGLISH),
    WANTS,
    st.lists(NAMES, max_size=1),
    st.lists(NAMES, max_size=2),
    st.one_of(st.none(), st.floats(10, 9999)),
)


@given(NEEDS, st.dates(date(2024, 1, 1), date(2035, 1, 1)))
def test_that_the_plan_without_a_model_keeps_every_rule_for_any_need(need: Need, today: date) -> None:
    made = plan(need, today)
    assert made.origin == "code"
    _kept(made.sub_queries, today)
    assert all(validate(query, need, today) is None for query in made.sub_queries)


@given(
    NEEDS,
    st.lists(
        st.one_of(
            st.text(max_size=60),
            st.sampled_from(
                [
                    "桌面小风扇 口碑推荐",
                    "桌面小风扇 静音 评测榜单",
                    '"2026" 小风扇 评测',
                    "小风扇 价格",
                    "小米 口碑",
                    "奈凌 Zero X 口碑",
                    "a b c d e 推荐",
                ]
            ),
        ),
        max_size=8,
    ),
    st.dates(date(2024, 1, 1), date(2035, 1, 1)),
)
def test_that_a_models_plan_keeps_every_rule_whatever_it_proposes(need: Need, proposed: list[str], today: date) -> None:
    made = chosen(proposed, need, today)
    assert made.origin == "model"
    assert 1 <= len(made.sub_queries) <= 3
    assert all(validate(query, need, today) is None for query in made.sub_queries)
    dimensions = [allowed(query) for query in made.sub_queries]
    assert all(not (a & b) for n, a in enumerate(dimensions) for b in dimensions[:n])
    assert all(entry["reason"] for entry in made.dropped)
    for query in {" ".join(text.split()) for text in proposed} - set(made.sub_queries):
        assert (
            not query
            or any(entry["query"].casefold() == query[:400].casefold() for entry in made.dropped)
            or query.casefold() in {q.casefold() for q in made.sub_queries}
        )


@given(st.text(max_size=500))
def test_that_any_text_can_be_validated(text: str) -> None:
    if validate(text, FAN, TODAY) is None:
        assert len(text.strip()) <= 400
        assert 1 <= len(keywords(text)) <= 4
        assert any(
            word.casefold() in text.casefold()
            for word in (
                *ARTICLE,
                "测评",
                "排行",
                "好评",
                "用户体验",
                "用户反馈",
                "recommended",
                "reputation",
                "review",
                "best",
                "rated",
                "favo",
            )
        )
        assert not any(word in text for word in FORBIDDEN)


@pytest.mark.parametrize(
    "query",
    [
        "桌面静音小风扇 口碑推荐",
        "桌面静音小风扇 评测榜单",
        "桌面静音小风扇 用户好评",
        "桌面小风扇 静音 首选",
        '桌面小风扇 评测 "2026"',
        "静音小风扇 办公室 TOP",
        "桌面风扇 热销",
        "迷你小风扇 口碑",
    ],
)
def test_that_a_good_sub_query_is_valid(query: str) -> None:
    assert validate(query, FAN, TODAY) is None


BAD = {
    "empty": "",
    "blank": "   ",
    "no text": 7,
    "none": None,
    "no reputation": "桌面静音小风扇 静音",
    "five keywords": "桌面 静音 小风扇 办公室 推荐",
    "commas part keywords too": "桌面，静音，小风扇，办公室，推荐",
    "price": "桌面小风扇 价格 推荐",
    "asks the price": "桌面小风扇推荐 多少钱",
    "discount": "桌面小风扇 优惠 推荐",
    "parameters": "桌面小风扇 参数 评测",
    "configuration": "桌面小风扇 配置 评测",
    "promotion": "桌面小风扇 促销 推荐",
    "budget": "桌面小风扇 200元以内 推荐",
    "cheap in English": "桌面小风扇 cheap 推荐",
    "another year": '桌面小风扇 评测 "2025"',
    "bare year": "桌面小风扇 评测 2026",
    "another bare year": "桌面小风扇 评测 2024年",
    "quoted word": '"静音" 桌面小风扇 推荐',
    "quoted kind": '"桌面小风扇" 推荐',
    "name nobody said": '"奈凌" 桌面小风扇 口碑',
    "bare name nobody said": "奈凌 桌面小风扇 口碑",
    "model nobody said": "桌面小风扇 ZX88 口碑",
    "refused brand": '"小米" 桌面小风扇 口碑',
    "bare refused brand": "小米 桌面小风扇 口碑",
    "another kind": "保温杯 口碑 评测",
    "too long": "桌面小风扇 推荐" + "好" * 400,
    "odd quote": '"2026 桌面小风扇 推荐',
    "curly quotes": "“2026” 桌面小风扇 推荐",
    "operator": "桌面小风扇 推荐 site:a.example",
    "minus": "桌面小风扇 推荐 -小米",
    "address": "桌面小风扇 推荐 https://a.example",
    "line break": "桌面小风扇\x00推荐",
}


@pytest.mark.parametrize("what", BAD)
def test_that_a_bad_sub_query_has_its_reason(what: str) -> None:
    assert validate(BAD[what], FAN, TODAY)


def test_that_names_the_user_wants_stand_in_quotation_marks_and_others_may_not() -> None:
    need = read_need("Dyson的吸尘器哪款好", None, TODAY)
    assert all('"Dyson"' in query for query in plan(need, TODAY).sub_queries)
    assert validate('"Dyson" 吸尘器 口碑', need, TODAY) is None
    assert validate("Dyson 吸尘器 口碑", need, TODAY)


def test_that_two_products_are_compared_by_their_quoted_names() -> None:
    made = plan(read_need("澄风F3和海岳A2哪个好", None, TODAY), TODAY)
    assert all('"澄风F3"' in query and '"海岳A2"' in query for query in made.sub_queries)


def test_that_overlapping_and_surplus_sub_queries_are_dropped_with_a_reason() -> None:
    made = chosen(
        ["桌面小风扇 口碑", "桌面小风扇 推荐", "桌面小风扇 评测", "桌面小风扇 好评", "桌面小风扇 热销"], FAN, TODAY
    )
    assert made.sub_queries == ("桌面小风扇 口碑", "桌面小风扇 评测", "桌面小风扇 好评")
    assert {entry["query"] for entry in made.dropped} >= {"桌面小风扇 推荐", "桌面小风扇 热销"}


def test_that_the_original_need_is_searched_for_when_nothing_is_valid() -> None:
    need = Need(text="求推荐价格标签机", kind="价格标签机")
    made = chosen(["价格标签机 价格"], need, TODAY)
    assert (made.sub_queries, made.origin) == ((need.text,), "original")
    assert len(made.dropped) == 4


def test_that_the_task_falls_back_to_rules_and_asks_again_only_when_nothing_could_be_used() -> None:
    asked = planned(FAN, TODAY)
    assert tuple(PLAN_SEARCHES.fallback(asked).sub_queries) == plan(FAN, TODAY).sub_queries
    proposed = PLAN_SEARCHES.output(sub_queries=["桌面小风扇 价格", "桌面小风扇 推荐"])
    assert PLAN_SEARCHES.problems(asked, proposed) == []
    assert PLAN_SEARCHES.problems(asked, PLAN_SEARCHES.output(sub_queries=["桌面小风扇 价格"]))
    assert str(TODAY.year) in PLAN_SEARCHES.prompt.replace("{year}", str(asked.year))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("行李箱，要塞得下一整个衣柜，别半路散架", "衣柜"),
        ("大缸养龙鱼，增氧泵气要足，停电了能自己接着打", "龙鱼"),
        ("椅子推荐，我155cm，脚能着地", "着地"),
    ],
)
def test_that_a_case_is_searched_for_in_the_asker_s_own_words(text: str, words: str) -> None:
    assert any(words in query for query in plan(read_need(text, None, TODAY), TODAY).sub_queries)
