"""When a number may be said although a secret has its value, and when a known number is said as the answer."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.guard.measure import alike, comparable
from pilothouse.assistants.tutor.guard.mention import Mention
from pilothouse.assistants.tutor.guard.plain import squeeze

_SMALL = 10
_IDIOM = re.compile(
    "[进下这每那第]一步|([\u4e00-\u9fff])一\\1|[十百千]位(?!数)|[百千]分位|十分位|百分之几十?|几[十百千万]|"
    "[同统唯任逐单不其万再另]一(?![个只])|一(?:起|共|下|样|定|些|点(?!\\d)"
    "|直|般|边|旦|致|会儿?|同|切|路|眼|句|来|元[一二三]?次?|次(?:函数|方程|项)|"
    "次性|(?<!分)之一|步步|一|口气|开始|部分|方面|个个|心|瞬间)"
    "|第[一二三四五六七八九十两](?=[步问题小个种部次句段条项行天])"
    "|[二三四五六七八九十]+[边角棱][形锥柱体]+|三角|"
    "[二三]元|二次|两(?:边|者|端|侧|头|旁|数|式|种|类|样)|二者|三者|四则|四周|十分(?!之)"
    "|百分(?!之)|千万(?=[别不要])|万[能物事]|十字|乱七八糟|"
    "星期[一二三四五六日天]|[周礼拜][一二三四五六]|[一二三四五六七八九十]+年级"
    "|[初高大][一二三]|四舍五入|(?:一两|两三|二三|三四|三五|四五|五六|六七|七八|八九)(?=[个只条句次天种步道遍下米元人名岁年位块本支张分秒小])|三四五六|七七八八"
)
_BY_NAME = re.compile(
    (
        r"(?:第|\b(?:steps?|parts?|questions?|hints?|problems?|lines?|paragraphs?|no\.?|example"
        r"|figure|图|例|表|题|步骤|#))\s*\(?$"
    ),
    re.I,
)
_ORDER = re.compile(
    r"^\)?\s*(?:小?[步问题]|大题|个?(?:条件|问题|步骤|已知|方法|提示|部分|空|量|句|词|段)|部分"
    r"|[种次条句段行页空]|[个节](?!\w*[头只腿]))"
)
_COUNTED = re.compile(
    "^ of (?:the|your|these|those)\\b"
    "|^ ?(?:个|条|大|类|道|处)?(?:小?[问步遍种类]|小?题|问题|步骤|条件|方法|办法|思路|关键"
    "|未知数|提示|方面|部分|等式|方程|信息|要点|空|选项|阶段|环节|数据|句话|机会|量|"
    "方向|角度|数量关系|关系|已知|次机会|分钟)|^[ -]?(?:more )?(?:steps?|parts?|questions?"
    "|hints?|ways?|things?|sides?|kinds?|types?|unknowns?|conditions?|tries|facts?|"
    "numbers?|equations?|options?|choices?|pieces? of|methods?|quantities"
    "|at a time|by one|minutes?)\\b"
)
_LISTED = re.compile(r"^\s*[-*]?\s*\(?$")
_LIST_END = re.compile(r"^\s*[.、)）:：](?!\d)\s*\S\S")
_CLOCK = re.compile(
    r"^\s*(?:月\d|月[一二三四五六七八九十]+[日号]|年\d{1,2}月|[年月]|[日号](?=[,，。\s]|$)"
    r"|:\d\d|点钟|年级|班(?![车次]))"
)
_DATED = re.compile(r"(?:\d\s*[年月:]|星期|周|礼拜)\s*$")
_DATE_UNITS = frozenset(["年", "月", "天", "个月", "星期", "周", "点", "分", "小时", "分钟", "岁", "年级"])
_WHILE = frozenset(["秒", "秒钟", "分钟", "minutes", "seconds"])
_CUE = re.compile(
    (r"(?:答案|结果|得数|等于|[=是为得有共剩:：→]|解得|算出|are|is|equals?|gets?|gives?|makes?"
r"|has|have|answer)\s*(?:就是|应该|正好|大?约|just|exactly)?\s*$"), re.I
)  # fmt: skip
_EXPLICIT = re.compile(
    r"(?:答案|正解|结果|得数|谜底|(?:最终|最后)(?:得|是|等|结|剩|答)|解得|求得|正确的?(?:数|值"
r"|是)|\banswer|\bresult|\bsolution|final(?:ly)?\b|correct (?:number|value|amount|total))"
    r"[^。！？!?;；\d]{0,24}$", re.I
)  # fmt: skip
_SOFT = re.compile(
    r"(?:所以|因此|于是|可见|就是|应该是|也就是|(?<![<>!])=|等于|算出|得出|得到|那就?是"
r"|[对嗯],?\s*是|\bso\b|\btherefore\b|\bhence\b|\bthus\b|\bequals?\b|\bit'?s\b|"
    r"\b(?:that|it) (?:is|makes|gives)|you (?:get|have)|we get|should be|must be"
r"|that'?s)\s*[,，]?[^。！？!?;；,，\d]{0,16}$", re.I
)  # fmt: skip
_CONFIRMED = re.compile(
    (r"^[^。！？!?,，\d]{0,4}?(?:就?是(?:正确|答案|对的|最终|最后|结果|正解)|才?(?:对|正确)"
r"|没错|,?\s*(?:is|was|would be) (?:the )?(?:final |right |correct )*(?:answer|right"
r"|correct|solution))"), re.I
)  # fmt: skip
_AFFIRMED = re.compile(
    (
        r"[对嗯好是的啊呀吧哦没错正确]|yes|right|correct|exactly|就|共|一|there|are|it|is|the|答|:"
        r"|有"
    ),
    re.I,
)


def idioms(text: str) -> list[tuple[int, int]]:
    """Where Chinese words stand that only look like numbers: 一起, 三角形, 第一步."""
    return [match.span() for match in _IDIOM.finditer(text)]


def harmless(text: str, mention: Mention, unit: str) -> bool:
    """Whether ``mention`` in the sentence ``text`` counts, orders or dates something else than the secret.

    ``unit``: the secret's.
    """
    head, rest, size = (
        text[max(0, mention.start - 16) : mention.start],
        text[mention.end : mention.end + 16],
        abs(mention.value),
    )
    written = text[mention.start : mention.end]
    if unit not in _DATE_UNITS and (_CLOCK.match(rest) or _DATED.search(head)):
        return not _EXPLICIT.search(head)
    if mention.unit in _WHILE and unit not in _DATE_UNITS and not _CUE.search(head):
        return True
    if size > 20 or mention.value.denominator != 1 or _EXPLICIT.search(head):
        return False
    if _BY_NAME.search(head) and (
        head.rstrip("( ")[-1:] != "第" or (_ORDER.match(rest) and mention.unit != unit) or rest[:1] == ")"
    ):
        return True
    if size > _SMALL:
        return False
    if _LISTED.match(head) and mention.start < 6 and (list_end := _LIST_END.match(rest)):
        return not (unit and rest[list_end.end() - 2 :].startswith(unit))
    if (
        head.endswith("^")
        or re.search(r"[A-Za-z_\\]$", head)
        or (mention.writing == "digits" and not mention.unit and re.match(r"[A-Za-z](?![A-Za-z])|[πβα(√]", rest))
    ):
        return True
    # 底×高÷2, 2×半径: the constant of a formula, not a value that somebody worked out.
    if (re.search(r"[^\W\d_)]\s*(?:[-+*/]|除以|乘以?|加上?|减去?)\s*$", head) and "=" not in rest[:3]) or re.match(
        r"\s*[*/]\s*\(?[^\W\d]", rest
    ):
        return True
    if mention.unit != unit and _COUNTED.match(rest):
        return True
    cued = bool(_CUE.search(head))
    same_script = mention.unit.isascii() == unit.isascii()
    if mention.unit and unit and same_script and not alike(mention.unit, unit) and not comparable(mention.unit, unit):
        return True
    if mention.writing in ("chinese", "english") and re.fullmatch(r"[^\W\d_]|[a-z]+", written, re.I) and size < _SMALL:
        fits = bool(mention.unit) and mention.unit == unit and not re.search(r"[这每那前后哪另同任]\s*$", head)
        alone = not re.match(r"\s*[^\W\d_]", rest) or bool(re.match(r"\s*[吗呢吧哦啊呀,，。！!]", rest))
        if mention.writing == "english":
            return size <= 1 and not (cued and alone) if size < 3 else False
        if size <= 2:
            return not (fits or (cued and (alone or not mention.unit or (mention.unit == "个" and unit == "个"))))
        return not (fits or cued or alone or bool(mention.unit))
    if (
        mention.writing == "pinyin"
        and text.strip() != written
        and " " not in written
        and len(written) < 5
        and size <= _SMALL
    ):
        return not (cued or bool(re.search(r"[\u4e00-\u9fff]", text)))
    return False


def stated(text: str, start: int, end: int, known: str) -> bool:
    """Whether the sentence says what stands at ``start:end`` as the answer, and doesn't only repeat what is ``known``
    (squeezed)."""
    head, rest = text[max(0, start - 40) : start], text[end : end + 24]
    if _EXPLICIT.search(head) or _CONFIRMED.match(rest):
        return True
    left = squeeze(text[:start])
    left = left[-4 if left[-1:].isascii() else -2 :]  # two Chinese characters are a word, two letters are none
    if _SOFT.search(head) and not (len(left) > 1 and left + squeeze(text[start:end]) in known):
        return True
    return len(_AFFIRMED.sub("", squeeze(text[:start] + rest))) <= 1 and len(text) < 24
