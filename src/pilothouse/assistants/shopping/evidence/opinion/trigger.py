"""What a regular expression cannot match without: a page that has none of the pieces need not be searched for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MOST = 40  # pieces; looking for more takes as long as the search itself


def pieces(expression: re.Pattern[str]) -> frozenset[str]:
    """Texts of which every match of ``expression`` holds one; empty when that can't be said."""
    found = _needed(parser.parse(expression.pattern))
    return found if found and len(found) <= MOST else frozenset()


def holds(expression: re.Pattern[str], character: str) -> bool:
    """Whether every match of ``expression`` holds ``character``, as far as that can be said."""
    return any(all(character in piece for piece in option) for option in _options(parser.parse(expression.pattern)))


def _needed(sequence: Iterable[Any]) -> frozenset[str]:
    """The most telling of the sets that a sequence needs."""
    return max(_options(sequence), key=_telling, default=frozenset())


def _options(sequence: Iterable[Any]) -> list[frozenset[str]]:
    """The sets that a sequence needs one piece each of, each made of one of its elements."""
    options: list[frozenset[str]] = []
    run = ""
    for operation, value in sequence:
        if operation is code.LITERAL:
            run += chr(value)
            continue
        options.append(frozenset([run] if run else []))
        run = ""
        if operation is code.SUBPATTERN:
            options.append(_needed(value[3]))
        elif operation is code.BRANCH:
            parts = [_needed(part) for part in value[1]]
            options.append(frozenset().union(*parts) if all(parts) else frozenset())
        elif operation in (code.MAX_REPEAT, code.MIN_REPEAT) and value[0] > 0:
            options.append(_needed(value[2]))
        elif operation is code.IN and all(kind is code.LITERAL for kind, _ in value):
            options.append(frozenset(chr(literal) for _, literal in value))
    options.append(frozenset([run] if run else []))
    return [option for option in options if option]


def _telling(option: frozenset[str]) -> tuple[int, int]:
    return min(min(len(piece) for piece in option), 3), -len(option)
