from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.documents.limits import Account, Limits, Refusal
from pilothouse.retrieval.documents.markdown import blocks, inline
from pilothouse.retrieval.documents.matter import split_matter


def kinds(material: Any) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in material.blocks]


def test_that_markdown_keeps_its_structure(read: Any) -> None:
    text = """# 差旅制度

住宿标准按**级别**确定，
详见[附件](http://a.b/c_(d))和 `room_limit`。

- 一线城市
  含北京
  - 海淀
- [x] 其他城市
1. 提交申请
2) 等待审批

> 注意：发票必须真实。

小结
----
```python
# 不是标题
x = 1
```
"""
    material = read("a.md", text)
    assert material.title == "差旅制度"
    assert kinds(material) == [
        ("heading", "差旅制度"),
        ("paragraph", "住宿标准按级别确定，详见附件和 room_limit。"),
        ("item", "一线城市含北京"),
        ("item", "海淀"),
        ("item", "其他城市"),
        ("item", "1. 提交申请"),
        ("item", "2) 等待审批"),
        ("paragraph", "注意：发票必须真实。"),
        ("heading", "小结"),
        ("code", "# 不是标题\nx = 1"),
    ]
    assert [block.level for block in material.blocks if block.kind == "item"] == [0, 1, 0, 0, 0]
    assert [block.level for block in material.blocks if block.kind == "heading"] == [1, 2]


def test_that_a_markdown_table_keeps_its_header_and_escaped_bars(read: Any) -> None:
    material = read("a.md", "| 级别 | 标准 |\n|:--|--:|\n| P5 | **300** 元 |\n| a\\|b | 2<br>3 |\n\n之后")
    assert material.blocks[0].rows == (("级别", "标准"), ("P5", "300 元"), ("a|b", "2 3"))
    assert material.blocks[1].text == "之后"


def test_that_an_html_table_inside_markdown_is_a_table(read: Any) -> None:
    material = read("a.md", "前\n\n<table><tr><th>甲</th><th>乙</th></tr>\n<tr><td>1</td><td>2</td></tr></table>\n\n后")
    assert [block.kind for block in material.blocks] == ["paragraph", "table", "paragraph"]
    assert material.blocks[1].rows == (("甲", "乙"), ("1", "2"))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("5*3*2 与 a_b_c", "5*3*2 与 a_b_c"),
        ("*斜体*和**粗体**和~~删~~", "斜体和粗体和删"),
        ("![图](x.png)后", "图后"),
        ("A &amp; B &lt;x&gt;", "A & B <x>"),
        ("<https://a.b> 与 <b>粗</b>", "https://a.b 与 粗"),
        ("`a*b*c` 与 \\*星\\*", "a*b*c 与 *星*"),
        ("3 < 5 且 7 > 2", "3 < 5 且 7 > 2"),
    ],
)
def test_that_markup_inside_a_line_is_taken_off_and_nothing_else(source: str, shown: str) -> None:
    assert inline(source) == shown


def test_that_front_matter_becomes_metadata(read: Any) -> None:
    text = (
        "---\ntitle: 报销: 总则\ndate: 2024/3/1\ndept: finance\nallow: [hr, finance]\nid: 007\n---\n# 别的标题\n正文。"
    )
    with pytest.raises(Exception, match="YAML"):
        read("a.md", text)
    material = read("a.md", text.replace("报销: 总则", "'报销: 总则'"))
    assert material.title == "报销: 总则"
    assert material.meta == {"date": "2024-03-01", "dept": "finance", "allow": ["hr", "finance"], "id": "007"}
    assert material.blocks[0].text == "别的标题"


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("allow: hr", ["hr"]),
        ("allow: hr, finance", ["hr", "finance"]),
        ("allow: hr、财务", ["hr", "财务"]),
        ("allow:\n  - human resources\n  - hr", ["human resources", "hr"]),
        ("权限: [法务]", ["法务"]),
        ("Allow: [1]", ["1"]),
    ],
)
def test_that_allow_is_understood_in_its_forms(line: str, allowed: list[str]) -> None:
    assert split_matter(f"---\n{line}\n---\n文")[0]["allow"] == allowed


