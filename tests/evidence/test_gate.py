"""What is let through as evidence: rather nothing than something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.evidence import gate
from pilothouse.retrieval.evidence.judging.meaning import encoded
from pilothouse.retrieval.passage import Passage

ENCODER = CachedEmbedder(EmbeddedEmbedder())


def passage(content: str, title: str = "", date: str = "", score: float = 0.9, **more: str) -> Passage:
    return Passage("d#0", "d", content, title=title, date=date, score=score, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "content", "title"),
    [
        ("年假有几天？", "员工入职满一年后，每年可享受5天带薪年休假。", ""),
        ("丢了门卡要赔多少钱", "工牌遗失的，补办费用20元，从工资扣除。", "门禁管理"),
        ("食堂几点开饭？", "早餐7:30至9:00供应，午餐11:30开始。", "食堂"),
        ("X200 的保修期多久", "X200 整机保修期为两年。", "产品手册"),
        ("住宿标准是多少", "城市: 上海 | 住宿标准: 500元", "差旅管理办法"),
        ("How many days of annual leave do I get?", "Employees receive 15 days of annual leave.", "Leave"),
        ("媳妇生孩子我能休几天", "陪产假一共15天，可以分两次休。", "休假"),
    ],
)
def test_that_a_passage_that_answers_passes(question: str, content: str, title: str) -> None:
    with encoded(ENCODER):
        assert len(gate(question, [passage(content, title)])) == 1


@pytest.mark.parametrize(
    ("question", "content", "title"),
    [
        ("X300 的保修期多久", "X200 整机保修期为两年。", "产品手册"),  # another product
        ("iPhone 15 Pro 的价格是多少", "iPhone 14 Pro 售价7999元。", ""),
        ("2019年学费多少", "2023年学费为5000元每年。", ""),  # another year
        ("2026年本科招生计划是多少人", "本科招生计划共3000人。", "2024年本科招生章程"),
        ("第七届大会的参会人数是多少", "第六届大会共有300人参会。", ""),  # another issue
        ("《管理手册》什么时候发布的", "《员工手册》2024年3月1日发布。", ""),
        ("公司股价是多少", "公司成立于2010年，注册资本5000万元。", "公司简介"),  # not stated
        ("食堂的电话是多少", "食堂每天提供早餐和午餐，味道很好。", "食堂"),  # no value of the kind
        ("西安办公室几点锁门", "北京办公室每天22:00锁门。", ""),  # another place
        ("班车六号线在哪上车", "线路: 3号线 | 上车点: 北门", "班车"),
        ("错误 691 怎么办", "错误 702：密码过期，请修改密码。", "VPN"),
        ("可以带宠物上班吗", "办公区禁止吸烟，请保持安静。", "办公规定"),
    ],
)
def test_that_a_question_about_something_else_ends_with_nothing(question: str, content: str, title: str) -> None:
    assert gate(question, [passage(content, title)]) == []
    with encoded(ENCODER):
        assert gate(question, [passage(content, title)]) == []


def test_that_a_low_score_is_dropped_whatever_the_text_says() -> None:
    found = [passage("年假为5天。", score=0.3)]
    assert gate("年假几天？", found, threshold=0.5) == []
    assert gate("年假几天？", found, threshold=0.2) == found


def test_that_an_older_rule_without_a_year_still_holds_in_a_later_one() -> None:
    assert gate("2026年的年假有几天", [passage("年假为5天。", "员工手册", "2024-01-01")])
    assert not gate("2022年的年假有几天", [passage("年假为5天。", "员工手册", "2024-01-01")])


def test_that_one_answered_part_of_a_question_is_enough() -> None:
    assert gate("年假有几天？食堂在几楼？", [passage("食堂在三楼。")])


def test_that_a_question_without_telling_words_finds_nothing() -> None:
    assert gate("那个呢？", [passage("年假为5天。")]) == []


QUESTIONS = ["年假有几天？", "住宿标准是多少钱", "怎么申请VPN", "行政部负责人是谁"]
TEXTS = st.lists(
    st.sampled_from(
        ["年假为5天。", "住宿标准：每晚500元。", "申请VPN先登录OA。", "行政部负责人是王芳。", "今天下雨。", ""]
    ),
    max_size=6,
).map("\n".join)


@given(
    st.sampled_from(QUESTIONS),
    st.lists(st.tuples(TEXTS, st.floats(0, 1)), max_size=5),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_that_a_higher_bound_never_lets_more_through(
    question: str, found: list[tuple[str, float]], low: float, high: float, cover: float, more: float
) -> None:
    passages = [Passage(f"d{n}#0", f"d{n}", text, score=score) for n, (text, score) in enumerate(found)]
    low, high = sorted((low, high))
    cover, more = sorted((cover, more))
    wide = gate(question, passages, threshold=low, cover=cover)
    narrow = gate(question, passages, threshold=high, cover=more)
    assert [p for p in wide if p in narrow] == narrow
    assert [p for p in passages if p in wide] == wide
