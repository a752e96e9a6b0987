from __future__ import annotations

import io
from typing import Any

import pytest
from reportlab.lib import pdfencrypt
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
BODY = ParagraphStyle("body", fontName="STSong-Light", fontSize=11, leading=16, wordWrap="CJK", firstLineIndent=22)
TITLE = ParagraphStyle("title", parent=BODY, fontSize=18, leading=26, firstLineIndent=0)
HEADING = ParagraphStyle("heading", parent=TITLE, fontSize=14, leading=20)
LATIN = ParagraphStyle("latin", fontName="Helvetica", fontSize=11, leading=16)
LONG = (
    "为规范公司差旅费的报销，特制定本办法，适用于全体员工以及外包人员，报销标准按照级"
    "别与城市分别确定，超过标准的部分由个人承担。"
)
GRID = [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("FONTNAME", (0, 0), (-1, -1), "STSong-Light")]


def built(story: list[Any], **options: Any) -> bytes:
    buffer = io.BytesIO()

    def furniture(paper: Any, template: Any) -> None:
        paper.setFont("STSong-Light", 9)
        paper.drawString(250, 805, "某公司内部资料")
        paper.drawString(280, 30, f"第 {template.page} 页")

    SimpleDocTemplate(buffer, **options).build(story, onFirstPage=furniture, onLaterPages=furniture)
    return buffer.getvalue()


def kinds(material: Any) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in material.blocks]


def test_that_a_pdf_has_headings_whole_paragraphs_pages_and_no_furniture(read: Any) -> None:
    story = [
        Paragraph("差旅费管理办法", TITLE),
        Paragraph("第一章 总则", HEADING),
        Paragraph(LONG, BODY),
        Paragraph("第二段。", BODY),
        PageBreak(),
        Paragraph("第二章 附则", HEADING),
        Paragraph(
            "This English sentence is long enough to be wrapped at the right margin of the page by the program. " * 2,
            LATIN,
        ),
    ]
    material = read("a.pdf", built(story, title="差旅办法"))
    assert material.title == "差旅办法"
    assert material.pages == 2
    assert kinds(material) == [
        ("heading", "差旅费管理办法"),
        ("heading", "第一章 总则"),
        ("paragraph", LONG),
        ("paragraph", "第二段。"),
        ("heading", "第二章 附则"),
        (
            "paragraph",
            (
                "This English sentence is long enough to be wrapped at the right margin of the page by the program. "
                * 2
            ).strip(),
        ),
    ]
    assert [(block.level, block.page) for block in material.blocks] == [(1, 1), (2, 1), (0, 1), (0, 1), (2, 2), (0, 2)]


