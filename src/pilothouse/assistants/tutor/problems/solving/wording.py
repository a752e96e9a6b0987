"""A Chinese problem text as its readers want it: its clauses, and words that change what numbers mean."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.contracts.numerals import parse_number

LONGEST = 300  # characters; what is longer tells a story that no reader here follows
CLASSIFIERS = (
    "个只条头脚腿足尾岁本支枚张块元角分米天人名位棵辆箱盒袋筐包瓶吨升页组排行秒克件匹朵把台架次"
    "亩斤段层户套筒副对颗盆束根艘株班种道题"
)
N = r"(?:\d+又\d+/\d+|\d+/\d+|\d+(?:\.\d+)?)(?![\d.]*[%/:])"
"""The pattern of one number."""

_CONVERTED = re.compile(
    rf"(?<![第一二三四五六七八九十百千万两零几数多初周期年月日])([二三四五六七八九十两百]+)(?=(?!种)[{CLASSIFIERS}](?!级))"
)
_ASKS = re.compile(rf"多少|几[{CLASSIFIERS}倍]|几小时|几分")
_PLAIN = re.compile(r"一共|总共|合计|共计|一起")
_RISKY = re.compile(
    r"[每各倍比半双几又再另余均多少剩差至最占折隔增减超%/\d一二三四五六七八九十百千万两零]|同样|其中|相同|照这样|一样|不够|除了|以后|以前|来回|往返|返回|"
    r"包括|不包括|不含|之前|之后|已经|原来|先|后来|和|共|只要|需要|损|倒|赚|亏|利"
)


@dataclass(frozen=True)
class Statement:
    """``clauses``: the normalised text without blanks, cut at , ; 。 and the question mark; the last asks.
    ``numbers``: how many numbers there are in it, whatever they are written like."""

    text: str
    clauses: tuple[str, ...]
    numbers: int

    @property
    def question(self) -> str:
        return self.clauses[-1]

    @property
    def told(self) -> tuple[str, ...]:
        return self.clauses[:-1]


def statement(text: str) -> Statement | None:
    """The statement of a text with one question at its end; ``None`` for anything else."""
    plain = normalised(text)
    if len(plain) > LONGEST or not re.search(r"[\u4e00-\u9fff]", plain):
        return None
    plain = re.sub(r"^\d{1,2}[.、](?!\d)|^[.。,:]+", "", plain)
    clauses = [piece for piece in re.split(r"(?<!\d),|,(?!\d{3})|[;。?!:]+|(?<=[\u4e00-\u9fff])[.]", plain) if piece]
    while len(clauses) > 1 and _ASKS.search(clauses[-2]) and _ASKS.search(clauses[-1]):
        clauses[-2:] = [f"{clauses[-2]}。{clauses[-1]}"]  # "鸡有几只，兔有几只" asks for both
    if not 1 <= len(clauses) <= 8 or any(_ASKS.search(clause) for clause in clauses[:-1]):
        return None
    return Statement(plain, tuple(clauses), len(re.findall(N + r"|\d+(?:\.\d+)?%|\d+", plain)))


def normalised(text: str) -> str:
    """Full-width signs to ASCII, no blanks, 两只 to 2只, 百分之五 to 5%."""
    plain = unicodedata.normalize("NFKC", text).replace("、", ",").replace("．", ".").replace("﹣", "-")
    plain = re.sub(r"\s+", "", plain)
    plain = re.sub(r"(?<=[\u4e00-\u9fff%)])\.|\.(?=[\u4e00-\u9fff])", "。", plain)
    plain = re.sub(r"[一二三四五六七八九]年级", "年级", plain)
    if len(re.findall(r"\(\d{1,2}\)班", plain)) == 1:  # a label, no number; two of them are told apart by it
        plain = re.sub(r"[一二三四五六七八九]?\(\d{1,2}\)班", "班", plain)
    plain = _PLAIN.sub("共", plain)
    plain = re.sub(r"百分之([零一二三四五六七八九十百点\d.]+)", lambda m: f"{_digits(m[1])}%", plain)
    plain = re.sub(
        r"([一二三四五六七八九十两百]+)分之([一二三四五六七八九十]+)",
        lambda m: f"{_digits(m[2])}/{_digits(m[1])}",
        plain,
    )
    return _CONVERTED.sub(lambda match: _digits(match[1]), plain)


def neutral(words: str) -> bool:
    """Whether words say nothing about numbers: no number, no comparison, no share, no change."""
    return _RISKY.search(words) is None


def number(text: str) -> Fraction:
    """The value of a text that matches ``N``."""
    whole, mixed, rest = text.partition("又")
    return Fraction(whole) + Fraction(rest) if mixed else Fraction(text)


def _digits(text: str) -> str:
    value = parse_number(text)
    return text if value is None else f"{value.normalize():f}"
