# ruff: noqa: E501 -- a pattern is read as a whole
"""How guests put an order in passing, said plainly: 结帐 is 结账, 米饭一人一碗 for four is 米饭四碗.

Every rewriting keeps what is wanted and makes one of the forms that the readers of an order know.
"""

from __future__ import annotations

import re

from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.spellings import spelled
from pilothouse.contracts.numerals import chinese_number

_N = r"(?:[一两二三四五六七八九十俩仨]{1,3}|\d{1,2})"
_ONE = r"(?:份|个|碗|杯|盘|位|瓶|只|例|串|块|根|扎)"
_TASTE = r"(?:[不微中特]辣|少糖|无糖|正常糖|半糖|去冰|少冰|常温|热)"
_HEADS = re.compile(rf"({_N})(?:个|位|口)?(?:大?人|朋友|同事)(?![份均])|(?:我们|咱们?|俺们?)({_N})个(?!菜|都)")
_PER_HEAD = re.compile(rf"(给)?(?:一|每)(?:个)?人(?:各|都)?(?:(?:来|要|上|点)一?|一)({_ONE})|人手一({_ONE})")
_SAME: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"结帐|埋单"), "结账"),
    # 算了，太腻了，换个时蔬: the reason changes nothing
    (re.compile(r"(算了|不要了|不行)[，,]\s*(?:太|有点|怕|嫌)[^，,]{1,4}[，,]\s*"), r"\1，"),
    (re.compile(r"(?<=[\u4e00-\u9fff])[，,](?:算了|不要了|还是)[，,]\s*换(?:成|一?个|一?份)?(?=[\u4e00-\u9fff]{2})"), "，哦不，"),
    # 茄子去了吧
    (re.compile(r"(?<=[\u4e00-\u9fff])(?:去|撤|退|划|减|拿)(?:走)?了[吧呗]?(?=$|[，,。])"), "去掉了"),
    # 米饭五碗不够，再添三碗
    (re.compile(rf"(?:{_N}{_ONE})?(?:好像|可能|有点|还)?(?:不够(?:吃|喝)?|少了(?:点)?)(?:了|啊)?[，,]\s*(?=再|还要|多|加|添)"), ""),
    (re.compile(r"(?<=[\u4e00-\u9fff])(?=(?:正常|少|无|半|全|微)糖(?!醋)|(?:去|少|多|正常)冰)"), " "),  # 凉糕正常糖
    # 米饭换成蛋炒饭多少钱一共: what it costs is asked of the whole
    (re.compile(r"(?<=[^，,])[，,]?(?:(?:一共|总共)(?:是)?多少钱?|多少钱(?:一共|总共))$"), "，一共多少钱"),
    (re.compile(r"^太?多了[，, ]*(?=去掉|减|少|退)"), ""),
    # 第一个不要其他都来一份
    (re.compile(r"^(第[一二三四五六七八九十\d]+[个道份])(?:就)?不要了?[，, ]?(?=(?:其他|其它|别的|剩下|其余)的?(?:都|全))"), r"除了\1，"),
    # 来两碗担担面一碗微辣一碗特辣
    (re.compile(rf"({_N}{_ONE}[^，,。]{{0,8}}?)(?={_N}{_ONE}(?:要|做)?\s*{_TASTE})"), r"\1，"),
    # 一个微辣一个不辣
    (re.compile(rf"({_N}{_ONE}(?:要|做)?{_TASTE}的?)(?=\s*{_N}{_ONE})"), r"\1，"),
    # 回锅肉和鱼香肉丝，两份都微辣: all of them, and not two of each
    (re.compile(rf"(?<=[，,]){_N}(?:{_ONE}|样|道)(?=都(?:要|做|是)?(?:{_TASTE}|不要|别|少|多))"), ""),
    (re.compile(r"^(?:no|nope|sorry|actually|wait)[, ]+(?:just |only |make it )?(one|two|three|four|five|six|\d{1,2})$"), r"make it \1"),
)  # fmt: skip
_OTHER = re.compile(r"换(?:一?[个道份种])?(?:[素荤辣甜热凉汤肉便宜清淡别其他]{1,3}的?(?:菜)?)?[，,]\s*(?:要|来|就)?")
_ALL = re.compile(
    rf"[，,、]\s*(?=(?:各|每样|一样|都|每个|全都?)(?:给我|帮我)?(?:来|要|点|上|加|再来)?(?:{_N}\s*{_ONE}|[吧了]?$|[吧了]?[，,。]))"
)


