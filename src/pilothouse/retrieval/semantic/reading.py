"""What a request says, as tokens that are compared one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.retrieval.evidence.figures import plain
from pilothouse.retrieval.semantic.lexicon import SILENT
from pilothouse.retrieval.semantic.tokens import CLAUSE, DENY, PLACED, TO, tokens
from pilothouse.retrieval.tokenizer import normalise

LONGEST = 400  # characters: longer texts are not questions
DENY_BEFORE = "~<"
OF, AND, BUDGET = "·的", "·和", "预算"
_BEFORE, _BEHIND = frozenset({"<=>", ">=>", "~=>"}), frozenset({"<=<", ">=<", "~=<"})
_DENIALS = frozenset({DENY, DENY + "can", DENY + "need"})
_TURNS = frozenset({CLAUSE, "但", "但是", "but", "还", "还有"})
_YEAR = re.compile(r"#(?:19|20)\d\d\b.*")
_BARE = re.compile(r"#(\d+(?:\.\d+)?)\s+([<>~]=)?")
_APART = re.compile(r"(?<=\d) (?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff]) (?=\d)")
_WH_TEXT = "pick choose good handle how price long days when clock where why who much what"
_WH = frozenset(f"?{word}" for word in _WH_TEXT.split())
_LIGHT = frozenset({"?can", "?have", "?is", "?yn"})
_LIMITED = frozenset({"?when", "?who", "?clock", "?days", "?long", "?much"})  # when one may, and when one does
# Say nothing where something is chosen.
_CHOOSING = frozenset({"给", "用", "适合", "使用", "用的", "比较", "最", "更", "better", "vs"})
_MONEY = ("费", "补贴", "补助", "津贴", "工资", "奖金", "押金", "fee", "fare")


@dataclass(frozen=True, slots=True)
class Reading:
    """``said``: content tokens in order, negated ones with ``~`` before them, figures as ``#value unit bound``.
    ``asked``: what is asked for. ``plain``: the normalised text."""

    said: tuple[str, ...]
    asked: frozenset[str]
    plain: str


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    tidy = normalise(text)
    found = _placed(_joined(tokens(plain(_APART.sub("", tidy)).replace("’", "'"))))
    said = _denied(found)
    asked = {token for token in found if token.startswith("?")}
    choosing = asked & {"?pick", "?choose"}
    if choosing:
        said = [token for token in said if token not in _CHOOSING]
    asked = _asked(asked, said)
    return Reading(tuple(said), frozenset(asked), tidy)


def _asked(asked: set[str], said: list[str]) -> set[str]:
    """What is asked for, alike for ways of asking that mean the same. May take the last of ``said`` away."""
    if asked & {"?what", "?pick"} and said and said[-1] == "好":
        asked = asked - {"?what"} | {"?pick"}  # "买什么小洗衣机好"
        said.pop()
    if "?much" in asked and any(token.endswith(_MONEY) for token in said):
        asked = asked - {"?much"} | {"?price"}
    if asked & {"?good", "?choose"}:
        asked = asked - {"?pick"}
    if not asked & _WH:
        # Whether it may be, is there, or is so: the verb tells. What must be is another question.
        return {"?yn" if token in _LIGHT else token for token in asked}
    asked = asked - {"?have", "?is", "?yn", "?need", "?what"}
    if asked == {"?pick"} and len(said) > 2:
        return set()  # what is wanted, as somebody types it into a search box
    if "?price" in asked:
        asked = asked - {"?pick"}
    return asked if asked & _LIMITED else asked - {"?can"}


def _joined(tokens: Iterable[str]) -> list[str]:
    """Bounds bound to their figures; what says nothing left out."""
    found: list[str] = []
    bound = ""
    for token in tokens:
        if token == SILENT:
            continue
        if token in _BEFORE:
            found += [bound] if bound else []
            bound = token[:-1]
        elif token in _BEHIND:
            if found and found[-1].startswith("#"):
                found[-1] += token[:-1]
            else:
                found.append(token[:-1])
        elif token.startswith("#") and token != TO:
            found.append(token + bound)
            bound = ""
        else:
            found.append(token)
    return [token for token in [*found, bound] if token]


def _placed(tokens: list[str]) -> list[str]:
    """A preposition counts before a figure ("by 5 pm", "for 5 days"); an amount of a budget is money; a number and the
    word behind it are one ("16 pro", "2 lattes")."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else ""
        behind = tokens[at + 1] if at + 1 < len(tokens) else ""
        figure = behind.startswith("#")
        if token.startswith(PLACED):
            if figure and not behind.endswith("=") and not _YEAR.fullmatch(behind):
                found.append(token)
        elif token == BUDGET and figure and behind.endswith("="):
            continue  # "预算200以内" says no more than "200以内"
        elif (bare := _BARE.fullmatch(token)) and (before == BUDGET or (bare[2] and float(bare[1]) >= 20)):
            found.append(f"#{bare[1]} 元 {bare[2] or ''}")
        elif found and _BARE.fullmatch(found[-1]) and not found[-1].endswith("=") and re.fullmatch("[a-z]+", token):
            found[-1] += token
        else:
            found.append(token)
    return found


def _denied(tokens: list[str]) -> list[str]:
    """What is said, each token in the reach of a negation marked: up to the end of its clause, or to 的 or 要."""
    found: list[str] = []
    denying, reached = False, True
    for at, token in enumerate(tokens):
        behind = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token in _TURNS:
            if denying and not reached:
                _deny_last(found)
            denying, reached = False, True
            found += [token] if token != CLAUSE else []
        elif token == OF:
            denying = denying and (not reached or behind == AND)
        elif token == AND:
            continue
        elif token == DENY_BEFORE:
            _deny_last(found)
        elif token in _DENIALS:
            # Two in one clause ("不是不能"): the second stands for itself.
            found += [DENY] if denying else []
            found += [token + "!"] if token != DENY else []
            denying, reached = True, False
        elif token.startswith("?"):
            if denying and not reached:
                found.append(DENY + token)
            elif token == "?need":
                denying = False
        else:
            found.append(DENY + token if denying else token)
            reached = True
    if denying and not reached:
        _deny_last(found)
    return found


def _deny_last(found: list[str]) -> None:
    if found and not found[-1].startswith(DENY):
        found[-1] = DENY + found[-1]
    else:
        found.append(DENY)
