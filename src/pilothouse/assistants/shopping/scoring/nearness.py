"""How near a quotation is to what somebody needs: by rare words that both use, and by what they mean.

Reviews of one kind of product are all alike; what counts is which of them speak of this case. So words weigh by their
rarity among these quotations, and meaning counts by how far it stands out from them.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pilothouse.retrieval.tokenizer import normalise, words

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.evidence.record import Evidence
    from pilothouse.assistants.shopping.need import Need
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.websearch.provider import WebPage

OUT = 1.5  # standard deviations above the mean from which a meaning stands out
FULL = 2.0  # further ones at which it is as near as it can be
PAGE = 0.5  # what the beginning of a page counts, beside the quotation itself
HEAD = 150  # characters of it
COMMON, RARE = 0.5, 0.35  # shares of the pages: the thing is named by most, a form of it by few
MEANT = 64  # quotations whose meaning is looked at: more take longer, and change few decisions (shopping_needs.py)
MEANING = 0.7  # what meaning counts at most, beside words
SHARE = 1 / 3  # of the need's words, by rarity: a quotation that has them is as near as it can be
_SPACE = re.compile(r"[\s,，。.]+")
_COUNTED = "[款个台双把支只副瓶条种]"
_IDLE = re.compile(
    r"(?:预算|大概|大约)?[\d一两二三四五六七八九十百千万]+\s*(?:块|元|yuan|rmb)?\s*钱?"
    r"(?:以内|以下|之内|内|左右|上下|封顶|以上)|预算\S{0,4}?\d+|"
    r"\b(?:under|up to|below|about|around|within|max)\s+[$€£¥]?\s?\d+"
    r"(?:\s*(?:yuan|usd|dollars|bucks|euros?|pounds))?|"
    rf"哪一?{_COUNTED}|[一1]{_COUNTED}|口碑|评测|推荐|有没有|想买|想要|想|求|买(?:啥|什么|哪个)?|怎么[选买挑样]|值得|最好|真的|"
    r"好用的?|好的|靠谱的?|不错的?|比较好|性价比高?的?|给我|帮我|帮忙|麻烦|请问|看看|挑|选|什么|有啥|一下|现在|最近|今年|大家|打算|"
    r"准备|其[他它]|别的|另外|牌子|品牌|同事|朋友|那台|刚坏|坏了|"
    r"\b(?:which|what|best|good|great|recommend\w*|please|pls|looking for|want|need|the|for|with|and|that|not|is|are|"
    r"an?|me|my|i|buy|get|should|would|can|could|you|any|one|to|of|worth|reliable|decent|right now|do|does|there)\b",
    re.IGNORECASE,
)


def particulars(need: str, kind: str) -> str:
    """What of the asker's words says more than the kind of product, the budget, and that it should be good."""
    plain = normalise(need)
    return _SPACE.sub(" ", _IDLE.sub(" ", plain.replace(normalise(kind), " ") if kind else plain)).strip(
        " ,.?!，。？！"
    )


@dataclass(frozen=True, slots=True)
class Near:
    """How near evidence is, 0 to 1: its quotation to the need as a whole (``need``) and to each of its ``musts``,
    and the beginning of its page to the need (``pages``, by number). ``foreign``: pages about another form of the
    thing."""

    need: Mapping[str, float] = field(default_factory=dict)
    musts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    pages: Mapping[int, float] = field(default_factory=dict)
    foreign: frozenset[int] = frozenset()

    def of(self, evidence: Evidence) -> float:
        """How near a record is to the need."""
        return max(self.need.get(evidence.quotation, 0.0), PAGE * self.pages.get(evidence.page, 0.0))


def nearness(
    need: Need, evidence: Collection[Evidence], encoder: Embedder | None, pages: Sequence[WebPage] = ()
) -> Near:
    """How near ``evidence``, taken from ``pages``, is to what ``need`` says in particular."""
    texts = sorted({record.quotation for record in evidence})
    told = telling(evidence)
    asked = particulars(need.query, need.kind)
    heads = _heads(pages)
    near = _near(asked, need.kind, heads, heads, encoder)
    return Near(
        need=_near(asked, need.kind, texts, told, encoder),
        musts={must: _near(must, need.kind, texts, told, encoder) for must in needed(need)},
        pages={number: near[head] for number, head in enumerate(heads) if head in near},
        foreign=foreign(need.kind, pages),
    )


def meanings(need: Need, evidence: Collection[Evidence], pages: Sequence[WebPage]) -> list[str]:
    """The texts that ``nearness`` asks an encoder for; first what is wanted."""
    asked = particulars(need.query, need.kind)
    texts = [*_heads(pages), *telling(evidence)]
    return [*(asked for _ in texts[:1] if asked), *needed(need), *(text for text in texts if asked or needed(need))]


