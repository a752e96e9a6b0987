"""Safe arithmetic: exact fractions, bounded sizes, no ``eval``. Numbers as people write and say them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pilothouse.contracts.numerals import NUMERAL, parse_number

LONGEST = 200  # characters of an expression
DEEPEST = 20  # parentheses inside each other
MAX_BITS = 4096  # of a numerator or denominator: some 1,200 digits
SHOWN_DIGITS = 10  # behind the point, of a value that never ends

Kind = Literal["empty", "too_long", "syntax", "division_by_zero", "too_large", "power"]

_SENTENCES: dict[Kind, tuple[str, str]] = {
    "empty": ("没有可以计算的内容", "there is nothing to compute"),
    "too_long": (f"算式超过 {LONGEST} 个字符", f"the expression has more than {LONGEST} characters"),
    "syntax": ("算式写得不完整或有看不懂的部分", "the expression is incomplete or holds something that is no number"),
    "division_by_zero": ("除数不能为 0", "a division by zero"),
    "too_large": ("数字太大", "a number is too large"),
    "power": ("指数必须是不太大的整数", "an exponent must be a whole number that is not too large"),
}


class CalculationError(ValueError):
    """An expression that has no value. ``kind`` says why; ``str()`` is a sentence in both languages."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.chinese, self.english = _SENTENCES[kind]
        super().__init__(f"{self.chinese}。 It can't be computed: {self.english}.")


@dataclass(frozen=True, slots=True)
class Result:
    """``expression`` in plain signs, ``value`` exact, ``text`` as it is shown; ``rounded`` when that is shorter."""

    expression: str
    value: Fraction
    text: str
    rounded: bool


_UNIT = (
    r"元|块钱|块|万元|角|分钟|分|小时|天|日|晚|夜|周|个月|月|年|人|位|名|次|趟|件|套|个|张|份|台|公里|千米|米|公斤|千克|克|斤|吨|升|"
    r"yuan|rmb|cny|days?|nights?|people|persons?|hours?|times?"
)
_NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|\.\d+)[十百千万亿]*|[{NUMERAL}]+"
_TOKEN = re.compile(
    rf"\s*(?:(?P<percent>百分之(?:{_NUMBER})|千分之(?:{_NUMBER}))|(?P<number>{_NUMBER})"
    r"(?P<tail>\s*(?:%(?!\s*[\d(])|折|成))?"
    rf"(?P<unit>\s*(?:{_UNIT})(?![a-z]))?"
    r"|(?P<op>\*\*|[-+*/%^()]))",
    re.IGNORECASE,
)
_SIGNS = {"×": "*", "x": "*", "✕": "*", "·": "*", "÷": "/", "∕": "/", "−": "-", "–": "-", "—": "-", "﹣": "-"}
_WORDS = (
    (re.compile(r"除以|除上|divided by|over"), "/"),
    (re.compile(r"乘以|乘上|乘|multiplied by|times(?=\s*[\d(])"), "*"),
    (re.compile(r"加上|加|plus"), "+"),
    (re.compile(r"减去|减掉|减|扣掉|扣除|minus|less(?=\s*\d)"), "-"),
    (re.compile(r"(?<=[\d)])\s*的\s*(\d+)\s*次方"), r"^\1"),
    (re.compile(r"的?平方"), "^2"),
    (re.compile(r"的?立方"), "^3"),
    (
        re.compile(
            r"(?<=[%\d元块万亿千百十一二两三四五六七八九])\s*(?:的|of)\s*(?=百分之|千分之|\d|[一二两三四五六七八九十百])"
        ),
        "*",
    ),
    (re.compile(rf"(?<![零〇一二两三四五六七八九十百千万])打(?=[{NUMERAL}\d])"), "*"),
)


def plain_signs(text: str) -> str:
    """``text`` with operators in words and other signs as ``+ - * / % ^ ( )``."""
    text = unicodedata.normalize("NFKC", text).lower().replace("－", "-")
    text = re.sub(r"(?<=[\d)])\s*x\s*(?=[\d(])", "*", text)
    for sign, ours in _SIGNS.items():
        if sign != "x":
            text = text.replace(sign, ours)
    for pattern, sign in _WORDS:
        text = pattern.sub(sign, text)
    return text


