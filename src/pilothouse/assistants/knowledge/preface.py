"""What people say around a question: a greeting, who they are, what happened before, that they have a question."""

from __future__ import annotations

import re

from pilothouse.assistants.knowledge.chat import smalltalk
from pilothouse.assistants.knowledge.phrases import AMOUNT, ASK, FILLER, MODIFIERS, ROLE, written
from pilothouse.assistants.knowledge.subjects import bare, things

LONG = 36  # characters of a text in which the question has to be looked for
_ANYBODY = frozenset({"个人", "部门", "时候", "东西", "别人"})
STANDS = 4  # characters that ask, point or fill nothing
CLAUSE = 24  # characters of a sentence whose clauses are looked at one by one

# 想问一下: what follows is the question.
_MARKER = re.compile(
    r"(?:^|[\s,，。.!！?？、…:：]|(?<=[\u3400-\u9fff]))(?:所以|不过|然后|就|还|只|也|另外|主要|就是)*(?:我们?|咱)?(?:就|还|只|也)?(?:是|来)?"
    r"(?:(?:想|要|需要)(?:跟您|跟你|向您|请)?(?:请教|咨询|了解|确认|打听|问问|问|知道|查)(?:一?下)?(?:您|你|各位|大家)?(?:大佬|老师|同事|前辈)?们?|"
    r"请问|请教|麻烦问一?下|咨询一?下|打听一?下|有没有人知道|有谁知道|谁知道|quick question|my question is|i(?:'d| would) like to (?:know|ask))"  # noqa: E501
    r"(?:关于|一件事|个事|个问题)?(?:[\s,，。.:：—-]+|(?=[\u3400-\u9fffA-Za-z0-9]))",
    re.IGNORECASE,
)
_SELF = re.compile(r"(?:我|本人|咱)(?:们)?(?:是|在|的(?:职级|级别|岗位)是|有)\s*[^,，。!！?？]{1,16}")
_SENTENCE = re.compile(r"(?<=[。！？!?；;\n])|(?<=[a-z]\.)\s+(?=[A-Z])")
_CLAUSES = re.compile(r"[,，]+")
_MODEL = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Za-z]*\d+(?![A-Za-z0-9])")
_EXPLICIT = re.compile(r"[?？]\s*$|[吗呢][。.!！]?\s*$")
_IF = re.compile(r"如果|假如|要是|若|万一|超过|不满|满\d|对于|\bif\b|\bwhen\b", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff]")
_ENGLISH = re.compile(
    r"\?\s*$|^\s*(?:please )?(?:tell|let) me know\b|^(?:what|which|when|where|who|why|how)\b", re.IGNORECASE
)
_NOTHING = re.compile(
    r"(?:我们?|您|你|有|想|要|跟|向|请|麻烦|能|可以|可不可以|能不能|帮忙?|给|点|些|个|件|的|事儿?|事情|问题|东西|情况|急事?|很|着|在线等|疑问|"
    r"随便|问问|问|咨询|请教|了解|打听|查|看|说|一?下|一个|吗|么|吧|啊|呢|呀|行|不|关于|这边|那边|那个|这个|就是|嗯+|额+|呃+|诶|哎|"
    r"[\W_])+|"
    r"(?:i|have|a|an|question|need|help|please|can|could|you|me|some|information|about|something|urgent|[\W_])+",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\s*(?:<[a-z!/][^>]*>.*|https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.]+|[\W\d_]+|[A-Za-z0-9+/=]{40,})\s*",
    re.I | re.S,
)


def announces(text: str) -> bool:
    """Whether ``text`` only says that there is a question: 有个事想问一下. Also when it is no sentence: a link, markup."""  # noqa: E501
    return _NOTHING.fullmatch(text.strip()) is not None or _CODE.fullmatch(text) is not None


def pared(text: str) -> str:
    """``text`` without what is no part of a question; what narrows it (我是P5) and conditions stay.

    A short sentence keeps its words behind 想问一下. Of a long one, a pasted mail for instance, the sentences that ask
    are kept. Text in which nothing asks is returned as it is.
    """
    plain = text.strip()
    if len(plain) <= LONG:
        return _from_marker(plain)
    sentences = [part.strip() for part in _SENTENCE.split(plain) if part and part.strip()]
    asking = [at for at, part in enumerate(sentences) if asks(part) and not smalltalk(part) and not announces(part)]
    if not asking:
        return _from_marker(plain)
    # 我也不知道找谁。 tells; 请问找谁 asks.
    asking = [at for at in asking if _EXPLICIT.search(sentences[at]) or _MARKER.search(sentences[at])] or asking
    kept = []
    for at in asking:
        made = _clauses(_from_marker(sentences[at]))
        if not _stands(made) and at and at - 1 not in asking and not smalltalk(sentences[at - 1]):
            made = f"{sentences[at - 1].rstrip('。.!！；;')}，{made}"  # 价格是多少 asks about what was said before
        if made not in kept:
            kept.append(made)
    own = [found.group() for found in _SELF.finditer(plain) if _narrows(found.group()) and found.group() not in kept[0]]
    return "？".join([f"{'，'.join([*own[:1], kept[0]])}".rstrip("?？"), *(part.rstrip("?？") for part in kept[1:])])


def asks(text: str) -> bool:
    """Whether a sentence asks. English words that may ask stand in statements, too: there the mark or the order counts."""  # noqa: E501
    if _HAN.search(text):
        return re.search(_CHINESE_ASK, written(text)) is not None or text.rstrip().endswith(("?", "？"))
    return _ENGLISH.search(text) is not None


_CHINESE_ASK = ASK.pattern.partition(r"|\b(?:what")[0].replace("|吗|呢", r"|吗(?=\W|$)|呢(?=\W|$)")


def _from_marker(text: str) -> str:
    """``text`` from the last 想问一下 on, with what the asker says of himself before."""
    for match in reversed(list(_MARKER.finditer(text))):
        rest = text[match.end() :].strip(" ,，。.:：")
        head = text[: match.start()]
        if len(FILLER.sub("", bare(rest))) < 2 or (head.strip() and not asks(rest)):
            continue
        if asks(head) and not smalltalk(head):
            return text  # two questions
        own = [
            part
            for part in _CLAUSES.split(head)
            if _narrows(ROLE.sub("", part)) or (_SELF.search(part) and _narrows(part))
        ]
        return "，".join([*own, rest])
    return text


def _clauses(text: str) -> str:
    """The clauses of a long sentence that ask, those they can't be understood without, and conditions."""
    if len(text) <= CLAUSE or not _HAN.search(text):
        return text
    clauses = [part for part in _CLAUSES.split(text) if part.strip()]
    first = next((at for at, part in enumerate(clauses) if asks(part)), None)
    if first is None:
        return text
    start = first
    while start and not _stands("，".join(clauses[start : first + 1])):
        start -= 1
    before = [part for part in clauses[:start] if _IF.search(part) or _narrows(part)]
    return "，".join([*before, *clauses[start:]])


def _stands(text: str) -> bool:
    """Whether ``text`` says what it asks about: 能收吗 and 一个人能花多少钱 don't."""
    left = bare(AMOUNT.sub(" ", text), aspects=True)
    return any(len(word) > 1 and word not in _ANYBODY for word in things(left)) or len(left.replace(" ", "")) >= STANDS


def _narrows(text: str) -> bool:
    """Whether something in it limits what is asked: a grade, a place, an amount."""
    return _MODEL.search(text) is not None or any(
        re.search(r"\w", found.group()) for pattern in MODIFIERS for found in pattern.finditer(text)
    )
