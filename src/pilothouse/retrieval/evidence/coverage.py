"""How far a passage answers a question: which of its telling words stand where a value of the asked kind stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.retrieval.evidence.asking import Ask, numbered
from pilothouse.retrieval.evidence.figures import figures
from pilothouse.retrieval.evidence.splitting import Piece, of
from pilothouse.retrieval.evidence.wording import cities, presence, tagged
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import normalise

HEADING, BEFORE, TOPIC, AFTER = (
    0.9,
    0.75,
    0.7,
    0.4,
)  # what a word counts that stands above or beside a sentence, not in it
_NAMES = ("nr", "nrt", "nrfg", "ns", "nt", "nz")
_SITE = re.compile(
    r"[楼层室号座厅馆站路街区县市省国洲村镇院]|房间|官网|系统|平台|\b(?:room|floor|building|street|at|in|on)\b"
)
_BODY = re.compile(
    r"[\u3400-\u9fff]{2}[部处科室局办组院会所中心队]|·|先生|女士|经理|主管|老师|主任|领导|负责|管理员|"
    r"专员|人员|team|department|manager"
)
_REST = re.compile(r"其他(?:城市|地区|国家|地方|省|人员|部门)|其余|other (?:cities|countries|regions|places)|elsewhere")
_PERSONAL = re.compile(r"冠军|亚军|季军|导演|作者|主演|编剧|演员|总统|议长|主席国?|教练|创始人|创立|发明")
_ISSUES = frozenset("届期批轮季集章条款")
_EDITION = re.compile(
    r"(?:19|20)\d\d\s?(?:年\s?)?(?:版|修订|起|\d{1,2}\s?月起|年\d{1,2}月起|v\d)|edition|archived|rules? (?:of|from)"
)
_RULE = re.compile(
    r"制度|办法|规定|规范|手册|政策|指南|细则|准则|守则|条例|须知|说明|流程|规则|标准|policy|handbook|guide|rules?|manual"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Fit:
    """``share`` in 0..1 is the weighted part of the telling words that piece ``index`` and its surroundings say;
    ``own`` that which the piece says itself; ``things`` the part of the nouns and verbs alone; ``typed`` whether it
    holds a value of the asked kind."""

    index: int
    share: float
    own: float
    typed: bool
    things: float = 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """A passage prepared for comparing: its pieces with their normalised text, and what stands above them."""

    passage: Passage
    pieces: tuple[Piece, ...]
    texts: tuple[str, ...]
    above: tuple[str, ...]
    head: str

    @property
    def whole(self) -> str:
        return " ".join((self.head, *self.texts))


@lru_cache(maxsize=512)
def _read(key: tuple[str, str, str, str, str]) -> tuple[tuple[Piece, ...], tuple[str, ...], tuple[str, ...], str]:
    _, content, kind, title, section = key
    pieces = of(Passage("", "", content, kind=kind))
    texts = tuple(normalise(piece.text) for piece in pieces)
    head, above, current = normalise(f"{title} {section}"), [], ""
    for piece, text in zip(pieces, texts, strict=True):
        above.append(current)
        if (piece.kind == "heading" and text[:1] != "|") or (piece.kind == "sentence" and piece.text[-1:] in "：:？?"):
            current = text
    return pieces, texts, tuple(above), head


def read(passage: Passage) -> Reading:
    return Reading(passage, *_read((passage.id, passage.content, passage.kind, passage.title, passage.section)))


def fits(ask: Ask, reading: Reading) -> list[Fit]:
    """How every piece fits, in order of the pieces; headings fit nothing."""
    total = sum(word.weight for word in ask.words)
    head = [presence(word.text, reading.head) for word in ask.words]
    said = [[presence(word.text, text) for word in ask.words] for text in reading.texts]
    found: list[Fit] = []
    for i, piece in enumerate(reading.pieces):
        if piece.kind == "heading" or piece.text[-1:] in "？?：:" or not total:
            found.append(Fit(i, 0.0 if total else 1.0, 0.0, False))
            continue
        own = share = things = weights = 0.0
        for n, word in enumerate(ask.words):
            best = max(said[i][n], HEADING * head[n])
            if reading.above[i] and best < HEADING:
                best = max(best, HEADING * presence(word.text, reading.above[i]))
            if piece.kind != "row":
                if i and reading.pieces[i - 1].kind != "row":
                    best = max(best, BEFORE * said[i - 1][n])
                if i > 1:
                    best = max(best, TOPIC * said[0][n])
                if i > 1 and piece.kind == "sentence":
                    best = max(best, AFTER * max(said[j][n] for j in range(max(0, i - 4), i - 1)))
                if i + 1 < len(said):
                    best = max(best, AFTER * said[i + 1][n])
            share += word.weight * best
            own += word.weight * said[i][n]
            if word.kind in ("noun", "verb", "other"):
                things, weights = things + word.weight * best, weights + word.weight
        found.append(Fit(i, share / total, own / total, typed(ask, piece), things / weights if weights >= 0.7 else 1.0))
    return found


def typed(ask: Ask, piece: Piece) -> bool:
    """Whether ``piece`` can hold the answer: a value, a person or a place of the kind asked for that the question
    doesn't name itself."""
    if ask.numeric:
        return any(ask.wants(figure) for figure in figures(piece.text))
    if ask.kind in ("who", "where") and not piece.cells:
        return _named(normalise(ask.text), normalise(piece.text), ask.kind)
    return True


