"""Numbers, formulas and ratios of a secret in a sentence."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.guard.context import harmless, stated
from pilothouse.assistants.tutor.guard.formula import formula, says
from pilothouse.assistants.tutor.guard.measure import alike, base, comparable
from pilothouse.assistants.tutor.guard.mention import Mention, number
from pilothouse.assistants.tutor.guard.page import Known, Sentence
from pilothouse.assistants.tutor.guard.plain import squeeze
from pilothouse.assistants.tutor.guard.secret import Forms, Secret

_ASKS = re.compile(
    (
        r"[?？]|多少|几(?!何)|=\s*[?？_(（]|算一算|算出|what|how (?:many|much)|calculate|compute"
        r"|work out"
    ),
    re.I,
)
_RATIO = re.compile(
    r"(\d+(?:\.\d+)?|[一二两三四五六七八九十]+)\s*(?::|比|to)\s*(\d+(?:\.\d+)?"
    r"|[一二两三四五六七八九十]+)(?![大小多少高低])"
)
_AS_ANSWER = re.compile("答案|结果|answer|result|所以|解为|解集", re.I)
_ROUNDED = 150
"""0.67 is 2/3: a decimal is taken as rounded when it is within 1/150 of a value that has no short decimal."""


def number_said(sentence: Sentence, secret: Secret, form: Forms, known: Known) -> str:
    """``number`` or ``calculation`` when the sentence says one of the secret's numbers, else ""."""
    text = sentence.text
    open_ = secret.kind == "conclusion" and bool(_ASKS.search(text))
    several = len({mention.value for mention in form.numbers}) > 1
    partly_new = several and any(mention.value not in known.numbers for mention in form.numbers)
    for mention in sentence.mentions:
        for wanted in form.numbers:
            if not _same(mention, wanted, secret.expected.tolerance):
                continue
            division = bool(mention.parts) and mention.value.denominator == 1
            if division and open_:
                continue
            if _is_known(mention, wanted, known) or (
                division and squeeze(text[mention.start : mention.end]) in known.squeezed
            ):
                # Of "鸡 23 只，兔 12 只" the half that was found may be confirmed.
                if not partly_new and stated(text, mention.start, mention.end, known.squeezed):
                    return "number"
            elif not harmless(text, mention, wanted.unit):
                return "calculation" if division else "number"
    for wanted in form.numbers:
        if wanted.parts and any(_divides(match, wanted.value, known) for match in _RATIO.finditer(text)):
            return "number"
    for result in sentence.derived:
        for wanted in form.numbers:
            if result.value != wanted.value or open_ or squeeze(text[result.start : result.end]) in known.squeezed:
                continue
            if wanted.value not in known.numbers or stated(text, result.start, result.end, known.squeezed):
                return "calculation"
    return ""


def _divides(match: re.Match[str], value: Fraction, known: Known) -> bool:
    a, b = number(match[1]), number(match[2])
    return a is not None and bool(b) and a == value * (b or 1) and squeeze(match.group()) not in known.squeezed


def _same(mention: Mention, wanted: Mention, tolerance: float) -> bool:
    value, aim = mention.value, wanted.value
    if mention.unit != wanted.unit and comparable(mention.unit, wanted.unit):
        return base(value, mention.unit) == base(aim, wanted.unit)
    if (
        value == aim
        or (wanted.raw is not None and wanted.raw == value)
        or (mention.raw is not None and mention.raw == aim)
    ):
        return True
    if tolerance and abs(value - aim) <= abs(aim) * Fraction(tolerance).limit_denominator(10000):
        return True
    return value.denominator > 1 and aim.denominator not in (1, 2, 4, 5, 10) and abs(value - aim) * _ROUNDED <= abs(aim)


def _is_known(mention: Mention, wanted: Mention, known: Known) -> bool:
    """Whether the number was said before; "12 只" is not known from "12 元" when 只 is what is looked for."""
    units = known.numbers.get(mention.value)
    if units is None:
        return False
    if not mention.unit or mention.unit != wanted.unit:
        return True
    return any(alike(mention.unit, unit) for unit in units)


def formula_said(sentence: Sentence, form: Forms, known: Known) -> str:
    """``formula`` or ``ratio`` when the sentence says one of the secret's formulas or ratios, else ""."""
    written = formula(sentence.text) if form.formulas else ""
    for wanted in form.formulas:
        if says(written, wanted) and (not says(known.formula, wanted) or _AS_ANSWER.search(sentence.text)):
            return "formula"
    for ratio in form.ratios:
        for match in _RATIO.finditer(sentence.text):
            a, b = number(match[1]), number(match[2])
            if a is not None and b and a / b == ratio and squeeze(match.group()) not in known.squeezed:
                return "ratio"
        if any(
            mention.parts and mention.value == ratio and ratio not in known.numbers for mention in sentence.mentions
        ):
            return "ratio"
    return ""
