"""What a sentence wants: knowledge, a calculation, small talk, or a question back. Rules first; meaning decides the rest."""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from pilothouse.assistants.knowledge.amounts import single, sum_of
from pilothouse.assistants.knowledge.calculator import CalculationError, calculate
from pilothouse.assistants.knowledge.chat import smalltalk
from pilothouse.assistants.knowledge.phrases import ASK, ASPECT
from pilothouse.assistants.knowledge.rewriting import Rewritten
from pilothouse.assistants.knowledge.sums import MEASURE, MONEY, asks_to_compute, expression_in

Intent = Literal["knowledge_query", "tool_action", "chitchat", "clarify"]
INTENTS: tuple[Intent, ...] = get_args(Intent)
_NOTHING = re.compile(r"[\W_]*")


@dataclass(frozen=True, slots=True)
class Route:
    """``sure``: the rules decided. ``kind`` of small talk or of what has to be asked back. ``choices``
    are amounts, of which one is to be taken ``expression`` times."""

    intent: Intent
    sure: bool = True
    kind: str = ""
    expression: str = ""
    choices: tuple[str, ...] = ()


def route(text: str, read: Rewritten, *, value: str = "", told: str = "", topic: str = "") -> Route:
    """The intent of ``text``, read as ``read``. ``value`` is the result of the last calculation: 再乘以3. ``told`` is what the
    last answer said about ``topic``: 那5天一共多少."""  # noqa: E501
    if kind := smalltalk(text):
        return Route("chitchat", kind=kind)
    if expression := expression_in(text):
        return Route("tool_action", expression=expression)
    if (known := value or single(told, topic)) and (expression := _continued(text, known)):
        return Route("tool_action", expression=expression)
    if made := sum_of(text, told, topic) if told else None:
        if made.expression:
            return Route("tool_action", kind="told", expression=made.expression)
        return Route("clarify", kind="amounts", expression=made.times, choices=tuple(one.shown for one in made.choices))
    if asks_to_compute(text) and len(text) <= 12:
        return Route("clarify", kind="numbers")
    if _NOTHING.fullmatch(text) or read.vague:
        return Route("clarify", kind="vague")
    asked = " ".join(part.question for part in read.parts)
    sure = read.carried or any(pattern.search(words) for pattern in (ASK, ASPECT) for words in (text, asked))
    return Route("knowledge_query", sure=sure)


def _continued(text: str, value: str) -> str | None:
    """再乘以3, 那加200呢, 再加住宿一晚480: goes on with the last result."""
    found = re.fullmatch(
        r"\s*(?:那|然后|再|如果|那么|and|then)*\s*(?P<rest>(?:除以|乘以?|加上?|减去?|扣掉?|打|plus|minus|times|divided by|[-+*/×÷])\s*.+?)\s*(?:呢|等于多少|是多少|是几|一共多少|总共多少|多少钱?)?[?？=。]*\s*",  # noqa: E501
        text,
        re.IGNORECASE,
    )
    if not found or not re.search(r"\d|[一二三四五六七八九十百千两半]", found["rest"]):
        return None
    base = f"({value})" if value.startswith("-") else value
    for rest in (found["rest"], _one_more(found["rest"])):
        try:
            if rest:
                calculate(f"{base}{rest}")
                return f"{base}{rest}"
        except CalculationError as error:
            if error.kind == "division_by_zero":
                return f"{base}{rest}"
    return None


def _one_more(rest: str) -> str:
    """加住宿一晚480 as an operator and its number."""
    found = re.fullmatch(
        rf"(?P<op>加上?|减去?|扣掉?|plus|minus|[-+])\s*[^\d,，]{{0,8}}?(?:[一每](?:{MEASURE}))?\s*(?P<n>\d[\d,]*(?:\.\d+)?)\s*(?:{MONEY})?",
        rest,
    )
    return f"{'-' if found['op'][0] in '减扣m-' else '+'} {found['n']}" if found else ""
