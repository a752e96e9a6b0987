from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.documents.chunk import Chunk
from pilothouse.retrieval.documents.chunker import MOST_OVERLAP, chunk, width
from pilothouse.retrieval.documents.material import Block, Material
from pilothouse.sentences import split

SENTENCE = "员工出差应当在三日前提交申请并由部门负责人审批。"  # 24 characters
ENGLISH = "Employees who travel on business must file a request three days before they leave. "


def squeezed(text: str) -> str:
    return "".join(text.split())


def fresh(found: Chunk) -> str:
    return found.content[found.overlap :]


def make(*blocks: Block, title: str = "制度") -> Material:
    return Material(title, blocks)


def paragraphs(count: int, text: str = SENTENCE) -> tuple[Block, ...]:
    return tuple(Block("paragraph", "".join(f"第{n}款{m}项：{text}" for m in range(4))) for n in range(count))


words = st.sampled_from(["报销", "标准", "住宿", "P5", "300元", "policy", "travel", "，", "：", " ", "3.5", "（附件）"])
sentences = st.builds(
    lambda parts, stop: "".join(parts) + stop,
    st.lists(words, min_size=1, max_size=25),
    st.sampled_from(["。", ". ", "！", "\n", "?", ""]),
)
texts = st.lists(sentences, min_size=1, max_size=6).map("".join).filter(str.strip)
pages = st.integers(1, 3)
rows = st.lists(
    st.lists(st.text("甲乙丙12 ", max_size=30).map(lambda text: " ".join(text.split())), min_size=2, max_size=4),
    min_size=2,
    max_size=8,
)


@st.composite
def materials(draw: st.DrawFn) -> Material:
    blocks: list[Block] = []
    page = 1
    for kind in draw(
        st.lists(st.sampled_from(["heading", "paragraph", "paragraph", "item", "table", "code"]), max_size=10)
    ):
        page += draw(st.sampled_from([0, 0, 0, 1]))
        if kind == "table":
            grid = draw(rows)
            wide = max(map(len, grid))
            filled = tuple((*row, *[""] * (wide - len(row))) for row in grid)
            blocks.append(Block("table", draw(st.sampled_from(["", "表一"])), page=page, rows=filled))
        else:
            text = draw(sentences.filter(str.strip) if kind == "heading" else texts).strip()
            level = draw(st.integers(1, 4)) if kind == "heading" else 0
            blocks.append(Block(kind, " ".join(text.split()) if kind == "heading" else text, level, page))  # type: ignore[arg-type]
    return Material(draw(st.sampled_from(["制度", "报销。"])), tuple(blocks))


def test_that_headings_above_an_empty_table_are_kept() -> None:
    blocks = (
        Block("heading", "报销。", 1, 1),
        Block("heading", "报销.", 1, 1),
        Block("table", "", rows=(("", ""), ("", ""))),
    )
    contents = "".join(each.content for each in chunk(Material("制度", blocks)))
    assert "报销。" in contents
    assert "报销." in contents


@given(materials(), st.sampled_from([40, 100, 400]), st.sampled_from([0.0, 0.15, 0.3]))
def test_that_no_text_is_lost_and_the_order_is_kept(material: Material, size: int, overlap: float) -> None:
    found = chunk(material, size, overlap)
    whole = squeezed("".join(fresh(each) for each in found if each.kind != "code"))
    position = 0
    for block in material.blocks:
        if block.kind in ("paragraph", "item"):
            at = whole.find(squeezed(block.text), position)
            assert at >= 0
            position = at + len(squeezed(block.text))
        elif block.kind == "heading" and block.text != material.title:
            told = [whole, *(squeezed(text) for each in found for text in each.section)]
            assert any(squeezed(block.text) in text for text in told)
    code = squeezed("".join(each.content for each in found if each.kind == "code"))
    assert code == squeezed("".join(block.text for block in material.blocks if block.kind == "code"))
    tables = squeezed("".join(each.content for each in found if each.kind == "table"))
    for block in material.blocks:
        for cell in {cell for row in block.rows[1:] for cell in row}:
            assert squeezed(cell) in tables or len(cell) > size


