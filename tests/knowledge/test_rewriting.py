"""From what somebody says to what is looked up."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.knowledge.departments import named_department
from pilothouse.assistants.knowledge.intents import route
from pilothouse.assistants.knowledge.rewriting import LONGEST, Rewritten, relaxed, rewrite
from pilothouse.assistants.knowledge.words import read_words
from pilothouse.contracts.errors import DataError

NOW = datetime(2026, 11, 30)
WORDS = read_words()


def read(text: str, before: str = "") -> Rewritten:
    return rewrite(text, before, WORDS, NOW)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("那个报销的事咋弄", "报销流程 报销标准"), ("请假咋整啊", "请假流程 请假标准"), ("报销流程怎么走", "报销流程"), ("我想问一下请婚假要提前几天", "请婚假要提前几天"),  # noqa: E501
        ("问题反馈找谁", "问题反馈找谁"), ("请问停车费多少钱？谢谢", "停车费多少钱"),
    ],
)  # fmt: skip
def test_that_everyday_words_become_search_words(text: str, query: str) -> None:
    assert read(text).query.startswith(query)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("五险一金怎么交", "住房公积金"), ("WFH可以申请几天", "居家办公"), ("打车能报吗", "出租车"), ("how do I claim travel expenses", "差旅费"),  # noqa: E501
        ("is OT paid", "加班"), ("密码忘了怎么办", "密码"),
    ],
)  # fmt: skip
def test_that_formal_words_are_added(text: str, word: str) -> None:
    assert word in read(text).query


def test_that_an_abbreviation_is_a_word_of_its_own() -> None:
    assert "加班" not in read("which hotel is booked").query
    assert "加班" not in read("robot").query


@pytest.mark.parametrize(
    ("before", "text", "held", "dropped"),
    [
        ("普通员工出差住宿标准是多少", "那经理呢", "经理 出差住宿标准", "普通员工"), ("报销流程是什么", "超过5000呢", "超过5000 报销", ""),  # noqa: E501
        ("采购合同怎么签", "它要谁审批", "采购合同 谁审批", "它"), ("北京出差住宿标准是多少", "上海呢", "上海 出差住宿标准", "北京"), ("年假有几天", "那病假呢", "病假有几天", "年假"),  # noqa: E501
        ("报销要多久", "要什么材料", "报销 什么材料", ""), ("2026年春节放几天假", "去年呢", "2025年春节放几天假", "2026"), ("年假有几天", "满10年的呢", "满10年 年假", ""),  # noqa: E501
        ("2025年硕士研究生招生复试分数线是多少", "2024年的呢", "2024年硕士研究生招生复试分数线", "2025"), ("坐高铁能报二等座吗", "那飞机呢", "飞机", ""),  # noqa: E501
        ("How many days of annual leave do I get", "what about sick leave?", "sick leave", "annual"),
        ("How many days of annual leave do I get", "who approves it?", "annual leave approves", ""),
        ("差旅报销标准是什么", "多久到账", "差旅报销 多久到账", ""), ("年终奖什么时候发", "试用期有吗", "年终奖 试用期", ""),  # noqa: E501
    ],
)  # fmt: skip
def test_that_a_follow_up_carries_the_topic(before: str, text: str, held: str, dropped: str) -> None:
    made = read(text, before)
    assert made.carried
    assert all(word in made.question for word in held.split()), made.question
    assert not dropped or dropped not in made.question, made.question


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("报销流程是什么", "公司电脑坏了找谁修"), ("年假有几天", "VPN怎么连"), ("年假有几天", "采购合同由谁审批"), ("出差补贴多少", "会议室怎么预订"),  # noqa: E501
        ("年假有几天", "How do I reset my password?"), ("年假有几天", "新员工入职要准备什么材料"),
    ],
)  # fmt: skip
def test_that_a_new_topic_drops_the_old_one(before: str, text: str) -> None:
    made = read(text, before)
    assert not made.carried
    assert made.question == text.rstrip("?")


def test_that_a_question_without_a_subject_is_read_both_ways() -> None:
    (part,) = read("没休完的能折现吗", "年假怎么申请").parts
    assert part.question == "没休完的能折现吗"
    assert part.other is not None
    assert "年假" in part.other.question


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("年假有几天，另外报销多久到账", ["年假有几天", "报销多久到账"]), ("年假有几天，要谁批", ["年假有几天", "年假要谁批"]), ("如果超过5000元，要谁批", ["如果超过5000元，要谁批"]),  # noqa: E501
        ("年终奖什么时候发？停车费多少钱？", ["年终奖什么时候发", "停车费多少钱"]), ("在北京，上海出差住宿标准是多少", ["在北京，上海出差住宿标准是多少"]),  # noqa: E501
    ],
)  # fmt: skip
def test_that_several_questions_are_told_apart(text: str, parts: list[str]) -> None:
    assert [part.question for part in read(text).parts] == parts


@pytest.mark.parametrize(
    ("text", "date"),
    [("今年春节放几天假", "2026年"), ("明年的年假怎么算", "2027年"), ("去年体检是什么时候", "2025年"), ("上个月的报销截止了吗", "2026年10月"), ("what holidays are there next year", "2027")],  # noqa: E501
)  # fmt: skip
def test_that_relative_dates_become_dates(text: str, date: str) -> None:
    assert date in read(text).question


def test_that_a_rule_for_all_years_is_a_second_reading() -> None:
    (part,) = read("今年的年假有几天").parts
    assert "2026年" in part.question
    assert part.other is not None
    assert part.late
    assert "2026" not in part.other.question
    assert "年假有几天" in part.other.question


def test_that_the_turn_of_the_year_is_counted_right() -> None:
    made = rewrite("上个月的考勤什么时候结算", "", WORDS, datetime(2027, 1, 15))
    assert "2026年12月" in made.question


@pytest.mark.parametrize(
    "text", ["怎么办", "那个呢", "这个事咋弄", "上海呢", "它要谁审批", "今年", "为什么", "超过5000呢", "what about it?"]
)
def test_that_what_says_nothing_is_vague_without_a_history(text: str) -> None:
    assert route(text, read(text)).intent == "clarify"


@pytest.mark.parametrize(
    "text", ["年假", "报销流程", "试用期", "实习生", "审批流程", "春节", "密码多久换一次", "VPN", "能不能带宠物上班"]
)
def test_that_a_topic_is_not_vague(text: str) -> None:
    assert route(text, read(text)).intent == "knowledge_query"


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "您好！",
        "谢谢",
        "好的，谢谢",
        "再见",
        "你是谁",
        "你能做什么？",
        "讲个笑话",
        "哈哈哈",
        "hello",
        "Thanks a lot!",
        "今天好累啊",
        "在吗",
        "ok",
        "😀",
    ],
)
def test_that_small_talk_is_small_talk(text: str) -> None:
    assert route(text, read(text)).intent in ("chitchat", "clarify")


@pytest.mark.parametrize(
    "text",
    [
        "你好，年假有几天",
        "谢谢，那病假呢",
        "好的，报销多久到账",
        "你是谁的上级由什么决定",
        "hello, how do I reset my password",
    ],
)
def test_that_politeness_hides_no_question(text: str) -> None:
    assert route(text, read(text, "年假有几天")).intent == "knowledge_query"


def test_that_other_words_are_tried_and_then_no_more() -> None:
    (part,) = read("公司的五险一金到底怎么交啊").parts
    tried = [part.query]
    while (query := relaxed(part, WORDS, tried)) is not None:
        assert query not in tried
        tried.append(query)
    assert 2 <= len(tried) <= 4


@given(text=st.text(max_size=300), before=st.sampled_from(["", "年假有几天", "How many days of leave"]))
def test_that_any_text_is_rewritten_to_something(text: str, before: str) -> None:
    if not text.strip():
        return
    made = read(text, before)
    assert made.parts
    assert all(len(part.query) <= LONGEST for part in made.parts)
    route(text, made)


@given(
    text=st.lists(
        st.sampled_from(
            [
                "那",
                "它",
                "呢",
                "年假",
                "经理",
                "上海",
                "2025年",
                "超过5000",
                "怎么",
                "多少",
                "审批",
                "报销",
                "，",
                "？",
                "另外",
                "what",
                "about",
                "it",
            ]
        ),
        max_size=8,
    ).map("".join)
)
def test_that_numbers_and_names_of_a_question_are_kept(text: str) -> None:
    if not text.strip("，？"):
        return
    made = read(text, "普通员工在北京出差住宿标准是多少")
    if not made.vague:
        for kept in ("2025年", "上海"):
            assert kept not in text or kept in made.question.replace(" ", "")


def test_that_an_own_table_of_words_adds_to_the_one_that_ships(tmp_path: Path) -> None:
    own = tmp_path / "words.txt"
    own.write_text("# 我们的说法\n小蓝卡 = 门禁卡\n", encoding="utf-8")
    words = read_words(own)
    assert "门禁卡" in rewrite("小蓝卡丢了怎么办", "", words, NOW).query
    assert "住房公积金" in rewrite("五险一金怎么交", "", words, NOW).query


@pytest.mark.parametrize("line", ["小蓝卡", "= 门禁卡", "小蓝卡 ="])
def test_that_a_faulty_table_of_words_says_where(line: str, tmp_path: Path) -> None:
    own = tmp_path / "words.txt"
    own.write_text(f"a = b\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match="2"):
        read_words(own)


@pytest.mark.parametrize(
    ("text", "dept"),
    [
        ("只看财务部的规定，报销标准是多少", "finance"), ("在hr的文档里查年假", "hr"), ("财务部在几楼", ""), ("财务报销标准", ""), ("in the hr documents, how much leave", "hr"),  # noqa: E501
        ("只查技术部的资料", ""),
    ],
)  # fmt: skip
def test_that_a_department_counts_when_the_search_is_restricted_to_it(text: str, dept: str) -> None:
    assert named_department(text, ("finance", "hr")) == dept
