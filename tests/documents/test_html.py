from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.documents.limits import Account, Limits
from pilothouse.retrieval.documents.web import blocks

PAGE = """<!DOCTYPE html><html><head><meta charset="{charset}">
<title>招生简章 - 某大学</title>
<meta name="PubDate" content="2024-05-01 10:00:00"><style>p {{}}</style><script>var a = "不要";</script></head>
<body>
<header><div class="logo"><a href="/">某大学</a></div>
<ul class="menu"><li><a>首页</a></li><li><a>新闻</a></li></ul></header>
<nav><a>导航</a></nav><div class="breadcrumb">您的位置：<a>首页</a></div>
<div class="content-wrap"><h1>招生简章</h1><p>我校<b>2024</b>年面向全国招生，计划招收三千人。<br>详情如下：</p>
<h2>一、计划</h2><ul><li>理科<ul><li><p>数学</p></li></ul></li><li>文科</li></ul>
<ol><li><p>报名</p></li><li>考试</li></ol>
<table><caption>计划表</caption>
<thead><tr><th rowspan="2">专业</th><th colspan="2">人数</th></tr>
<tr><th>男</th><th>女</th></tr></thead>
<tr><td>数学</td><td>10</td><td>12</td></tr>
<tr><td rowspan="2">物理</td><td>20</td><td>22</td></tr><tr><td>21</td><td>23</td></tr></table>
<p style="display: none">看不见</p><p hidden>也看不见</p></div>
<aside>相关链接</aside><div class="share">分享到</div><footer>版权所有</footer></body></html>"""


@pytest.mark.parametrize("encoding", ["utf-8", "gb2312"])
def test_that_a_page_is_read_without_its_surroundings(encoding: str, read: Any) -> None:
    material = read("a.html", PAGE.format(charset=encoding).encode("gb18030" if encoding == "gb2312" else encoding))
    assert material.title == "招生简章"
    assert material.meta["date"] == "2024-05-01"
    assert [(block.kind, block.text, block.level) for block in material.blocks] == [
        ("heading", "招生简章", 1),
        ("paragraph", "我校2024年面向全国招生，计划招收三千人。\n详情如下：", 0),
        ("heading", "一、计划", 2),
        ("item", "理科", 0),
        ("item", "数学", 1),
        ("item", "文科", 0),
        ("item", "1. 报名", 0),
        ("item", "2. 考试", 0),
        ("table", "计划表", 0),
    ]
    assert material.blocks[-1].rows == (
        ("专业", "人数/男", "人数/女"),
        ("数学", "10", "12"),
        ("物理", "20", "22"),
        ("物理", "21", "23"),
    )


def test_that_a_page_laid_out_in_tables_is_text(read: Any) -> None:
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    page = f"<table><tr><td><h1>标题</h1><p>正文很长。</p>{table}</td></tr></table>"
    blocks = read("a.html", f"<html><body>{page}</body></html>").blocks
    assert [block.kind for block in blocks] == ["heading", "paragraph", "table"]


def test_that_a_table_of_properties_has_no_header(read: Any) -> None:
    page = "<html><table><tr><th>姓名</th><td>张三</td></tr><tr><th>电话</th><td>12345</td></tr></table></html>"
    assert read("a.html", page).blocks[0].rows == (("", ""), ("姓名", "张三"), ("电话", "12345"))


def test_that_content_is_kept_even_under_a_name_like_navigation(read: Any) -> None:
    page = "<html><body><div id='menu'><p>" + "今日菜单是红烧肉和清蒸鱼，欢迎品尝。" * 5 + "</p></div></body></html>"
    assert "红烧肉" in read("a.html", page).blocks[0].text


def test_that_a_question_stays_with_its_answer(read: Any) -> None:
    terms = "<dl><dt>何时打款？</dt><dd>每周五。</dd><dt>谁审批？</dt><dd>主管。</dd></dl>"
    page = f"<html><div class='menu'>首页 | 报销</div>{terms}</html>"
    assert [(block.kind, block.text) for block in read("a.html", page).blocks] == [
        ("item", "何时打款？\n每周五。"),
        ("item", "谁审批？\n主管。"),
    ]


def test_that_only_the_main_part_of_a_page_that_names_it_is_read(read: Any) -> None:
    page = "<html><div>推荐阅读别的</div><main><h1>标题</h1><p>正文是这样的，写了很长很长的一段。</p></main></html>"
    assert [block.text for block in read("a.html", page).blocks] == ["标题", "正文是这样的，写了很长很长的一段。"]


def test_that_the_date_is_found_in_the_page_itself(read: Any) -> None:
    assert read("a.html", "<html><p>发布时间：2023-06-07 来源</p><p>x</p></html>").meta["date"] == "2023-06-07"
    assert read("b.html", "<html><time datetime='2022-01-02T00:00'>x</time></html>").meta["date"] == "2022-01-02"


def test_that_a_page_may_say_who_may_read_it(read: Any, refused: Any) -> None:
    assert read("a.html", "<html><meta name='allow' content='hr, law'><p>x</p></html>").meta["allow"] == ["hr", "law"]
    assert refused("a.html", "<html><meta name='allow' content=''><p>x</p></html>") == "broken"


@pytest.mark.parametrize(
    "page",
    [
        "<html>" + "<div>" * 200_000 + "深处" + "</div>" * 200_000,
        "<html>" + "<table><tr><td>" * 30_000 + "深处",
        "<html>" + "<p>x<b>" * 50_000 + "深处",
        "<html>" + "<p>" * 100_000 + "深处",
        "<html>" + "<ul><li>" * 50_000 + "深处",
        "<html><body>" + "<" * 1_000_000 + "深处",
    ],
)
def test_that_hostile_nesting_still_gives_the_text(page: str, read: Any) -> None:
    material = read("a.html", page)
    assert "深处" in "".join(block.text + "".join(map("".join, block.rows)) for block in material.blocks)


def test_that_spans_beyond_reason_are_bounded(read: Any) -> None:
    page = (
        "<html><table>"
        + "<tr><td colspan='1000000000' rowspan='99999999'>x</td><td>y</td></tr>" * 3
        + "</table></html>"
    )
    assert sum(len(row) for block in read("a.html", page).blocks for row in block.rows) < 10_000


NAMES = """
div p b a ul li ol dl dt dd table tr td th h1 h2 pre br section span thead caption form
"""
tags = st.sampled_from(NAMES.split())
soup = st.lists(
    st.one_of(tags.map(lambda tag: f"<{tag}>"), tags.map(lambda tag: f"</{tag}>"), st.just("报销标准是三百元。")),
    max_size=40,
)


@given(soup.map("".join))
def test_that_no_sentence_is_lost_in_a_soup_of_tags(page: str) -> None:
    found = blocks(f"<html><body>{page}", Account(Limits())).blocks
    shown = "".join(block.text + "".join(map("".join, block.rows)) for block in found)
    assert shown.count("报销标准是三百元") >= page.count("报销标准是三百元")


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>风扇 长期使用报告</title>", "风扇 长期使用报告"),
        ("<title>a &amp; b</title>", "a & b"),
        ('<title>站点</title><meta property="og:title" content="风扇报告">', "风扇报告"),
        ("", ""),
    ],
)
def test_that_a_page_without_a_heading_is_called_by_its_head(head: str, title: str) -> None:
    page = blocks(f"<html><head>{head}</head><body><p>用了三个月，很安静。</p></body></html>", Account(Limits()))
    assert page.title == title