@given(materials(), st.sampled_from([40, 100, 400]))
def test_that_every_sentence_that_fits_is_whole_in_some_chunk(material: Material, size: int) -> None:
    contents = [squeezed(each.content) for each in chunk(material, size) if each.kind != "code"]
    for block in material.blocks:
        if block.kind in ("paragraph", "item"):
            for sentence in split(block.text):
                if width(sentence) <= size:
                    assert any(squeezed(sentence) in content for content in contents)


@given(materials(), st.sampled_from([40, 100, 400]))
def test_that_text_chunks_keep_to_the_size_and_repeat_only_the_end_of_the_one_before(
    material: Material, size: int
) -> None:
    found = chunk(material, size)
    assert [each.n for each in found] == list(range(len(found)))
    for before, each in zip([None, *found], found, strict=False):
        assert each.content.strip()
        if each.kind == "text":
            assert width(each.content) <= size
        if each.overlap:
            assert before is not None
            assert (before.section, before.kind) == (each.section, "text")
            repeated = each.content[: each.overlap]
            assert before.content.endswith(repeated.strip())
            assert width(repeated.strip()) <= size * 0.15 * MOST_OVERLAP + 1


@given(materials())
def test_that_a_chunk_stands_on_the_page_of_its_own_text(material: Material) -> None:
    by_page = {
        page: squeezed("".join(block.text + "".join(map("".join, block.rows)) for block in blocks))
        for page, blocks in ((page, list(run)) for page, run in groupby(material.blocks, key=lambda block: block.page))
    }
    for each in chunk(material):
        if each.kind == "text":
            first = squeezed(fresh(each).strip().split("\n")[0])[:3]
            headings = (block.text for block in material.blocks if block.kind == "heading")
            assert first in by_page[each.page] or any(squeezed(text).startswith(first) for text in headings)


@pytest.mark.parametrize("text", [SENTENCE, ENGLISH])
def test_that_neighbouring_chunks_overlap_by_ten_to_twenty_percent_in_whole_sentences(text: str) -> None:
    found = chunk(make(Block("heading", "总则", 1), Block("paragraph", text * 60)))
    assert len(found) > 2
    for each in found[1:]:
        assert 0.1 * 400 <= width(each.content[: each.overlap]) <= 0.2 * 400 + 1
        assert each.content[: each.overlap].strip().endswith(("。", "."))
        assert each.content.startswith(("员工", "Employees"))


def test_that_a_size_counts_as_many_words_in_english_as_in_chinese() -> None:
    assert width("报销标准") == 4
    assert width("policy") == 3
    assert max(len(each.content) for each in chunk(make(Block("paragraph", ENGLISH * 60)))) > 700


def test_that_chunks_never_cross_sections_and_know_their_path() -> None:
    material = make(
        Block("heading", "制度", 1),
        Block("heading", "第一章", 2),
        *paragraphs(4),
        Block("heading", "第一节", 3),
        *paragraphs(3),
        Block("heading", "第二章", 2),
        *paragraphs(2),
    )
    found = chunk(material)
    assert list(dict.fromkeys(each.section for each in found)) == [("第一章",), ("第一章", "第一节"), ("第二章",)]
    for section, run in groupby(found, key=lambda each: each.section):
        assert next(iter(run)).overlap == 0, section


def test_that_short_sections_are_joined_under_their_common_heading() -> None:
    blocks = [Block("heading", "总则", 1)]
    for name in ("目的", "范围", "解释"):
        blocks += [Block("heading", name, 2), Block("paragraph", f"关于{name}的规定。")]
    found = chunk(make(*blocks))
    assert [(each.section, each.content) for each in found] == [
        (("总则",), "目的\n关于目的的规定。\n范围\n关于范围的规定。\n解释\n关于解释的规定。")
    ]


def test_that_long_sections_and_sections_on_other_pages_are_not_joined() -> None:
    long = make(Block("heading", "甲", 1), *paragraphs(1), Block("heading", "乙", 1), Block("paragraph", "短。"))
    assert [each.section for each in chunk(long)] == [("甲",), ("乙",)]
    slides = make(
        Block("heading", "甲", 1, 1),
        Block("paragraph", "短。", page=1),
        Block("heading", "乙", 1, 2),
        Block("paragraph", "短。", page=2),
    )
    assert [(each.section, each.page) for each in chunk(slides)] == [(("甲",), 1), (("乙",), 2)]


