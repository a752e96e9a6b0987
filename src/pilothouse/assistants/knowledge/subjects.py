"""What a question is about, found by taking away what asks, points and fills."""

from __future__ import annotations

import re

from pilothouse.assistants.knowledge.phrases import ASK, ASPECT, FILLER, PRONOUN, SINGLE, SINGLE_ASPECTS

_MARKS = re.compile(r"[\s,，。.?？!！、;；:：“”\"'《》（）()]+")
_FIRST = re.compile(f"{ASK.pattern}|{ASPECT.pattern}", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff]")
_PIECE = re.compile(r"[\u3400-\u9fff]+|[^\u3400-\u9fff\s]+")
# 我家孩子想申请奖学金: who asks is not what he asks about.
_PERSON = re.compile(
    r"^(?:我们?|咱们?|俺|本人)(?:家|的)?(?:孩子|小孩|儿子|女儿|娃|妈妈?|爸爸?|父母|老人|爱人|老婆|老公|妻子|丈夫|同事|朋友|领导)?"
    r"(?:(?<=.)(?:想要?|要|需要|打算|准备|得)(?=[\u3400-\u9fff]{2}))?(?:去)?(?=[\u3400-\u9fff]{2})"
)
# 要交, 可去: two such words that are cut as one.
_LEADING = frozenset("要能会得该可去来给在有是都")
_NOUNS = ("n", "vn", "j", "i", "l", "eng", "x", "t", "s", "z", "an")


def subject(question: str) -> str:
    """What a question is about: its words without those that ask and without what is asked of the thing."""
    question = _PERSON.sub("", question)
    # Chinese names the thing first and asks then: 域账号密码 | 多久换一次.
    for match in _FIRST.finditer(question):
        if _HAN.search(question) and (named := bare(question[: match.start()], aspects=True)):
            # 出差回来几天内要报销: what has no name before the question has one behind it.
            return named if things(named) else bare(question, aspects=True)
    return bare(question, aspects=True) or bare(question)


def bare(text: str, *, aspects: bool = False) -> str:
    """``text`` without words that ask, point or fill; with ``aspects`` also without what is asked of a thing.

    Pieces that stood together stay together, others are parted by a blank.
    """
    for pattern in (ASK, PRONOUN, *((ASPECT,) if aspects else ()), FILLER, _MARKS):
        text = pattern.sub(" ", text)
    gone = SINGLE | SINGLE_ASPECTS if aspects else SINGLE
    made = ""
    for run in text.split():
        for piece in _PIECE.findall(run):
            if not _HAN.search(piece):
                made += piece
                continue
            for word in cut(piece):
                made += " " if word in gone or _two(word, gone) else word
        made += " "
    return " ".join(made.split())


def _two(word: str, gone: frozenset[str]) -> bool:
    """Whether two such words were cut as one: 要交, 能报."""
    from rjieba import has_word

    return len(word) == 2 and word[0] in _LEADING and (set(word) <= gone or not has_word(word))


def cut(text: str) -> list[str]:
    """The words of ``text``, as written."""
    from rjieba import cut as words

    return list(words(text))


def thing(run: str) -> str:
    """A run of words without a short verb at its end, which is asked of the thing: 校园卡 of 校园卡丢."""
    from rjieba import tag

    words = tag(run)
    while words and len(words[-1][0]) == 1 and words[-1][1].startswith(("v", "a", "zg")):
        run = run[:-1]
        words.pop()
    return run


def root(topic: str) -> str:
    """The first thing of a subject with what stands before it, or an empty string: 校园卡 of 校园卡丢, 转专业 of 转专业绩点."""  # noqa: E501
    from rjieba import tag

    first = topic.split()[0] if topic.split() else ""
    made = ""
    for word, kind in tag(first):
        made += word
        if kind.startswith(_NOUNS) and len(word) > 1:
            return made if made != topic else ""
    return first if first != topic else ""


def things(text: str) -> list[str]:
    """The words of ``text`` that name something: nouns, names, Latin words."""
    from pilothouse.retrieval.evidence.wording import tagged

    return [word for word, kind in tagged(text) if kind.startswith(_NOUNS) and kind not in ("nx", "zg")]
