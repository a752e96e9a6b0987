"""Near-duplicates are kept once, versions and neighbours each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.evidence import distinct
from pilothouse.retrieval.passage import Passage

LONG = "员工因公出差的，应当事先提交出差申请，经部门负责人批准后方可出行。出差期间的住宿费用凭发票报销。"


def passage(id: str, content: str, title: str = "", document: str = "", score: float = 0.5) -> Passage:
    return Passage(id, document or id.partition("#")[0], content, title=title, score=score)


def test_that_the_richer_of_two_copies_stays_in_the_better_place() -> None:
    rich = LONG + "市内交通费每天80元。"
    kept = distinct([passage("a#0", LONG, score=0.9), passage("x#0", "食堂在三楼。"), passage("b#0", rich, score=0.4)])
    assert [(p.id, p.score) for p in kept] == [("b#0", 0.9), ("x#0", 0.5)]


def test_that_pages_differing_in_a_number_a_date_or_a_year_are_no_duplicates() -> None:
    for other in (LONG + "标准500元。", LONG + "标准600元。", LONG + "自2025年3月1日起施行。"):
        assert len(distinct([passage("a#0", LONG + "标准400元。"), passage("b#0", other)])) == 2
    years = [passage("a#0", LONG, "2023年出差规定"), passage("b#0", LONG, "2024年出差规定")]
    assert len(distinct(years)) == 2


def test_that_a_copy_with_one_name_or_negation_changed_stays() -> None:
    pairs = [
        ("行政部的负责人是王芳，办公地点在总部大楼三层东侧，工作日均可前往办理。", "王芳", "李强"),
        ("试用期员工可以申请居家办公，须提前一天在系统中提交申请并注明原因。", "可以", "不可以"),
    ]
    for text, old, new in pairs:
        assert len(distinct([passage("a#0", text), passage("b#0", text.replace(old, new))])) == 2


def test_that_overlapping_chunks_of_one_document_count_once() -> None:
    tail = "报销须在返回后三十天内提交，逾期不予受理。"
    chunks = [passage("a#0", LONG + tail, document="a"), passage("a#1", LONG[20:] + tail, document="a")]
    assert [p.id for p in distinct(chunks)] == ["a#0"]


@given(st.lists(st.sampled_from([LONG, LONG + "标准500元。", "食堂在三楼。", "年假为5天。"]), max_size=6))
def test_that_what_is_kept_is_distinct_already(texts: list[str]) -> None:
    found = [passage(f"d{n}#0", text) for n, text in enumerate(texts)]
    kept = distinct(found)
    assert distinct(kept) == kept
    assert {p.content for p in kept} <= set(texts)