@pytest.mark.parametrize(
    "text",
    [
        "---\nallow: []\n---\n文",
        "---\nallow:\n---\n文",
        "---\nallow: {hr: true}\n---\n文",
        "---\nallow: [[hr]]\n---\n文",
        "---\nallow: [hr\n---\n文",
        "---\nallow: [hr]\n文字接着就来，没有结束",
        "---\n- allow: hr\n---\n文",
        "---\nmeta:\n  allow: hr\n---\n文",
        "+++\ntitle = 1\nallow = [1]\n+++\n文",
        "---\na: &a [x]\nb: *a\nallow: hr\n---\n文",
        "---\nallow: " + "[" * 5000 + "\n---\n文",
        "\ufeff---\nallow:\n---\n文".lstrip("\ufeff"),
    ],
)
def test_that_permissions_that_cant_be_understood_never_open_a_document(text: str, refused: Any) -> None:
    assert refused("a.md", text) == "broken"
    assert refused("a.txt", text) == "broken"


def test_that_a_rule_at_the_beginning_is_no_front_matter(read: Any) -> None:
    assert read("a.md", "---\n\n正文。\n\n---\n\n更多。").meta == {}
    assert [block.text for block in read("a.md", "---\n正文。\n---\n更多。").blocks] == ["正文。", "更多。"]


names = st.text(st.characters(whitelist_categories=("L", "N")), min_size=1, max_size=12)


@given(st.lists(names, min_size=1, max_size=5, unique=True), names, st.sampled_from(["flow", "block"]))
def test_that_what_yaml_writes_is_read_back(allow: list[str], title: str, style: str) -> None:
    header = yaml.safe_dump({"title": title, "allow": allow}, allow_unicode=True, default_flow_style=style == "flow")
    meta, body = split_matter(f"---\n{header}---\n正文")
    assert meta["allow"] == allow
    assert meta["title"] == title
    assert body == "正文"


@given(st.text(max_size=200))
def test_that_any_front_matter_is_either_read_or_refused(inner: str) -> None:
    meta: dict[str, Any] = {"allow": "refused"}
    with suppress(Refusal):
        meta, _ = split_matter(f"---\nallow: hr\n{inner}\n---\n正文")
    assert meta["allow"]


words = st.lists(
    st.sampled_from(["报销", "标准", "P5", "300", "*", "_", "`", "|", "#", "\n", " ", "- ", "> ", "[", "](", "<", "。"])
)


@given(words.map("".join))
def test_that_no_word_is_lost_in_markdown(text: str) -> None:
    found = blocks(text, Account(Limits()))
    shown = "".join(block.text + "".join(map("".join, block.rows)) for block in found)
    for word in ("报销", "标准"):
        if text.count("](") == text.count("<") == text.count("[") == 0:
            assert shown.count(word) == text.count(word)


@pytest.mark.parametrize(
    "text",
    [
        ">" * 500_000 + "x",
        "`" * 500_000,
        "[" * 500_000,
        "![a](" * 100_000,
        "*a " * 200_000,
        "<!--" * 200_000,
        "<a" * 300_000,
        "|\n" * 200_000,
        "-" * 500_000 + " x",
        "a\n" + "- " * 300_000 + "b",
        "a |\n-" + " " * 500_000 + "x",
        "# a" + " " * 500_000 + "b",
    ],
)
def test_that_hostile_markdown_takes_time_in_proportion_to_its_length(text: str) -> None:
    limits = Limits(seconds=20)  # quadratic behaviour would need hours
    before = time.process_time()
    blocks(text, Account(limits))
    assert time.process_time() - before < 20
