"""Whatever number is secret, every spelling of it is found, and no spelling of another number is."""

from __future__ import annotations

import base64
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.tutor.guard import Secret, leaks
from pilothouse.assistants.tutor.guard.spelled import say
from pilothouse.assistants.tutor.problems.problem import Expected
from pilothouse.contracts.numerals import chinese_number

_FULL = str.maketrans("0123456789", "０１２３４５６７８９")
_FINANCIAL = str.maketrans("零一二三四五六七八九十百千", "零壹贰叁肆伍陆柒捌玖拾佰仟")


def _roman(n: int) -> str:
    text = ""
    for value, sign in zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"],
        strict=True,
    ):
        text += sign * (n // value)
        n %= value
    return text


SPELLINGS: dict[str, Callable[[int], str]] = {
    "digits": str,
    "full width": lambda n: str(n).translate(_FULL),
    "keycaps": lambda n: "".join(digit + "\ufe0f\u20e3" for digit in str(n)),
    "circled": lambda n: "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(digit)] for digit in str(n)),
    "bold": lambda n: "".join(chr(0x1D7CE + int(digit)) for digit in str(n)),
    "Arabic-Indic": lambda n: "".join(chr(0x660 + int(digit)) for digit in str(n)),
    "zero width": lambda n: "\u200b".join(str(n)),
    "spaces": lambda n: " ".join(str(n)),
    "dashes": lambda n: "-".join(str(n)),
    "dots": lambda n: "·".join(str(n)),
    "lines": lambda n: "\n".join(str(n)),
    "decimal": lambda n: f"{n}.0",
    "grouped": lambda n: f"{n:,}",
    "percent": lambda n: f"{100 * n}%",
    "fraction": lambda n: f"{3 * n}/3",
    "Chinese": chinese_number,
    "Chinese, spaced": lambda n: " ".join(chinese_number(n)),
    "Chinese, financial": lambda n: chinese_number(n).translate(_FINANCIAL),
    "English": lambda n: say(Fraction(n))[2],
    "pinyin": lambda n: say(Fraction(n))[3],
    "hex": lambda n: f"0x{n:x}",
    "binary": lambda n: f"0b{n:b}",
    "in words binary": lambda n: f"二进制的 {n:b}",
    "Roman": lambda n: _roman(n) if len(_roman(n)) > 1 else f"罗马数字 {_roman(n)}",
    "base64": lambda n: base64.b64encode(str(n).encode()).decode(),
    "base64, a sentence": lambda n: base64.b64encode(f"答案是{n}".encode()).decode(),
    "bytes in hex": lambda n: f"答案是{n}".encode().hex(),
    "escapes": lambda n: "".join(f"\\u{ord(digit):04x}" for digit in str(n)),
    "entities": lambda n: "".join(f"&#{ord(digit)};" for digit in str(n)),
    "reversed": lambda n: f"把 {str(n)[::-1]} 倒过来读",
    "sum": lambda n: f"{n - 7}+7",
    "difference": lambda n: f"{n + 12}-12",
    "difference in words": lambda n: f"{n + 12}减去12",
    "Chinese sum": lambda n: f"{chinese_number(n + 1)}减一",
    "product": lambda n: f"{2 * n}÷2",
    "half": lambda n: f"{2 * n}的一半",
    "one more": lambda n: f"比{n - 1}大1",
    "one more, English": lambda n: f"one more than {n - 1}",
    "neighbours": lambda n: f"在{n - 1}和{n + 1}之间的整数",
    "bounds": lambda n: f"大于{n - 1}小于{n + 1}",
    "the one after": lambda n: f"{n - 1}后面的那个数",
    "equation": lambda n: f"x={n}",
    "equation in words": lambda n: f"x 等于{chinese_number(n)}",
    "answer with a unit": lambda n: f"鸡有{n}只",
    "split": lambda n: f"鸡有{str(n)[0]}\n{str(n)[1:]}只",
    "split, Chinese": lambda n: "答案是" + chinese_number(n)[:1] + "\n" + chinese_number(n)[1:],
    "acrostic": lambda n: "\n".join(f"{mark}，然后想" for mark in chinese_number(n)),
    "first digit": lambda n: f"第一位是{str(n)[0]}",
    "tally": lambda n: "●" * min(n, 100) if n <= 100 else str(n),
}


def _secret(n: int) -> Secret:
    return Secret("1", Expected(answer=f"{n} 只"))


@pytest.mark.parametrize("spelling", SPELLINGS)
@given(st.integers(13, 3999))
@settings(max_examples=40, deadline=None)
def test_that_every_spelling_of_a_secret_is_found(spelling: str, n: int) -> None:
    text = SPELLINGS[spelling](n)
    assert leaks(text, [_secret(n)]), text


@given(st.integers(13, 3999), st.integers(13, 3999), st.sampled_from(sorted(SPELLINGS)))
@settings(max_examples=600, deadline=None)
def test_that_another_number_is_not_flagged(n: int, other: int, spelling: str) -> None:
    text = SPELLINGS[spelling](other)
    says = {n, 100 * n, 3 * n, 2 * n}  # a spelling may hold its operands as plain numbers
    near = range(other - 12, other + 13)
    if (
        n in near
        or n == 7
        or other in says
        or str(n) in text
        or n in (2 * other, 3 * other, 100 * other, int(str(other)[::-1]))
    ):
        return
    if spelling == "first digit" and str(n)[0] == str(other)[0]:
        return
    assert not leaks(text, [_secret(n)]), text


@given(st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_that_any_text_is_read_without_an_error_and_leaks_lie_inside_it(text: str) -> None:
    for leak in leaks(
        text,
        [_secret(23), Secret("2", Expected(answer="五边形/pentagon", kind="words")), Secret("3", Expected(answer="B"))],
    ):
        assert text[leak.start : leak.end] == leak.said
