"""Which of a recogniser's readings of one utterance the guest said: code weighs them, for spoken turns only.

    likeliest([("水煮鱼腰凉粉", -2.9), ("水煮鱼腰两份", -3.1)], lexicon)   # 水煮鱼要两份

A reading costs what its sounds cost the recogniser, and a part of what its words cost as a sentence to a waiter: words
of the language, names of the menu and turns of phrase (noisy-channel rescoring of n-best lists, with the unigram model
of ``plausible``). Function words have no place on a menu, so turns of phrase that sound like what was heard are tried
here too (腰两份 → 要两份). Typed text never comes here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Any

from pilothouse.assistants.menu import plausible, syllables
from pilothouse.assistants.menu.foodwords import telling
from pilothouse.assistants.menu.lexicon import Lexicon, is_chinese
from pilothouse.assistants.menu.repair import repair
from pilothouse.assistants.menu.tools import Services
from pilothouse.retrieval.tokenizer import normalise

_WEIGHT = 0.4  # of a nat of wording against a nat of sound
_PHRASE = 6.0  # nats for a turn of phrase, whatever its length
_SLIP = 2.0  # nats for a character that was misheard, beside the distance of its syllable
_FARTHEST, _NEAR = 2.5, 1.5  # of a syllable; see ``syllables``. The nearer one for turns of two characters
_TONE = 0.5  # of a syllable: only the tone differs
_LEAST = 3.0  # nats a turn of phrase must gain
_MOST = 4  # changes of one text
_SHORTEST, _LONGEST = 0.7, 1.4  # of the usual length: a reading that stops early left speech out
_NUMERALS = frozenset("零〇一二两三四五六七八九十百千万半")  # 预算两百 is not 两杯
_ONE_TWO = re.compile(r"一(?=两[份碗杯盘个瓶])")  # 来两份 is heard as 来一两份, which nobody orders
_BREAKS = re.compile(r"[^\w]+")


def chosen(
    services: Services, state: Mapping[str, Any], store: str | None, readings: Sequence[tuple[str, float]]
) -> str:
    """``likeliest`` for the next sentence of a session, by the menu of its store."""
    menu = services.catalogue.menu(services.catalogue.default_store(state.get("store") or store).id)
    return likeliest(readings, menu.lexicon)


def likeliest(readings: Sequence[tuple[str, float]], lexicon: Lexicon) -> str:
    """The text to work with. A reading is a text and its log-probability as a whole; raises ``ValueError`` without any.

    Text in Latin script is left to the recogniser.
    """
    if not readings:
        raise ValueError("There must be a reading.")
    if not is_chinese(readings[0][0]):
        return readings[0][0]
    usual = median(len(_bare(text)) for text, _ in readings)
    whole = [item for item in readings if _SHORTEST * usual <= len(_bare(item[0])) <= _LONGEST * usual + 1]
    texts = {item: phrased(item[0], lexicon) for item in dict.fromkeys(whole or readings[:1])}
    return texts[max(texts, key=lambda item: item[1] - _WEIGHT * wording(texts[item], lexicon))]


def wording(text: str, lexicon: Lexicon) -> float:
    """Nats that ``text``, once repaired, costs as words of a guest."""
    plain = _BREAKS.sub(" ", normalise(repair(text, lexicon).text)).strip()
    return plausible.Reading(plain, _known(plain, lexicon)).total


def phrased(text: str, lexicon: Lexicon) -> str:
    """``text`` with turns of phrase put where something that sounds like them makes no sense."""
    text = _ONE_TWO.sub("", text)
    for _ in range(_MOST):
        named = [(mention.start, mention.end) for mention in lexicon.mentions(text)]
        reading = plausible.Reading(text, _known(text, lexicon))
        found = []
        for phrase in phrases():
            for start in range(len(text) - len(phrase) + 1):
                end = start + len(phrase)
                if any(start < right and left < end for left, right in named):
                    continue
                cost = _misheard(text[start:end], phrase)
                if 0 < cost < math.inf and (gain := reading.gain(start, end, _PHRASE + cost)) >= _LEAST:
                    found.append((gain, start, phrase))
        if not found:
            break
        _, start, phrase = max(found)
        text = text[:start] + phrase + text[start + len(phrase) :]
    return text


@cache
def phrases() -> tuple[str, ...]:
    """Turns of phrase of ordering and asking, from ``said.txt``."""
    lines = files("pilothouse.assistants.menu").joinpath("said.txt").read_text("utf-8").splitlines()
    return tuple(dict.fromkeys(word for line in lines if not line.startswith("#") for word in line.split()))


def _misheard(said: str, meant: str) -> float:
    """Nats for hearing ``meant`` as ``said``; 0 for the same. At least half of it must have been heard right."""
    cost, changed = 0.0, 0
    for one, other in zip(said, meant, strict=True):
        if one != other:
            apart = syllables.distance(one, other)
            if apart > (_FARTHEST if len(meant) > 2 else _NEAR) or one in _NUMERALS or (apart > _TONE and telling(one)):
                return math.inf
            cost, changed = cost + _SLIP + apart, changed + 1
    return cost if changed * 2 <= len(meant) else math.inf


def _known(text: str, lexicon: Lexicon) -> list[plausible.Known]:
    name = math.log(len(lexicon.names) + len(lexicon.aliases) + 20) + 2.0
    known = [plausible.Known(mention.start, mention.end, name) for mention in lexicon.mentions(text)]
    for phrase in phrases():
        at = text.find(phrase)
        while at >= 0:
            known.append(plausible.Known(at, at + len(phrase), _PHRASE))
            at = text.find(phrase, at + 1)
    return known


def _bare(text: str) -> str:
    return _BREAKS.sub("", text)


__all__ = ["chosen", "likeliest", "phrased", "phrases", "wording"]
