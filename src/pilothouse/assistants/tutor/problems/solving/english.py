"""The same plain problems in English: two kinds with heads and legs, distance and speed, a percentage of a number."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Step
from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.worked import Line, step, worked

LONGEST = 400  # characters
_N = r"(\d+(?:\.\d+)?)"
_LEGS = {
    "chicken": 2,
    "hen": 2,
    "duck": 2,
    "goose": 2,
    "bird": 2,
    "rabbit": 4,
    "cow": 4,
    "pig": 4,
    "sheep": 4,
    "goat": 4,
    "horse": 4,
    "dog": 4,
    "cat": 4,
}
_PLURAL = {"geese": "goose", "sheep": "sheep"}
_UPSET = re.compile(
    r"\b(?:more|fewer|less|than|twice|half|each|every|left|remain\w*|average|another|returns?|back|then|after|before|"
    r"already|rest(?:s|ed)?|stops?|times|double|except|sold|died|increase\w*|decrease\w*|both ways|round)\b"
)
_SPEED = re.compile(
    rf"{_N}\s*(km|kilomet(?:er|re)s?|m|met(?:er|re)s?|miles?)\s*(?:per|an|a|/)\s*(hour|h|minute|min|second|s)\b|"
    rf"{_N}\s*(?:km/h|kph|mph|m/s)\b"
)
_TIME = re.compile(rf"{_N}\s*(hours?|h|minutes?|min|seconds?|s)\b")
_FAR = re.compile(rf"{_N}\s*(km|kilomet(?:er|re)s?|m|met(?:er|re)s?|miles?)\b(?!\s*(?:per|an|a|/))")


def english(text: str) -> Solution | None:
    """The answer of an English problem, or ``None`` when its reading is not certain."""
    plain = " ".join(text.lower().replace(",", " , ").split())
    if (
        len(plain) > LONGEST
        or re.search(r"[\u4e00-\u9fff]", plain)
        or _UPSET.search(plain.replace("of each", ""))
        or "?" not in plain
    ):
        return None
    return _kinds(plain) or _motion(plain) or _percent(plain)


def _kinds(plain: str) -> Solution | None:
    words = [_PLURAL.get(word, word.rstrip("s") if word != "goose" else word) for word in re.findall(r"[a-z]+", plain)]
    named = [name for name in dict.fromkeys(words) if name in _LEGS]
    heads, legs = re.findall(rf"{_N} heads", plain), re.findall(rf"{_N} (?:legs|feet)", plain)
    if len(named) != 2 or len(heads) != 1 or len(legs) != 1 or len(re.findall(_N, plain)) != 2:
        return None
    low, high = sorted(named, key=lambda name: _LEGS[name])
    few, many = _LEGS[low], _LEGS[high]
    count, total = Fraction(heads[0]), Fraction(legs[0])
    if few == many:
        return None
    second = (total - few * count) / (many - few)
    first = count - second
    if any(value.denominator != 1 or value < 0 for value in (first, second)):
        return None
    question = plain[plain.index("how") :] if "how" in plain else ""
    asked = [name for name in (low, high) if re.search(rf"\b{name}s?\b", question)]
    both = Expected(answer=f"{low} {shown(first)}, {high} {shown(second)}")
    if len(asked) == 1:
        expected = Expected(answer=shown(first if asked[0] == low else second))
    elif len(asked) == 2 or "each" in question or "of them" in question:
        expected = both
    else:
        return None
    lines = [
        Line(
            f"Suppose all of them were {low}s: how many legs would there be?",
            ("The number of heads stays as it is.", f"Multiply the heads by the legs of one {low}."),
            f"{shown(count)} × {few}",
            few * count,
            "legs",
        ),
        Line(
            "How many legs are missing then?",
            ("Compare with the legs there really are.", "Subtract."),
            f"{shown(total)} - {shown(few * count)}",
            total - few * count,
            "legs",
        ),
        Line(
            f"How many legs does it add to turn one {low} into a {high}?",
            ("Look at one of each.", "Subtract."),
            f"{many} - {few}",
            Fraction(many - few),
            "legs",
        ),
        Line(
            f"So how many {high}s are there?",
            ("Each change adds the same.", "Divide what is missing by one change."),
            f"{shown(total - few * count)} ÷ {many - few}",
            second,
        ),
    ]
    steps = [step(n, line) for n, line in enumerate(lines, start=1)]
    if asked != [high]:
        steps.append(
            Step(
                id="s5",
                ask=f"And how many {low}s?" + (" Write both numbers." if expected is both else ""),
                expected=expected,
                hints=("How many are there of both kinds together?", "Take away those that you found."),
                conclusion=f"{low} {shown(first)}, {high} {shown(second)}",
            )
        )
    idea = Idea(
        ask="Both kinds are mixed. What could you suppose to make it simpler?",
        keys=("suppose", "assume", "all", "if", "equation", "let", "table", "guess"),
        hint="If all of them were of one kind, the legs could be counted at once.",
    )
    rule = f"{low}+{high}={shown(count)}; {few}*{low}+{many}*{high}={shown(total)}"
    return Solution("two_kinds", expected, tuple(steps), idea, "math/chicken-rabbit", rule if expected is both else "")


def _motion(plain: str) -> Solution | None:
    speeds = list(_SPEED.finditer(plain))
    if (
        len(speeds) != 1
        or len(re.findall(_N, plain)) != 2
        or len(re.findall(r"\b(?:car|train|bus|bike|boy|girl|plane)\b", plain)) > 2
    ):
        return None
    found = speeds[0]
    v = Fraction(found[1] or found[4])
    unit, time = _units(found)
    rest = plain[: found.start()] + plain[found.end() :]
    hours, far = _TIME.findall(rest), _FAR.findall(rest)
    question = plain[plain.index("how") :] if "how" in plain else ""
    if (
        len(hours) == 1
        and not far
        and _short(hours[0][1]) == time
        and re.search(r"how far|how many (?:km|kilo|met|mile)", question)
    ):
        t = Fraction(hours[0][0])
        line = Line(
            "Speed and time are known: how do you find the distance?",
            ("Which two of distance, speed and time are given?", "Distance = speed × time."),
            f"{shown(v)} × {shown(t)}",
            v * t,
            unit,
        )
    elif (
        len(far) == 1
        and not hours
        and _short(far[0][1]) == unit
        and v
        and re.search(r"how long|how many (?:hour|minute|second)", question)
    ):
        s = Fraction(far[0][0])
        line = Line(
            "Distance and speed are known: how do you find the time?",
            ("Which two of distance, speed and time are given?", "Time = distance ÷ speed."),
            f"{shown(s)} ÷ {shown(v)}",
            s / v,
            {"h": "hours", "min": "minutes", "s": "seconds"}[time],
        )
    else:
        return None
    return worked("motion", [line], topic="math/travel")


def _percent(plain: str) -> Solution | None:
    found = re.fullmatch(rf"(?:what is|calculate|find) {_N}\s*(?:%|percent|per cent) of {_N} ?\?", plain)
    if found is None:
        return None
    p, n = Fraction(found[1]), Fraction(found[2])
    line = Line(
        "How do you write a percentage of a number as a calculation?",
        ("Percent means out of a hundred.", "Multiply the number by the percentage."),
        f"{shown(n)} × {shown(p)}%",
        n * p / 100,
    )
    return worked("percent_of", [line], topic="math/percent")


def _units(found: re.Match[str]) -> tuple[str, str]:
    if found[4]:
        written = found[0].split()[-1] if " " in found[0] else re.sub(r"[\d.]", "", found[0])
        return {"km/h": ("km", "h"), "kph": ("km", "h"), "mph": ("miles", "h"), "m/s": ("m", "s")}[written]
    return _short(found[2]), _short(found[3])


def _short(unit: str) -> str:
    for start, name in (
        ("km", "km"),
        ("kilo", "km"),
        ("mile", "miles"),
        ("min", "min"),
        ("h", "h"),
        ("s", "s"),
        ("m", "m"),
    ):
        if unit.startswith(start):
            return name
    return unit
