from __future__ import annotations

import datetime
import io
import zipfile
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.documents.cells import parse
from pilothouse.retrieval.documents.numbering import chinese, spelled
from pilothouse.retrieval.documents.sheets import place


def saved(document: Any) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def kinds(material: Any) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in material.blocks]


def numbered(document: Any, texts: dict[int, str]) -> str:
    """Adds a list whose levels have these label texts, counted in Chinese; gives its id."""
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for level, text in texts.items()
    )
    numbering.insert(0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">{levels}</w:abstractNum>'))
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    return "77"


def in_list(paragraph: Any, number: str, level: int = 0) -> None:
    properties = paragraph._p.get_or_add_pPr()
    properties.append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')
    )


def test_that_a_word_document_keeps_headings_lists_and_properties(read: Any) -> None:
    document = docx.Document()
    document.core_properties.title = "报销制度"
    document.core_properties.modified = datetime.datetime(2024, 3, 1)
    document.add_heading("范围", 1)
    document.add_paragraph("适用于全体员工。").add_run("另有规定的除外。").bold = True
    document.add_heading("步骤", 2)
    document.add_paragraph("提交申请", style="List Number")
    document.add_paragraph("等待审批", style="List Number")
    document.add_paragraph("要点", style="List Bullet")
    material = read("a.docx", saved(document))
    assert material.title == "报销制度"
    assert material.meta["date"] == "2024-03-01"
    assert kinds(material) == [
        ("heading", "范围"),
        ("paragraph", "适用于全体员工。另有规定的除外。"),
        ("heading", "步骤"),
        ("item", "1. 提交申请"),
        ("item", "2. 等待审批"),
        ("item", "要点"),
    ]
    assert [block.level for block in material.blocks if block.kind == "heading"] == [1, 2]


def test_that_the_articles_word_numbers_by_itself_are_in_the_text(read: Any) -> None:
    document = docx.Document()
    number = numbered(document, {0: "第%1条", 1: "（%2）"})
    for level, text in [(0, "总则"), (0, "住宿"), (1, "一线城市"), (1, "其他城市"), (0, "附则"), (1, "施行")]:
        in_list(document.add_paragraph(text), number, level)
    texts = [block.text for block in read("a.docx", saved(document)).blocks]
    assert texts == ["第一条 总则", "第二条 住宿", "（一）一线城市", "（二）其他城市", "第三条 附则", "（一）施行"]


def test_that_a_word_table_repeats_merged_cells_and_knows_its_header(read: Any) -> None:
    document = docx.Document()
    table = document.add_table(rows=4, cols=3)
    for r, row in enumerate([["级别", "标准", ""], ["", "一线", "其他"], ["P5", "300", "200"], ["", "350", "250"]]):
        for c, text in enumerate(row):
            table.cell(r, c).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(2, 0).merge(table.cell(3, 0))
    for row in list(table.rows)[:2]:
        row._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    rows = read("a.docx", saved(document)).blocks[0].rows
    assert rows == (("级别", "标准/一线", "标准/其他"), ("P5", "300", "200"), ("P5", "350", "250"))


def test_that_what_is_deleted_or_hidden_in_word_is_left_out_and_insertions_are_in(read: Any) -> None:
    document = docx.Document()
    body = document.element.body
    body.insert(
        0,
        parse_xml(
            f"<w:p {nsdecls('w')}><w:r><w:t>甲</w:t></w:r><w:del><w:r><w:delText>删</w:delText></w:r></w:del>"
            "<w:ins><w:r><w:t>乙</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t>隐</w:t></w:r></w:p>"
        ),
    )
    body.insert(
        1,
        parse_xml(
            f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:hyperlink>"
            "<w:r><w:t>控件里的文字</w:t></w:r></w:hyperlink></w:p></w:sdtContent></w:sdt>"
        ),
    )
    assert [block.text for block in read("a.docx", saved(document)).blocks] == ["甲乙", "控件里的文字"]