def calculate(expression: str) -> Result:
    """The value of ``expression``: numbers (Chinese ones too, percent, 折) with ``+ - * / % ^`` and parentheses.

    ``%`` behind a number that no other number follows is percent. Raises ``CalculationError``.
    """
    if not expression.strip():
        raise CalculationError("empty")
    if len(expression) > LONGEST:
        raise CalculationError("too_long")
    tokens = _tokens(plain_signs(expression).strip().rstrip("=?？"))
    reader = _Reader(tokens)
    value = reader.sum(0)
    if not reader.ended:
        raise CalculationError("syntax")
    text, rounded = shown(value)
    return Result(_written(tokens), value, text, rounded)


Token = Fraction | str


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at:].isspace():
            break
        match = _TOKEN.match(text, at)
        if match is None or match.end() == at:
            raise CalculationError("syntax")
        at = match.end()
        if match["op"]:
            found.append("^" if match["op"] == "**" else match["op"])
        elif match["percent"]:
            found.append(_value(match["percent"][3:]) / (100 if match["percent"][0] == "百" else 1000))
        else:
            found.append(_value(match["number"]) * _share(match["tail"]))
    if not found:
        raise CalculationError("empty")
    return found


def _value(text: str) -> Fraction:
    number: Decimal | None = parse_number(text)
    if number is None:
        raise CalculationError("syntax")
    return Fraction(number)


def _share(tail: str | None) -> Fraction:
    return {"%": Fraction(1, 100), "折": Fraction(1, 10), "成": Fraction(1, 10)}.get((tail or "").strip(), Fraction(1))


class _Reader:
    """Recursive descent over the tokens; the usual precedence, ``^`` to the right."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at == len(self._tokens)

    def _next(self, *signs: str) -> str:
        if not self.ended and (token := self._tokens[self._at]) in signs and isinstance(token, str):
            self._at += 1
            return token
        return ""

    def sum(self, depth: int) -> Fraction:
        value = self._product(depth)
        while sign := self._next("+", "-"):
            other = self._product(depth)
            value = bounded(value + other if sign == "+" else value - other)
        return value

    def _product(self, depth: int) -> Fraction:
        value = self._signed(depth)
        while sign := self._next("*", "/", "%"):
            other = self._signed(depth)
            if sign == "*":
                value = bounded(value * other)
            elif other == 0:
                raise CalculationError("division_by_zero")
            else:
                value = bounded(value / other if sign == "/" else value % other)
        return value

    def _signed(self, depth: int) -> Fraction:
        negative = False
        while sign := self._next("+", "-"):
            negative ^= sign == "-"
        value = self._power(depth)
        return -value if negative else value

    def _power(self, depth: int) -> Fraction:
        base = self._atom(depth)
        if not self._next("^"):
            return base
        return raised(base, self._signed(depth))

    def _atom(self, depth: int) -> Fraction:
        if self._next("("):
            if depth >= DEEPEST:
                raise CalculationError("syntax")
            value = self.sum(depth + 1)
            if not self._next(")"):
                raise CalculationError("syntax")
            return value
        if self.ended or not isinstance(token := self._tokens[self._at], Fraction):
            raise CalculationError("syntax")
        self._at += 1
        return bounded(token)


def bounded(value: Fraction) -> Fraction:
    """``value`` unless it has more than ``MAX_BITS``; raises ``CalculationError``."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise CalculationError("too_large")
    return value


def raised(base: Fraction, exponent: Fraction) -> Fraction:
    """``base`` to a whole power; its size is known before it is computed."""
    if exponent.denominator != 1 or abs(exponent) > MAX_BITS:
        raise CalculationError("power")
    power = int(exponent)
    if base == 0 and power < 0:
        raise CalculationError("division_by_zero")
    if max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(power) > 2 * MAX_BITS and abs(base) != 1:
        raise CalculationError("too_large")
    return bounded(base**power)


def shown(value: Fraction) -> tuple[str, bool]:
    """``value`` as people write it, and whether it had to be rounded."""
    if value.denominator == 1:
        return str(value.numerator), False
    scaled = round(value * 10**SHOWN_DIGITS)
    sign, whole = ("-" if scaled < 0 else ""), abs(scaled)
    digits = f"{whole // 10**SHOWN_DIGITS}.{whole % 10**SHOWN_DIGITS:0{SHOWN_DIGITS}d}".rstrip("0").rstrip(".")
    return (sign if digits != "0" else "") + digits, Fraction(scaled, 10**SHOWN_DIGITS) != value


def _written(tokens: list[Token]) -> str:
    parts = [shown(token)[0] if isinstance(token, Fraction) else token for token in tokens]
    text = " ".join(parts).replace("( ", "(").replace(" )", ")").replace("*", "×").replace("/", "÷")
    return re.sub(r"^- (?=\d)|(?<=\()- (?=\d)", "-", text)
