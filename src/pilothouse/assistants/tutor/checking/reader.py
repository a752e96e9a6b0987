"""What a teacher writes as the right answer, read into the kind it is."""

from __future__ import annotations

import re
from functools import lru_cache

from pilothouse.assistants.tutor.checking.answer import (
    Answer,
    Equation,
    Formula,
    Inequality,
    Letters,
    Named,
    Points,
    Quantity,
    Ratio,
    Remainder,
    Solutions,
    System,
    Words,
)
from pilothouse.assistants.tutor.checking.candidate import Candidate, find
from pilothouse.assistants.tutor.checking.formula import FormulaError, Node, parse, variables
from pilothouse.assistants.tutor.checking.interval import read_region
from pilothouse.assistants.tutor.checking.polar import read_polar
from pilothouse.assistants.tutor.checking.spelling import fold
from pilothouse.assistants.tutor.problems.problem import AnswerKind

NO_SOLUTION = re.compile(
    r"无(?:实数)?解|(?:没有?|不存在|无)(?:实数|实)?(?:解|根)|[解根]都?不存在|空集|∅|\bno\s+(?:real\s+)?(?:solutions?|roots?)\b|does\s*n[o']t\s+have\s+(?:a|any)\s+solution",
    re.IGNORECASE,
)
INFINITE = re.compile(
    r"无[数穷限][多]?个?(?:组)?(?:解|根)|无穷多|任意(?:实)?数|任何数|一切实数|全体实数|所有实数|恒成立|infinitely\s+many|all\s+real|any\s+(?:real\s+)?number",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"\(?([A-H](?:\s*[、,，和]?\s*[A-H]){0,7})\)?[.。]?")
_CHOICE = re.compile(r"\s*\(?([A-H]{1,6})\)?\s*(?:[.、:：)]\s*(.*))?", re.DOTALL)
_PART = re.compile(r"[，、;；\n]|,(?![0-9]{3}(?![0-9]))|\s+and\s+|和|并且|且")
_OR = re.compile(r"或者?|\s+or\s+|[，、;；]|,(?![0-9]{3}(?![0-9]))|\s+and\s+|和")
POINT = re.compile(
    r"\(\s*([^(),，]{1,30}(?:\([^()]{0,20}\)[^(),，]{0,20})?)\s*[,，]\s*([^(),，]{1,30})\s*(?:[,，]\s*([^(),，]{1,30})\s*)?\)"
)
REMAINDER = re.compile(
    r"([0-9]{1,9})\s?\S{0,2}?\s?(?:\.{3,6}|…{1,2}|余数?(?:是|为)?|\br(?:emainder)?\.?\s|\bremainder\s(?:of\s)?)\s?([0-9]{1,9})",
    re.IGNORECASE,
)
_RATIO = re.compile(r"(?:[^:]*[=是为])?\s*([0-9./]+(?:\s?(?::|比)\s?[0-9./]+){1,4})\s*")
_PROSE = re.compile(r"(?!sin|cos|tan|sqrt|log|abs|exp|arc)[A-Za-z]{4}|[A-Za-z]\s+[A-Za-z]")
_LETTERED = re.compile(
    r"(?<![A-Za-z])(?![cdmnkap]m)[abcdxyzmnpqt]{2,3}\s?[-+*/÷×^]\s?[0-9]"
    r"|[0-9](?:\s?[-+*÷×]\s?)?(?![cdmnkap]m)[abcdxyzmnpqt]{2,3}(?![A-Za-z])"
)  # ab/2, 3xy: no units
_ABOUT = re.compile(r"^\s*(?:大约|约|≈|about|approximately)|≈")
_NAME = re.compile(
    r"^\s*([A-Za-z\u4e00-\u9fff][A-Za-z_0-9' \u4e00-\u9fff]{0,19}?)\s*(?:有|是|为|=|:|：|的?(?:数量|个数"
    r"|只数)(?:是|为)?|\bis\b|\bare\b)?\s*$"
)


@lru_cache(maxsize=2048)
def read_answer(text: str, kind: AnswerKind = "auto") -> Answer:
    """Read a teacher's answer; what is nothing else is key phrases."""
    folded = fold(text)
    if kind == "choice":
        match = _CHOICE.fullmatch(folded) or _LETTERS.fullmatch(folded)
        if match:
            return Letters(
                frozenset(re.findall("[A-H]", match[1])), (match[2] or "").strip() if match.re is _CHOICE else ""
            )
        return words(folded)
    if kind == "words":
        return read_polar(folded) or words(folded)
    if kind == "auto" and (match := _LETTERS.fullmatch(folded)):
        return Letters(frozenset(re.findall("[A-H]", match[1])))
    return (
        (read_polar(folded) if kind == "auto" else None)
        or _unsolvable(folded)
        or _points(folded, kind)
        or (
            read_region(folded, strict=True, brackets=kind == "interval")
            if kind != "equation" or re.search("[<>≤≥≠]", folded)
            else None
        )
        or _remainder(folded)
        or _ratio(folded)
        or (_named(folded) if kind != "set" else None)
        or _solutions(folded, kind)
        or (_formula(folded) if kind == "expression" or _LETTERED.search(folded) else None)
        or _value(folded)
        or _formula(folded)
        or words(folded)
    )


