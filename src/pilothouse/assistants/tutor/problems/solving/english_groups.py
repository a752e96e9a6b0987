"""Equal groups in English: so many in each, shared equally, the same rate; a fraction of a number; a rectangle.

Every reading takes the whole text: a word that it doesn't know leaves the problem alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.worked import Line, with_unit, worked

LONGEST = 300  # characters
_N = r"\d+(?:\.\d+)?"
_WHO = r"(?:[a-z]+|an? [a-z]+|the [a-z]+|[a-z]+ and [a-z]+)"
_HAS = r"(?:has|have|had|bought|buys|picked|picks|made|makes)"
_UNIT = r"(?:km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|m|cm|liters?|litres?|pages?|words?)"
_TIME = r"(?:hours?|minutes?|seconds?|days?)"
_SHARED = re.compile(
    rf"(?:{_WHO} {_HAS}|there are) (?P<n>{_N}) (?P<what>[a-z]+)\s*[.,](?: and)? "
    rf"(?:(?:he|she|they|it|we|{_WHO}) )?"
    rf"(?:shares?|shared|divides?|divided|splits?|gives?|gave|puts?|are shared|are divided)(?: them| these)?(?: all)? "
    rf"(?:equally|evenly) (?:among|between|to|into|in) (?P<m>{_N}) (?P<whom>[a-z]+)\s*\. "
    rf"how many (?P<asked>[a-z]+ )?(?:does|do|did|will|are|is)(?: there)?(?: in)? each (?P<one>[a-z]+)"
    r"(?: get| have| receive| hold)?"
    r"\s*\?"
)
_EACH = re.compile(
    rf"(?:an?|one|each|every) (?P<one>[a-z]+) (?:holds?|has|contains?|can hold|costs|weighs) (?P<n>{_N}) "
    rf"(?P<what>[a-z]+)\s*[.,] (?:how (?:many|much) (?P<asked>[a-z]+) (?:are|is|do|does|can)"
    rf"(?: there)?(?: be)? (?:in )?(?P<m>{_N}) (?P<many>[a-z]+)"
    r"(?: hold| have| contain| cost| weigh)?(?: altogether| in all| in total)?)\s*\?"
)
_RATE = re.compile(
    rf"{_WHO} (?:travels?|goes|runs?|walks?|drives?|reads?|types?|rides?) "
    rf"(?P<m>{_N}) (?P<q>{_UNIT}) in "
    rf"(?P<n>{_N}) (?P<p>{_TIME})\s*[.,;] "
    rf"at (?:the same|this) (?:speed|rate)\s*,? how (?:far|many (?P<asked>{_UNIT})) (?:does|do|will|can|would) "
    rf"(?:he|she|it|they|{_WHO}) (?:go|travel|run|walk|drive|read|type|ride) in (?P<k>{_N}) (?P<r>{_TIME})\s*\?"
)
_FRACTION = re.compile(rf"(?:what is|find|calculate) (?P<a>\d+)\s*/\s*(?P<b>[1-9]\d*) of (?P<n>{_N})\s*[?.]?")
_RECTANGLE = re.compile(
    rf"(?:an?|the) (?:[a-z]+ )?(?:rectangle|garden|field|room|playground) is "
    rf"(?P<n>{_N}) (?P<u>cm|m|meters?|metres?|km) long and "
    rf"(?P<m>{_N}) (?P<v>cm|m|meters?|metres?|km) wide\s*[.,] (?:what is|find) (?:its|the) (?P<asked>perimeter|area)"
    r"(?: of (?:it|the [a-z]+))?\s*[?.]"
)


def groups(text: str) -> Solution | None:
    """The answer of a problem that is one of these from its first word to its last."""
    plain = " ".join(text.lower().replace(",", " , ").replace(".", " . ").split())
    plain = re.sub(r"(?<=\d) \. (?=\d)", ".", plain).replace(" . ", ". ").replace(" .", ".").replace(" , ", ", ")
    if len(plain) > LONGEST or re.search(r"[\u4e00-\u9fff]", plain):
        return None
    for pattern, read in _READINGS:
        if (match := pattern.fullmatch(plain)) is not None:
            return read(match)
    return None


def _shared(found: re.Match[str]) -> Solution | None:
    n, m = Fraction(found["n"]), Fraction(found["m"])
    asked = (found["asked"] or found["what"]).strip()
    if not m or (n / m).denominator != 1 or asked != found["what"] or not _same(found["one"], found["whom"]):
        return None
    hints = ("How many are there, and into how many equal parts?", "Sharing equally is a division.")
    line = Line("How do you find what each one gets?", hints, f"{shown(n)} ÷ {shown(m)}", n / m, asked)
    return worked("share", [line], topic="math/word-problem")


def _each(found: re.Match[str]) -> Solution | None:
    if found["asked"] != found["what"] and not (
        found["asked"] in ("dollars", "yuan") and found["what"] == found["asked"]
    ):
        return None
    if not _same(found["one"], found["many"]):
        return None
    n, m = Fraction(found["n"]), Fraction(found["m"])
    hints = ("All groups are equal.", "Multiply what is in one by the number of groups.")
    line = Line("How do you find it for all of them together?", hints, f"{shown(n)} × {shown(m)}", n * m, found["what"])
    return worked("product", [line], topic="math/word-problem")


def _rate(found: re.Match[str]) -> Solution | None:
    n, m, k = (Fraction(found[name]) for name in "nmk")
    if not n or found["p"].rstrip("s") != found["r"].rstrip("s") or (found["asked"] or found["q"]) != found["q"]:
        return None
    one, time, unit = m / n, found["p"].rstrip("s"), found["q"]
    first = Line(
        f"First for 1 {time}: how many {unit}?",
        ("It is the same for every one of them.", "Divide the whole by the number of them."),
        f"{shown(m)} ÷ {shown(n)}",
        one,
        unit,
    )
    last = Line(
        f"And for {with_unit(k, found['r'])}?",
        ("You know it for one.", "Multiply."),
        f"{shown(one)} × {shown(k)}",
        one * k,
        unit,
    )
    return worked("rate", [first, last], topic="math/travel")


def _fraction(found: re.Match[str]) -> Solution | None:
    part, n = Fraction(int(found["a"]), int(found["b"])), Fraction(found["n"])
    hints = (
        "Into how many equal parts do you cut it, and how many do you take?",
        "Multiply the number by the fraction.",
    )
    left = f"{shown(n)} × {found['a']}/{found['b']}"
    return worked(
        "fraction_of", [Line("How do you find a fraction of a number?", hints, left, n * part)], topic="math/fraction"
    )


def _rectangle(found: re.Match[str]) -> Solution | None:
    if found["u"] != found["v"]:
        return None
    n, m, unit = Fraction(found["n"]), Fraction(found["m"]), found["u"]
    if found["asked"] == "perimeter":
        hints = ("How many sides are there, and which are equal?", "Add length and width, then double.")
        line = Line("How long is the way round?", hints, f"({shown(n)} + {shown(m)}) × 2", (n + m) * 2, unit)
    else:
        hints = ("Think of rows of squares.", "Length times width.")
        line = Line("How much does it cover?", hints, f"{shown(n)} × {shown(m)}", n * m, f"square {unit}")
    return worked("rectangle", [line], topic="math/area-volume")


def _same(one: str, many: str) -> bool:
    """box and boxes, friend and friends."""
    irregular = {"child": "children", "person": "people", "man": "men", "woman": "women", "shelf": "shelves"}
    return many in (one, f"{one}s", f"{one}es", irregular.get(one, ""), f"{one[:-1]}ies")


_READINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Solution | None]], ...] = (
    (_SHARED, _shared),
    (_EACH, _each),
    (_RATE, _rate),
    (_FRACTION, _fraction),
    (_RECTANGLE, _rectangle),
)
