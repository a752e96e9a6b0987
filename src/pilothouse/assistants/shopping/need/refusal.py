"""What the user refuses: 不要小米的, 除了谷禾以外, 听屿不要, 不想买泊渊了, not GuHe, nothing from Xiaomi."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.shopping.need.lexicon import everyday, wishes

# What may be refused: Chinese without the words that begin something else, or a Latin name.
_THING = (
    r"(?:[A-Za-z][\w&+'’-]*(?:\s+(?:[A-Z&]|\d)[\w&+'’-]*){0,2}"
    r"|[\u3400-\u9fff]{2,8}?(?:[A-Za-z]{0,6}\s?\d{1,4}[A-Za-z]{0,3})?)"
)
_JOIN = r"(?:和|跟|与|及|、|或者|或|还有|以及)"
_LIST = rf"(?P<things>{_THING}(?:\s*(?:{_JOIN})\s*{_THING}){{0,3}})"
_AFTER = r"(?=\s*(?:的|牌|家的|家|这个牌子|这牌子|牌子|品牌|那款|这款|了|吧|$|[\s，,。.！!？?;；¦]|以外|之外|外))"
_BEFORE = (
    r"(?:不要再?推荐|别再?推荐|不要给我推荐|别给我推荐|不要买|不想再?要|不想再?买|不买|不考虑|不喜欢"
    r"|不想用|不想|不能是|不要|不选|别选|别买|别要|别给我|别是|别|排除掉?|剔除|去掉|避开|拒绝|讨厌|非)"
)
_CHINESE = (
    re.compile(
        rf"(?:除了|除开|除去|抛开|除(?=[^，,。]{{1,10}}(?:以外|之外|外)))\s*{_LIST}\s*(?:的|牌|家|这个牌子"
        rf"|品牌)?\s*(?:以外|之外|外|$|[，, ]|都|还有|别的|其他|呢)"
    ),
    re.compile(rf"{_BEFORE}(?:\s(?=[A-Za-z]))?{_LIST}{_AFTER}"),
    re.compile(
        (
            rf"(?:^|[\s，,。；;¦、])(?P<things>{_THING}(?:\s*{_JOIN}\s*{_THING}){{0,2}})\s*(?:的|牌|这个牌子"
            rf"|家的)?(?:就|都|我|一律)?(?:不要了?|除外|不考虑了?|不行|算了|免谈|排除|pass)(?=$|[\s，,。.！!;；¦])"
        ),
        re.IGNORECASE,
    ),
)
_NAME = r"(?P<things>(?:[A-Z][\w&+'’-]*|[\u3400-\u9fff]{2,6}\w*)(?:\s+(?:&|and|or|[A-Z0-9][\w+'’-]*))*)"
_ENGLISH = (
    re.compile(
        rf"\b(?i:not|no|except(?: for)?|other than|excluding|exclude|anything but|nothing (?:from|by)"
        rf"|avoid(?:ing)?|without|don'?t (?:want|recommend|like|show me)|hate|besides|apart from|skip)\s+(?i:a "
        rf"|an |the |any |anything from |anything by |from |by )?{_NAME}"
    ),
)
_DEAD = re.compile(
    r"(?P<thing>(?:[\u3400-\u9fff]{0,4}[A-Za-z][A-Za-z0-9+-]{0,20}(?:\s[A-Z0-9][A-Za-z0-9+-]{0,20}){0,2}))[^。；;]{0,6}?(?:听说"
    r"|说是|不是|据说|好像|已经|都|被|是不是|,|，|\s)*(?:被)?(?:召回|停产|停售|下架|翻车|倒闭|停运)"
)
_NOT_THINGS = re.compile(
    r"^(?:太|那么|这么|很|超|找|充|被|忘|乱|高于|低于|带|有|会|能|容易|再|给|让|用|是|到|把|被|老|总|一个"
    r"|一样|问|说|忘|只|光|推荐|它|这个|那个|这些|想|担心|客气|急|的|要|买|缠|夹|闷|搓|漏|掉|伤|占|卡|糊"
    r"|插|怕|吵|贵|扎|刺|错|舍得|差钱|限|知道|清楚|好|了|需要|行|同)|(?:以内|以上|预算|价格|手机|充电)"
)
_SUFFIX = re.compile(r"(?:这个牌子|这牌子|牌子|品牌|那家|家|牌|这款|那款|的东西|的产品|的)+$")
_FORM = re.compile(
    r"(?:式|型|款|色|形|状|头|盖|屏|线|灯|味|水|套装|包装)$|^(?:红|黑|白|蓝|绿|粉|黄|紫|灰|金|银|塑料|落地"
    r"|立式|硅胶|金属|木头|实木|玻璃|不锈钢|皮|挂|入耳|头戴|无线|有线|蓝牙|充电|电池|二手|国产|进口|杂牌"
    r"|大牌|儿童|成人|男|女)"
)
_PRONOUNS = re.compile(r"^(?:它|他|她|这个|那个|这款|那款|这台|那台|这家|那家|这|那|it|that|this|them)$", re.IGNORECASE)
_COMMON = frozenset(
    [
        "too",
        "so",
        "very",
        "need",
        "care",
        "mind",
        "matter",
        "really",
        "sure",
        "that",
        "this",
        "it",
        "the",
        "a",
        "an",
        "i",
        "for",
        "from",
        "buy",
        "pay",
        "more",
        "less",
        "than",
        "over",
        "expensive",
        "cheap",
        "noisy",
        "heavy",
        "big",
        "small",
        "loud",
        "only",
        "just",
        "know",
        "like",
        "want",
        "think",
        "recommend",
        "any",
        "anything",
        "plastic",
        "wired",
        "wireless",
        "used",
        "refurbished",
        "second",
    ]
)


@dataclass(frozen=True, slots=True)
class Refusals:
    """``brands``: names refused, of brands or products. ``kinds``: forms. ``it``: the last recommendation. ``spans``:
    where they stand. ``dead``: products that the user says are sold no longer."""

    brands: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    it: bool = False
    spans: tuple[tuple[int, int], ...] = ()


def read_refusals(text: str) -> Refusals:
    brands: list[str] = []
    kinds: list[str] = []
    spans: list[tuple[int, int]] = []
    it = False
    for found in (*_CHINESE, *_ENGLISH):
        for match in found.finditer(text):
            kept = False
            for raw in re.split(rf"\s*(?:{_JOIN})\s*|\s+(?:and|or)\s+", match["things"]):
                raw = raw.strip(" '’")
                thing = _SUFFIX.sub("", raw) if len(_SUFFIX.sub("", raw)) > 1 else raw
                if _PRONOUNS.match(thing):
                    it = kept = True
                elif _nothing(thing):
                    continue
                else:
                    (kinds if _FORM.search(thing) else brands).append(thing)
                    kept = True
            if kept:
                spans.append(match.span())
    dead = [thing for match in _DEAD.finditer(text) if (thing := _dead(match["thing"]))]
    return Refusals(_once(brands), _once(kinds), _once(dead), it, tuple(spans))


def _nothing(thing: str) -> bool:
    if len(thing) < 2 or thing.lower() in _COMMON or thing.lower().split(" ")[0] in _COMMON:
        return True
    if thing.lower() in everyday() and thing.lower() not in ("iphone", "ipad", "macbook", "kindle", "xbox", "switch"):
        return True
    return bool(_NOT_THINGS.search(thing)) or wishes().search(thing) is not None


def _dead(text: str) -> str:
    from pilothouse.assistants.shopping.need.naming import products

    return next(iter(products(text)), "")


def _once(found: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
