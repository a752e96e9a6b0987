"""Words that state nothing by themselves, or whose statement is checked elsewhere. Data in ``vocabulary.json``."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(files(__package__).joinpath("vocabulary.json").read_text(encoding="utf-8"))
    return data


@cache
def chinese() -> re.Pattern[str]:
    """Any such Chinese word, the longest first."""
    found = {word for line in _data()["chinese"] for word in line.split()}
    return re.compile("|".join(sorted(map(re.escape, found), key=len, reverse=True)))


@cache
def english() -> frozenset[str]:
    return frozenset(word for line in _data()["english"] for word in line.split())


@cache
def foods() -> dict[str, tuple[str, ...]]:
    """English food words → the Chinese words that a menu may have for them."""
    return {word: tuple(chinese.split()) for word, chinese in _data()["foods"].items()}
