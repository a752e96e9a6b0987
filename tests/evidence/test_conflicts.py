"""Contradictions between sources are found; differences of scope are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.evidence import conflicts
from pilothouse.retrieval.passage import Passage


def passage(n: int, content: str, date: str = "", title: str = "", kind: str = "text") -> Passage:
    return Passage(f"d{n}#0", f"d{n}", content, title=title, date=date, kind=kind, score=0.9)


@pytest.mark.parametrize(
    ("question", "one", "other", "values"),
    [
        ("年假有几天？", "满一年后每年可享受5天带薪年假。", "满一年后每年可享受10天带薪年假。", {"5天", "10天"}),
        ("年假有几天？", "年假为5天。", "工作满一年的员工每年享有10天年休假。", {"5天", "10天"}),
        ("报销多久内提交", "报销应在费用发生后60天内提交。", "报销应在费用发生后45天内提交。", {"60天", "45天"}),
        ("IT服务台电话是多少", "IT服务台电话：010-66668888", "请拨打IT服务台电话 010-66669999。",
         {"010-66668888", "010-66669999"}),
        ("新制度什么时候施行", "新制度于2025年3月1日施行。", "新制度于2025年5月1日施行。",
         {"2025年3月1日", "2025年5月1日"}),
        ("试用期可以远程办公吗", "试用期员工可以申请远程办公。", "试用期员工不得申请远程办公。", {"yes", "no"}),
        ("行政部负责人是谁", "公司行政部的负责人是王芳。", "公司行政部的负责人是李强。", {"王芳", "李强"}),
        ("年会在哪里举办", "2025年的年会在杭州举办，全体员工参加。",
         "2025年的年会在苏州举办，全体员工参加。", {"杭州", "苏州"}),
        ("内推奖金多少钱", "内推奖金为8,000元。", "内推奖金由8,000元提高到12,000元。", {"8,000元", "12,000元"}),
        ("How many days of annual leave?", "Employees get 15 days of annual leave per year.",
         "Employees get 20 days of annual leave per year.", {"15 days", "20 days"}),
    ],
)  # fmt: skip
def test_that_a_contradiction_is_found(question: str, one: str, other: str, values: set[str]) -> None:
    found = conflicts(question, [passage(1, one, "2023-01-01"), passage(2, other, "2025-03-01")])
    assert len(found) == 1
    assert {stated.value for stated in found[0].values} == values
    assert found[0].newer is not None
    assert found[0].values[found[0].newer].passage == "d2#0"


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("年假有几天？", "普通员工年假为5天。", "部门经理年假为10天。"),  # other people
        ("学费多少钱？", "2024年学费为5000元。", "2025年学费为6000元。"),  # other years
        ("住宿标准多少钱？", "国内出差住宿标准为每晚500元。", "国际出差住宿标准为每晚900元。"),  # other places
        ("年假有几天？", "工作满10年的年假为10天。", "工作满20年的年假为15天。"),  # other conditions
        ("年假有几天？", "年假为15天。", "年假为十五天。"),  # the same in other writing
        ("年假有几天？", "年假为5天。", "病假为10天。"),  # other facts
        ("大会有多少人参加", "第六届大会有300人参加。", "第七届大会有500人参加。"),
        ("行政部负责人是谁", "行政部负责人是王芳。", "财务部负责人是李强。"),
    ],
)
def test_that_a_difference_of_scope_is_no_contradiction(question: str, one: str, other: str) -> None:
    assert conflicts(question, [passage(1, one, "2023-01-01"), passage(2, other, "2025-03-01")]) == []


def test_that_versions_of_one_rule_contradict_each_other_though_their_titles_name_years() -> None:
    text = "住宿标准为每晚{}元。"
    found = conflicts(
        "住宿标准是多少",
        [
            passage(1, text.format(500), title="差旅管理办法（2023版）"),
            passage(2, text.format(600), title="差旅管理办法（2025版）"),
        ],
    )
    assert [stated.value for stated in found[0].values] == ["500元", "600元"]
    assert found[0].newer == 1


def test_that_pages_of_different_years_do_not_contradict_each_other() -> None:
    text = "本科招生计划共{}人。"
    pages = [
        passage(1, text.format(3000), title="2023年招生计划"),
        passage(2, text.format(3200), title="2024年招生计划"),
    ]
    assert conflicts("招生计划是多少人", pages) == []


def test_that_the_asked_cell_of_two_tables_is_compared() -> None:
    row = "城市: 上海 | 住宿标准: {}元\n城市: 北京 | 住宿标准: 600元"
    found = conflicts(
        "上海住宿标准多少钱", [passage(1, row.format(500), kind="table"), passage(2, row.format(450), kind="table")]
    )
    assert {stated.value for stated in found[0].values} == {"500元", "450元"}
    assert found[0].newer is None


def test_that_one_value_is_newer_only_when_dates_tell() -> None:
    same_day = [passage(1, "年假为5天。", "2024-01-01"), passage(2, "年假为6天。", "2024-01-01")]
    assert conflicts("年假几天", same_day)[0].newer is None


def test_that_three_sources_make_one_contradiction() -> None:
    found = conflicts(
        "年假几天", [passage(n, f"年假为{days}天。", f"202{n}-01-01") for n, days in ((1, 5), (2, 7), (3, 5))]
    )
    assert len(found) == 1
    assert {stated.value for stated in found[0].values} == {"5天", "7天"}


@given(st.integers(2, 400), st.integers(2, 400))
def test_that_a_copy_with_another_number_contradicts_and_with_the_same_does_not(one: int, other: int) -> None:
    text = "员工入职满一年后，每年可以享受{}天的带薪年假，当年有效。"
    found = conflicts("年假有几天？", [passage(1, text.format(one)), passage(2, text.format(other))])
    assert bool(found) == (one != other)
