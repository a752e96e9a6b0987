"""Tokens, and how a number gets its unit: 3小时20分, 3块5, 两米半, 一个半小时, 12（只）, $5, 每小时25千米."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from pilothouse.assistants.tutor.checking.number import Form, Number
from pilothouse.assistants.tutor.checking.unit import Unit, per, unit_at

Kind = Literal["num", "op", "open", "close", "eq", "rel", "var", "fn"]


@dataclass(frozen=True, slots=True)
class Token:
    """``text`` is the token in formula notation; ``start`` and ``end`` are places in the folded text, unit included.
    ``spoken``: an operator in words (减), which is never a sign."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Fraction = Fraction(0)
    units: tuple[Unit, ...] = ()
    form: Form = "integer"
    places: int = 0
    reduced: bool = True
    parts: tuple[Fraction, ...] = ()
    spoken: bool = False


_BRACKET = re.compile(r"\s?\(\s?")
_JOINT = re.compile(r"[ 零又]*(?:(?<=[a-z] )and )?(?:过)?")
_HALF = re.compile(r"半(?![径圆数天路价])")
_AND_HALF = re.compile(r"个半(?=小时|钟头|月|星期|礼拜)")
_BEFORE = re.compile(
    r"(?:每一?|(?=[时分秒]速))((?:平方|立方)?(?:千米|公里|分米|厘米|米)|小时|[时分秒](?=速)|分钟?|秒钟?|天|日|年|个|千克|公斤|克|升)\s?[\u4e00-\u9fff]{0,3}\s?$"
)
_SHOUTED = re.compile(
    r"(?:[kK]?[vwajVWAJ]|n|pa|PA|KPA|hz|HZ|K[MGm]|[CDM]M|KM|Km|KG|Kg|ML|CM)(?:\^?([23]))?(?![A-Za-z0-9])"
)
_SPELLED = {unit.lower(): unit for unit in ("V", "W", "A", "J", "kV", "kW", "kJ", "N", "Pa", "kPa", "Hz", "km", "kg")}


def numeral(number: Number, start: int, text: str, letters: frozenset[str]) -> Token:
    """The token of a number that was read at ``start``, with the unit around it."""
    money = unit_at({"$": "美元", "¥": "元"}.get(text[start - 1 : start], "")) if start else None
    token = Token(
        "num", str(number.value), start, number.end, number.value, money[0] if money else (), number.form,
        number.places,
        number.reduced, number.parts,
    )  # fmt: skip
    if number.form == "integer" and (half := _AND_HALF.match(text, number.end)):
        token = _more(token, (), Fraction(1, 2), half.end())
    token = with_unit(token, text, letters)
    each = _BEFORE.search(text, max(0, start - 10), start) if token.units else None
    if each and (unit := unit_at(each[1])):
        return replace(token, units=(*token.units, *(per(a, b) for a in token.units for b in unit[0][:1])))
    return token


def with_unit(token: Token, text: str, letters: frozenset[str]) -> Token:
    """``token`` with the unit that follows it. ``letters`` are variables and no units."""
    bracket = _BRACKET.match(text, token.end)
    start = bracket.end() if bracket else token.end + (text[token.end : token.end + 1] == " ")
    found = unit_at(text, start) or (None if letters or start != token.end else _careless(text, start))
    if found is None:
        return token
    units, stop = found
    raw = text[start:stop]
    if bracket:
        if text[stop : stop + 1] != ")":
            return token
        stop += 1
    if raw in letters or (token.form == "percent" and not all(unit.counts for unit in units)):
        return token
    token = replace(token, units=units, end=stop)
    if not bracket and _HALF.match(text, stop):
        return _more(token, units, Fraction(1, 2), stop + 1)
    return token


def _careless(text: str, start: int) -> tuple[tuple[Unit, ...], int] | None:
    """Units in the wrong case, right behind the number: 5.4v, 3KM."""
    match = _SHOUTED.match(text, start)
    if match is None:
        return None
    name = re.sub(r"[\^0-9]", "", match[0]).lower()
    found = unit_at(_SPELLED.get(name, name) + (f"^{match[1]}" if match[1] else ""))
    return (found[0], match.end()) if found else None


def append(tokens: list[Token], token: Token, text: str) -> None:
    """Add ``token``, joined with the one before when both are one quantity."""
    last = tokens[-1] if tokens else None
    if last and last.kind == token.kind == "num" and last.units and _JOINT.fullmatch(text, last.end, token.start):
        joined = _joined(last, token, text)
        if joined:
            tokens[-1] = joined
            return
    tokens.append(token)


def _joined(last: Token, token: Token, text: str) -> Token | None:
    digits = token.end - token.start
    if last.end == token.start and not token.units and token.form == "integer" and digits <= 2:
        if digits == 1:
            tenths = tuple(unit for unit in last.units if unit.label in ("元", "角", "米", "°C"))
            if tenths:
                return _more(last, tenths, token.value / 10, token.end)
        hours = tuple(unit for unit in last.units if unit.label == "时")
        return _more(last, hours, token.value / 60, token.end) if hours and token.value < 60 else None
    for a in last.units:
        for b in token.units:
            if a.dimension == b.dimension and not a.counts and b.factor < a.factor and not a.offset:
                return _more(last, (a,), token.value * b.factor / a.factor, token.end)
    return None


def _more(last: Token, units: tuple[Unit, ...], more: Fraction, end: int) -> Token:
    value = last.value + more
    return replace(last, text=str(value), value=value, units=units, end=end, form="decimal", places=0)