def test_that_a_heading_alone_is_not_lost() -> None:
    found = chunk(make(Block("heading", "甲", 1), Block("heading", "乙", 1), *paragraphs(2), Block("heading", "丙", 1)))
    assert any("甲" in each.content for each in found)
    assert any("丙" in each.content for each in found)
    assert [each.content for each in chunk(make(Block("heading", "制度", 1)))] == ["制度"]


def test_that_a_long_table_makes_chunks_that_are_each_complete() -> None:
    grid = (("级别", "城市", "标准"), *((f"P{n}", "北京", f"{n}00元") for n in range(60)))
    found = chunk(make(Block("table", "住宿标准", page=3, rows=grid)))
    assert len(found) > 1
    for each in found:
        caption, *lines = each.content.split("\n")
        assert (caption, each.kind, each.page, each.overlap) == ("住宿标准", "table", 3, 0)
        assert all(line.startswith("级别: P") and line.count(" | ") == 2 for line in lines)
    assert sum(each.content.count("标准: ") for each in found) == 60


def test_that_the_sentence_that_announces_a_table_goes_with_it_and_is_not_said_twice() -> None:
    grid = (("级别", "标准"), ("P5", "300元"), ("P6", "400元"))
    found = chunk(
        make(Block("paragraph", "差旅按级别。"), Block("paragraph", "标准如下："), Block("table", "", rows=grid))
    )
    assert [each.content for each in found] == [
        "差旅按级别。",
        "标准如下：\n级别: P5 | 标准: 300元\n级别: P6 | 标准: 400元",
    ]


def test_that_a_table_without_header_and_with_merged_cells_reads_plainly() -> None:
    grid = (("", ""), ("姓名", "张三"), ("备注", "备注"))
    assert chunk(make(Block("table", "", rows=grid)))[0].content == "姓名 | 张三\n备注"


def test_that_the_names_of_empty_columns_are_not_lost() -> None:
    grid = (("项目", "金额", "签字"), ("住宿", "300", ""), ("交通", "50", ""))
    assert chunk(make(Block("table", "", rows=grid)))[0].content == (
        "项目 | 金额 | 签字\n项目: 住宿 | 金额: 300\n项目: 交通 | 金额: 50"
    )


def test_that_a_row_longer_than_a_chunk_is_parted_with_its_name() -> None:
    grid = (("岗位", "职责", "要求"), ("工程师", "负责" * 300, "熟悉" * 300))
    found = chunk(make(Block("table", "", rows=grid)))
    assert all(line.startswith("岗位: 工程师 | ") for each in found for line in each.content.split("\n"))
    assert squeezed("".join(each.content for each in found)).count("熟悉") >= 298


def test_that_a_sentence_longer_than_a_chunk_is_cut_at_commas() -> None:
    text = "，".join("这是没有句号的很长的一句话" for _ in range(80)) + "。"
    found = chunk(make(Block("paragraph", text)))
    assert "".join(fresh(each) for each in found) == text
    assert all(each.content.endswith(("，", "。")) for each in found)


@pytest.mark.parametrize(
    "text",
    ["字" * 2_000_000, "a" * 2_000_000, "字。" * 500_000, '."' * 500_000, " ".join("ab" for _ in range(500_000))],
)
def test_that_very_long_lines_are_cut_without_loss(text: str) -> None:
    found = chunk(make(Block("paragraph", text)))
    assert squeezed("".join(fresh(each) for each in found)) == squeezed(text)


@pytest.mark.parametrize(("size", "overlap"), [(0, 0.15), (39, 0.15), (400, -0.1), (400, 0.6)])
def test_that_sizes_that_make_no_sense_are_refused(size: int, overlap: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        chunk(make(), size, overlap)


def test_that_a_document_read_from_a_file_loses_nothing(read: Any) -> None:
    text = "# 手册\n\n" + "\n\n".join(
        f"## 第{n}节\n\n" + SENTENCE * (n % 9 + 1) + "\n\n- 甲项\n- 乙项" for n in range(30)
    )
    material = read("a.md", text)
    whole = squeezed("".join(fresh(each) for each in chunk(material)))
    assert whole.count("员工出差") == text.count("员工出差")
    assert whole.count("甲项") == 30
