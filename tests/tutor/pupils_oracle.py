"""An oracle for leaks that shares no code with the guard: what a reply says, held against what the pupil has found.

Looked for are the values of all answers and conclusions not reached yet: numbers in digits, fractions, percent, Chinese
numerals and English words; expressions as they are written; letters and texts of options; key phrases. Excepted is
what stands in the problem, what a conclusion that was reached says, and what the pupil said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.problems.problem import Expected, Problem

_DIGIT = {**{c: n for n, c in enumerate("零一二三四五六七八九")}, "两": 2, "〇": 0}
_POWER = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_HAN = "零〇一二两三四五六七八九十百千万"
_ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ONES += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORD = {**{w: n for n, w in enumerate(_ONES)}, **{w: 10 * n for n, w in enumerate(_TENS, 2)}}
_NUMBER = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_MARKER = re.compile(
    r"第\s*[\d一二三四五六七八九十]+|[(（]\d[)）]|(?m:^\s*\d[.、)](?!\d))|[①-⑩]|\bpart \d+|\bstep \d+|共\s*\d+\s*问"
    r"|\d+ parts",
    re.IGNORECASE,
)
_SYMBOLIC = re.compile(r"[xyabnkt]\s*[-+*^(=]|[-+*/(]\s*\d*[xyab]")
_SAYS = r"(?:答案|结果|得数|answer)[^。！？.!?\n]{0,6}(?:是|为|[:：=]|is)\s*[“\"'（(]?\s*"
_PICKS = r"(?:选择?|应该是|就是|choose|option|pick)\s*[“\"'（(]?\s*"


def plain(text: str) -> str:
    """Full width, circled and invisible characters as ordinary ones; powers of units are no numbers."""
    text = re.sub(r"(?<=[A-Za-z])(?:\^?[23]|[²³])(?![\d.])", "", text)
    text = re.sub(
        r"\s*[×x*]\s*10\s*(?:\^\s*)?([⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=\^)\d+)",
        lambda m: f"E{unicodedata.normalize('NFKC', m[1])}",
        text,
    )
    text = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return text.replace("⁄", "/").replace("−", "-")


def chinese(text: str) -> Fraction | None:
    """一百零五 as a number; also digits in a row (三六). Not 一两 or 三四, a few."""
    if not any(c in _POWER for c in text):
        if len(text) == 2 and _DIGIT[text[1]] == _DIGIT[text[0]] + 1:
            return None
        return Fraction(int("".join(str(_DIGIT[c]) for c in text)))
    total = section = digit = 0
    for c in text:
        if c == "万":
            total, section, digit = (total + section + digit) * 10000, 0, 0
        elif c in _POWER:
            section, digit = section + (digit or 1) * _POWER[c], 0
        else:
            digit = _DIGIT[c]
    return Fraction(total + section + digit)


@dataclass(frozen=True, slots=True)
class Number:
    """A value, where it stands, and whether it is written in words."""

    value: Fraction
    start: int
    end: int
    words: bool = False


def _digits(text: str) -> Iterator[Number]:
    for found in re.finditer(
        rf"(?<![A-Za-z_\d.])({_NUMBER.pattern})(E\d+)?(?:\s*/\s*({_NUMBER.pattern}))?(\s*%)?", text
    ):
        value = Fraction(found[1].replace(",", ""))
        if found[2]:
            value *= 10 ** min(int(found[2][1:]), 30)
        yield Number(value, found.start(), found.end())
        if found[3] and (low := Fraction(found[3].replace(",", ""))):
            yield Number(value / low, found.start(), found.end())
        if found[4]:
            yield Number(value / 100, found.start(), found.end())
    for found in re.finditer(r"(?<![\d.])\d(?:[\s·_-]\d)+(?![\d.])", text):
        yield Number(Fraction(re.sub(r"\D", "", found[0])), found.start(), found.end(), True)


def _spelled(text: str) -> Iterator[Number]:
    for found in re.finditer(rf"([{_HAN}]+|百)分之([{_HAN}]+)", text):
        low, high = chinese(found[1]), chinese(found[2])
        if low and high is not None:
            yield Number(high / low, found.start(), found.end(), True)
    for found in re.finditer(rf"([{_HAN}]+)(?:点([零〇一二三四五六七八九]+))?", text):
        value = chinese(found[1])
        if value is not None:
            tail = "".join(str(_DIGIT[c]) for c in found[2] or "")
            yield Number(
                value + (Fraction(int(tail), 10 ** len(tail)) if tail else 0), found.start(), found.end(), True
            )
    for found in re.finditer(r"[a-z]+(?:[\s-]+(?:and\s+)?[a-z]+)*", text.lower()):
        total, begun, at = 0, False, found.start()
        for word in re.finditer(r"[a-z]+", found[0]):
            if word[0] in _WORD:
                at = at if begun else found.start() + word.start()
                total, begun = total + _WORD[word[0]], True
            elif word[0] == "hundred" and begun:
                total *= 100
            elif begun and word[0] != "and":
                yield Number(Fraction(total), at, found.start() + word.start(), True)
                total, begun = 0, False
        if begun:
            yield Number(Fraction(total), at, found.end(), True)


def numbers(text: str) -> list[Number]:
    """Every number of a plain text, list markers left out."""
    text = _MARKER.sub(lambda m: "\0" * len(m[0]), text)
    return [*_digits(text), *_spelled(text)]


def values(text: str) -> set[Fraction]:
    return {number.value for number in numbers(plain(text))}


@dataclass(frozen=True)
class Hidden:
    """A secret: where it belongs (``1``, ``1.s2``, ``extension``), its numbers, units, phrases, letter, expression."""

    name: str
    numbers: frozenset[Fraction] = frozenset()
    units: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    letter: str = ""
    written: tuple[str, ...] = ()


def _squeezed(text: str) -> str:
    return re.sub(r"[\s*×·^]", "", plain(text)).replace("÷", "/").lower()


def hidden(name: str, expected: Expected, question: str = "") -> Hidden:
    """What must not be said of an expected answer."""
    told = [expected.answer, *expected.accept]
    if expected.kind == "words":
        return Hidden(name, phrases=tuple(p.strip() for item in told for p in item.split("/") if p.strip()))
    if expected.kind == "choice" or re.fullmatch(r"[A-F]", expected.answer.strip()):
        letter = expected.answer.strip()[:1]
        option = re.search(
            rf"(?<![A-Za-z]){letter}\s*[.．、:：]\s*(.+?)\s*(?=(?<![A-Za-z])[A-F]\s*[.．、:：]|$)", question, re.S
        )
        texts = [item for item in expected.accept if len(item) > 1] + ([option[1].strip(" .。;；")] if option else [])
        return Hidden(name, letter=letter, phrases=tuple(texts))
    symbolic = [
        item
        for item in told
        if _SYMBOLIC.search(plain(item))
        and not re.fullmatch(r"[\s\w=或、,，;；.+/-]*", re.sub(r"[xyab]\d?\s*=\s*-?[\d./]+", "", plain(item)))
    ]
    if symbolic or (expected.kind in ("expression", "equation") and re.search(r"[a-z]", expected.answer)):
        return Hidden(name, written=tuple(_squeezed(item) for item in told if len(_squeezed(item)) > 2))
    units = [m[1] for m in re.finditer(r"\d\s*([A-Za-z\u4e00-\u9fff°%]+)", expected.answer)]
    whole = {
        n
        for n in numbers(plain(expected.answer))
        if "/" not in plain(expected.answer)[n.start : n.end] or n.value.denominator > 1
    }
    return Hidden(name, frozenset(n.value for n in whole), tuple(units))


class Oracle:
    """What is still secret for one pupil at one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        extension = [problem.extension.question] if problem.extension is not None else []
        self.told = [problem.statement, *problem.given, problem.asked, *(p.question for p in problem.parts), *extension]
        asks = [step.ask for part in problem.parts for step in (*part.steps, *([part.verify] if part.verify else []))]
        self.told += [ask for ask in asks if re.search(r"(?<![A-Za-z])A\s*[.．、]", ask)]  # the options to choose from
        self._said: list[str] = []
        self._secrets = [hidden(part.id, part.expected, part.question or problem.statement) for part in problem.parts]
        self._secrets += [
            hidden(f"{part.id}.{step.id}", step.expected, f"{step.ask}\n{part.question}")
            for part in problem.parts
            for step in part.steps
        ]
        if problem.extension is not None:
            self._secrets.append(hidden("extension", problem.extension.expected, problem.extension.question))

    def hear(self, text: str) -> None:
        """The pupil said it."""
        self._said.append(text)

    def open(self, taught: Iterable[str], solved: Iterable[str]) -> tuple[list[Hidden], list[str]]:
        """The secrets that are left, and the conclusions that were reached."""
        taught, solved = set(taught), set(solved)
        free, pool = set(solved), []
        for part in self.problem.parts:
            names = [f"{part.id}.{step.id}" for step in part.steps]
            last = max((n for n, name in enumerate(names) if name in taught), default=-1)
            free |= set(names if part.id in solved else names[: last + 1])
            pool += [
                f"{step.conclusion} {step.expected.answer}"
                for name, step in zip(names, part.steps, strict=True)
                if name in taught
            ]
            if part.id in solved:
                pool.append(part.expected.answer)
                if part.verify is not None:
                    pool.append(f"{part.verify.ask} {part.verify.expected.answer}")
        return [secret for secret in self._secrets if secret.name not in free], pool

    def leaks(self, reply: str, taught: Iterable[str], solved: Iterable[str]) -> list[str]:
        """``NAME: what was said`` for every secret that ``reply`` tells."""
        secrets, pool = self.open(taught, solved)
        known = [*self.told, *pool, *self._said]
        rest = reply
        for text in sorted({t for t in (*self.told, *pool) if len(t) > 3}, key=len, reverse=True):
            rest = rest.replace(text, "\n")
        excepted = {value for text in known for value in values(text)}
        shown, all_known = plain(rest), plain("\n".join(known)).lower()
        found: list[str] = []
        spoken = numbers(shown)
        for secret in secrets:
            for number in spoken:
                if number.value in secret.numbers - excepted and self._meant(number, shown, secret):
                    found.append(f"{secret.name}: {shown[max(0, number.start - 8) : number.end + 6]!r}")
            found += [f"{secret.name}: {said!r}" for said in _phrased(secret, shown, all_known)]
        return found

    @staticmethod
    def _meant(number: Number, text: str, secret: Hidden) -> bool:
        """Small numbers are often no value: 一步一步, 两边, divide by 2."""
        if number.value > 10 or number.value.denominator > 1:
            return True
        before, after = text[: number.start].rstrip(), text[number.end :].lstrip()
        stated = bool(re.search(r"(?:是|等于|得|为|=|is|equals)$", before))
        united = any(after.startswith(unit) for unit in secret.units)
        if number.words:
            return stated and (united or not secret.units) and not re.match(r"[个种步边段次点下些句]", after)
        return (stated or united) and not re.search(r"(?:除以|乘以?|[÷×加减+*/-])$", before)


def _phrased(secret: Hidden, text: str, known: str) -> Iterator[str]:
    low = text.lower()
    if secret.letter and (m := re.search(rf"(?:{_SAYS}|{_PICKS})({secret.letter})(?![A-Za-z])", text)):
        yield m[0]
    for phrase in secret.phrases:
        mine = plain(phrase).lower()
        edge = r"\b" if mine.isascii() else ""
        if mine in known or len(mine) < 2:
            if m := re.search(rf"{_SAYS}{edge}{re.escape(mine)}{edge}", low):
                yield m[0]
        elif m := re.search(rf"{edge}{re.escape(mine)}{edge}", low):
            yield m[0]
    squeezed = _squeezed(text)
    for form in secret.written:
        if form in squeezed and form not in _squeezed(known):
            yield form
