"""Formulas as they are said: 根号2, x的平方, 10的三次方, 八点半, 五余三."""

from __future__ import annotations

import re

from pilothouse.contracts.numerals import NUMERAL, parse_number

_N = rf"(?:[0-9]+(?:\.[0-9]+)?|[{NUMERAL}]{{1,6}})"
_BASE = rf"(?:(?<![A-Za-z])[A-Za-z](?![A-Za-z])|\)|(?<![0-9.])[0-9]+(?:\.[0-9]+)?|(?<![{NUMERAL}])[{NUMERAL}]{{1,4}})"
_SQUARE = r"平方(?![米根厘分毫千公差])"
_CUBE = r"立方(?![米根厘分毫千公])"
_CUE = re.compile(r"根号|根[0-9二三五六七]|方|派|余|分之|点|正负|零上|[一二两三四五六七八九十][a-z]")
_ROOT = re.compile(
    rf"([二两三四五六七八九])?(?:根号下?|(?<![方立个有实])根(?=[0-9二三五六七](?![个本只条次])))\s?(?:({_N})|(?=[A-Za-z(√π根]))"
)
_ROOT_OF = re.compile(rf"({_N}|(?<![A-Za-z])[A-Za-z])的(算术)?(平方|立方)根")
_POWER = re.compile(rf"({_BASE})的({_N}|[nm])次(?:方|幂)")
_SQUARED = re.compile(rf"({_BASE})的({_SQUARE}|{_CUBE})|(?<![A-Za-z])([A-Za-z](?![A-Za-z])|\))({_SQUARE}|{_CUBE})")
_OVER = re.compile(rf"({_N})分之(√[0-9]+|[A-Za-z](?![A-Za-z])(?:\^[0-9])?)")
_CLOCK = re.compile(
    r"(?<![0-9一二三四五六七八九十百])([一二两三四五六七八九十]{1,3})点([二三四五]?十[一二三四五六七八九]?)分?"
)
_QUARTER = re.compile(r"(?<![0-9一二三四五六七八九十百])([一二两三四五六七八九十]{1,3}|[0-9]{1,2})点([一三])刻钟?")
_TIMES = re.compile(rf"(?<![0-9第{NUMERAL}分之])([{NUMERAL}]{{1,3}})(?=[a-z](?![A-Za-z]))")
_PI = re.compile(r"(?<=[0-9])派(?![\u4e00-\u9fff](?<![吧呢吗呀啊平立厘]))")
_LEFT = re.compile(rf"(?<![{NUMERAL}])([{NUMERAL}]{{1,8}})余([{NUMERAL}]{{1,6}})(?![{NUMERAL}])")


def written(text: str) -> str:
    """``text`` with spoken operations as signs: ``written("根号二")`` is "√2", ``written("x的平方")`` "x^2"."""
    if not _CUE.search(text):
        return text
    text = _ROOT_OF.sub(_root_of, text)
    text = _ROOT.sub(lambda m: _digits(m[1] or "") + "√" + _digits(m[2] or ""), text)
    text = _CLOCK.sub(lambda match: f"{_digits(match[1])}点{_digits(match[2])}分", text)
    text = _POWER.sub(lambda match: f"{_digits(match[1])}^{_digits(match[2])}", text)
    text = _SQUARED.sub(lambda m: f"{_digits(m[1] or m[3])}^{2 if (m[2] or m[4]).startswith('平') else 3}", text)
    text = _TIMES.sub(lambda match: _digits(match[1]), text)
    text = _QUARTER.sub(lambda match: f"{_digits(match[1])}点{15 if match[2] == '一' else 45}分", text)
    text = text.replace("正负", "±").replace("零上", "")
    text = _OVER.sub(lambda match: f"{match[2]}/{_digits(match[1])}", text)
    text = _PI.sub("π", text)
    return _LEFT.sub(lambda match: f"{_digits(match[1])}余{_digits(match[2])}", text)


def _root_of(match: re.Match[str]) -> str:
    number = _digits(match[1])
    if match[3] == "立方":
        return f"({number})^(1/3)"
    return f"√{number}" if match[2] else f"±√{number}"


def _digits(text: str) -> str:
    """A numeral as digits; what is none stays."""
    value = parse_number(text) if text[:1] and text[0] in NUMERAL else None
    return text if value is None else f"{value.normalize():f}"
