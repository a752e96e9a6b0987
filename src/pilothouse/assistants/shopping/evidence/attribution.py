"""Which product an opinion is about: the one named nearest before it, a pronoun's, the section's, the page's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.comparison import Rival, rivals
from pilothouse.assistants.shopping.evidence.measured import ranked
from pilothouse.assistants.shopping.evidence.naming.mention import Finder, Mention
from pilothouse.assistants.shopping.evidence.opinion import mood
from pilothouse.assistants.shopping.evidence.opinion.clause import clauses
from pilothouse.assistants.shopping.evidence.opinion.reading import Opinion, read
from pilothouse.assistants.shopping.evidence.sheet import Sentence, Sheet

MASK = "\ue000"
"""Stands for the characters of a name while opinions are read: "Whisper" in a name is no praise."""
_RANK = re.compile(
    r"\W*(?:第\s*([一二三四五六七八九十\d]+)\s*[名位]|top\s*\.?(\d{1,2})|no\s*\.?\s*(\d{1,2}))|\W*(冠军|"
    r"亚军|季军|末位|垫底|倒数第一)"
)
_RANKS = {"冠军": 1, "一": 1, "亚军": 2, "二": 2, "季军": 3, "三": 3, "末位": -1, "垫底": -1, "倒数第一": -1}
ANSWERED = 0.5  # strength of an answer that is a name and nothing else
_ANSWERED = re.compile(
    rf"\W*(?:最佳答案|推荐|答案|[^,。;?:{MASK}]{{1,8}}:)?\W*(?:就|我|也|直接|买|上|选|入|当然|必须|还是|肯定|\s)*\s?{MASK}+"
    rf"\s?(?:\+\s?1|吧|啊|呀|了|无疑|同款)?[!。.~,\s]*(?:\+\s?1)?[!。.~\s]*"
)
_JOINED = re.compile(r"\s*(?:和|与|跟|及|以及|、|/|&|and|,)\s*(?:the\s)?")
_THAN_IT = re.compile(r"比(?:它|这款|这台|这个|这把|这双|此款)[^,。;]{0,6}$")
_MINE = re.compile(r"我那|我这|我的|我家|我用|我买|我也|\bmine\b|\bmy\b")
_PRONOUN = re.compile(
    r"\W*(?:但|而|不过|所以|而且|其实)?(?:它|这款|这台|这个|该|此款|这把|这张|这双|这只|这件|it\b|this (?:one|model)\b)"
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """``entry``: the product's place in the catalogue. ``span``: the part of the sentence that says so."""

    entry: int
    sentence: int
    opinion: Opinion | None
    sign: int
    strength: float
    aspect: str
    named: bool
    compared: bool
    span: tuple[int, int]


class Attribution:
    """Goes through one page, sentence by sentence."""

    def __init__(self, sheet: Sheet, finder: Finder) -> None:
        self._sheet = sheet
        self._sentences = sheet.sentences
        self.mentions = finder.read([sentence.plain for sentence in sheet.sentences])
        self.topic, titled = self._topic()
        # A page that names one product, but not in its title, is about it from there on.
        self._focus: int | None = self.topic if titled else None
        self._own: dict[str, int] = {}  # what each voice of a thread said it has

    def _topic(self) -> tuple[int | None, bool]:
        """The only product of the title, else the only one of the page; and whether the title names it."""
        titled = {
            m.entry for s, ms in zip(self._sentences, self.mentions, strict=True) if s.place == "title" for m in ms
        }
        if titled:
            return (next(iter(titled)), True) if len(titled) == 1 else (None, True)
        named = {mention.entry for found in self.mentions for mention in found}
        return (next(iter(named)), False) if len(named) == 1 else (None, False)

    def judgements(self) -> Iterator[Judgement]:
        plains = [
            _masked(sentence.plain, found) for sentence, found in zip(self._sentences, self.mentions, strict=True)
        ]
        for at, (sentence, plain, found) in enumerate(zip(self._sentences, plains, read(plains), strict=True)):
            yield from self._sentence(at, sentence, plain, found)
        for item in ranked(self._sheet, self.mentions):
            yield Judgement(
                item.entry, item.sentence, None, item.sign, item.strength, item.aspect, True, True, item.span
            )

    def _sentence(self, at: int, sentence: Sentence, plain: str, found: list[Opinion]) -> Iterator[Judgement]:
        mentions = self.mentions[at]
        if sentence.first and sentence.place == "heading":
            self._focus = mentions[0].entry if mentions else self.topic
        elif sentence.first and mentions and (sentence.place == "item" or _opens(plain, mentions[0], sentence.head)):
            self._focus = mentions[0].entry
        if sentence.place == "title" and (self.topic is None or not mentions):
            return
        speaker = sentence.speaker
        if speaker and speaker in self._own and not mentions and _MINE.search(plain):
            self._focus = self._own[speaker]
        elif speaker and mentions and (_MINE.search(plain) or speaker not in self._own):
            self._own[speaker] = mentions[0].entry
        if mentions and not found and sentence.place == "voice" and _ANSWERED.fullmatch(plain, sentence.head):
            yield Judgement(mentions[0].entry, at, None, 1, ANSWERED, "", True, False, (0, len(plain)))
        if not found and not mentions:
            return
        compared = rivals(plain, mentions)
        yield from self._rank(at, sentence, mentions)
        if found or compared:
            yield from self._clauses(at, sentence, plain, compared, found)
        elif mentions:
            self._move(sentence, mentions[0].entry, [mentions[-1].entry])

    def _rank(self, at: int, sentence: Sentence, mentions: list[Mention]) -> Iterator[Judgement]:
        match = (
            _RANK.match(sentence.plain)
            if sentence.first and sentence.place in ("item", "heading") and mentions
            else None
        )
        if match is None:
            return
        place = next(group for group in match.groups() if group)
        rank = _RANKS.get(place) or (int(place) if place.isdigit() else 9)
        span = (0, len(sentence.plain))
        if rank < 0:
            yield Judgement(mentions[0].entry, at, None, -1, 0.6, "", True, True, span)
        elif rank <= 3:
            yield Judgement(mentions[0].entry, at, None, 1, (0.8, 0.65, 0.5)[rank - 1], "", True, True, span)

    def _clauses(
        self, at: int, sentence: Sentence, plain: str, compared: list[Rival], found: list[Opinion]
    ) -> Iterator[Judgement]:
        rival_at = {rival.mention.start: rival for rival in compared}
        current: list[int] = []
        blocked = False
        subject: int | None = None
        pending: Rival | None = None
        for clause in clauses(plain):
            own = [m for m in self.mentions[at] if clause[0] <= m.start < clause[1]]
            plainly = [m for m in own if m.start not in rival_at]
            here = [rival_at[m.start] for m in own if m.start in rival_at]
            text = plain[clause[0] : clause[1]]
            if not own and plain[clause[1] : clause[1] + 1] == ":":  # 冬季首选：小步丁 W2
                plainly = [m for m in self.mentions[at] if 0 < m.start - clause[1] <= 4][:1]
            if plainly or _PRONOUN.match(text):
                blocked = False
            elif mood.elsewhere(text):
                blocked = True
            for opinion in (item for item in found if item.clause == clause):
                about = _about(plain, plainly, opinion) or current or self._default(blocked)
                named = bool(plainly or current)
                rival = next((r for r in here if r.governs(plain, opinion)), None) or pending
                turned = rival is not None and (rival.sign < 0 or rival.denied)  # 不如 M 安静, 不比 M 吵
                own_sign = -opinion.sign if turned else opinion.sign
                if (
                    not rival
                    and _THAN_IT.search(plain[max(0, opinion.start - 10) : opinion.start])
                    and self._focus is not None
                ) and (self._focus not in about or not plainly):
                    about = [entry for entry in about if entry != self._focus]
                    yield self._judge(self._focus, at, opinion, -opinion.sign, opinion.strength * 0.7, named, True)
                for entry in about:
                    yield self._judge(entry, at, opinion, own_sign, opinion.strength, named, rival is not None)
                if rival is not None and not rival.denied and rival.mention.entry not in about:
                    sign = own_sign if rival.same else -own_sign
                    share = 1.0 if rival.same else 0.7
                    yield self._judge(rival.mention.entry, at, opinion, sign, opinion.strength * share, True, True)
            for rival in here:
                if rival.sign and not any(rival.governs(plain, item) for item in found if item.clause == clause):
                    yield from self._outcome(
                        at, rival, _before(plainly, rival.mention.start) or current or self._default(blocked), clause
                    )
            pending = next((r for r in here if r.fronted and not any(item.clause == clause for item in found)), None)
            if plainly:
                current = _group(plain, plainly, plainly[-1])
                subject = subject if subject is not None else plainly[0].entry
        self._move(sentence, subject, current)

    def _default(self, blocked: bool) -> list[int]:
        return [self._focus] if self._focus is not None and not blocked else []

    def _judge(
        self, entry: int, at: int, opinion: Opinion, sign: int, strength: float, named: bool, compared: bool
    ) -> Judgement:
        return Judgement(entry, at, opinion, sign, strength, opinion.aspect, named, compared, opinion.clause)

    def _outcome(self, at: int, rival: Rival, about: list[int], clause: tuple[int, int]) -> Iterator[Judgement]:
        for entry in about:
            if entry != rival.mention.entry:
                yield Judgement(entry, at, None, rival.sign, 0.5, "", True, True, clause)
                yield Judgement(rival.mention.entry, at, None, -rival.sign, 0.4, "", True, True, clause)

    def _move(self, sentence: Sentence, subject: int | None, current: list[int]) -> None:
        """The product that the next sentence is about when it names none."""
        if sentence.place == "title":
            return
        elif subject is not None and (self.topic is None or sentence.place != "text"):
            self._focus = subject if sentence.place == "item" or len(current) != 1 else current[-1]
        elif self.topic is not None:
            self._focus = self.topic if subject is None or subject == self.topic else self._focus


def _masked(plain: str, mentions: list[Mention]) -> str:
    for mention in mentions:
        plain = plain[: mention.start] + MASK * (mention.end - mention.start) + plain[mention.end :]
    return plain


def _opens(plain: str, mention: Mention, head: int) -> bool:
    return mention.start - head <= 3 and plain[mention.end : mention.end + 14].lstrip()[:1] in tuple(":(-|")


def _about(plain: str, mentions: list[Mention], opinion: Opinion) -> list[int]:
    """The products of the clause that an opinion belongs to: the last named before it, else the first behind it."""
    before = [mention for mention in mentions if mention.end <= opinion.start]
    chosen = before[-1] if before else mentions[0] if mentions else None
    return _group(plain, mentions, chosen) if chosen else []


def _before(mentions: list[Mention], start: int) -> list[int]:
    before = [mention.entry for mention in mentions if mention.end <= start]
    return before[-1:]


def _group(plain: str, mentions: list[Mention], chosen: Mention) -> list[int]:
    """``chosen`` and those joined to it: A 和 B 都很安静."""
    group = [chosen]
    for mention in reversed([m for m in mentions if m.end <= chosen.start]):
        if not _JOINED.fullmatch(plain, mention.end, group[0].start):
            break
        group.insert(0, mention)
    return list(dict.fromkeys(mention.entry for mention in group))