def test_that_the_pages_that_word_noted_are_kept(read: Any) -> None:
    document = docx.Document()
    for text in ("第一页", "第二页", "还是第二页"):
        paragraph = document.add_paragraph()
        if text == "第二页":
            paragraph.add_run()._r.append(OxmlElement("w:lastRenderedPageBreak"))
        paragraph.add_run(text)
    material = read("a.docx", saved(document))
    assert [(block.text, block.page) for block in material.blocks] == [("第一页", 1), ("第二页", 2), ("还是第二页", 2)]
    assert material.pages == 2


def test_that_short_bold_paragraphs_are_headings_where_there_are_no_others(read: Any) -> None:
    document = docx.Document()
    document.add_paragraph().add_run("报销范围").bold = True
    document.add_paragraph("适用于全体员工。")
    assert kinds(read("a.docx", saved(document))) == [("heading", "报销范围"), ("paragraph", "适用于全体员工。")]


def test_that_custom_properties_say_who_may_read_a_word_document(read: Any, refused: Any) -> None:
    def with_property(value: str) -> bytes:
        source, target = io.BytesIO(saved(docx.Document())), io.BytesIO()
        with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
            for name in old.namelist():
                data = old.read(name)
                if name == "word/document.xml":
                    data = data.replace(b"<w:body>", "<w:body><w:p><w:r><w:t>正文</w:t></w:r></w:p>".encode())
                if name == "_rels/.rels":
                    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties"
                    relation = (
                        b'<Relationship Id="rId99" Type="' + kind + b'" Target="docProps/custom.xml"/></Relationships>'
                    )
                    data = data.replace(b"</Relationships>", relation)
                new.writestr(name, data)
            xml = f'<Properties><property name="allow"><lpwstr>{value}</lpwstr></property></Properties>'
            new.writestr("docProps/custom.xml", xml)
        return target.getvalue()

    assert read("a.docx", with_property("hr;法务")).meta["allow"] == ["hr", "法务"]
    assert refused("a.docx", with_property("")) == "broken"


def test_that_a_slide_is_a_page_with_title_bullets_table_and_notes(read: Any) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "年度计划"
    frame = slide.placeholders[1].text_frame
    frame.text = "目标"
    inner = frame.add_paragraph()
    inner.text, inner.level = "增长", 1
    slide.notes_slide.notes_text_frame.text = "演讲时说明预算。"
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "联系人"
    grid = slide.shapes.add_table(2, 2, 0, 0, 100, 100).table
    for r, row in enumerate([["姓名", "电话"], ["张三", "123"]]):
        for c, text in enumerate(row):
            grid.cell(r, c).text = text
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 100, 100).text_frame.text = "组合里的文字"
    hidden = deck.slides.add_slide(deck.slide_layouts[5])
    hidden.shapes.title.text = "隐藏页"
    hidden._element.set("show", "0")
    material = read("a.pptx", saved(deck))
    assert material.title == "年度计划"
    assert material.pages == 3
    assert [(block.kind, block.text, block.page) for block in material.blocks] == [
        ("heading", "年度计划", 1),
        ("item", "目标", 1),
        ("item", "增长", 1),
        ("paragraph", "演讲时说明预算。", 1),
        ("heading", "联系人", 2),
        ("table", "", 2),
        ("paragraph", "组合里的文字", 2),
    ]
    assert material.blocks[5].rows == (("姓名", "电话"), ("张三", "123"))
    assert len(material.warnings) == 1


def workbook(rows: list[list[Any]], **formats: str) -> Any:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for cell, code in formats.items():
        sheet[cell].number_format = code
    return book


def test_that_a_sheet_is_a_section_with_its_header_title_and_formats(read: Any) -> None:
    rows = [
        ["2024年住宿标准", None, None, None],
        ["级别", "标准", "比例", "生效"],
        ["P5", 300, 0.155, datetime.date(2024, 3, 1)],
        ["P6", 1234.5, 0.2, datetime.datetime(2024, 3, 1, 9, 30)],
    ]
    book = workbook(rows, B3='"¥"#,##0.00', B4='0.0"元"', C3="0.0%", C4="0%")
    book.active.title = "住宿"
    book.active.merge_cells("A1:D1")
    second = book.create_sheet("说明")
    second.append(["仅供参考"])
    book.create_sheet("藏").append(["x"])
    book["藏"].sheet_state = "hidden"
    material = read("a.xlsx", saved(book))
    assert kinds(material) == [
        ("heading", "住宿"),
        ("table", "2024年住宿标准"),
        ("heading", "说明"),
        ("paragraph", "仅供参考"),
    ]
    assert material.blocks[1].rows == (
        ("级别", "标准", "比例", "生效"),
        ("P5", "¥300.00", "15.5%", "2024-03-01"),
        ("P6", "1234.5元", "20%", "2024-03-01 09:30"),
    )


