"""What a typed problem says and asks: its clauses with numbers, and what each number counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.tutor.problems.splitting import orders
from pilothouse.sentences import split as sentences

MOST = 12  # facts
_LONGEST = 80  # characters of one
_NUMBER = re.compile(
    r"\d+又\d+/\d+|\d+(?:\.\d+)?(?:\s*/\s*\d+)?\s*[%％‰]?|百分之[零一二三四五六七八九十百\d]+|[零一二两三四五六七八九十百]+分之[零一二三四五六七八九十]+|"
    r"[一二两三四五六七八九十百千万半]+(?=[个只条头脚腿本支枚张块元角分米天年月周岁人名位棵辆箱盒袋筐包瓶倍吨升页组排行])"
)
_UNIT = re.compile(
    r"\s*(?:[a-zA-ZΩ°℃μ]+(?:[/·][a-zA-Z]+)?[²³23]?|[平立]方[千分厘毫]?米|千米/时|米/秒|千克|公斤|毫升|毫米|厘米|分米|千米|公里|公顷|小时|"
    r"分钟|[个只条头脚腿本支枚张块元角分米天年月周岁人名位棵辆箱盒袋筐包瓶倍吨升页组排行秒克吨件匹朵把台架次亩斤段层户套筒题副双对])"
)
_CLAUSE = re.compile(r"(?<!\d)[,，;；]|[,，;；](?!\d)|[。？！?!\n]+")
_LABEL = re.compile(r"^[(（]\s*(?:\d{1,2}|[a-h])\s*[)）]\s*(?=[^\W\d])|^[①-⑳]\s*")  # of a question: no fact
_COMMON = re.compile(
    r"一(?:共|起|样|些|定|般|直|边|天|下)|第[一二三四五六七八九十\d]+|[两俩三四](?:个?人|者|种)(?=的|共|合|一共|各|都|$)"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the statement: ``value`` as written, ``unit`` behind it, ``about`` the clause that it stands in."""

    value: str
    unit: str
    about: str


def clauses(text: str) -> list[str]:
    """The clauses of a statement that hold a number, as they are written, those that order the tutor about left out."""
    found: list[str] = []
    for sentence in sentences(text):
        if orders(sentence):
            continue
        for piece in _CLAUSE.split(sentence):
            plain = _LABEL.sub("", piece.strip(" \t:：.。、"))
            if plain and _NUMBER.search(_COMMON.sub("", plain)) and not _asks(plain) and plain not in found:
                found.append(plain[:_LONGEST])
    return found[:MOST]


def facts(text: str) -> list[Fact]:
    """Every number that is given, with its unit."""
    found = []
    for clause in clauses(text):
        bare = _COMMON.sub(lambda match: " " * len(match[0]), clause)
        for number in _NUMBER.finditer(bare):
            unit = _UNIT.match(bare, number.end())
            found.append(Fact(number[0].strip(), unit[0].strip() if unit else "", clause))
    return found


def asked(question: str) -> str:
    """What a question looks for: its asking clause, without "请问"."""
    pieces = [piece.strip() for piece in _CLAUSE.split(question) if piece.strip()]
    asking = [piece for piece in pieces if _asks(piece) and not orders(piece)]
    last = asking[-1] if asking else (pieces[-1] if pieces else question)
    return re.sub(r"^(?:那么|请?问|求|请你?算一?算|请|问题|[:：\s])+", "", last)[:_LONGEST]


def _asks(clause: str) -> bool:
    return bool(
        re.search(
            r"多少|(?<!十)几|什么|哪[个些种里]|谁|怎样|怎么|如何|^求|求出|是否|吗$|多[长高大远久重宽深快]$|"
            r"\b(?:how|what|which|who|when|where|why)\b",
            clause,
            re.IGNORECASE,
        )
    )
