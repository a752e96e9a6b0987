"""Answers in words and choice letters, in a sentence."""

from __future__ import annotations

import re
from functools import lru_cache

from pilothouse.assistants.tutor.guard.context import stated
from pilothouse.assistants.tutor.guard.page import Known, Sentence
from pilothouse.assistants.tutor.guard.plain import plain, squeeze
from pilothouse.assistants.tutor.guard.secret import Forms, Secret
from pilothouse.contracts.numerals import parse_number

_OPEN = re.compile(r"还是|是否|是不是|[吗嘛呢?？]\s*$|\bor\b|whether", re.I)
_YES_NO = """
是 对 不是 不对 错 能 不能 会 不会 有 没有 可以 不可以 yes no true false right wrong correct 正确 错误
"""
_PLAIN_WORDS = frozenset(_YES_NO.split())
_SHARE = 0.6
"""Of a long answer's letter pairs (or words): a sentence with this share of what is new in them says the answer."""
_FUNCTION_WORDS = """
what where when who why which how did does do has had have can could would should you your from into about
that one sentence word paragraph text story passage find look a an the is are was were be to of in on at and or
for with as by it its he she they his her their that this because so
"""
_STOP = frozenset(_FUNCTION_WORDS.split())
_ANSWERED = 0.34
"""The share of a question's words that a sentence has when it answers the question."""
_ASKING = re.compile(
    r"[，,。？?！!、]|什么|怎么样?|为什么|哪[里儿个些]|谁|多少|几|是|的|了|吗|呢|请|从|文中"
    r"|文章|段|句|词|找出?|想想|一下|说明|表示|可以|看出"
)
_WHO = re.compile(r"谁|什么|哪|who|what|which", re.I)
_LINKED = re.compile(r"[是为叫][“\"]?$|\b(?:is|was|are|were)(?: \w+){0,2} $")
_HAN, _LATIN = re.compile("[\u4e00-\u9fff]+"), re.compile("[a-z]{2}")
_NUMBER = r"([一二两三四五六七八九十\d]{1,3})"
_COUNTED = re.compile(
    rf"(倒数)?第\s*{_NUMBER}\s*(?:个|项)?\s*(?:选项|项|选择|答案)|(?<![是第\d])([1-8])\s*号选项"
    r"|选第?\s*([一二三四五六1-6])\s*(?:个|项|号)(?![^\W\d_])"
    r"|(?:选项|答案)(?:应该|就|是|为|:|选|\s)*第\s*([一二三四五六1-6])\s*个|选项\s*([一二三四五六1-6])(?![^\W_])"
    r"|第\s*([一二三四五六1-6])\s*个字母"
    r"|\b(first|second|third|fourth|fifth|last|second[- ]to[- ]last|penultimate) (?:option|choice|one|answer)\b",
    re.I,
)
_NEIGHBOUR = re.compile(
    r"(?<![A-Za-z])([A-H])\s*(?:[和与到跟]\s*([A-H])\s*(?:之间|中间)|的?([后下前上])[面边]?的?(?:那|一)?(?:一?个|字母|选项))"
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "penultimate": -2}
_PICKED = re.compile(
    r"(?i:答案|正解|正确(?:的)?(?:选项|是)?|应该?选?|(?<!任)选(?!项|出|择题)择?|排除法|就是"
    r"|the answer|it'?s\b|it is\b|letter after a|correct (?:option|choice|answer)|pick|choose|select|go (?:with|for))"
    r"[^A-Za-z。！？!?]{0,10}(?:\b(?:is|option|choice|letter|be|should)\b[\s:]*){0,3}['\"(（]?\s*([A-Hb-h])(?![A-Za-z'])"
)
_RIGHT = re.compile(
    r"(?<![A-Za-z])([A-H])['\")）]?\s*(?:这个|那个|这一|那一)?(?:选?项|答案)?\s*(?:才|就|最"
    r"|肯定|一定|应该)*\s*是?(?:正确|对的?(?!吗|还是)|没错|符合|合适|正解|答案"
    r"|is (?:the )?(?:right|correct|answer|best))"
)
_STEMS = re.compile(r"(?<=[选是])([甲乙丙丁戊])(?![^\W\d_])")
_RULED = re.compile(r"不是|不对|排除|错|不符|除了|都不|not|wrong|incorrect|rule|except|eliminat", re.I)
_LETTER = re.compile(r"(?<![A-Za-z])([A-H])(?![A-Za-z])")


