"""Formulas, inequalities and points, written alike however they are written or said."""

from __future__ import annotations

import re
from functools import lru_cache

from pilothouse.contracts.numerals import NUMERAL, parse_number

_WRITTEN = (
    (re.compile(r"大于(?:或)?等于|不小于|不低于|至少|at least|greater than or equal to", re.I), ">="),
    (re.compile(r"小于(?:或)?等于|不大于|不超过|至多|at most|less than or equal to", re.I), "<="),
    (re.compile(r"大于|多于|(?:greater|more|larger|bigger) than", re.I), ">"),
    (re.compile(r"小于|少于|(?:less|smaller|fewer) than", re.I), "<"),
    (re.compile("等于|equals", re.I), "="),
    (re.compile(r"比\s*([-\d.]+)\s*大(?!\d)"), r">\1"),
    (re.compile(r"比\s*([-\d.]+)\s*小(?!\d)"), r"<\1"),
    (re.compile(r"乘以?|times|倍的?", re.I), "*"),
    (re.compile(r"\\?sqrt\s*[({]?\s*([\w.]+)\s*[)}]?", re.I), r"√\1"),
    (re.compile(r"根号下?|root of", re.I), "√"),
    (re.compile(r"(?:\\|(?<![a-z]))pi(?![a-z])", re.I), "π"),
    (re.compile(r"除以|divided by", re.I), "/"),
    (re.compile(r"再?加上?|plus", re.I), "+"),
    (re.compile(r"再?减去?|minus", re.I), "-"),
    (re.compile(r"的?平方(?![米分厘千])|squared", re.I), "^2"),
    (re.compile("派"), "π"),
)
_CHINESE = re.compile(rf"[{NUMERAL}]+")
_RUN = re.compile(r"[0-9a-zπ√^()+\-./<>=]{2,}")
_RELATION = re.compile(r"([^<>=]+)(<=|>=|<|>)([^<>=]+)")
_POINT = re.compile(r"\((-?[\d./]+),(-?[\d./]+)\)")
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def formula(text: str) -> str:
    """A formula without spaces and multiplication signs: "x 大于 3" is "x>3", "二乘 x" is "2x"."""
    text = _CHINESE.sub(_arabic, text)
    for written, sign in _WRITTEN:
        text = written.sub(sign, text)
    return re.sub(r"[\s*·]", "", text).lower()


def _arabic(match: re.Match[str]) -> str:
    value = parse_number(match.group())
    return match.group() if value is None else f"{value:f}"


def says(written: str, wanted: str) -> bool:
    """Whether the text ``written`` (as ``formula`` writes) has the formula ``wanted`` or one that is the same."""
    return any(_stands(written, way) for way in _ways(wanted)) or _matched(written, wanted)


def _stands(written: str, way: str) -> bool:
    at = written.find(way)
    while at >= 0:
        before, after = written[at - 1 : at] if at else "", written[at + len(way) : at + len(way) + 1]
        word = bool(re.search("[a-z]{2}$", written[:at])) and way[0] in "<>"  # "all numbers > 3"
        inside = not word and re.match(r"[a-z0-9^.]", before) and (way[0].isalnum() or way[0] in "<>")
        if not inside and not re.match(r"[a-z0-9^]", after):
            return True
        at = written.find(way, at + 1)
    return False


def _matched(written: str, wanted: str) -> bool:
    if point := _POINT.fullmatch(wanted):
        first, second = map(re.escape, point.groups())
        return bool(re.search(rf"(?:x|横坐标)[=是为]{first}(?![\d.]).*(?:y|纵坐标)[=是为]{second}(?![\d.])", written))
    own = _sorted(wanted)
    return "+" in wanted and any(_sorted(run) == own for run in _RUN.findall(written) if len(run) < 60)


@lru_cache(maxsize=512)
def _ways(wanted: str) -> tuple[str, ...]:
    relation = _RELATION.fullmatch(wanted)
    if relation is None:
        return (wanted,)
    left, sign, right = relation.groups()
    ways = [wanted, right + _FLIPPED[sign] + left]
    if re.fullmatch("[a-z]", left):
        open_, close = ("[", "]") if "=" in sign else ("(", ")")
        ways += [sign + right]
        ways += [f"{open_}{right},+∞)", f"{open_}{right},∞)"] if ">" in sign else [f"(-∞,{right}{close}"]
    return tuple(ways)


@lru_cache(maxsize=512)
def _sorted(text: str) -> tuple[tuple[str, ...], ...]:
    """The terms of each side of a formula in one order: 3+2x is 2x+3."""
    sides = []
    for side in re.split("[<>=]+", text):
        terms, depth, term = [], 0, ""
        for mark in side:
            depth += (mark == "(") - (mark == ")")
            if mark in "+-" and depth == 0 and term:
                terms.append(term)
                term = ""
            term += mark
        sides.append(tuple(sorted(item.removeprefix("+") for item in (*terms, term))))
    return (*sides, tuple(re.findall("[<>=]+", text)))
