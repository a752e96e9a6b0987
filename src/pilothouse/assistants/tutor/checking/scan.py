"""A pupil's sentence as tokens: numbers with their units, operators (also 加, 等于, times), variables; the rest
is text."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from pilothouse.assistants.tutor.checking.number import number_at
from pilothouse.assistants.tutor.checking.token import Kind, Token, append, numeral, with_unit

_ORDINAL = re.compile(
    r"第\s?\(?[0-9一二三四五六七八九十]{1,3}\)?\s?(?:小?问|小?题|步|种|部分|空|次|个|天|组|行|排)?"
    r"|[0-9一二两三四五六七八九]{1,2}(?:年级|小问|小题|步(?!\S?(?:米|$))|种(?:方法|情况|解法|思路)|个(?:不同的?)?(?:解|根|答案|未知数|方程|步骤|条件|问题|空|式子|部分))"
    r"|[①-⑳]|(?i:\b(?:question|part|step|problem|no\.|q)\s?\(?[0-9]{1,2}\)?)"
)
_LABEL = re.compile(r"\s*(?:\([0-9一二三四五]{1,2}\)|[0-9]{1,2}(?:、(?![0-9-])|\)|\.(?=\s)))(?=\s*[^\s,，。.、])")
_OPERATORS = re.compile(
    r"(?P<op>\*\*|[-+*/÷×^√%!|±·°])|(?P<word>加上|加|减去|减掉|减|乘以|乘上|乘|除以|(?i:\b(?:plus|minus|times"
    r"|multiplied by|divided by|negative)\b))"
    r"|(?P<neg>负(?=[0-9零一二两三四五六七八九十百千√π.a-zA-Z])|零下\s?(?=[0-9零一二两三四五六七八九十百]))"
    r"|(?P<arrow>=>|->)"
    r"|(?P<rel><=|>=|<>|!=|[<>≤≥≠])"
    r"|(?P<eq>==|[=≈]|约?等于|约为|(?i:\b(?:equals|is\s+equal\s+to)\b))"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<fn>(?:arcsin|arccos|arctan|sin|cos|tan|sqrt|ln|lg|log)(?![a-zA-Z]{2}))|(?P<pi>π|(?i:pi)(?![a-zA-Z]))"
)
_WORDS = {
    "加": "+", "加上": "+", "减": "-", "减去": "-", "减掉": "-", "乘": "*", "乘以": "*", "乘上": "*", "除以": "÷",
    "plus": "+",
    "minus": "-", "times": "*", "multiplied by": "*", "divided by": "÷", "negative": "-",
}  # fmt: skip
_LATIN = re.compile(r"[A-Za-zα-ωΑ-Ω]{2,}'?|[A-Za-zα-ωΑ-Ω](?:_?[0-9]{1,2}(?![0-9.])(?!\s?[A-Za-z]))?'?")
WHOLE = re.compile(r"[0-9]{1,40}(?=\s?/)")
_OPENING = re.compile(r"(?:^|[=:,(]|\b(?:is|it's|equals|answer|get|got))\s*$", re.IGNORECASE)
_CROSS = re.compile(r"[xX](?=\s?[0-9])")  # 7x8
_RATIO = re.compile(r"\s?(:|比)\s?(?=[0-9一二三四五六七八九十])")
_FURTHER = re.compile(r"[0-9一二三四五六七八九十百.]+\s?(?:\S{0,2})(?:多|少|大|小|高|低|长|短|重|轻|快|慢)")


MOST = 150
"""Tokens read from a text; more are no answer, and reading on would only cost time."""


def scan(text: str, letters: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens of a folded text. ``letters``: variables in play, they are not read as units (3t, 2m)."""
    tokens: list[Token] = []
    position = 0
    while position < len(text) and len(tokens) < MOST:
        if text[position] in " \n" or (skipped := _skip(text, position)):
            position = position + 1 if text[position] in " \n" else skipped
            continue
        token, position = _token(text, position, tokens, letters)
        if token is not None:
            append(tokens, token, text)
    return tokens


def _signs(raw: str, before: str) -> bool:
    """Whether a word for an operator is a sign: negative 2, the answer is minus 2."""
    return raw.lower() == "negative" or (raw.lower() == "minus" and bool(_OPENING.search(before)))


def _skip(text: str, position: int) -> int:
    """Where to go on when an ordinal or a label (第2问, (1) at the start of a line) begins here, else 0."""
    if match := _ORDINAL.match(text, position):
        return match.end()
    at_start = not text[:position].strip() or text[:position].rstrip(" ")[-1:] == "\n"
    if at_start and (match := _LABEL.match(text, position)):
        return match.end()
    return 0


def _token(text: str, at: int, before: list[Token], letters: frozenset[str]) -> tuple[Token | None, int]:
    operator = _OPERATORS.match(text, at)
    found = None if operator else number_at(text, at)
    if found:
        number, end = found
        if number is None:
            return None, end
        if number.form == "fraction" and before and before[-1].text in ("√", "^", "**") and before[-1].end == at:
            plain = WHOLE.match(text, at)  # √3/2 is the half of √3, x^2/3 a third of x^2
            number = replace(number, value=Fraction(plain[0]), end=plain.end(), form="integer") if plain else number
        token = numeral(number, at, text, letters)
        if text[number.end : number.end + 1] == "°" and before and before[-1].kind in ("fn", "open"):
            token = replace(token, units=(), end=number.end)  # sin30°: the degrees belong to the formula
        return token, token.end
    if operator:
        kind, raw = operator.lastgroup or "", operator[0]
        end = operator.end()
        if kind == "word":
            return Token("op", _WORDS[raw.lower()], at, end, spoken=not _signs(raw, text[:at])), end
        if kind == "op" or kind == "neg":
            return Token("op", "-" if kind == "neg" else raw, at, end), end
        if kind == "pi":
            token = with_unit(Token("var", "π", at, end), text, letters)
            return token, token.end
        if kind == "arrow":
            return None, end
        if kind == "rel":
            return Token("rel", {"<=": "≤", ">=": "≥", "<>": "≠", "!=": "≠"}.get(raw, raw), at, end), end
        if kind == "close":
            token = with_unit(Token("close", ")", at, end), text, letters)
            return token, token.end
        kinds: dict[str, Kind] = {"eq": "eq", "open": "open", "fn": "fn"}
        return Token(kinds[kind], "=" if kind == "eq" else raw, at, end), end
    bare = before and before[-1].end == at and before[-1].kind == "num" and not before[-1].units
    ratio = _RATIO.match(text, at) if bare else None
    if ratio and not (ratio[1] == "比" and _FURTHER.match(text, ratio.end())):
        return Token("op", ":", at, ratio.end()), ratio.end()
    gap = text[before[-1].end : at] if before and before[-1].kind == "num" else "."
    crossed = not gap.strip() and _CROSS.match(text, at) and (not gap or text[at + 1 : at + 2] == " ")
    if crossed and "x" not in letters:
        return Token("op", "*", at, at + 1), at + 1
    if latin := _LATIN.match(text, at):
        word, end = latin[0], latin.end()
        single = len(word.rstrip("_'0123456789")) == 1
        if single or (letters and set(word) <= letters | {"π"}):
            return Token("var", word, at, end), end
        return None, end
    return None, at + 1