def words(text: str) -> Words:
    """Key phrases as the contract has them."""
    groups = [tuple(part.strip() for part in group.split("/") if part.strip()) for group in re.split("[;；]", text)]
    return Words(tuple(group for group in groups if group))


def _unsolvable(text: str) -> Solutions | None:
    if len(text) > 30:
        return None
    if INFINITE.search(text):
        return Solutions(infinite=True)
    return Solutions(none=True) if NO_SOLUTION.search(text) else None


def _points(text: str, kind: AnswerKind) -> Points | None:
    matches = list(POINT.finditer(text))
    rest = re.sub(r"[A-Za-z和与或、,，;；\s{}=:点]|坐标|是|为", "", POINT.sub("", text))
    if not matches or rest or kind == "interval" or "∞" in text:
        return None
    points = [point for match in matches if (point := read_point(match)) is not None]
    return Points(tuple(points)) if len(points) == len(matches) else None


def read_point(match: re.Match[str]) -> tuple[Node, ...] | None:
    """The coordinates of a point, ``None`` when they are not formulas."""
    try:
        return tuple(parse(part.strip()) for part in match.groups() if part is not None)
    except FormulaError:
        return None


def _remainder(text: str) -> Remainder | None:
    match = REMAINDER.search(text)
    return Remainder(int(match[1]), int(match[2])) if match and len(text) <= match.end() - match.start() + 20 else None


def _ratio(text: str) -> Ratio | None:
    match = _RATIO.fullmatch(text)
    if match is None:
        return None
    terms = [found[0] for part in re.split(":|比", match[1]) if len(found := find(part.strip()).candidates) == 1]
    return Ratio(tuple(terms)) if len(terms) >= 2 and len(terms) == len(re.split(":|比", match[1])) else None


def _named(text: str) -> Named | None:
    items: list[tuple[str, Candidate]] = []
    for part in _PART.split(text):
        found = find(part).candidates
        if len(found) != 1:
            return None
        before, after = part[: found[0].start], part[found[0].end :]
        name = found[0].name or ((match := _NAME.match(before)) and match[1]) or after.strip(" 。.")
        if not name or len(name) > 20:
            return None
        items.append((name, found[0]))
    names = {name for name, _ in items}
    return Named(tuple(items)) if len(items) >= 2 and len(names) == len(items) and not _numbered(names) else None


def _numbered(names: set[str]) -> bool:
    """x1 and x2 are two solutions, not two unknowns."""
    stems = {name.rstrip("0123456789_") for name in names}
    return len(stems) == 1 and len(names) > 1


def _solutions(text: str, kind: AnswerKind) -> Solutions | None:
    body = re.sub(r"^\s*(?:[A-Za-z]\s*=\s*)?\{(.*)\}\s*$", r"\1", text)
    found = find(body)
    parts = [part for part in _OR.split(body) if part.strip()]
    plain = all(re.fullmatch(r"[\s{}()解为是得根=:]*", gap) for gap in _gaps(body, found.candidates))
    if (len(found.candidates) >= 2 and len(parts) >= 1 and plain and not found.formulas) or (
        kind == "set" and found.candidates
    ):
        return Solutions(tuple(found.candidates))
    return None


def _gaps(text: str, candidates: list[Candidate]) -> list[str]:
    gaps, at = [], 0
    for candidate in candidates:
        gaps.append(_OR.sub("", text[at : max(at, candidate.start)]))
        at = max(at, candidate.end)
    return [*gaps, text[at:]]


def _value(text: str) -> Quantity | None:
    found = find(text)
    if len(found.candidates) != 1 or found.formulas:
        return None
    candidate = found.candidates[0]
    before, after = text[: candidate.start], text[candidate.end :]
    if len(before) > 20 or len(after) > 20 or re.search(r"[\u4e00-\u9fffA-Za-z]{13,}", before + after):
        return None
    if candidate.open and len(text) - len(before) - len(after) > 60:
        return None
    return Quantity(candidate, bool(_ABOUT.search(text)))


def _formula(text: str) -> Formula | Equation | System | Inequality | None:
    if _PROSE.search(text):
        return None
    if comparison := _comparison(text):
        return comparison
    parts = [part.strip() for part in re.split(r"[;；，、,{}\n]|且|并且|\band\b", text) if part.strip()]
    if len(parts) > 1 and "=" in text:
        equations = [equation for part in parts if isinstance(equation := _formula(part), Equation)]
        return System(tuple(equations)) if len(equations) == len(parts) else None
    sides = [side for side in re.split("=", text) if side.strip()]
    try:
        nodes = [parse(side.strip()) for side in sides]
    except FormulaError:
        return None
    if len(nodes) == 2 and any(variables(node) for node in nodes):
        return Equation(nodes[0], nodes[1])
    return Formula(nodes[0]) if len(nodes) == 1 and variables(nodes[0]) else None


def _comparison(text: str) -> Inequality | None:
    text = text.replace("<=", "≤").replace(">=", "≥")
    match = re.fullmatch(r"([^<>≤≥=≠]+)([<>≤≥])([^<>≤≥=≠]+)", text)
    try:
        sides = [parse(match[1].strip()), parse(match[3].strip())] if match else []
    except FormulaError:
        return None
    return Inequality(sides[0], match[2], sides[1]) if match and any(variables(side) for side in sides) else None
