"""Questions that rest on the one before: 那经理呢, 超过5000呢, 它要谁审批, what about Shanghai."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.knowledge.phrases import (
    ALONE,
    AMOUNT,
    ASK,
    ASPECT,
    DETERMINER,
    ELLIPSIS_EN,
    LEAD,
    MODIFIERS,
    PARTICLE,
    POLITE,
    PRONOUN,
    TAIL,
    written,
)
from pilothouse.assistants.knowledge.subjects import bare, cut, root, subject, thing, things
from pilothouse.assistants.knowledge.substitution import joined, readings

_HAN = re.compile(r"[\u3400-\u9fff]")
SHORT = 14  # characters of a question that may lack a subject of its own


_WRONG = r"(?:不是|不对|错了|不不|no|nope|not that|wrong)"
_CORRECTION = re.compile(
    rf"^(?:{_WRONG}+(?:的|吧|啊|呀|了|这个|那个)*[\s,，。.!！]+(?:我)?(?:是|就是)?(?:想)?(?:(?:问|说|指|要问|问你)的?(?:是|的)?|的?意思是)?|"
    r"我(?:是)?(?:想)?(?:问|说|指|要问)的(?:是|其实是)|我的意思是|我(?:其实)?是(?:想)?(?:问|说|指)(?:的是)?|(?:我)?(?:说|问|打)错了[,，。\s]*(?:我)?(?:是)?(?:问|说)?(?:的是)?|"
    r"i mean(?:t)?|i(?:'m| was| am) asking about|i said)[\s,，:：]*(?P<what>.+)$",
    re.IGNORECASE,
)
_RETURN = re.compile(
    r"^(?:还是|再)?(?:回到|说回|刚才|刚刚|之前|前面|上面|那个|back to|about)(?:说|问|提到|讲)?(?:过)?(?:的)?(?:那个|这个|the )?\s*"  # noqa: E501
    r"(?P<what>[\w\u3400-\u9fff]{2,12}?)(?:的?(?:那个|那件事|那事儿?|的事|问题|那块|话题))?[\s,，:：]+(?P<rest>.+)$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"^(?:那)?(?:还有|有没有|有)(?:没有)?(?:别的|其他的?|其它的?|什么|啥|哪些)?(?:要|需要|得)?(?:注意的?|说明|规定|要求|补充|吗|么|呢|没)*$|"
    r"^(?:能|可以|麻烦)?(?:再)?(?:详细|具体|展开|多)(?:地)?(?:点|些|一点)?(?:说|讲|介绍|解释)?(?:说|讲|一下|一点|点|下)?(?:吗|呢|吧)?$|^(?:继续|然后呢|接着说|其他的?呢|别的呢|还有呢)$|"
    r"^(?:anything|what) else$|^(?:tell me )?more(?: about (?:it|that))?$|^go on$|^(?:more )?details$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """``question`` stands by itself; ``carried`` when words of the question before are in it; ``vague`` when it
    says nothing that could be looked up. ``other`` is a second reading, when the words alone don't tell: what is found
    decides. ``about`` is the former subject: the second reading goes on with it if what is found speaks of it. ``root`` is
    a reading with less of what was said before, for the case that nothing is found."""  # noqa: E501

    question: str
    carried: bool = False
    vague: bool = False
    other: str = ""
    about: str = ""
    root: str = ""


def stripped(text: str) -> str:
    """``text`` without greetings, politeness and what ends a sentence."""
    plain = TAIL.sub("", text.strip())
    cut = POLITE.sub("", plain)
    return cut if len(cut) > 1 else plain


def resolve(text: str, before: str, earlier: Sequence[str] = ()) -> Resolved:
    """``text`` as a question that stands by itself; ``before`` is the one before it, or empty, ``earlier`` are those
    before that, to which it may return."""
    plain = stripped(written(text))
    plain = DETERMINER.sub("", plain) if not PRONOUN.match(plain) else plain
    if (back := _RETURN.match(plain)) and before:
        former = next((asked for asked in reversed([*earlier, before]) if _all_in(back["what"], asked)), back["what"])
        rest = back["rest"]
        if not bare(PARTICLE.sub("", TAIL.sub("", rest))):
            return Resolved(former, carried=True)  # 刚才停车费那个，是多少来着
        return Resolved(
            _again(rest, former) if rest.rstrip("?？ ").endswith("呢") else _about(former, rest), carried=True
        )
    meant = _CORRECTION.match(plain)
    if meant and before:
        what = TAIL.sub("", meant["what"]).strip()
        return (
            Resolved(what)
            if _asks(what) and things(bare(what, aspects=True))
            else Resolved(_again(what, before), carried=True)
        )
    lead = LEAD.match(plain)
    english = ELLIPSIS_EN.match(plain)
    body = english["what"] if english else plain[lead.end() :] if lead else plain
    body = body or plain
    pointing = PRONOUN.search(body)
    rest = PRONOUN.sub(" ", body) if pointing else body
    own = bare(rest, aspects=True)
    if not before:
        return Resolved(plain, vague=_says_nothing(plain, rest, pointing is not None))
    if not bare(rest) and not re.match(r"[A-Za-z]\s*呢", body):
        return _carried(before, body)
    if english or _elliptic(body, plain, bool(lead)):
        said = PARTICLE.sub("", TAIL.sub("", body)).strip()
        first, *others = readings(said, before)
        return Resolved(
            first,
            carried=True,
            other=others[0] if others else "",
            root=subject(first),
        )
    if pointing and pointing.group().strip().lower() not in ("that", "this", "those", "these"):
        return _carried(before, body)
    short = len(body) <= (SHORT if _HAN.search(body) else 3 * SHORT)
    if len(own) < 2 or (short and not things(AMOUNT.sub(" ", own)) and _spare(own)):
        return _carried(before, body)
    if short and not bare(_without_modifiers(rest), aspects=True):
        return _carried(before, body)
    if not short or bool(_HAN.search(plain)) != bool(_HAN.search(before)):
        return Resolved(plain)
    # 可以跨年使用吗 may go on with the topic or begin another: both are looked up where the words don't tell.
    said = plain[lead.end() :] if lead and lead.group().strip() in ("那", "那么", "而", "so", "and") else plain
    former = subject(before)
    topic = joined(" ".join(thing(run) for run in AMOUNT.sub(" ", former).split())) or former
    return Resolved(said, other=_about(topic, said), about=topic)


def _spare(own: str) -> bool:
    """Whether words without a noun are too few to be looked up: 补一张, 坏了, 忘了, but not 退休, 代办."""
    return (
        all(len(word) < 2 or AMOUNT.fullmatch(word) for run in own.split() for word in cut(run))
        if _HAN.search(own)
        else True
    )


def _carried(before: str, body: str) -> Resolved:
    """``body`` said of the subject of ``before``; or of its first thing alone: 转专业 of 转专业绩点."""
    question = _about(before, body)
    first = joined(root(_without_modifiers(subject(before)).strip()))
    other = joined(f"{first} {body}") if first and first not in body else ""
    return Resolved(question, carried=True, root=other if other != question and not PRONOUN.search(body) else "")


def _again(new: str, before: str) -> str:
    """``before`` asked of ``new``."""
    said = PARTICLE.sub("", TAIL.sub("", new)).strip()
    return readings(said, before)[0]


def _all_in(words: str, text: str) -> bool:
    return all(word in text for run in bare(words).split() for word in cut(run) if len(word) > 1) and bool(bare(words))


def more(text: str, before: str) -> str:
    """The question that goes on with ``before``, when ``text`` only wants to hear more: 还有别的吗; else an empty string."""  # noqa: E501
    if not _MORE.match(PARTICLE.sub("", TAIL.sub("", stripped(text)))):
        return ""
    topic = subject(before)
    return f"{topic}还有哪些规定" if _HAN.search(topic) else f"What else about {topic}"


def _says_nothing(plain: str, rest: str, pointing: bool) -> bool:
    """Whether nothing in a first question can be looked up: 怎么办, 那个呢, 上海呢, 它要谁审批."""
    left = bare(PARTICLE.sub("", TAIL.sub("", rest)))
    if not left or ALONE.fullmatch(left) or (pointing and not bare(rest, aspects=True)):
        return True
    narrow = not bare(_without_modifiers(rest)) and plain.rstrip("?？ ").endswith("呢")
    return narrow and not ASPECT.search(rest) and not _asks(rest)


def _without_modifiers(text: str) -> str:
    for pattern in MODIFIERS:
        text = pattern.sub(" ", text)
    return text


def _asks(text: str) -> bool:
    return ASK.search(PARTICLE.sub("", TAIL.sub("", text))) is not None


def _elliptic(body: str, plain: str, lead: bool) -> bool:
    """上海呢, 那经理: words without anything that asks."""
    inner = PARTICLE.sub("", TAIL.sub("", body))
    return (
        not _asks(body)
        and (plain.rstrip("?？ ").endswith("呢") or lead)
        and len(inner) <= (SHORT if _HAN.search(inner) else 3 * SHORT)
    )


def _about(before: str, body: str) -> str:
    """``body`` said of what ``before`` was about: in the place of a pronoun, else in front."""
    topic = subject(before)
    topic = joined(" ".join(AMOUNT.sub(" ", topic).split())) or topic
    said = PRONOUN.sub(lambda _: f" {topic} ", body, count=1)
    if said != body:
        return joined(said)
    # What is said again is not said twice: 研究生借书, 能借多久.
    kept = [word for run in topic.split() for word in (cut(run) if _HAN.search(run) else [run])]
    topic = joined(" ".join(word for word in kept if len(word) < 2 or word not in body))
    return joined(f"{topic} {body}")
