"""Several answers with names: 鸡23只，兔12只; 23 chickens and 12 rabbits; x=2，y=3; in any order."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction

from pilothouse.assistants.tutor.checking.answer import Named
from pilothouse.assistants.tutor.checking.candidate import Candidate
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.quantity import match
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.problems.problem import Expected
from pilothouse.contracts.numerals import NUMERAL

_OR = re.compile(r"或|还是|要么|\bor\b", re.IGNORECASE)
_CARRIED = re.compile(r"\s*(?:应该|而)?是\s*")
_BREAK = re.compile(r"[，。；;！!？?\n、]|,(?![0-9]{3})|\band\b|和")


def judge_named(text: str, answer: Named, expected: Expected, known: Set[Fraction]) -> Check:
    """Each name is looked up in the text; what lacks a name is only taken as unclear, not guessed."""
    names = [name for name, _ in answer.items]
    points = re.fullmatch(r"\s*\(([^(),，]+)[,，]([^(),，]+)\)\s*", text)
    if points and names == ["x", "y"]:
        text = f"x={points[1]}，y={points[2]}"
    for name in names:  # 一个苹果5元: the one says what costs that much
        text = re.sub(
            rf"(?:每一?|一)[个只条本支张件把块]\s?(?={re.escape(name)}[^，。；;,、\n]{{0,6}}[0-9{NUMERAL}])", "", text
        )
    letters = frozenset(name for name in names if len(name) == 1 and name.isascii())
    proposal = propose(text, letters, known)
    if not proposal.all:
        return Check("unclear" if proposal.heard else "none")
    values, rest = assign(text, list(proposal.all), names)
    if values is None:
        return Check("unclear", said=text[:60])
    if not values:
        return _unnamed(text, list(proposal.all), answer, expected)
    said = "，".join(f"{name}{_words(text, candidate, name)}" for name, candidate in values.items())[:80]
    if _OR.search(text) and rest:
        return Check("unclear", said=said)
    found = {
        name: match(values[name], target, tolerance=expected.tolerance)
        for name, target in answer.items
        if name in values
    }
    if any(result.undecided or (result.right and values[name].false) for name, result in found.items()):
        return Check("unclear", said=said)
    wrong = [name for name, result in found.items() if not result.right]
    missing = tuple(name for name in names if name not in values)
    if wrong:
        return Check("wrong", found[wrong[0]].error or "value", said=said, missing=missing)
    if missing:
        return Check("partial", "incomplete", said=said, missing=missing)
    if any(values[name].open for name in values):
        return Check("partial", "form", said=said)
    lacking = [n for n, target in answer.items if target.units and not values[n].units]
    return Check("right", "unit" if lacking and expected.unit_needed else "", said=said)


def _words(text: str, candidate: Candidate, name: str) -> str:
    raw = text[candidate.start : candidate.end]
    return raw.removeprefix(name)


def _unnamed(text: str, said: list[Candidate], answer: Named, expected: Expected) -> Check:
    """Bare numbers: unclear which is which, but wrong when they fit no order."""
    words = "，".join(text[candidate.start : candidate.end] for candidate in said)[:80]
    fits = [any(match(c, target, tolerance=expected.tolerance).right for _, target in answer.items) for c in said]
    names = tuple(name for name, _ in answer.items)
    if any(fits) or len(said) != len(answer.items):
        return Check("unclear", said=words, missing=names)
    return Check("wrong", "value", said=words)


def assign(text: str, said: list[Candidate], names: list[str]) -> tuple[dict[str, Candidate] | None, list[Candidate]]:
    """Which candidate belongs to which name, and the candidates without one. ``None``: a name has two different
    values."""
    values: dict[str, Candidate] = {}
    rest: list[Candidate] = []
    for candidate, name in _pairs(text, said, names):
        if not name:
            rest.append(candidate)
        elif name in values and values[name].value != candidate.value and not _later(text, values[name], candidate):
            return None, rest
        else:
            values[name] = candidate
    return values, rest


def _later(text: str, old: Candidate, new: Candidate) -> bool:
    """Whether ``old`` belongs to a supposition or working that ``new`` concludes."""
    before, between = text[: old.start], text[old.end : new.start]
    supposed = re.search(r"(?:假设|如果|假如|若|设|要是|\bif\b|\bsuppose)[^。;；\n]*$", before, re.IGNORECASE)
    return bool(supposed) or bool(
        re.search(r"所以|因此|答案|答[:：]|\bso\b|\btherefore\b|\bthus\b|\banswer\b", between, re.IGNORECASE)
    )


def _pairs(text: str, said: list[Candidate], names: list[str]) -> list[tuple[Candidate, str]]:
    pairs: list[tuple[Candidate, str]] = []
    for group in _groups(text, said):
        if all(candidate.name for candidate in group):
            pairs += [(c, _known(c.name, names)) for c in group]
            continue
        start = max([m.end() for m in _BREAK.finditer(text, 0, group[0].start)] or [0])
        leading = _name_in(text[start : group[0].start], names)
        if not leading and _CARRIED.fullmatch(text[start : group[0].start]) and len(group) == 1:
            leading = _name_in(text[:start], names)  # 鸡不是24只，是23只
            pairs.append((group[0], leading))
            continue
        last = group[-1]
        stop = next((m.start() for m in _BREAK.finditer(text, last.end)), len(text))
        for at, candidate in enumerate(group):
            if candidate.name:
                pairs.append((candidate, _known(candidate.name, names)))
                continue
            left = text[group[at - 1].end if at else start : candidate.start]
            right = text[candidate.end : group[at + 1].start if at + 1 < len(group) else stop]
            pairs.append((candidate, _name_in(left, names) if leading else _first_name(right, names)))
    return pairs


def _groups(text: str, said: list[Candidate]) -> list[list[Candidate]]:
    groups: list[list[Candidate]] = []
    for candidate in said:
        if groups and not _BREAK.search(text[groups[-1][-1].end : candidate.start]):
            groups[-1].append(candidate)
        else:
            groups.append([candidate])
    return groups


def _known(name: str, names: list[str]) -> str:
    return name if name in names else ""


def _places(text: str, name: str, names: list[str]) -> list[int]:
    if name.isascii() and name.isalpha():
        stem = re.escape(name[:-1] if len(name) > 3 and name.endswith("s") else name)
        plural = "(?:s|es)?" if len(name) > 1 else ""
        flags = re.IGNORECASE if len(name) > 1 else 0
        return [found.start() for found in re.finditer(rf"(?<![A-Za-z]){stem}{plural}(?![A-Za-z])", text, flags)]
    return [found.start() for found in re.finditer(re.escape(_core(name, names)), text)]


def _core(name: str, names: list[str]) -> str:
    """兔子 and 小兔 are 兔, unless another name has that character too (大船, 小船)."""
    core = name.removeprefix("小").removesuffix("子") if len(name) == 2 else name
    return core if core and not any(core in other for other in names if other != name) else name


def _name_in(text: str, names: list[str]) -> str:
    """The last name in ``text``."""
    places = [(place[-1], name) for name in names if (place := _places(text, name, names))]
    return max(places)[1] if places else ""


def _first_name(text: str, names: list[str]) -> str:
    places = [(place[0], name) for name in names if (place := _places(text, name, names))]
    return min(places)[1] if places and min(places)[0] <= 12 else ""
