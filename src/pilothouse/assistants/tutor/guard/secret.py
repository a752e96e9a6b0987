"""What must not be said yet, and the forms it can be said in."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from pilothouse.assistants.tutor.checking.algebra import approximate
from pilothouse.assistants.tutor.checking.formula import FormulaError, parse
from pilothouse.assistants.tutor.guard.described import compound
from pilothouse.assistants.tutor.guard.formula import formula
from pilothouse.assistants.tutor.guard.mention import Mention, mentions
from pilothouse.assistants.tutor.guard.plain import plain, squeeze
from pilothouse.assistants.tutor.problems.problem import Expected, Problem

_SPLIT = re.compile(r"\s*(?:或者?|和|以及|[;；、，]|,(?!\d)|\bor\b|\band\b)\s*")
_CHOICE = re.compile(r"[A-H](?:\s*[、,，和]?\s*[A-H])*")
_SYMBOLIC = re.compile(r"[a-zA-Z)\]]\s*[-+*/^]|[-+*/^]\s*[a-zA-Z(]|\d[a-zA-Zπ√](?![a-z])|[<>π√\[({]|\d\s*(?::|比)\s*\d")
_ASSIGNED = re.compile(r"^[^=+*/^()<>\d-]{0,12}=\s*([^=]+)$")
_EQUATION = re.compile(r"[^=]*[a-zA-Z][^=]*[<>]?=[^=]+")
_NAMED = re.compile(r"[正等直锐钝]?[三四五六七八九十]+[边角棱][形锥柱体]+")
_OPTION = re.compile(
    (
        r"(?:^|[\s(（。；;,，、:：?？])([A-H])\s*[.．、:：)）]\s*(.+?)(?=\s+[A-H]\s*[.．、:：)）]"
        r"|$|\n)"
    ),
    re.MULTILINE,
)


_MEASURED = re.compile(r"(?<=[\dπ)])\s*(?:[a-zA-Z]{1,2}(?:\^[23])?|(?:[平立]方)?[\u4e00-\u9fff]{1,2})$")


def _irrational(text: str) -> Fraction | None:
    """What √2 or 12π comes to, so that 1.41 and 37.7 are known for it."""
    if not re.search("[√π]", text):
        return None
    try:
        value = approximate(parse(text))
    except FormulaError:
        return None
    return None if value is None or value == round(value) else Fraction(value).limit_denominator(10**6)


Kind = Literal["answer", "conclusion"]


@dataclass(frozen=True, slots=True)
class Secret:
    """``name``: ``PART`` or ``PART.STEP``. ``kind``: a part's final ``answer``, or the ``conclusion`` of a step that
    leads to it; of a conclusion the open calculation may be asked ("24÷2 等于多少？"), of an answer it may not.
    ``options``: what a multiple-choice question offers, as (letter, text). ``about``: the question that it answers."""

    name: str
    expected: Expected
    kind: Kind = "answer"
    options: tuple[tuple[str, str], ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Forms:
    """A secret as it can be recognised: numbers, phrases, formulas (squeezed), ratios, choice letters."""

    numbers: tuple[Mention, ...] = ()
    phrases: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    ratios: tuple[Fraction, ...] = ()
    letters: str = ""


def secrets_of(problem: Problem, *, solved: Collection[str] = (), found: Collection[str] = ()) -> tuple[Secret, ...]:
    """All that is secret while the parts ``solved`` (ids) are solved and the steps ``found`` ("PART.STEP") reached.

    A step whose value is the part's answer is as secret as that. Everything about a solved part may be said.
    """
    secrets: list[Secret] = []
    for part in problem.parts:
        if part.id in solved:
            continue
        options = options_in(part.question) or options_in(problem.statement)
        secrets.append(Secret(part.id, part.expected, "answer", options, part.question))
        answer = {mention.value for mention in forms(part.expected, options).numbers}
        for step in part.steps:
            name = f"{part.id}.{step.id}"
            if name not in found:
                same = bool(answer.intersection(mention.value for mention in forms(step.expected).numbers))
                kind: Kind = "answer" if same else "conclusion"
                secrets.append(Secret(name, step.expected, kind, options_in(step.ask), step.ask))
    if problem.extension is not None and "extension" not in solved:
        question = problem.extension.question
        secrets.append(Secret("extension", problem.extension.expected, "answer", options_in(question), question))
    return tuple(secrets)


@lru_cache(maxsize=512)
def options_in(text: str) -> tuple[tuple[str, str], ...]:
    """The options of a multiple-choice question: "A. apple B. pear" gives (("A", "apple"), ("B", "pear"))."""
    found = tuple((match[1], match[2].strip()) for match in _OPTION.finditer(text))
    letters = [letter for letter, _ in found]
    return found if len(found) > 1 and letters == sorted(set(letters)) else ()


def _together(text: str, said: list[Mention]) -> list[Mention]:
    """4小时30分 is one value, and neither 4 hours nor 30 minutes."""
    if len(said) == 2 and (value := compound(text, *said)) is not None:
        return [Mention(value, said[0].start, said[1].end, said[0].unit)]
    return said


@lru_cache(maxsize=1024)
def forms(expected: Expected, options: tuple[tuple[str, str], ...] = ()) -> Forms:
    numbers: dict[tuple[Fraction, str], Mention] = {}
    phrases: dict[str, None] = {}
    formulas: dict[str, None] = {}
    ratios: list[Fraction] = []
    letters = ""
    for text in (expected.answer, *expected.accept):
        answer = plain(text).strip()
        if expected.kind in ("choice", "auto") and _CHOICE.fullmatch(answer):
            letters += "".join(re.findall("[A-H]", answer))
            continue
        if expected.kind in ("words", "choice"):
            phrases |= {phrase.strip().lower(): None for phrase in answer.split("/") if phrase.strip()}
            continue
        for piece in _SPLIT.split(answer) if not _SYMBOLIC.search(answer) else re.split(r"\s*或者?\s*|;|；", answer):
            assigned = _ASSIGNED.match(piece)
            body = (assigned[1] if assigned else piece).strip()
            said = [] if _NAMED.fullmatch(body) else _together(body, mentions(body))
            if assigned is None and _EQUATION.fullmatch(piece):
                formulas[formula(piece)] = None
                continue
            if ratio := re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?::|比)\s*(\d+(?:\.\d+)?)", body):
                if Fraction(ratio[2]):
                    ratios.append(Fraction(ratio[1]) / Fraction(ratio[2]))
            elif said and not _SYMBOLIC.search(body):
                numbers |= {(mention.value, mention.unit): mention for mention in said}
            elif said or _SYMBOLIC.search(body):
                bare = _MEASURED.sub("", body)
                formulas |= {formula(each): None for each in (piece, body, bare)}
                if (value := _irrational(bare)) is not None:
                    numbers[value, ""] = Mention(value, 0, len(bare))
            elif body:
                phrases[body.lower()] = None
    return Forms(
        tuple(numbers.values()), tuple(p for p in phrases if squeeze(p)), tuple(formulas), tuple(ratios), letters
    )
