"""Names that are one because of their company: they stand where the names around them stand.

"Wexham R2 ($129) … GrebeView 4K ($249) … Larkfield Beacon wants …": sentences of one paragraph, lines of one list or
links of one chain (飞梭F61、某牌87) that begin with names, of which two at least are known.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Protocol, TypeVar

from pilothouse.assistants.shopping.evidence.naming.seen import Seen

_LATIN_AFTER = re.compile(
    r"\s?[:(、]|,\s|\s(?:is|was|has|had|gave|got|never|wants|needs|lasted|shut|died|broke|did|does|kept|makes?|feels|"
    r"sounds|[a-z]{2,}(?:ed|ens|ts|ns|ks|ps|ds))\b"
)
_PRICED = re.compile(
    r"\s?\((?:about |from |around )?(?:[$€£¥]\s?\d|\d[\d,.]*\s?(?:yuan|元|块|usd|rmb|dollars|euros?|pounds?))"
)
_HAN_AFTER = re.compile(r"\s?[:(、;。]|[\u3400-\u9fff]")


class Named(Protocol):
    """A product under whose name ``items`` stand."""

    items: list[Seen]


E = TypeVar("E", bound=Named)


def company(doubtful: Iterable[E], sure: Collection[E]) -> list[E]:
    """Those of ``doubtful`` that begin what other names begin, beside two of ``sure`` at least, or have a price."""
    known: dict[Hashable, set[int]] = defaultdict(set)
    for entry in sure:
        for item in entry.items:
            for group in _groups(item):
                known[group].add(id(entry))
    return [
        entry
        for entry in doubtful
        if any(
            _namelike(item) and (_priced(item) or any(len(known[group]) > 1 for group in _groups(item)))
            for item in entry.items
        )
    ]


def _priced(item: Seen) -> bool:
    return _PRICED.match(item.sentence.plain, item.chain.end) is not None


def _groups(item: Seen) -> Iterator[Hashable]:
    """What a name begins: the sentence of a paragraph, a line, a link of a chain."""
    plain, chain = item.sentence.plain, item.chain
    start = chain.start
    if item.han:
        at = plain.rfind(item.han, max(0, start - 10), start)
        start = at if at >= 0 else start
    front = plain[item.sentence.head if item.sentence.first else 0 : start].rstrip()
    after = (_HAN_AFTER if item.han else _LATIN_AFTER).match(plain, chain.end)
    if (
        item.sentence.place == "title"
        or (front and front[-1] not in "、;:。")
        or not (after or chain.end == len(plain))
    ):
        return
    if not front or front[-1] in ";:":
        yield item.page, item.sentence.line
    if front[-1:] == "、" or plain[chain.end : chain.end + 1] == "、":
        yield item.page, item.sentence.line, "chain"
    if not front and item.sentence.first:
        yield item.page, item.sentence.place, plain[chain.end : chain.end + 2].strip()[:1]


def _namelike(item: Seen) -> bool:
    """Whether the words are more than one capital letter at the beginning of a sentence."""
    return bool(item.han) or len(item.chain.words) > 1 or any(map(str.isdigit, item.chain.words[0]))