def test_that_a_ruled_table_of_a_pdf_keeps_rows_and_merged_cells(read: Any) -> None:
    rows = [["级别", "标准", ""], ["", "一线", "其他"], ["P5", "300元", "200元"], ["P6", "400元", "300元"]]
    spans = [("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 0), (0, 1))]
    material = read("a.pdf", built([Paragraph(LONG, BODY), Table(rows, style=[*GRID, *spans]), Paragraph(LONG, BODY)]))
    assert [block.kind for block in material.blocks] == ["paragraph", "table", "paragraph"]
    assert material.blocks[1].rows == (
        ("级别", "标准/一线", "标准/其他"),
        ("P5", "300元", "200元"),
        ("P6", "400元", "300元"),
    )


@pytest.mark.parametrize(
    "style",
    [
        [
            ("LINEABOVE", (0, 0), (-1, 0), 1, "black"),
            ("LINEBELOW", (0, 0), (-1, 0), 1, "black"),
            ("LINEBELOW", (0, -1), (-1, -1), 1, "black"),
        ],
        [],
    ],
)
def test_that_a_table_without_vertical_lines_is_found(style: list[Any], read: Any) -> None:
    rows = [["级别", "城市", "住宿标准"], ["P5", "北京", "300元"], ["P6", "上海", "400元"], ["P7", "广州", "500元"]]
    table = Table(rows, colWidths=120, style=[*style, ("FONTNAME", (0, 0), (-1, -1), "STSong-Light")])
    material = read("a.pdf", built([Paragraph(LONG, BODY), table, Paragraph(LONG, BODY)]))
    assert [block.rows for block in material.blocks if block.kind == "table"] == [tuple(map(tuple, rows))]
    assert [block.text for block in material.blocks if block.kind == "paragraph"] == [LONG, LONG]


def test_that_a_table_over_the_end_of_a_page_keeps_the_names_of_its_columns(read: Any) -> None:
    rows = [["部门", "负责人", "职责"], *([f"第{n}部", f"张{n}", "管理事务"] for n in range(60))]
    tables = [block for block in read("a.pdf", built([Table(rows, style=GRID)])).blocks if block.kind == "table"]
    assert [block.page for block in tables] == [1, 2]
    assert {block.rows[0] for block in tables} == {("部门", "负责人", "职责")}
    assert [row for block in tables for row in block.rows[1:]] == [tuple(row) for row in rows[1:]]


def test_that_a_sentence_over_the_end_of_a_page_stays_whole(read: Any) -> None:
    buffer = io.BytesIO()
    paper = canvas.Canvas(buffer)
    for lines in (
        ["The policy applies to all employees of the company who travel on business within"],
        ["the country and abroad."],
    ):
        for n, line in enumerate(lines):
            paper.drawString(72, 700 - 16 * n, line)
        paper.showPage()
    paper.save()
    material = read("a.pdf", buffer.getvalue())
    assert [(block.text, block.page) for block in material.blocks] == [
        ("The policy applies to all employees of the company who travel on business within the country and abroad.", 1)
    ]


def test_that_items_and_narrow_paragraphs_are_put_together_again(read: Any) -> None:
    buffer = io.BytesIO()
    paper = canvas.Canvas(buffer)
    lines = [
        (72, 740, 11, "The whole width of this page is used by this first paragraph, which has but one line."),
        (90, 700, 8, "•"),
        (100, 700, 11, "Hotel costs are paid up to the limit of the city, and the"),
        (100, 684, 11, "rest is paid by the traveller."),
        (100, 650, 11, "Words that do not fit into a line are sometimes hyphen-"),
        (100, 634, 11, "ated by the program."),
    ]
    for x, y, size, text in lines:
        paper.setFont("Helvetica", size)
        paper.drawString(x, y, text)
    paper.save()
    assert kinds(read("a.pdf", buffer.getvalue()))[1:] == [
        ("item", "Hotel costs are paid up to the limit of the city, and the rest is paid by the traveller."),
        ("paragraph", "Words that do not fit into a line are sometimes hyphenated by the program."),
    ]


def test_that_bookmarks_make_headings(read: Any) -> None:
    buffer = io.BytesIO()
    paper = canvas.Canvas(buffer)
    paper.bookmarkPage("a")
    paper.addOutlineEntry("Scope", "a", level=0)
    paper.drawString(72, 700, "Scope")
    paper.drawString(72, 660, "All employees.")
    paper.save()
    assert kinds(read("a.pdf", buffer.getvalue())) == [("heading", "Scope"), ("paragraph", "All employees.")]


def test_that_a_pdf_behind_a_password_is_refused_and_one_that_only_forbids_printing_is_read(
    read: Any, refused: Any
) -> None:
    story = [Paragraph(LONG, BODY)]
    locked = built(list(story), encrypt=pdfencrypt.StandardEncryption("secret", strength=128))
    assert refused("a.pdf", locked) == "encrypted"
    restricted = built([Paragraph(LONG, BODY)], encrypt=pdfencrypt.StandardEncryption("", "owner", canPrint=0))
    assert read("b.pdf", restricted).blocks[0].text == LONG


def test_that_a_pdf_of_thousands_of_pages_is_read_and_more_is_refused(read: Any, refused: Any) -> None:
    from pilothouse.retrieval.documents.limits import Limits

    buffer = io.BytesIO()
    paper = canvas.Canvas(buffer)
    for page in range(2500):
        paper.drawString(72, 700, f"Sentence of page {page}.")
        paper.showPage()
    paper.save()
    material = read("a.pdf", buffer.getvalue())
    assert material.pages == 2500
    assert (material.blocks[-1].text, material.blocks[-1].page) == ("Sentence of page 2499.", 2500)
    assert refused("a.pdf", buffer.getvalue(), Limits(pages=2000)) == "too_large"