_ALL_BUT = re.compile(
    rf"[，,、]\s*除了(?P<but>[^，,、]{{2,12}}?)[，,]?(?:其他|别的)?(?:的)?(?:都|全)(?:要|来|点)(?:{_N}{_ONE})?[吧了]?$"
)


def plainly(text: str, lexicon: Lexicon) -> str:
    """Normalised ``text`` as the readers of an order know it.

    >>> plainly("毛血旺，结帐", Lexicon())
    '毛血旺，结账'
    """
    text = spelled(text)
    for pattern, same in _SAME:
        text = pattern.sub(same, text)
    return _gathered(_exchanged(_per_head(text), lexicon), lexicon)


def _per_head(text: str) -> str:
    """四个人，米饭一人一碗: four bowls. Where nobody said how many they are it stays, and is asked."""
    found = next((match for match in _HEADS.finditer(text) if not _PER_HEAD.match(text, match.start())), None)
    if found is None or not _PER_HEAD.search(text):
        return text
    heads = phrases.count(found[1] or found[2])
    if heads is None or heads < 1:
        return text
    text = f"{text[: found.end()]}，{text[found.end() :]}" if _PER_HEAD.match(text, found.end()) else text
    return _PER_HEAD.sub(lambda match: f"{'要' if match[1] else ''}{chinese_number(heads)}{match[2] or match[3]}", text)


def _exchanged(text: str, lexicon: Lexicon) -> str:
    """换个素的，酸辣土豆丝吧: one exchange said in two steps."""
    match = _OTHER.search(text)
    if match is None:
        return text
    following = lexicon.mentions(text[match.end() :])
    if not following or following[0].start > 2 or lexicon.mentions(match[0]):
        return text
    return f"{text[: match.start()]}换成{text[match.end() + following[0].start :]}"


def _gathered(text: str, lexicon: Lexicon) -> str:
    """回锅肉，宫保鸡丁，麻婆豆腐，都来一份: the names alone before 都来一份 belong to it."""
    if match := _ALL_BUT.search(text):  # 提拉米苏、烤蛋挞、龟苓膏，除了龟苓膏都要
        left_out = match["but"]
        others = [name for name in re.split(r"[，,、]", text[: match.start()]) if name != left_out]
        if len(others) > 1 and all(_only_names(name, lexicon) for name in others):
            return f"{'、'.join(others)}都来一份"
    match = _ALL.search(text)
    if match is None:
        return text
    before = re.split(r"([，,、])", text[: match.start()])
    names: list[str] = []
    while before and _only_names(before[-1], lexicon):
        names.insert(0, before.pop())
        if before:
            before.pop()  # what stood between
    if not names or (len(names) == 1 and len(lexicon.mentions(names[0])) < 2):
        return text
    start = "".join(before)
    return f"{start}{'，' if start else ''}{'、'.join(names)}{text[match.end() :]}"


def _only_names(piece: str, lexicon: Lexicon) -> bool:
    rest = piece
    for mention in reversed(lexicon.mentions(piece)):
        rest = rest[: mention.start] + rest[mention.end :]
    return rest != piece and not rest.strip(" 和跟与、还有再那先")


def unconditionally(text: str) -> str:
    """能不放香菜吗 as 不放香菜, 有的话来一份 as 来一份: how a wish is read where nothing surer can be read."""
    pieces = re.split(r"([，,。;；!！\n]+|(?<=[?？]))", text)
    return "".join(phrases.IF_SO.sub("", phrases.POLITE.sub(r"\g<wish>", piece)) for piece in pieces)
