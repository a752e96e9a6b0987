"""Which words of a question tell what it asks for, how much, and whether a text says them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from pilothouse.retrieval.tokenizer import normalise

if TYPE_CHECKING:
    from rjieba import Jieba

WordKind = Literal["name", "code", "ordinal", "year", "quoted", "noun", "verb", "other"]

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[a-z0-9]")
_QUOTED = re.compile(r"[“「『《\"]([^”」』》\"]{1,40})[”」』》\"]")
_CODE = re.compile(
    r"(?<![a-z0-9])[a-z]{2,} ?\d{1,4}(?: ?(?:pro|max|plus|ultra|mini|se|lite))*(?![a-z0-9.])|"
    r"(?<![a-z0-9])(?=[a-z0-9.+#-]*[a-z])(?=[a-z0-9.+#-]*\d)[a-z0-9]+(?:[-.+#][a-z0-9]+)*\+?(?![a-z0-9])"
)
_ORDINAL = re.compile(r"第\s?(?:\d+|[一二三四五六七八九十百]+)\s?[届章条款次期批轮名位季部集号级类项节天年周个]?")
# What makes a sentence a question or a request and says nothing of its subject.
ASKING = re.compile(
    r"星期几|周几|礼拜几|今年|去年|明年|前年|后年|今天|明天|昨天|现在|目前|那次|这次|的时候|时候|以后|"
    r"之后|请问|请教|麻烦|帮我|帮忙|告诉我|我想(?:知道|问|了解|查|看)?(?:一下)?|我要|想(?:问|知道|"
    r"了解)(?:一下)?|查一下|问一下|说一下|介绍一下|一下|"
    r"有没有|是不是|能不能|可不可以|可以不可以|会不会|要不要|需不需要|用不用|行不行|能否|可否|是否|"
    r"为什么|为何|怎么样|怎么办|怎么弄|咋弄|咋办|咋样|怎样|如何|怎么|咋|什么样|什么时候|什么时间|啥时候|"
    r"何时|什么地方|哪里|哪儿|在哪|何处|"
    r"哪一?[个些位天年月日届种类家项款本部所座条步周]?|什么|啥|谁|"
    r"几[个天次年月日号点位名条种项家级层元块人份岁周]?(?:工作日|小时|分钟|月|星期)?|"
    r"多少[个天次年月日位名条种项家级层元块人份岁周]?|"
    r"多久|多长(?:时间)?|多大|多高|多远|多快|多重|分别|各自|具体|到底|究竟|目前|现在|最近|那个|这个|那些|这些|"
    r"可以|能够|应该|需要|的话|如果|假如|我们|你们|咱们|大家|吗(?=\W|$)|(?<=[\u3400-\u9fff]{2})能(?=[\u3400-\u9fff])|"
    r"\b(?:what|which|when|where|who|whom|whose|why|how|many|much|long|often|is|are|was|were|be|do|does|"
    r"did|can|could|may|"
    r"will|would|should|shall|must|have|has|had|the|a|an|of|to|for|in|on|at|by|with|from|and|or|i|me|my|"
    r"we|our|you|your|it|its|"
    r"there|this|that|any|some|please|tell|know|about|get|if|as|per|need|want|s|please)\b"
)
_STOP_TEXT = """
能 会 要 得 吗 呢 吧 啊 呀 嘛 的 了 是 在 有 我 你 您 他 她 它 咱 哪 几 多 和 与 及 或 以及 还有 把 被 给 对 对于
关于 按 按照 就 都 也 还 再 去 来 到 从 用 让 做 进行 之 其 个 些 每 不 没 没有 后 前 上 下 里 中 内 等 事 事情 情况
东西 规定 问题 相关 方面 一个 一次 为 钱 天 年 月 日 号 元 次 人 名 位 当 时 地 得 着 过 又 很 最 更 大 小 由 于 即
至 共 总共 一共 属于 称为 叫 叫做 指 导致 成为 作为 通过 用于 来自 位于 具有 拥有 包括 含 其中 曾 曾经 已 已经 开始
主要 所 以 所以 因为 因 而 但 如 只 才 被称 被称为
"""
_STOP = frozenset(_STOP_TEXT.split())
_UNNAMED_TEXT = """
上门 外国 国内 国外 海外 境外 东方 西方 高新 大会 本地 当地 外地 总部 小时 和平 高级
"""
_UNNAMED = frozenset(_UNNAMED_TEXT.split())
_FUNCTION = frozenset("会要该能我你他她它得想快再就都才还后内被把给让可请")
_ACTIONS = frozenset("换赔修订签交休歇住丢罚领批存留买退")
_TAIL = re.compile(r"(?<=[\u3400-\u9fff]{2})[是才就都和与为被在有]$")
# Nouns that name the kind of an answer: a sentence that gives it needn't say them.
_ASPECTS_TEXT = """
职务 职位 季节 地方 意思 含义 特点 特征 名字 名称 姓名 原因 类型 种类 内容 功能 作用 时间 日期 地点 位置 国家 城市
方式 数量 人数 结果 目的 颜色 形状 性质 身份 电影 电视剧 游戏 公司 员工 手里 当天 外地 当地 标准 现行 现行标准 单子
最晚 最早 想 刚 总共 问题 东西 事情 客户 人员 同事 名 起来 笔钱 钱 一度 一天 一晚 一次 一个月 一年 地 make makes get
gets keep keeps happen happens pick am under take takes home give gives use uses day days time date year month
people person name place kind type number employee employees staff company
"""
_ASPECTS = frozenset(_ASPECTS_TEXT.split())
_WEIGHTS: dict[WordKind, float] = {
    "quoted": 2.0, "code": 1.5, "year": 0.7, "ordinal": 1.0, "name": 1.5, "noun": 1.0, "verb": 0.7, "other": 0.5
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """``text`` is normalised; ``weight`` above 0 says how much it tells."""

    text: str
    kind: WordKind
    weight: float


@lru_cache(maxsize=2048)
def telling(question: str) -> tuple[Word, ...]:
    """The distinct words of ``question`` that a passage must speak of to answer it, in order."""
    text = normalise(question)
    found: dict[str, Word] = {}

    def add(word: str, kind: WordKind) -> None:
        word = _TAIL.sub("", word.strip(" -.·"))
        if len(word) == 2 and word[0] in _FUNCTION and kind in ("noun", "verb", "other") and word not in synonyms():
            word = word[1]
        if word in _STOP:
            return
        if word and word not in found:
            small = (
                0.4
                if word in _ASPECTS
                else 0.3
                if len(word) == 1 and word not in _ACTIONS and _HAN.match(word)
                else 1.0
            )
            found[word] = Word(word, kind, _WEIGHTS[kind] * small)

    for match in _QUOTED.finditer(text):
        add(match[1], "quoted")
    rest = _QUOTED.sub(" ", text)
    if _HAN.search(text):  # grade A, line B: in Chinese text a single capital is a name
        for match in re.finditer(r"(?<![A-Za-z0-9])[A-Z](?![A-Za-z0-9])", question):
            add(match.group().lower(), "code")
    for pattern, kind in ((re.compile(r"(?:19|20)\d\d(?=\D|$)"), "year"), (_ORDINAL, "ordinal"), (_CODE, "code")):
        for match in pattern.finditer(rest):
            add(match.group(), kind)  # type: ignore[arg-type]
        rest = pattern.sub(" ", rest)
    for word, tag in _tagged(ASKING.sub(" ", rest)):
        if word in _STOP or not (_HAN.search(word) or _LATIN.search(word)):
            continue
        if (
            word.isdigit()
            or re.fullmatch(r"[\d.,:%]+.?", word)
            or (tag in ("m", "uj", "ul", "p", "c", "y", "r", "x", "f") and len(word) < 3)
        ):
            continue
        if tag in ("nr", "ns", "nt", "nz", "nrt", "nrfg") and len(word) > 1 and word not in _UNNAMED:
            add(word, "name")
        elif tag == "eng" or tag.startswith("n") or tag in ("j", "l", "i", "an", "vn", "b", "t", "s"):
            add(word, "noun")
        else:
            add(word, "verb" if tag.startswith("v") else "other")
    return tuple(sorted(found.values(), key=lambda word: text.find(word.text)))


@lru_cache(maxsize=65536)
def presence(word: str, text: str) -> float:
    """How surely ``text`` (normalised) speaks of ``word``: 1 as written, less in a word of the same sense or a part."""
    if _within(word, text):
        return 1.0
    if _CODE.fullmatch(word):
        return 1.0 if _squeezed(word, text) or _graded(word, text) else 0.0
    if any(_within(other, text) for other in synonyms().get(word, ())):
        return 0.9
    if not _HAN.search(word):
        stem = _stem(word)
        near = len(stem) > 2 and stem in text  # an expression of its own for each word is slow to make
        return 0.9 if near and re.search(rf"(?<![a-z0-9]){re.escape(stem)}", text) else 0.0
    if len(word) == 2:
        a, b = word[0], word[1]
        near = a in text and b in text
        return 0.7 if near and re.search(rf"{re.escape(a)}[\u3400-\u9fff]{{1,2}}{re.escape(b)}", text) else 0.0
    pairs = [word[i : i + 2] for i in range(len(word) - 1)]
    share = sum(pair in text for pair in pairs) / len(pairs) if pairs else 0.0
    if share < 1 and len(word) >= 4:
        halves = [word[: len(word) // 2], word[len(word) // 2 :]]
        share = max(share, sum(max(presence(half, text), 0.0) for half in halves) / 2 if len(halves[0]) > 1 else 0.0)
    return 0.9 * share


def _within(word: str, text: str) -> bool:
    if word not in text:
        return False
    if not _LATIN.match(word[0]) and not _LATIN.match(word[-1]):
        return True
    return (
        re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])" if word.isascii() else re.escape(word), text)
        is not None
    )


def _squeezed(code: str, text: str) -> bool:
    """Whether a model name occurs with other blanks and hyphens: "iphone 15 pro", "iphone15pro"."""
    loose = r"[ -]?".join(map(re.escape, re.sub(r"[ -]", "", code)))
    return re.search(rf"(?<![a-z0-9]){loose}(?![a-z0-9])", text) is not None


def _graded(code: str, text: str) -> bool:
    """Whether a grade such as P5 lies in a range of grades that the text states: P4–P6, P3 及以上."""
    match = re.fullmatch(r"([a-z]{1,2})-?(\d{1,2})", code)
    if match is None:
        return False
    letter, number = match[1], int(match[2])
    for low, high, bound in re.findall(
        rf"(?<![a-z0-9]){letter}-?(\d{{1,2}})(?:\s*(?:[-—–~～至到]|to)\s*{letter}?-?(\d{{1,2}})|\s*(及以上|"
        rf"以上|及以下|以下|or above|or below|\+))",
        text,
    ):
        if high and int(low) <= number <= int(high):
            return True
        if bound and (number >= int(low) if bound in ("及以上", "以上", "or above", "+") else number <= int(low)):
            return True
    return False


def content(text: str) -> list[str]:
    """The words of a statement without fillers, in order and with repetitions: what two sentences are compared by."""
    return [
        word
        for word, tag in _tagged(normalise(text))
        if word not in _STOP
        and (_HAN.search(word) or _LATIN.search(word))
        and tag not in ("uj", "ul", "y", "x", "p", "c")
    ]


def tagged(text: str) -> list[tuple[str, str]]:
    """Words with their part of speech (ICTCLAS letters), of text that is normalised here."""
    return list(_tagged(normalise(text)))


def segmented(text: str) -> list[str]:
    """The words of ``text`` as written."""
    return [word for part in re.split(r"(\s+)", text) for word in _segmenter().cut(part)]


@cache
def cities() -> tuple[tuple[str, ...], ...]:
    """The large cities, each with its spellings, the Chinese one first."""
    return tuple(tuple(line.split()) for line in _lines("cities.txt"))


def share(words: Iterable[Word], text: str) -> float:
    """The weighted part of ``words`` that ``text`` (normalised) speaks of, in 0..1; 1 when there are none."""
    known = list(words)
    total = sum(word.weight for word in known)
    return sum(word.weight * presence(word.text, text) for word in known) / total if total else 1.0


@lru_cache(maxsize=8192)
def _tagged(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(pair for part in text.split() for pair in _segmenter().tag(part))


@cache
def _segmenter() -> Jieba:
    """An own one, so that the words of rules don't change how the search index cuts text."""
    from rjieba import Jieba

    segmenter = Jieba()
    for word in synonyms():
        if len(word) > 1 and _HAN.match(word):
            segmenter.add_word(word, 5000, "n")
    return segmenter


@cache
def synonyms() -> dict[str, tuple[str, ...]]:
    """Words of everyday speech and of rules with the same sense, both directions."""
    found: dict[str, list[str]] = {}
    for line in _lines("synonyms.txt") + _lines("cities.txt"):
        names = [name.replace("_", " ") for name in line.split()]
        for name in names:
            found.setdefault(name, []).extend(other for other in names if other != name)
    for line in _lines("places.txt"):  # a city is in its country, not the other way round
        country, *inside = (name.replace("_", " ") for name in line.split())
        foreign = [name for name in inside if name.isascii()]
        for name in inside:
            found.setdefault(name, []).extend([country, *foreign] if name in foreign else [country])
        found.setdefault(country, []).extend(foreign[:1])
    return {name: tuple(dict.fromkeys(others)) for name, others in found.items()}


def _lines(name: str) -> list[str]:
    return files("pilothouse.retrieval.evidence").joinpath(name).read_text(encoding="utf-8").splitlines()


def _stem(word: str) -> str:
    return re.sub(r"(?:ies|ing|ed|es|s|ly|ment|ation|al)$", "", word) if len(word) > 4 else word.removesuffix("s")