def phrase_said(sentence: Sentence, secret: Secret, forms: Forms, known: Known) -> str:
    """How the sentence says a phrase: ``words``, ``reversed``, ``pinyin``, ``meaning``; "" when it doesn't."""
    low, squeezed, told = sentence.text.lower(), sentence.squeezed, known.squeezed
    asks = bool(_OPEN.search(sentence.text))
    for phrase in forms.phrases:
        tight = squeeze(phrase)
        # An option is known from the question, and its words are those of the other options.
        common = bool(forms.letters) or tight in told or len(tight) < 2 or phrase in _PLAIN_WORDS
        at = _find(low, squeezed, phrase, tight)
        if at is not None:
            if common and stated(low, *at, told if tight in told else ""):
                return "words"
            if not asks and not forms.letters and (not common or _answers(low, squeezed, secret.about, phrase, told)):
                return "words"
        if not common:
            if len(tight) > 3 and tight[::-1] in squeezed and tight[::-1] not in told:
                return "reversed"
            if not tight.isascii() and len(tight) > 1 and _LATIN.search(low) and _sounds(tight) in _letters(low):
                return "pinyin"
        if not asks and not forms.letters and _means(low, squeezed, phrase, tight, told):
            return "meaning"
    return ""


def _answers(low: str, squeezed: str, about: str, phrase: str, known: str) -> bool:
    """Whether a sentence with a phrase that stands in the passage answers the question ``about``: it has most of the
    question's words, and isn't quoted from what is known."""
    if not about or phrase in _PLAIN_WORDS or squeezed in known:
        return False
    asked = _content(about)
    found = low.find(phrase)
    linked = found > 0 and _LINKED.search(low[max(0, found - 24) : found])
    if linked and _WHO.search(about) and any(word in low if word.isascii() else word in squeezed for word in asked):
        return True
    shared = sum((word[:5] in low) if word.isascii() else (word in squeezed) for word in asked)
    return len(asked) > 2 and shared >= _ANSWERED * len(asked)


@lru_cache(maxsize=256)
def _content(text: str) -> frozenset[str]:
    """The words (Chinese: pairs of characters) of a question that carry its meaning."""
    low = plain(text).lower()
    words = {word for word in re.findall("[a-z]{3,}", low) if word not in _STOP}
    han = [run for run in _HAN.findall(_ASKING.sub(" ", low)) if len(run) > 1]
    return frozenset(words | {run[n : n + 2] for run in han for n in range(len(run) - 1)})


def _find(low: str, squeezed: str, phrase: str, tight: str) -> tuple[int, int] | None:
    if phrase.isascii():
        match = re.search(_inflected(phrase), low) or (re.search(_parted(phrase), low) if tight in squeezed else None)
        return match.span() if match else None
    if tight not in squeezed:
        return None
    match = re.search(r"[\W_]*".join(map(re.escape, tight)), low)
    return match.span() if match else (0, len(low))


@lru_cache(maxsize=512)
def _inflected(phrase: str) -> str:
    words = r"[\W_]+".join(re.escape(word) for word in re.findall(r"\w+", phrase))
    return rf"(?<![a-z0-9]){words}(?:s|es|d|ed|ing|'s)?(?![a-z0-9])"


