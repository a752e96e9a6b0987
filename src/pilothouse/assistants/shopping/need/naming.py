"""Products and brands that the user names: 澄风F3和海岳A2哪个好, 聆岸S2, 小米的手环, Dyson."""

from __future__ import annotations

import re

from pilothouse.assistants.shopping.need.lexicon import everyday, wishes
from pilothouse.assistants.shopping.need.spelling import is_chinese

_LATIN = re.compile(
    r"(?P<han>[\u3400-\u9fff]{0,8})(?P<space>\s?)(?P<latin>[A-Za-z][A-Za-z0-9+&'’-]*(?:\s?(?:[A-Z][A-Za-z0-9+-]*"
    r"|\d[A-Za-z0-9+-]*))*|(?<=[\u3400-\u9fff])\d{1,3}(?:\s?(?:Pro|Max|Plus|Ultra|SE|Lite|Mini|[A-Z]))+)"
)
# Words that stand before a name and are no part of it. Single letters only where they begin the run.
_LEAD = re.compile(
    r".*(?:本来|原来|看中了?|看上了?|想买|想要|想入|买了?|入手了?|推荐|听说|相比|比起|对比|比较|还是|或者"
    r"|或|和|跟|与|及|换成?|这款|那款|这个|那个|的|是|用|给|要|求|选|问|下|一|款|个|台|请|说|把|被|有|了"
    r"|在|同事|朋友|大家|关于|哪|呢|吧|觉得|发现|现在|正在|已有|家里|自带|支持|能|会|连|配|带)"
)
_MODEL = re.compile(r"\d")
_VERSUS = re.compile(
    (
        r"(?P<a>[^，,。;；\s和跟与比]{2,14}(?:\s(?=[A-Z0-9])[A-Za-z0-9+-]+){0,2})\s*(?:和|跟|与|还是|对比|比"
        r"|、|vs\.?|VS|or)\s*(?P<b>[^，,。;；\s和跟与比]{2,14}?(?:\s(?=[A-Z0-9])[A-Za-z0-9+-]+){0,2})\s*(?:，"
        r"|,|\s)?(?:的(?P<kind>[\u3400-\u9fff]{0,8}?))?(?:哪个|哪款|哪台|哪家|哪一|选哪|选谁|谁|怎么选|怎么样"
        r"|买哪|二选一|比起来|对比|相比|比较)"
    ),
)
_VERSUS_ENGLISH = re.compile(
    r"(?:(?:compare|between|choose|is"
    r"|are)\s+)?(?:the )?(?P<a>[A-Z][\w&+-]*(?:\s[A-Z0-9&][\w&+-]*){0,3})\s+(?:vs\.?|versus|or|and"
    r"|better than)\s+(?:the )?(?P<b>[A-Z][\w&+-]*(?:\s[A-Z0-9&][\w&+-]*){0,3})"
)
_SPEC = re.compile(
    r"(?:spf|pa|ip|ipx|uv|wi-?fi|usb|ddr|rtx|gtx|bt|i|a|b|pm|co|r|type)-?\d[\d.+]*|[ab]\d|\d+[a-z]{1,3}", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(?:和|跟|与|还是|对比|、|,|，)\s*|\s+(?:vs\.?|versus|or|and)\s+(?:the\s+)?", re.IGNORECASE)
_BEGINNING = re.compile(r"^(?:请问|想问下?|帮我?比较?一?下|对比一?下|compare\s+(?:the\s+)?)", re.IGNORECASE)
_ENDING = re.compile(
    r"\s*(?:[,，]\s*)?(?:选?哪[个款台](?:更|比较)?(?:好|值得买)?|选谁|怎么选"
    r"|which(?: one)?(?: is)?(?: better)?)?\s*[?？。]*$"
)
_NAME = re.compile(r"(?=[^\d]*[^\d\s])(?=.*\d)[\u3400-\u9fff]{0,5}\s?[A-Za-z]*(?:\s?[A-Za-z0-9+-]+){1,3}")
_ASKED = re.compile(
    r"\s*(?:的)?(?:到底|究竟|现在|现在还)?(?:怎么样|咋样|如何|好不好|好用(?:吗|不)|值(?:不值)?得(?:买"
    r"|入手?)|能(?:不能)?买|可以买|靠谱(?:吗|不)|行不行|口碑|评价|好吗|质量|还行吗|\s+(?:any )?good\b)"
)
_ASKED_ENGLISH = re.compile(
    r"\b(?:is|are|how is|how are|what about|thoughts on|opinions? on|reviews? (?:of|for"
    r"|on))\s+(?:the )?(?P<name>[A-Z][\w&+-]*(?:\s[A-Z0-9&][\w&+-]*){0,3})(?=\s+(?:any good|good|worth"
    r"|reliable|ok|okay)\b|[?\s]*$)"
)
_BRANDED = re.compile(
    r"(?:要|买|只要|只买|只考虑|想要|想买|推荐|必须是|就要|认准|选|挑|喜欢)(?:一|个|台|款|双|把|部"
    r"|条)?[个台款双把部条]?(?P<brand>[\u3400-\u9fff]{2,4}|[A-Z][\w&-]+)(?:牌|牌子|家|这个牌子|品牌)的"
    r"|(?:只要|只买|只考虑|必须是|就要|认准)(?P<brand2>[\u3400-\u9fff]{2,4}?|[A-Z][A-Za-z0-9&-]+)的?(?=$"
    r"|[\s，,。.！!])|\b(?:only|must be|has to be)\s+(?P<brand3>[A-Z][\w&-]+)"
)


def products(text: str) -> tuple[str, ...]:
    """Names with a model number, or of Latin letters in a Chinese sentence, as they are written."""
    found: list[str] = []
    for match in _LATIN.finditer(text):
        latin = match["latin"].strip(" '’-")
        words = latin.lower().split()
        while words and words[0] in everyday():
            latin = latin.partition(" ")[2]
            words = words[1:]
        if not words or latin.isdigit() or len(latin) < 2:
            continue
        han = "" if match["space"] and not _MODEL.search(latin) else _brand(match["han"])
        name = f"{han}{match['space'] if han else ''}{latin}"
        if not han and len(latin) < 3 and not _MODEL.search(latin):
            continue
        if _SPEC.fullmatch(latin) and not (
            han and _MODEL.search(latin) and not latin.lower().startswith(("spf", "ip", "usb"))
        ):
            continue
        found.append(name)
    return tuple(dict.fromkeys(found))


def versus(text: str) -> tuple[tuple[str, ...], str] | None:
    """The things that are compared (two, seldom three), and their kind where it is said."""
    if several := _several(text):
        return several, ""
    if match := _VERSUS.search(text):
        pair = (_clean(match["a"]), _clean(match["b"]))
        if all(len(name) > 1 and not _common(name) for name in pair):
            return pair, match["kind"] or ""
    if (match := _VERSUS_ENGLISH.search(text)) and re.search(
        r"\b(?:vs|versus|or|better|compare|between|which)\b", text, re.IGNORECASE
    ):
        return (match["a"], match["b"]), ""
    return None


def _several(text: str) -> tuple[str, ...]:
    """Two or three names with a model number and nothing but words of comparison between them."""
    parts = _BETWEEN.split(_ENDING.sub("", _BEGINNING.sub("", text)))
    if not 2 <= len(parts) <= 3 or not all(_NAME.fullmatch(part) for part in parts):
        return ()
    return tuple(parts)


def asked(text: str) -> tuple[str, ...]:
    """Products that the sentence asks an opinion of: 谷禾IH40怎么样."""
    found = [name for name in products(text) if is_chinese(text) and _ASKED.match(text, text.find(name) + len(name))]
    found += [match["name"] for match in _ASKED_ENGLISH.finditer(text)]
    return tuple(dict.fromkeys(found))


def brands(text: str) -> tuple[str, ...]:
    """Brands that are asked for by the word."""
    found = []
    for match in _BRANDED.finditer(text):
        name = next(filter(None, match.groups()))
        if not _common(name):
            found.append(name)
    return tuple(dict.fromkeys(found))


def _brand(han: str) -> str:
    """The end of a run of Chinese that can be the first part of a name."""
    rest = _LEAD.sub("", han)
    return "" if len(rest) > 4 or len(rest) < 2 or _common(rest) else rest


def _clean(name: str) -> str:
    return re.sub(
        r"^(?:请问|想问下?|问下?|那|你觉得|就|到底|帮我看看|帮我?比较?一?下|对比一?下)+|(?:的|这两款|这俩|两款)$",
        "",
        name.strip(),
    )


def _common(text: str) -> bool:
    found = wishes().fullmatch(text)
    return (
        found is not None
        or re.search(r"什么|哪|怎么|便宜|预算|推荐|一个|牌子|大家|朋友|自己|质量|口碑|颜色", text) is not None
    )
