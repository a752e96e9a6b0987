"""A reply taken apart: its segments, each with the rows that it speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from pilothouse.assistants.menu.verification.evidence import Card, Evidence
from pilothouse.assistants.menu.verification.figure import Figure, figures

_BREAK = re.compile(
    r"(?P<end>[。!?;\n]+|(?<=[^\d\s])\.(?=\s|$))|(?<!\d)[,:()](?!\d)|[,:()](?=\s)|(?<=\d)[,:()](?!\d)|(?<!\d)[,()](?=\d)|(?<=[\u4e00-\u9fff]):(?=\d)|\s[-–—]\s|——"
)
_LINK = re.compile(r"(?:[、,/&\s\"“”「」『』()*-]|和|与|跟|及|以及|还有|或者?|\band\b|\bor\b|\bthe\b|\d{1,2}[.)、])*")
_ALL = re.compile(r"都|这些|这几|以上|均|全部|\b(?:all|both|these|each)\b")
_THAN = re.compile(r"(?:比|跟|和|与|than|as|\bto)\s*(?:the )?[\"“「]?$")
_COMPARED = re.compile(r"便宜|贵|少|多|差|一样|相同|cheaper|expensive|more|less|same|difference")
_REACH = 14  # characters between 比 and the comparison


@dataclass(frozen=True, eq=False)
class Mention:
    """A row named in the text. ``compared``: it is what another dish is compared with."""

    cards: tuple[Card, ...]
    start: int
    end: int
    surface: str
    compared: bool = False


@dataclass(frozen=True, eq=False)
class Segment:
    """A stretch of the reply. ``heading``: it stands before what it is about (符合条件的有：…).

    ``before``: the sentence up to here, from the last name on.
    """

    text: str
    start: int
    subjects: tuple[Card, ...]
    heading: bool = False
    before: str = ""

    @cached_property
    def figures(self) -> list[Figure]:
        return figures(self.text)


class Reading:
    """``text`` is the normalised reply."""

    def __init__(self, text: str, evidence: Evidence) -> None:
        self.text = _unquoted(text, evidence)
        self.evidence = evidence
        self.unknown: list[str] = []
        self.mentions = self._mentions()

    @cached_property
    def named(self) -> tuple[Card, ...]:
        """Dishes that the reply names, in order."""
        return tuple(
            {card.key: card for mention in self.mentions for card in mention.cards if card.kind == "dish"}.values()
        )

    def _mentions(self) -> list[Mention]:
        found = self._stores()
        by_key = {card.key: card for card in self.evidence.dishes}
        spans = [(mention.start, mention.end) for mention in found]
        names: list[tuple[str, tuple[Card, ...]]] = [
            (name, (card,)) for card in by_key.values() for name in _names(card)
        ]
        marks = [
            (mention.start, mention.end, mention.surface, tuple(by_key[i] for i in mention.dishes if i in by_key))
            for mention in self.evidence.lexicon.mentions(self.text)
            if len(mention.surface) > 1
        ]
        for name, cards in sorted(names, key=lambda item: -len(item[0])):
            marks += [(m.start(), m.end(), name, cards) for m in re.finditer(re.escape(name), self.text)]
        for start, end, surface, cards in sorted(marks, key=lambda mark: mark[0] - mark[1]):
            if any(left < end and start < right for left, right in spans):
                continue
            if not cards and any(
                surface in item and surface != item for card in by_key.values() for item in card.items
            ):
                continue  # 米饭 in "配米饭一碗", 土豆片 among the ingredients: not said as a dish
            if not cards and any(surface in card.text for card in self.evidence.cards):
                continue
            if not cards:
                self.unknown.append(surface)
            spans.append((start, end))
            found.append(Mention(cards, start, end, surface))
        return self._compared(sorted(found, key=lambda mention: mention.start))

    def _stores(self) -> list[Mention]:
        by_name: dict[str, list[Card]] = {}
        for card in self.evidence.answers:
            if card.store:
                for name in {card.store, card.store.rsplit("·", 1)[-1], *self._aliases(card)}:
                    if len(name) > 1:
                        by_name.setdefault(name, []).append(card)
        found: list[Mention] = []
        for name in sorted(by_name, key=len, reverse=True):
            for match in re.finditer(re.escape(name), self.text):
                if not any(m.start < match.end() and match.start() < m.end for m in found):
                    found.append(Mention(tuple(by_name[name]), *match.span(), name))
        return found

    def _aliases(self, card: Card) -> list[str]:
        """Other names of the store; the bare name of a street is not one, it also stands in addresses."""
        stores = self.evidence.lexicon.stores
        id = card.row.get("store_id") or stores.get(card.store)
        return [word for word, other in stores.items() if other == id and (word.endswith("店") or word.isascii())]

    def _compared(self, mentions: list[Mention]) -> list[Mention]:
        marked: list[Mention] = []
        for index, mention in enumerate(mentions):
            than = bool(_THAN.search(self.text[: mention.start])) and index > 0
            after = self.text[mention.end : mention.end + _REACH]
            marked.append(
                replace(
                    mention,
                    compared=than
                    and bool(_COMPARED.search(after) or self.text[: mention.start].rstrip().endswith(("than", "比"))),
                )
            )
        return marked

    @cached_property
    def segments(self) -> list[Segment]:
        """The reply from left to right; a segment without a name goes on about the last one named."""
        made: list[Segment] = []
        subjects: tuple[Card, ...] = ()
        seen: dict[str, Card] = {}
        for start, end in self._clauses():
            inside = [m for m in self.mentions if start <= m.start < end]
            groups = self._groups(inside)
            first = groups[0][0].start if groups else end
            lead = self.text[start:first]
            if groups:
                made.append(Segment(lead, start, _cards(groups[0]), heading=True))
            else:
                about = tuple(seen.values()) if _ALL.search(lead) and seen else subjects
                made.append(Segment(lead, start, about, heading=not about))
            for index, group in enumerate(groups):
                if not group[0].compared:
                    subjects = _cards(group)
                seen |= {card.key: card for card in _cards(group)}
                stop = groups[index + 1][0].start if index + 1 < len(groups) else end
                rest = self.text[group[-1].end : stop]
                about = (
                    tuple(seen.values())
                    if len(groups) == 1 and len(group) == 1 and re.match(r"(?:这)?(?:都|均)", rest)
                    else subjects
                )
                made.append(Segment(rest, group[-1].end, about or _cards(group)))
        return [replace(segment, before=self._before(segment)) for segment in made]

    def _before(self, segment: Segment) -> str:
        ends = [match.end() for match in _BREAK.finditer(self.text[: segment.start]) if match["end"]]
        names = [mention.end for mention in self.mentions if mention.end <= segment.start]
        return self.text[max([0, *ends[-1:], *names[-1:]]) : segment.start]

    def _clauses(self) -> list[tuple[int, int]]:
        found, start = [], 0
        for match in _BREAK.finditer(self.text):
            if any(m.start <= match.start() < m.end for m in self.mentions):
                continue
            found.append((start, match.start()))
            start = match.end()
        found.append((start, len(self.text)))
        return [(a, b) for a, b in found if self.text[a:b].strip()]

    def _groups(self, mentions: list[Mention]) -> list[list[Mention]]:
        """Names joined by 、 or 和 are spoken of together."""
        groups: list[list[Mention]] = []
        for mention in mentions:
            if groups and not mention.compared and _LINK.fullmatch(self.text[groups[-1][-1].end : mention.start]):
                groups[-1].append(mention)
            else:
                groups.append([mention])
        return groups


def _unquoted(text: str, evidence: Evidence) -> str:
    """The text without what it quotes from the guest."""

    def blank(match: re.Match[str]) -> str:
        return "□" * len(match[0]) if match[1].strip() in evidence.question else match[0]

    return re.sub(r"[“「『\"]([^“”「」『』\"]{1,40})[”」』\"]", blank, text)


def _names(card: Card) -> set[str]:
    from pilothouse.retrieval.tokenizer import normalise

    found = {normalise(card.row["name"])}
    if card.row.get("name_en"):
        found.add(normalise(card.row["name_en"]))
    if card.named and card.row.get("asked"):
        found.add(normalise(card.row["asked"]))
    return {name for name in found if name}


def _cards(group: list[Mention]) -> tuple[Card, ...]:
    return tuple({card.key: card for mention in group for card in mention.cards}.values())