def telling(evidence: Collection[Evidence]) -> list[str]:
    """The quotations whose meaning is looked at: those that say most of each page, ``MEANT`` at most."""
    pages: dict[int, dict[str, float]] = {}
    for record in evidence:
        said = pages.setdefault(record.page, {})
        said[record.quotation] = max(said.get(record.quotation, 0.0), record.strength * record.specificity)
    rounds = itertools.zip_longest(
        *(sorted(said, key=lambda text: (-said[text], text)) for _, said in sorted(pages.items()))
    )
    once = dict.fromkeys(text for texts in rounds for text in texts if text is not None)
    return sorted(itertools.islice(once, MEANT))


def _heads(pages: Sequence[WebPage]) -> list[str]:
    return [f"{page.title} {page.text[:HEAD]}" for page in pages]


def foreign(kind: str, pages: Sequence[WebPage]) -> frozenset[int]:
    """Pages about the thing, but not the form of it that is wanted: 电动牙刷 where 儿童电动牙刷 is.

    The last word of ``kind`` says what thing it is. Only where most pages name it are the words before it a condition,
    and of these only the rare ones: what nearly every page says needs no saying.
    """
    from rjieba import cut

    found = [word for word in cut(normalise(kind)) if len(word) > 1 and not word.isascii()]
    texts = [_whole(page.title, page.text) for page in pages]
    if len(found) < 2 or sum(found[-1] in text for text in texts) < COMMON * len(texts):
        return frozenset()
    forms = [word for word in found[:-1] if sum(word in text for text in texts) < RARE * len(texts)]
    return frozenset(number for number, text in enumerate(texts) if not all(word in text for word in forms))


@lru_cache(maxsize=64)
def _whole(title: str, text: str) -> str:
    return normalise(f"{title} {text}")


def cases(need: Need) -> tuple[str, ...]:
    """Persons and scenes that are more than the kind says: every 婴儿推车 is for a 宝宝."""
    from pilothouse.assistants.shopping.need import read_need

    plain = read_need(need.kind, None, date.min) if need.kind else need
    ours = {*plain.persons, *plain.scenes} if need.kind else set()
    return tuple(case for case in (*need.persons, *need.scenes) if case not in ours)


def needed(need: Need) -> tuple[str, ...]:
    """Requirements that are more than the kind says."""
    return tuple(must for must in need.musts if must not in need.kind)


def requires(need: Need) -> bool:
    """Whether a quality, a person, a place or a requirement is named that says more than the kind does; or a sort of
    the thing, right before it: 挂脖子的小风扇."""
    return bool(need.qualities or cases(need) or needed(need) or _sort(need))


def _sort(need: Need) -> str:
    """What stands before the kind to tell which sort of it is meant."""
    kind = normalise(need.kind)
    found = re.search(rf"([^，,。；;！!？?\s]{{2,12}})的{re.escape(kind)}", normalise(need.query)) if kind else None
    left = particulars(found[1], kind) if found else ""
    return "" if any(name.casefold() in left for name in need.names) else left if len(left) > 1 else ""


def says_more(need: Need) -> bool:
    """Whether more is wanted than any good product of the kind."""
    return requires(need) or any(len(word) > 1 for word in words(particulars(need.query, need.kind)))


def _near(
    asked: str, kind: str, texts: Sequence[str], told: Sequence[str], encoder: Embedder | None
) -> dict[str, float]:
    """``told``: those of ``texts`` whose meaning is looked at beside their words."""
    if not texts or not asked:
        return {}
    shared = _shared(asked, normalise(kind), [normalise(text) for text in texts])
    meant = dict(zip(told, _meant(asked, told, encoder), strict=True))
    return {text: max(word, MEANING * meant.get(text, 0.0)) for text, word in zip(texts, shared, strict=True)}


def _shared(asked: str, kind: str, texts: Sequence[str]) -> list[float]:
    """The share of the need's words, weighed by rarity, that each text has."""
    of_kind = set(words(kind))
    wanted = {word for word in words(asked) if len(word) > 1} - of_kind
    rarity = {word: math.log((len(texts) + 1) / (sum(word in text for text in texts) + 0.5)) for word in wanted}
    whole = math.fsum(rarity.values())
    if whole <= 0:
        return [0.0] * len(texts)
    return [min(1.0, math.fsum(r for w, r in rarity.items() if w in text) / whole / SHARE) for text in texts]


def _meant(asked: str, texts: Sequence[str], encoder: Embedder | None) -> list[float]:
    """How far each text's likeness to the need stands out from that of the others."""
    if encoder is None or len(texts) < 2:
        return [0.0] * len(texts)
    vectors = encoder.embed([asked, *texts])
    likeness = vectors[1:] @ vectors[0]
    spread = float(likeness.std())
    if spread < 1e-6:
        return [0.0] * len(texts)
    out = (likeness - likeness.mean()) / spread
    return [float(value) for value in np.clip((out - OUT) / FULL, 0.0, 1.0)]
