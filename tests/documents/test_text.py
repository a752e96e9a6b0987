from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.documents.dates import iso_date, stated_date
from pilothouse.retrieval.documents.encoding import decode
from pilothouse.retrieval.documents.limits import Account, Limits

CHINESE = "员工手册\n\n第一章 总则\n\n为规范管理，制定本手册。报销须在三十日内提交，逾期不予受理。"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "gbk", "utf-32"]
)
def test_that_chinese_text_is_read_in_each_encoding(encoding: str, read: Any) -> None:
    material = read("a.txt", CHINESE.encode(encoding))
    assert material.blocks[-1].text == "为规范管理，制定本手册。报销须在三十日内提交，逾期不予受理。"
    assert ("heading", "第一章 总则") in [(block.kind, block.text) for block in material.blocks]


def test_that_traditional_chinese_in_big5_is_read(read: Any) -> None:
    text = "員工出差應當在三日前提交申請，並由部門主管審批。"
    assert read("a.txt", text.encode("big5")).blocks[0].text == text


def test_that_western_text_is_not_taken_for_chinese(read: Any) -> None:
    text = "Café crème près du château, déjà réservé à Noël. Größe und Übung für alle."
    assert read("a.txt", text.encode("cp1252")).blocks[0].text == text


@given(
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=1, max_size=50),
    st.sampled_from(["utf-8", "utf-16"]),
)
def test_that_marked_or_utf_8_text_comes_back_unchanged(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), Account(Limits())) == text


def test_that_text_cut_in_the_middle_of_a_character_is_read(read: Any) -> None:
    assert read("a.txt", "报销标准说明".encode()[:-1]).blocks[0].text == "报销标准说"


def test_that_null_bytes_are_removed_with_a_warning(read: Any) -> None:
    material = read("a.txt", b"policy\0 text with a null byte inside")
    assert material.blocks[0].text == "policy text with a null byte inside"
    assert len(material.warnings) == 1


def test_that_plain_text_shows_headings_lists_and_wrapped_lines(read: Any) -> None:
    text = """一、报销范围

The travel policy applies to all employees of the company who
travel on business, and to contractors.
第二行是新的一段。

1. 第一步
2. 第二步
（一）适用人员

• 全职员工
"""
    blocks = read("a.txt", text).blocks
    assert [(block.kind, block.text) for block in blocks] == [
        ("heading", "一、报销范围"),
        (
            "paragraph",
            "The travel policy applies to all employees of the company who travel on business, and to contractors.",
        ),
        ("paragraph", "第二行是新的一段。"),
        ("item", "1. 第一步"),
        ("item", "2. 第二步"),
        ("paragraph", "（一）适用人员"),
        ("item", "全职员工"),
    ]


def test_that_invisible_characters_and_look_alikes_do_not_reach_the_index(read: Any) -> None:
    assert read("a.txt", "⼀⾏ 报\u200b销标\xad准。").blocks[0].text == "一行 报销标准。"
    assert read("a.html", "<html><p>报&#8203;销</p></html>").blocks[0].text == "报销"


def test_that_a_short_first_line_is_the_title(read: Any) -> None:
    assert read("a.txt", "快递收发\n寄件到前台办理。\n收件在一楼。").title == "快递收发"
    assert read("b.txt", "寄件到前台办理。\n收件在一楼。").title == "b"
    assert read("c.txt", "姓名：张三\n电话：123").title == "c"


def test_that_lines_with_tabs_are_a_table(read: Any) -> None:
    assert read("a.txt", "名单\n姓名\t电话\n张三\t123\n李四\t456\n").blocks[1].rows == (
        ("姓名", "电话"),
        ("张三", "123"),
        ("李四", "456"),
    )


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("级别,标准\nP5,300\nP6,400\n", (("级别", "标准"), ("P5", "300"), ("P6", "400"))),
        ("级别;标准\nP5;1,5\nP6;2,5\n", (("级别", "标准"), ("P5", "1,5"), ("P6", "2,5"))),
        ("级别\t标准\nP5\t300\n", (("级别", "标准"), ("P5", "300"))),
        ('名称,说明\n甲,"含,逗号\n与换行"\n', (("名称", "说明"), ("甲", "含,逗号 与换行"))),
        ("1,2\n3,4\n", (("", ""), ("1", "2"), ("3", "4"))),
        ("人数,2023,2024\n本科,10,20\n", (("人数", "2023", "2024"), ("本科", "10", "20"))),
    ],
)
def test_that_csv_is_a_table_with_its_header(text: str, rows: tuple[tuple[str, ...], ...], read: Any) -> None:
    assert read("a.csv", text).blocks[0].rows == rows
    assert read("b.csv", text.encode("gb18030")).blocks[0].rows == rows


def test_that_a_csv_with_an_unclosed_quote_is_read_as_text(read: Any) -> None:
    material = read("a.csv", '甲,乙\n1,"' + "很长" * 100_000)
    assert material.warnings


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("D:20240301093000+08'00'", "2024-03-01"),
        ("2024年3月1日", "2024-03-01"),
        ("2024-03-01T10:00:00Z", "2024-03-01"),
        ("20240301", "2024-03-01"),
        ("2024.3", "2024-03"),
        ("2024年度", "2024"),
        ("March 5, 2024", "2024-03-05"),
        ("5 Mar 2024", "2024-03-05"),
        ("2024-02-30", "2024-02"),
        ("电话 20240301888", ""),
        ("", ""),
    ],
)
def test_that_dates_become_iso_dates(text: str, date: str) -> None:
    assert iso_date(text) == date


@given(st.dates(min_value=__import__("datetime").date(1900, 1, 1), max_value=__import__("datetime").date(2099, 12, 31)))
def test_that_every_date_is_read_from_each_form(date: Any) -> None:
    for form in (f"{date:%Y-%m-%d}", f"{date.year}年{date.month}月{date.day}日", f"{date:%Y%m%d}", f"{date:%d %B %Y}"):
        assert iso_date(form) == date.isoformat()


def test_that_a_document_dates_itself_by_what_it_says(read: Any) -> None:
    assert stated_date(["会议于2024年3月1日召开"]) == ""
    material = read("a.txt", "办法\n\n发布日期：2023-01-01\n\n正文。\n\n本办法自2024年3月1日起施行。")
    assert material.meta["date"] == "2024-03-01"
    assert read("a.md", "---\ndate: 2020-01-01\n---\n本办法自2024年3月1日起施行。").meta["date"] == "2020-01-01"


@pytest.mark.parametrize(
    "text", ["x" * 10_000_000, "报" * 3_000_000, "a b " * 2_000_000, '."' * 2_000_000, "\t" * 1_000_000 + "x"]
)
def test_that_lines_of_ten_megabytes_are_read(text: str, read: Any) -> None:
    assert read("a.txt", text).blocks


@pytest.mark.parametrize(("right", "wrong"), [("utf-8", "latin-1"), ("gb18030", "latin-1"), ("gb18030", "cp1252")])
def test_that_chinese_saved_in_a_wrong_encoding_is_put_right(read: Any, right: str, wrong: str) -> None:
    text = "员工每年有五天带薪年假。"
    material = read("a.txt", text.encode(right).decode(wrong, "ignore").encode("utf-8"))
    if wrong == "latin-1":
        assert material.blocks[0].text == text
        assert len(material.warnings) == 1
    western = "Déjà vu à l'été: garçon, œuvre, naïveté — Übergröße, façade."
    assert read("b.txt", western).blocks[0].text == western
