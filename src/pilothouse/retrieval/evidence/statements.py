"""What passages state about a question: sentences and table cells with their values and whom they hold for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.conditions import holds
from pilothouse.retrieval.evidence.coverage import Reading, fits, read
from pilothouse.retrieval.evidence.figures import Figure, figures
from pilothouse.retrieval.evidence.splitting import bare
from pilothouse.retrieval.evidence.tables import cells as asked
from pilothouse.retrieval.evidence.wording import presence, tagged
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import normalise

_CONDITION_BEFORE = re.compile(
    r"(?:满|不满|未满|超过|不足|达到?|大于|小于|高于|低于|每|over|more than|less than|after|every|per)\s*$"
)
_CONDITION_AFTER = re.compile(
    r"\s*(?:以上|以下|及以上|及以下|以内的|以内(?=由|须|可|不)|以上的|以下的|or more|or less)(?=[^。；]{2})"
)
_LEAST = frozenset({"1年", "12个月"})  # who has worked for a year: the lowest step, often left unsaid
_FORMER = re.compile(r"(?:由|从|from)(?:原来的|原|现行的?)?\s*$", re.I)
_NOW = re.compile(
    r"\s*[^，,。；;]{0,6}?(?:调整|提高|提升|增加|上调|下调|降低|降|减少|缩短|延长|改|变更|涨)?(?:到|至|为|成)|\s*to\b",
    re.I,
)
_ACTING = re.compile(
    r"(?:由|经|向|报|找|与|和|请|须|需)[^，,。；;]{0,12}?(?:批准|审批|确认|审核|同意|签字|会签|统筹|安排|"
    r"核定|备案|核实|申请|提出|提交|报告|管理|负责|办理|发放)|"
    r"[\u3400-\u9fff]{0,8}(?:批准|审批|确认|审核|同意|签字|会签)(?=[，,。；;]|后|$)"
)
_GRADE = re.compile(r"(?<![a-z0-9])[a-z]{1,2}\d{1,2}(?![a-z0-9])")
_FROM = re.compile(r"(?:自|从|于|since|from|as of|effective)\s*$", re.I)
_FROM_AFTER = re.compile(r"\s*(?:起|版|修订|发布|实施|施行|生效)")


@dataclass(frozen=True, slots=True)
class Statement:
    """``text`` is normalised, ``written`` as in the document; ``share`` says how far it is about the question.

    ``scope`` are the groups, places and conditions it holds for, ``values`` what it states beside them.
    """

    passage: Passage
    written: str
    text: str
    share: float
    scope: frozenset[str]
    values: tuple[Figure, ...]
    typed: bool
    sure: bool = False  # whether it is what its document answers the question with


def statements(ask: Ask, passage: Passage, least: float = 0.35) -> list[Statement]:
    """The sentences and table rows of ``passage`` of which at least ``least`` is about the question."""
    reading = read(passage)
    found = []
    for fit in fits(ask, reading):
        piece = reading.pieces[fit.index]
        if fit.share < least or piece.kind == "heading":
            continue
        written = bare(piece.text)
        if piece.cells:
            found.extend(_cells(ask, reading, fit.index, fit.share))
            continue
        text = normalise(written)
        found.append(_statement(ask, passage, written, text, fit.share, fit.typed))
    return found


def _cells(ask: Ask, reading: Reading, index: int, share: float) -> list[Statement]:
    """A row as one statement per cell: the row's key, the header and the value."""
    cells = reading.pieces[index].cells
    key = " ".join(value for header, value in cells[:1] if header)
    ranged = [holds(given, key) for given in ask.conditions]
    if False in ranged:
        return []
    limits = frozenset() if True in ranged else frozenset(f"{figure.key}{figure.unit}" for figure in figures(key))
    found = []
    chosen = asked(ask, reading.pieces[index])
    for header, value in cells[1:]:
        if (header, value) not in chosen:
            continue
        text = normalise(f"{key} {header}：{value}")
        made = _statement(ask, reading.passage, reading.pieces[index].text, text, share, True)
        values = tuple(figure for figure in made.values if figure.start >= len(normalise(key)))
        found.append(replace(made, scope=made.scope | limits, values=values))
    return found


def _statement(ask: Ask, passage: Passage, written: str, text: str, share: float, typed: bool) -> Statement:
    values, conditions = split_values(text)
    limits = frozenset(f"{figure.key}{figure.unit}" for figure in conditions)
    asked = normalise(ask.text)
    scope = frozenset(group for group in groups(text) if presence(group, asked) < 0.7) | (limits - _LEAST)
    grades = _GRADE.findall(text)
    if grades and not any(word.kind == "code" and presence(word.text, text) >= 1 for word in ask.words):
        scope |= frozenset(grades)
    return Statement(passage, written, text, share, scope, values, typed)


def split_values(text: str) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """The values of a sentence, and those that are conditions of it (满10年, 超过500元, 第六届, 2024年)."""
    values, conditions = [], []
    former = {
        figure for figure in figures(text) if _FORMER.search(text[: figure.start]) and _NOW.match(text[figure.end :])
    }
    for figure in figures(text):
        if figure in former:
            continue  # 由 1.3 调整为 1.4: what is stated is the new value
        before, after = text[max(0, figure.start - 9) : figure.start], text[figure.end : figure.end + 12]
        if _FROM.search(before) or _FROM_AFTER.match(after):
            continue
        if figure.kind == "date" and not figure.start and after.lstrip().startswith(("...", "…")):
            continue  # the day of a search snippet
        if (
            (figure.kind == "ordinal" and figure.unit)
            or (figure.kind == "date" and figure.key.isdigit())
            or (figure.kind == "amount" and (_CONDITION_BEFORE.search(before) or _CONDITION_AFTER.match(after)))
        ):
            conditions.append(figure)
        else:
            values.append(figure)
    return tuple(values), tuple(conditions)


def superseded(text: str) -> tuple[Figure, ...]:
    """The values that ``text`` itself calls former: the 8,000 of "由 8,000 元提高到 12,000 元"."""
    return tuple(f for f in figures(text) if _FORMER.search(text[: f.start]) and _NOW.match(text[f.end :]))


def groups(text: str) -> frozenset[str]:
    """The groups of people, places and times of ``text`` that limit a rule."""
    for figure in reversed(figures(text)):  # "3 个工作日" limits nothing
        text = text[: figure.start] + " " + text[figure.end :]
    text = _ACTING.sub(" ", text)
    found = {word for word in _scopes() if word in text}
    found = {word for word in found if not any(word != other and word in other for other in found)}
    return frozenset(found | {word for word, tag in tagged(text) if tag == "ns" and len(word) > 1})


def dated(passage: Passage) -> str:
    """The date by which a version is newer: the document's own, else a day or year of its title."""
    if passage.date:
        return passage.date[:10]
    for figure in figures(passage.title):
        if figure.kind == "date" and figure.key[:1].isdigit():
            year, *rest = figure.key.split("-")
            return "-".join([year, *(part.zfill(2) for part in rest if part)])
    return ""


@cache
def _scopes() -> tuple[str, ...]:
    text = files("pilothouse.retrieval.evidence").joinpath("scopes.txt").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(text.split()))