def test_that_tables_of_one_sheet_are_told_apart_and_gaps_do_not_lose_the_header(read: Any) -> None:
    rows = [["级别", "标准"], ["P5", 1], [], ["P6", 2], [], [], ["部门", "人数", "负责人"], ["技术", 3, "张三"]]
    blocks = read("a.xlsx", saved(workbook(rows))).blocks
    assert [block.rows for block in blocks] == [
        (("级别", "标准"), ("P5", "1"), ("P6", "2")),
        (("部门", "人数", "负责人"), ("技术", "3", "张三")),
    ]


def test_that_merged_cells_of_a_sheet_are_repeated(read: Any) -> None:
    rows = [["地区", "城市", "数量"], ["华北", "北京", 1], [None, "天津", 2], ["华东", "上海", 3]]
    book = workbook(rows)
    book.active.merge_cells("A2:A3")
    assert read("a.xlsx", saved(book)).blocks[0].rows[2] == ("华北", "天津", "2")


def test_that_a_formula_without_result_is_pointed_out(read: Any) -> None:
    material = read("a.xlsx", saved(workbook([["名称", "合计"], ["甲", "=1+1"], ["乙", 2]])))
    assert len(material.warnings) == 1


def test_that_a_cell_far_away_costs_nothing(read: Any) -> None:
    book = workbook([["甲", "乙"], [1, 2]])
    book.active["XFD1048576"] = "远"
    assert read("a.xlsx", saved(book)).blocks[-1].text == "远"


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("", 0.1 + 0.2, "0.3"),
        ("", 12, "12"),
        ("#,##0", 1234567.0, "1234567"),
        ("0.00", 1.005, "1.00"),
        ("yyyy-mm-dd", 45352.0, "2024-03-01"),
        ('yyyy"年"m"月"d"日"', 45352.0, "2024-03-01"),
        ("h:mm", 0.395833333333, "09:30"),
        ("[h]:mm", 1.5, "36:00"),
        ("[$¥-804]#,##0.00;[Red]-0", 5.0, "¥5.00"),
        ('0"人"', 7.0, "7人"),
        ("m/d/yy h:mm", 45352.5, "2024-03-01 12:00"),
    ],
)
def test_that_numbers_look_as_in_the_sheet(code: str, value: float, shown: str) -> None:
    assert parse(code).show(value) == shown


@given(
    st.text(alphabet='#0,.%;"yYmMdDhHsS[]$¥元 _*\\eE+-@', max_size=20), st.floats(allow_nan=False, allow_infinity=False)
)
def test_that_any_format_shows_any_number(code: str, value: float) -> None:
    assert parse(code).show(value)


@given(st.integers(1, 16384), st.integers(1, 1_048_576))
def test_that_a_cells_place_is_understood(column: int, row: int) -> None:
    assert place(f"{openpyxl.utils.get_column_letter(column)}{row}") == (column, row)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "一"),
        (10, "十"),
        (11, "十一"),
        (20, "二十"),
        (101, "一百零一"),
        (110, "一百一十"),
        (1010, "一千零一十"),
        (12345, "一万二千三百四十五"),
    ],
)
def test_that_numbers_are_written_in_chinese(number: int, text: str) -> None:
    assert chinese(number) == text


def test_that_list_numbers_are_written_in_each_format() -> None:
    assert [spelled(4, kind) for kind in ("decimal", "lowerRoman", "upperLetter", "decimalZero")] == [
        "4",
        "iv",
        "D",
        "04",
    ]
    assert spelled(28, "lowerLetter") == "bb"