@lru_cache(maxsize=8192)
def _named(question: str, text: str, kind: str) -> bool:
    if kind == "where" and _SITE.search(text):
        return True
    personal = kind == "who" and _PERSONAL.search(question) is not None
    if kind == "who" and ((not personal and _BODY.search(text)) or "·" in text):
        return True
    return any(
        len(word) > 1
        and not (personal and tag not in _NAMES)
        and (tag in _NAMES or (tag in ("x", "eng", "n", "l", "i", "j", "b") and len(word) > 3 - (kind == "who")))
        and word not in question
        for word, tag in tagged(text)
    )


def best(ask: Ask, reading: Reading) -> Fit | None:
    """The piece that fits best among those that can hold the answer."""
    able = [fit for fit in fits(ask, reading) if fit.typed]
    return max(able, key=lambda fit: (fit.share, fit.own, -fit.index)) if able else None


def missing(ask: Ask, reading: Reading) -> list[str]:
    """Names, model codes, ordinals and years of the question that the passage doesn't speak of."""
    text = reading.whole
    lost = [
        word.text
        for word in ask.words
        if word.kind in ("code", "ordinal", "quoted") and presence(word.text, text) < 0.6
    ]
    if not _REST.search(text):
        lost += [word.text for word in ask.words if word.kind == "name" and presence(word.text, text) < 0.5]
    if wanted := numbered(ask.text.casefold()):
        held = numbered(text)
        lost += [name for name in wanted if name not in held and not (name[-1].isdigit() and name in text)]
    return lost + [year for year in sorted(ask.years) if not valid(year, reading)]


def barred(ask: Ask, reading: Reading) -> bool:
    """Whether a passage is about another thing than the question, whatever else it says: another model or error code,
    another quoted title, another issue of an event, another line or version, a year for which it doesn't hold.

    Names of people and places don't bar: which words are names is a guess.
    """
    text = reading.whole
    if any(
        (word.kind in ("code", "quoted") or (word.kind == "ordinal" and word.text[-1:] in _ISSUES))
        and presence(word.text, text) < 0.6
        for word in ask.words
    ):
        return True
    if wanted := numbered(ask.text.casefold()):
        held = numbered(text)
        if any(n not in held and not (n[-1].isdigit() and n in text) for n in wanted):
            return True
    return _elsewhere(normalise(ask.text), text) or any(not valid(year, reading) for year in ask.years)


def _elsewhere(question: str, text: str) -> bool:
    """Whether a text is about other cities than the question."""
    asked = [names for names in cities() if any(presence(name, question) >= 1 for name in names)]
    if not asked or _REST.search(text) or any(presence(name, text) >= 0.5 for names in asked for name in names):
        return False
    return any(names[0] in text for names in cities())


def valid(year: str, reading: Reading) -> bool:
    """Whether a passage may speak of ``year``: it says so, or it is a standing rule, older, that names no year."""
    stated = set(_YEAR.findall(reading.whole))
    if year in stated:
        return True
    date = reading.passage.date[:4]
    if not date.isdigit() or date > year:
        return False
    headed = _YEAR.findall(reading.head)
    if not headed:
        return not stated or _RULE.search(reading.head) is not None
    return max(headed) <= year and _EDITION.search(reading.head) is not None
