"""Keeping answers out of the knowledge base, and out of what is shown of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from pilothouse.assistants.tutor.lore.fragment import Fragment
from pilothouse.assistants.tutor.problems.problem import Expected, Part, Problem
from pilothouse.contracts.numerals import NUMERAL, parse_number
from pilothouse.retrieval.tokenizer import normalise
from pilothouse.sentences import split

QUOTED = 14  # characters of a problem's text that stand in the file word for word
SHARE = 0.75  # of the statement's numbers that a worked solution takes up
REACH = 400  # characters within which a solution stands
_NUMBER = re.compile(rf"\d+(?:\.\d+)?|[{NUMERAL}]{{2,}}")
_LABEL = re.compile(r"\(\s*\d{1,2}\s*\)|第\s*\d{1,2}\s*[步问条题]")
_ITEM = re.compile(r"^[ \t>*+-]*\d{1,2}\s*(?:[.．、)）](?!\d)|[:：](?=\s))", re.MULTILINE)
"""The marker of a list: "1.", "2)", "3、"; line ends have to be there still."""
_SPLIT = re.compile(r"[/或,，;；、]|\bor\b")


def discreet(fragments: Sequence[Fragment], hides: Callable[[str], bool]) -> list[Fragment]:
    """``fragments`` without the sentences of which ``hides`` is true; those that keep nothing are left out, and so are
    those that still tell it over several sentences."""
    kept = []
    for fragment in fragments:
        if not hides(fragment.text):
            kept.append(fragment)
            continue
        text = "".join(sentence for sentence in split(fragment.text) if not hides(sentence)).strip()
        if text and not hides(text):
            kept.append(replace(fragment, text=text))
    return kept


def solved(text: str, problems: Iterable[Problem]) -> str | None:
    """The id of a problem whose solution ``text`` seems to hold: its words or numbers, with a part's answer close by.

    A knowledge base may well treat the same kind of problem, with other numbers or without any.
    """
    compact, plain = _compact(normalise(text)), normalise(_ITEM.sub(" ", text))
    numbers = _numbers(plain)
    for problem in problems:
        if any(_answered(part, problem, compact, numbers) for part in problem.parts):
            return problem.id
    return None


def _answered(part: Part, problem: Problem, compact: str, numbers: Sequence[tuple[int, str]]) -> bool:
    answers = [answer for answer in (_answer(said) for said in _spellings(part.expected)) if any(answer)]
    quoted = _quotes(compact, problem.statement) or _quotes(compact, part.question)
    held = {value for _, value in numbers}
    if quoted and any(values <= held if values else word in compact for values, word in answers):
        return True
    stated = frozenset(value for _, value in _numbers(normalise(f"{problem.statement} {part.question}")))
    return any(
        len(stated - values) >= 2
        and not values <= stated
        and sum(map(_telling, stated | values)) >= 2
        and _together(numbers, stated - values, values)
        for values, _ in answers
        if values
    )


def _telling(value: str) -> bool:
    """Not one of the numbers that stand everywhere: in lists, in "2 legs", in "step 3"."""
    return "." in value or len(value) > 1


def _together(numbers: Sequence[tuple[int, str]], stated: frozenset[str], answer: frozenset[str]) -> bool:
    """Whether most of the statement's numbers and all of the answer's stand close to each other."""
    for start, _ in numbers:
        near = {value for at, value in numbers if start <= at <= start + REACH}
        if answer <= near and len(stated & near) >= SHARE * len(stated):
            return True
    return False


def _spellings(expected: Expected) -> list[str]:
    return [expected.answer, *expected.accept]


def _answer(said: str) -> tuple[frozenset[str], str]:
    """The numbers of an answer; where it has none, its words."""
    plain = normalise(said)
    values = frozenset(value for _, value in _numbers(plain))
    if values:
        return values, ""
    words = [_compact(word) for word in _SPLIT.split(plain)]
    return values, max(words, key=len, default="") if len(_compact(plain)) > 1 else ""


def _quotes(compact: str, statement: str) -> bool:
    """Whether a longer run of the statement stands in the text."""
    said = _compact(normalise(statement))
    return any(said[start : start + QUOTED] in compact for start in range(max(len(said) - QUOTED + 1, 0)))


def _numbers(plain: str) -> list[tuple[int, str]]:
    """Position and value of each number, Arabic or Chinese with two characters or more; labels (1), 第1步 aside."""
    found = []
    for match in _NUMBER.finditer(_LABEL.sub(lambda label: " " * len(label[0]), plain)):
        value = parse_number(match[0])
        if value is not None:
            found.append((match.start(), f"{value.normalize():f}"))
    return found


def _compact(plain: str) -> str:
    return re.sub(r"[\W_]+", "", plain)
