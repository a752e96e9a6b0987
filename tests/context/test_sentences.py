import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.context.sentences import split

PIECES = st.sampled_from(
    ["你好", "价格是3.14元", "。", "！", "？", "……", "；", ". ", "! ", "? ", "...", "\n", "\n\n  ", "\r\n", " ", "”",
     "“", '"', "'", "）", "(", "Dr. Wang", "e.g. this", "https://a.com/b.html?c=1.5&d=2", "a@b.com", "v2.0.1",
     "1. ", "Hi", "."]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=30).map("".join))


@given(TEXTS)
def test_that_joining_the_sentences_gives_the_text_back(text: str) -> None:
    assert "".join(split(text)) == text


@given(TEXTS)
def test_that_no_sentence_is_empty_or_blank(text: str) -> None:
    pieces = split(text)
    assert all(pieces)
    assert all(piece.strip() for piece in pieces) or not text.strip()


@given(st.integers(0, 10**6), st.integers(0, 10**6), TEXTS)
def test_that_a_decimal_is_never_split(whole: int, fraction: int, around: str) -> None:
    number = f"{whole}.{fraction}"
    assert any(number in piece for piece in split(f"{around} {number}元{around}"))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("你好。今天天气不错！去哪？", ["你好。", "今天天气不错！", "去哪？"]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ("（见第三条。）下一句；再一句", ["（见第三条。）", "下一句；", "再一句"]),
        ("等等……好吧", ["等等……", "好吧"]),
        ("什么？！真的", ["什么？！", "真的"]),
        ("价格是3.14元。涨了2.5%。", ["价格是3.14元。", "涨了2.5%。"]),
        ("见https://a.com/x.html?a=1。再说", ["见https://a.com/x.html?a=1。", "再说"]),
        ("See www.example.com/a.b? Yes.", ["See www.example.com/a.b? ", "Yes."]),
        ("Dr. Wang met J. Smith, e.g. today. They left.", ["Dr. Wang met J. Smith, e.g. today. ", "They left."]),
        ('He said "No." Then left.', ['He said "No." ', "Then left."]),
        ('他说"好。"她说"不。"', ['他说"好。"', '她说"不。"']),
        ("Wait... what? Yes!", ["Wait... what? ", "Yes!"]),
        ("1. 打开\n2. 关闭", ["1. 打开\n", "2. 关闭"]),
        ("标题\n\n  正文", ["标题\n\n", "  正文"]),
        ("用Node.js写的。我爱Python.你呢", ["用Node.js写的。", "我爱Python.", "你呢"]),
        ("版本v2.0.1发布了", ["版本v2.0.1发布了"]),
        ("", []),
        ("  \n ", ["  \n "]),
    ],
)
def test_that_sentences_end_where_a_reader_sees_their_end(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences
