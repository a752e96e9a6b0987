"""Which product an opinion is about: the one named nearest before it, a pronoun's, the section's, the page's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.comparison import Rival, rivals
from pilothouse.assistants.shopping.evidence.heard import Heard, parts
from pilothouse.assistants.shopping.evidence.measured import ranked
from pilothouse.assistants.shopping.evidence.naming.mention import Finder, Mention
from pilothouse.assistants.shopping.evidence.opinion import mood
from pilothouse.assistants.shopping.evidence.opinion.clause import clauses
from pilothouse.assistants.shopping.evidence.opinion.lexicon import MASK
from pilothouse.assistants.shopping.evidence.opinion.reading import Opinion, read
from pilothouse.assistants.shopping.evidence.sheet import Sentence, Sheet

_RANK = re.compile(
    r"\W*(?:第\s*([一二三四五六七八九十\d]+)\s*[名位]|top\s*\.?(\d{1,2})|no\s*\.?\s*(\d{1,2}))|\W*(冠军|"
    r"亚军|季军|末位|垫底|倒数第一)"
)
_RANKS = {"冠军": 1, "一": 1, "亚军": 2, "二": 2, "季军": 3, "三": 3, "末位": -1, "垫底": -1, "倒数第一": -1}
ANSWERED = 0.5  # strength of an answer that is a name and nothing else
_LIST = re.compile(
    r"榜|排行|排名|名次|\btop\b|\bbest\b|\branking\b|\branked\b|十大|[\d一二三四五六七八九十](?:大|款|台|把|个|支|双)[^,。]{0,12}(?:推荐|评测|横评)"
)
_NUMBERED = re.compile(r"\s*(?:\*\*|__)?[(【\[]?\s*([\d一二三四五六七八九十①②③④⑤⑥⑦⑧⑨⑩]{1,2})\s*[.、)】\]]?(?!\d)")
_BACKWARDS = re.compile(r"避雷|避坑|踩雷|翻车|最差|黑榜|红黑|不推荐|\bworst\b|\bavoid\b|投诉|召回|退货|故障")
_DIGITS = {sign: number for number, sign in enumerate("一二三四五六七八九十", 1)} | {
    sign: number for number, sign in enumerate("①②③④⑤⑥⑦⑧⑨⑩", 1)
}
_ANSWERED = re.compile(
    rf"\W*(?:最佳答案|推荐|答案|[^,。;?:{MASK}]{{1,8}}:)?\W*(?:就|我|也|直接|买|上|选|入|当然|必须|还是|肯定|\s)*\s?{MASK}+"
    rf"\s?(?:\+\s?1|吧|啊|呀|了|无疑|同款)?[!。.~,\s]*(?:\+\s?1)?[!。.~\s]*"
)
_JOINED = re.compile(r"\s*(?:和|与|跟|及|以及|、|/|&|and|,)\s*(?:the\s)?")
_THAN_IT = re.compile(r"比(?:它|这款|这台|这个|这把|这双|此款)[^,。;]{0,6}$")
_MINE = re.compile(r"我那|我这|我的|我家|我用|我买|我也|\bmine\b|\bmy\b")
_GOES_ON = re.compile(
    r"\+\s?1|同感|同款|同问|同意|确实|我也|我的|我家|我那|它|这[款台个把双张件支只]|那[款台个把双张件支只]|楼上|楼主|@|回复|"
    r"\bit\b|\bits\b|\bmine\b|\bmy\b|\bsame\b|\bagreed?\b|\bthis\b|\bthat\b|\bthey\b"
)
_CHANGED = re.compile(
    r"\W*(?:后来|最后|于是|今年|去年|上个?月|直到|就|才|终于|自从|我|\s)*(?:换成|换了|换到|改用|改成|换上|换来|升级[成到]|入了|"
    r"(?:i |we |then |so |finally |have )*(?:switched to|replaced (?:it|them|that) with|moved to|upgraded to|went to))"
)
_LONG = re.compile(r"用了.{0,6}(?:年|月|周|天)|之前|以前|原来|\b(?:used|had|years?|months?)\b")
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
        self.topic, self._titled = self._topic()
        # A page that names one product, but not in its title, is about it from there on.
        self._focus: int | None = self.topic if self._titled else None
        self._own: dict[str, int] = {}  # what each voice of a thread said it has
        self.heard: list[Heard] = []  # filled while the judgements are read
        self._ranking = self._ranks()

    def _topic(self) -> tuple[int | None, bool]:
        """The only product of the title, else the only one of the page; and whether the title names it."""
        titled = {
            m.entry for s, ms in zip(self._sentences, self.mentions, strict=True) if s.place == "title" for m in ms
        }
        if titled:
            return (next(iter(titled)), True) if len(titled) == 1 else (None, True)
        named = {mention.entry for found in self.mentions for mention in found}
        return (next(iter(named)), False) if len(named) == 1 else (None, False)

    def _ranks(self) -> bool:
        """Whether the page lists the best in their order: its title says so, and several items begin with a name."""
        title = " ".join(sentence.plain for sentence in self._sentences if sentence.place == "title")
        if not _LIST.search(title) or _BACKWARDS.search(title):
            return False
        opened = {
            _number(sentence.plain): found[0].entry
            for sentence, found in zip(self._sentences, self.mentions, strict=True)
            if sentence.first
            and sentence.place in ("item", "heading")
            and found
            and found[0].start - sentence.head <= 3
        }
        return 1 in opened and len({entry for number, entry in opened.items() if number < 9}) > 1

    def judgements(self) -> Iterator[Judgement]:
        plains = tuple(
            _masked(sentence.plain, found) for sentence, found in zip(self._sentences, self.mentions, strict=True)
        )
        for at, (sentence, plain, found) in enumerate(zip(self._sentences, plains, read(plains), strict=True)):
            yield from self._sentence(at, sentence, plain, found)
        for item in ranked(self._sheet, self.mentions):
            yield Judgement(
                item.entry, item.sentence, None, item.sign, item.strength, item.aspect, True, True, item.span
            )

    def _sentence(self, at: int, sentence: Sentence, plain: str, found: Sequence[Opinion]) -> Iterator[Judgement]:
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
        elif speaker and sentence.first and not mentions and self._apart(at, plain):
            self._focus = self.topic if self._titled else None
        told = mentions or (self._focus is not None and not (mood.elsewhere(plain) or self._replaced(at, plain)))
        if sentence.place != "heading" and told:
            self.heard += parts(at, sentence.plain, mentions, self._focus)
        if mentions and not found and sentence.place == "voice" and _ANSWERED.fullmatch(plain, sentence.head):
            yield Judgement(mentions[0].entry, at, None, 1, ANSWERED, "", True, False, (0, len(plain)))
        if (not found and not mentions) or (not mentions and self._replaced(at, plain)):
            return
        compared = rivals(plain, mentions)
        yield from self._rank(at, sentence, mentions, found)
        if found or compared:
            yield from self._clauses(at, sentence, plain, compared, found)
        elif mentions:
            self._move(sentence, mentions[0].entry, [mentions[-1].entry])

    def _replaced(self, at: int, plain: str) -> bool:
        """Whether a sentence speaks of what the next one puts a product in place of: 用了五年，手疼。换成 X…"""
        if at + 1 >= len(self._sentences) or not self.mentions[at + 1] or not _LONG.search(plain):
            return False
        return _CHANGED.match(self._sentences[at + 1].plain) is not None

    def _apart(self, at: int, plain: str) -> bool:
        """Whether somebody in a thread speaks of no product: he neither answers a question nor goes on about one."""
        before = self._sentences[at - 1].plain if at else ""
        return not (before.endswith("?") or _GOES_ON.search(plain))

    def _rank(
        self, at: int, sentence: Sentence, mentions: list[Mention], found: Sequence[Opinion]
    ) -> Iterator[Judgement]:
        if not sentence.first or sentence.place not in ("item", "heading") or not mentions:
            return
        if (match := _RANK.match(sentence.plain)) is not None:
            place = next(group for group in match.groups() if group)
            rank = _RANKS.get(place) or (int(place) if place.isdigit() else 9)
        elif (
            self._ranking
            and mentions[0].start - sentence.head <= 3
            and not any(item.sign < 0 and item.strength >= 0.5 and not item.aspect for item in found)
        ):
            rank = _number(sentence.plain)
        else:
            return
        span = (0, len(sentence.plain))
        if rank < 0:
            yield Judgement(mentions[0].entry, at, None, -1, 0.6, "", True, True, span)
        elif 0 < rank <= 3:
            yield Judgement(mentions[0].entry, at, None, 1, (0.8, 0.65, 0.5)[rank - 1], "", True, True, span)

    def _clauses(
        self, at: int, sentence: Sentence, plain: str, compared: list[Rival], found: Sequence[Opinion]
    ) -> Iterator[Judgement]:
        rival_at = {rival.mention.start: rival for rival in compared}
        current: list[int] = []
        spoken = self.mentions[at]
        # Who answers and names his own doesn't go on about what another spoke of.
        blocked = (
            sentence.first and sentence.place == "voice" and bool(spoken) and not _PRONOUN.match(plain, sentence.head)
        )
        subject: int | None = None
        pending: Rival | None = None
        for clause in clauses(plain):
            own = [m for m in self.mentions[at] if clause[0] <= m.start < clause[1]]
            plainly = [m for m in own if m.start not in rival_at]
            here = [rival_at[m.start] for m in own if m.start in rival_at]
            text = plain[clause[0] : clause[1]]
            after = plain[clause[1] : clause[1] + 1]
            if not own and (
                after == ":" or (after == "," and text.endswith("的"))
            ):  # 冬季首选：小步丁 W2; 耐造的，T9 算一个
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


def _number(plain: str) -> int:
    """The number that an item begins with; 9 where there is none."""
    match = _NUMBERED.match(plain)
    return 9 if match is None else _DIGITS.get(match[1]) or (int(match[1]) if match[1].isdecimal() else 9)


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
