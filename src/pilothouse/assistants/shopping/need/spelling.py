"""A user's sentence in one spelling: compatible forms, simplified Chinese, typing slips, no fillers."""

from __future__ import annotations

import re
import unicodedata

from pilothouse.retrieval.tokenizer import normalise

HAN = r"\u3400-\u9fff"
LONGEST = 400  # characters that are read: nobody says a need in more

_RUN = re.compile(rf"[{HAN}]+")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
# What a pinyin keyboard or a hurried hand makes of words that carry the sentence.
_SLIPS = (
    ("推建", "推荐"),
    ("推见", "推荐"),
    ("退荐", "推荐"),
    ("堆荐", "推荐"),
    ("预标", "预算"),
    ("与算", "预算"),
    ("于算", "预算"),
    ("裕算", "预算"),
    ("以类", "以内"),
    ("一内", "以内"),
    ("静因", "静音"),
    ("净音", "静音"),
    ("镜音", "静音"),
    ("那款好", "哪款好"),
    ("那个好", "哪个好"),
    ("那个牌子", "哪个牌子"),
    ("买那个", "买哪个"),
    ("买那款", "买哪款"),
    ("选那个", "选哪个"),
    ("那家好", "哪家好"),
    ("口杯好", "口碑好"),
    ("口牌好", "口碑好"),
    ("性价笔", "性价比"),
    ("续行", "续航"),
    ("绪航", "续航"),
    ("像买", "想买"),
    ("相买", "想买"),
    ("想卖个", "想买个"),
    ("想买各", "想买个"),
    ("买各", "买个"),
    ("不药", "不要"),
    ("布要", "不要"),
    ("有木有", "有没有"),
    ("肿么", "怎么"),
    ("神马", "什么"),
    ("虾米牌子", "什么牌子"),
)
_ENGLISH_SLIPS = (
    (r"recom?m?[ea]nd", "recommend"),
    (r"reccomend", "recommend"),
    (r"budge?t", "budget"),
    (r"quite(?= (?:fan|keyboard|vacuum|purifier|one|and))", "quiet"),
    (r"\bwanna\b", "want to"),
    (r"\bpls\b|\bplz\b", "please"),
    (r"\bu\b", "you"),
)
_FILLER = re.compile(
    r"(?:^|(?<=[\s,，。.！!？?、…]))(?:嗯+|呃+|额+|啊+|哦+|唉+|诶+|欸+|哎+|那个啥|那什么|就是说|就是那个"
    r"|就那个|那个(?=[\s,，、…])|怎么说呢|你懂的|话说|对了|哈喽|(?:老板|亲|宝|宝子)(?=[\s,，、…])|宝子们"
    r"|姐妹们|兄弟们|家人们|各位大佬|各位|大佬们|大佬"
    r"|(?:um+|uh+|er+|well|so|okay|ok|like)\b)[\s,，、…。.]*",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"[吧呢啊呀嘛哦哈哇啦呗喔哟噢]+(?=$|[\s,，。.！!？?；;])")


def spelt(text: str) -> str:
    """``text`` in one spelling; letters keep their case, for brands have capitals."""
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text[:LONGEST]))
    text = _RUN.sub(lambda run: normalise(run[0]), text)
    for slip, meant in _SLIPS:
        text = text.replace(slip, meant)
    for found, meant in _ENGLISH_SLIPS:
        text = re.sub(found, meant, text, flags=re.IGNORECASE)
    text = re.sub(r"[ \t\r\n\u3000]+", " ", text).strip()
    previous = None
    while previous != text:
        previous, text = text, _FILLER.sub("", text)
    return _TRAILING.sub("", text).strip()


def is_chinese(text: str) -> bool:
    """Whether the sentence is Chinese rather than English with a Chinese name in it."""
    han = len(re.findall(rf"[{HAN}]", text))
    return han > 0 and han * 3 >= len(re.findall(r"[A-Za-z]+", text))