@lru_cache(maxsize=512)
def _parted(phrase: str) -> str:
    """A word with gaps in it: "gr een"."""
    letters = re.findall(r"\w", phrase) if len(phrase) > 3 else []
    return "(?<![a-z0-9])" + r"[\W_]{0,3}".join(letters) + "(?![a-z0-9])" if letters else "(?!)"


@lru_cache(maxsize=256)
def _sounds(text: str) -> str:
    from pypinyin import lazy_pinyin

    return "".join(lazy_pinyin(text)).replace("ü", "v")


def _letters(low: str) -> str:
    return re.sub(r"[^a-z]", "", low)


def _means(low: str, squeezed: str, phrase: str, tight: str, known: str) -> bool:
    if phrase.isascii():
        words = {word for word in re.findall("[a-z]+", phrase) if word not in _STOP and word not in known}
        return len(words) >= 3 and sum(word in low for word in words) >= _SHARE * len(words)
    if len(tight) < 6:
        return False
    pairs = {tight[n : n + 2] for n in range(len(tight) - 1)}
    new = {pair for pair in pairs if pair not in known}
    return len(new) >= 4 and sum(pair in squeezed for pair in new) >= _SHARE * len(new)


def choice_said(sentence: Sentence, secret: Secret, forms: Forms, known: Known) -> bool:
    """Whether the sentence tells the letters of the right options, by name, by place, by ruling out the others, or by
    saying what the option says."""
    text = _STEMS.sub(lambda match: chr(ord("A") + "甲乙丙丁戊".index(match[1])), sentence.text)
    right, options = set(forms.letters), len(secret.options)
    said = set(_LETTER.findall(text))
    if said == right and text.strip(" .。!！'\"()（）选项:：\n") in (*right, forms.letters):
        return True
    if _OPEN.search(text):
        return False
    picked = {match[1].upper() for pattern in (_PICKED, _RIGHT) for match in pattern.finditer(text)}
    if picked & right and (len(right) > 1 or said <= right or picked == right) and not _ruled(text, right):
        return True
    if options > 2 and _RULED.search(text) and len(said) >= options - len(right) and not said & right:
        return True
    if any(_beside(match) in right for match in _NEIGHBOUR.finditer(text)):
        return True
    if any(_letter(match, options) in right for match in _COUNTED.finditer(text)):
        return True
    meant = {
        letter
        for letter, content in secret.options
        if len(squeeze(content)) > 2 and squeeze(content) in sentence.squeezed
    }
    meant |= {letter for letter, content in secret.options if _called(text, content, known)}
    return bool(meant) and meant <= right and not said and sentence.squeezed not in known.squeezed


def _ruled(sentence: str, letters: set[str]) -> bool:
    return any(
        re.search(
            (
                rf"(?:不选|不是|不应?该?选|not|排除)\s*{letter}(?![A-Za-z])|(?<![A-Za-z]){letter}\s*(?:项"
                rf"|选项)?\s*(?:不|是错|is not|is wrong)"
            ),
            sentence,
        )
        for letter in letters
    )


def _called(text: str, content: str, known: Known) -> bool:
    """Whether an option of two characters ("5元") is named as the answer."""
    at = text.find(content) if len(squeeze(content)) == 2 else -1
    return at >= 0 and stated(text, at, at + len(content), known.squeezed)


def _beside(match: re.Match[str]) -> str:
    """B for "A后面那个" and "A和C之间的字母"."""
    first, second = match[1], match[2]
    if second:
        return chr(ord(first) + 1) if ord(second) - ord(first) == 2 else ""
    return chr(ord(first) + (1 if match[3] in "后下" else -1))


def _letter(match: re.Match[str], options: int) -> str:
    if word := match[8]:
        place = -2 if "to" in word.lower() else _ORDINALS[word.lower()]
    else:
        value = parse_number(next(group for group in match.groups()[1:7] if group))
        place = int(value) if value else 0
        place = -place if match[1] else place
    if place < 0:
        place = (options or 4) + 1 + place
    return chr(ord("A") + place - 1) if 1 <= place <= 8 else ""
