"""The budget in a sentence: 200以内, 两三百, 预算就100块, 三千左右, 500-800, under $50, between 200 and 300 yuan."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.shopping.need.need import Currency
from pilothouse.contracts.numerals import NUMERAL, parse_number

NEAR = (0.7, 1.2)  # what "about" allows, of the price
LEAST = 5.0  # yuan: smaller numbers are no budget
MOST = 10_000_000.0

_HAN_NUMBER = f"[{NUMERAL}百千万]"
_NUMBER = (
    rf"(?:(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,8}})(?:\.\d+)?\s?(?:[kKwW]\d?(?![A-Za-z])|[百千万](?:\d[十百千]?)*)?"
    rf"|{_HAN_NUMBER}{{1,10}}|几[百千万])"
)
_CURRENCIES: dict[str, Currency] = {
    "$": "USD",
    "us$": "USD",
    "usd": "USD",
    "dollar": "USD",
    "dollars": "USD",
    "bucks": "USD",
    "美元": "USD",
    "美金": "USD",
    "刀": "USD",
    "€": "EUR",
    "eur": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "欧元": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "pounds": "GBP",
    "quid": "GBP",
    "英镑": "GBP",
    "日元": "JPY",
    "jpy": "JPY",
}
_UNIT = (
    r"(?:块钱|块|元钱|元|圆|人民币|rmb\b|cny\b|yuan\b|kuai\b|美元|美金|刀|欧元|英镑|日元|usd\b|dollars?\b"
    r"|bucks\b|eur\b|euros?\b|gbp\b|pounds\b|quid\b|jpy\b|[¥￥$€£])"
)
_MARK = r"(?:us\$|[¥￥$€£]|rmb|cny)"
_UPPER = (
    r"(?:以内|之内|以下|之下|以里|封顶|打住|往下|不到|顶天|为止|为限|内(?![存置胆衣径饰])|or less\b"
    r"|max(?:imum)?\b|tops\b|at most\b|or under\b|or below\b)"
)
_AROUND = r"(?:左右|上下|出头|附近|来块|的样子|or so\b|ish\b|-ish\b)"
_LOWER = r"(?:以上|起步|往上|开外|起(?![来床重])|or more\b|and up\b|\+)"
_PRE_UPPER = (
    r"(?:不超过|别超过|不要超过|不能超过|不超|别超|最多(?:花|出)?|顶多|至多|最高|上限(?:是|为)?|控制在"
    r"|限制在|低于|不高于|少于|小于|under|below|up to|less than|within|max(?:imum)?(?: of)?"
    r"|no more than|not more than|at most|cheaper than|not over|cap(?:ped)? (?:of|at))"
)
_PRE_LOWER = r"(?:至少|不低于|高于|最少|超过|over|above|at least|more than|from|starting at)"
_PRE_AROUND = r"(?:大概|大约|差不多|约|about|around|roughly|approximately|approx\.?|some|circa)"
_PRE_BUDGET = (
    r"(?:(?:预算|价位|价钱|价格|总价|心理价位|budget)(?:大概|大约|差不多|是|为|在|就|只有|只能|有|可以|能"
    r"|提高到?|加到|加|降到|涨到|提到|放宽到?|改成|改为|调到|调整到|到|最多|不多|也就|just|is|of|:|：|,|，"
    r"|\s){0,3}"
    r"|(?:加到|提到|降到|涨到|放宽到|提高到)|(?:raise|increase|change|lower|push)(?: the| my| it)?(?: budget)? to)"
)
_SPEND = r"(?:花|出|掏|spend|pay|have)"
_NO_PRICE = re.compile(
    r"\s*(?:cm|mm|km|厘米|毫米|公分|米|寸|英寸|吋|kg|公斤|千克|斤|克|g\b|lbs?\b|平|㎡|岁|周岁|个月|月|年"
    r"|天|小时|分钟|秒|点|号|人|口|码|升|l\b|ml|毫升|mah|毫安|w\b|瓦|度|次|层|台|只|个|款|%|折|代|级|档|寸"
    r"|[a-z]*(?:inch|feet|foot|years?|months?|days?|hours?|kids?|people|cats?|dogs?|sqm|square|litres?"
    r"|liters?|watts?|mah|degrees|nits|hz|times|minutes|"
    r"km|kg|cm|persons?|cups?|steps|floors|miles|grams?|percent|lb)\b|['\"”′″]|x\d|p\b|db\b|分贝|代|楼|路"
    r"|所|g(?:b)?\b|tb?\b|克拉|匹|寸|支|颗|瓶|盒|包|条|双|件|片|升|杯|k分辨率|v\b|伏|mb|大卡)",
    re.IGNORECASE,
)
_UNLIMITED = re.compile(
    r"预算不限|不限预算|预算无上限|没有预算|没预算(?:限制|上限)|预算(?:没|无)(?:有)?(?:限制|上限|要求)"
    r"|预算(?:充足|够|随意|不是问题)|不差钱|不缺钱|(?:价格|价钱|钱|贵)(?:都)?(?:不是问题|无所谓|没关系"
    r"|不重要|不在乎|不考虑|都行|不限)|贵(?:点|一点|一些|些)(?:也)?(?:没事|没关系|无所谓|可以|行|不要紧)"
    r"|多少钱都(?:行|可以)|多贵都|上不封顶"
    r"|(?:price|money|cost|budget)(?: is|'s|s)?(?: not| isn'?t| no)?(?: an?| the)? ?(?:problem|issue"
    r"|object|limit|matter|concern)|price doesn'?t matter|no budget limit|money is no object|any (?:price"
    r"|budget)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"([一二两三四五六七八九])([二两三四五六七八九])(百|千|万|十)")
_DIGITS = str.maketrans("0123456789", "零一二三四五六七八九")
_SCALE = {"十": 10.0, "百": 100.0, "千": 1000.0, "万": 10_000.0}
_AMOUNT = re.compile(
    rf"(?:(?P<preb>{_PRE_BUDGET})|(?P<preu>{_PRE_UPPER})|(?P<prel>{_PRE_LOWER})|(?P<prea>{_PRE_AROUND})"
    rf"|(?P<between>between|介于)|(?P<spend>{_SPEND}))?\s*(?P<preb2>{_PRE_UPPER}|{_PRE_AROUND})?\s*"
    rf"(?P<m1>{_MARK})?\s*(?<![\d.A-Za-z\-])(?:要|得|在)?(?P<a>{_NUMBER})(?P<odd>多)?\s*(?P<u1>{_UNIT})?"
    rf"(?:\s*(?:到|至|[和与跟](?=[^，,。]{{1,9}}(?:之间|中间))|and|to|or"
    rf"|[-~—–])\s*(?P<m2>{_MARK})?\s*(?P<b>{_NUMBER}))?\s*(?P<u2>{_UNIT})?\s*(?:钱)?\s*(?P<mid>之间|中间|区间"
    rf"|范围|价位|预算|budget)?"
    rf"(?:(?P<postu>{_UPPER})|(?P<posta>{_AROUND})|(?P<postl>{_LOWER}))?",
    re.IGNORECASE,
)
_MORE = re.compile(rf"(?:再|多|可以|能)?(?:加|多花|多出|贵)(?P<n>{_NUMBER})\s*{_UNIT}?(?!\s*(?:以内|左右|以下))")


@dataclass(frozen=True, slots=True)
class Budget:
    """``low`` and ``high`` in ``currency``; ``spans``: where in the text it stands. ``more``: what is added to an
    earlier one."""

    low: float | None = None
    high: float | None = None
    currency: Currency = "CNY"
    unlimited: bool = False
    more: float = 0.0
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def given(self) -> bool:
        return self.low is not None or self.high is not None or self.unlimited


def read_budget(text: str) -> Budget:
    """The budget that ``text`` (in one spelling) names; the last one where there are several."""
    if match := _UNLIMITED.search(text):
        return Budget(unlimited=True, spans=(match.span(),))
    found = Budget()
    at = 0
    while match := _AMOUNT.search(text, at):
        at = max(match.end(), at + 1) if match["a"] else match.end() + 1
        read = _read(match, text)
        if read is None:
            at = match.end("a")  # what follows the number may belong to the next
            continue
        low = read.low if read.low is not None else found.low
        high = read.high if read.high is not None else found.high
        if low is not None and high is not None and low > high:
            low, high = read.low, read.high
        found = Budget(low, high, read.currency, spans=(*found.spans, match.span()))
    if not found.given and (match := _MORE.search(text)) and (value := _value(match["n"])):
        return Budget(more=value[1], spans=(match.span(),))
    return found


def _read(match: re.Match[str], text: str) -> Budget | None:
    first = _value(match["a"])
    if first is None:
        return None
    if match["odd"] and first[0] == first[1] >= 10:
        first = (first[0], first[0] + 10.0 ** (len(f"{first[0]:.0f}") - 1))
    unit = match["u1"] or match["u2"] or match["m1"] or match["m2"]
    post = match["postu"] or match["posta"] or match["postl"] or match["mid"]
    pre = match["preb"] or match["preu"] or match["prel"] or match["prea"] or match["between"] or match["preb2"]
    end = match.end()
    if not unit and not post and _NO_PRICE.match(text, match.end("b") if match["b"] else match.end("a")):
        return None
    if (
        match["b"]
        and not match["u1"]
        and (other := _NO_PRICE.match(text, match.end("a")))
        and other.end() > match.end("a")
    ):
        return None
    if not unit and not match["u2"] and _NO_PRICE.match(text, match.end("b") if match["b"] else match.end("a")):
        return None
    if unit is None and pre is None and post is None and not match["spend"]:
        if not match["b"] and first[1] - first[0] >= 100:
            return _bounded(*first, unit)
        if not match["b"]:
            return None
        second = _value(match["b"])
        if (
            second is None
            or (first[0] < 50 and not re.search("[百千万kKwW]", match["b"]))
            or _year(match["a"])
            or second[1] <= first[0]
        ):
            return None
    if unit is None and post is None and match["prea"] and first[1] < 20:
        return None
    if unit is None and post is None and (match["spend"] or match["prel"] or match["prea"]) and not _stops(text, end):
        return None
    if (
        not unit
        and not match["preb"]
        and not match["preu"]
        and not match["preb2"]
        and _year(match["a"])
        and not match["postu"]
    ):
        return None
    low, high = first
    if match["b"] and (second := _value(match["b"])):
        scale = 1.0
        if second[1] >= 100 and first[0] < 10 and re.search("[百千万kKwW]", match["b"]):
            scale = {"百": 100.0, "千": 1e3, "k": 1e3, "万": 1e4, "w": 1e4}[
                re.findall("[百千万kKwW]", match["b"])[-1].lower()
            ]
        low, high = first[0] * scale, second[1]
        if low > high:
            return None
        return _bounded(low, high, unit)
    if first[0] != first[1]:
        return _bounded(*first, unit)
    if match["postl"] or (match["prel"] and not match["postu"]):
        return _bounded(low, None, unit)
    around = (
        match["posta"] or match["prea"] or (match["preb2"] and re.fullmatch(_PRE_AROUND, match["preb2"], re.IGNORECASE))
    )
    if match["preb2"] and not re.fullmatch(_PRE_AROUND, match["preb2"], re.IGNORECASE):
        around = match["posta"]
    around = around or (match["preu"] and re.search("around|about", match["preu"], re.IGNORECASE))
    if around and not match["postu"]:
        return _bounded(low * NEAR[0], high * NEAR[1], unit)
    if match["postu"] or match["preu"] or match["preb"] or match["preb2"] or match["mid"] or match["spend"]:
        return _bounded(None, high, unit)
    return _bounded(low * NEAR[0], high * NEAR[1], unit)


def _bounded(low: float | None, high: float | None, unit: str | None) -> Budget | None:
    top = high if high is not None else low
    if top is None or not LEAST <= top <= MOST:
        return None
    currency = _CURRENCIES.get((unit or "").lower().strip(), "CNY")
    return Budget(None if low is None else round(low, 2), None if high is None else round(high, 2), currency)


def _value(text: str) -> tuple[float, float] | None:
    """The number as a range: 两三百 is 200 to 300, 几百 200 to 900."""
    text = text.replace(" ", "")
    if match := _PAIR.fullmatch(text):
        first, second = (float(parse_number(digit) or 0) for digit in match.groups()[:2])
        return (first * _SCALE[match[3]], second * _SCALE[match[3]]) if second == first + 1 else None
    if re.fullmatch(r"(?:\d[十百千万]){1,4}\d?", text):  # 1百5十, 1千5
        text = text.translate(_DIGITS)
    if match := re.fullmatch(r"(\d)[kK](\d)", text):
        return float(match[1]) * 1000 + float(match[2]) * 100, float(match[1]) * 1000 + float(match[2]) * 100
    if match := re.fullmatch("几([百千万])", text):
        return 2 * _SCALE[match[1]], 9 * _SCALE[match[1]]
    if text[-1:].lower() in ("k", "w"):
        number = parse_number(text[:-1])
        scale = 1000.0 if text[-1].lower() == "k" else 10_000.0
        return None if number is None else (float(number) * scale, float(number) * scale)
    if text in _SCALE and text != "十":
        return _SCALE[text], _SCALE[text]
    number = parse_number(text)
    return None if number is None or number <= 0 else (float(number), float(number))


def _year(text: str) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d", text) is not None


def _stops(text: str, at: int) -> bool:
    """Whether the number ends a phrase, so that it counts no things."""
    return (
        re.match(
            r"\s*(?:$|[,，。.！!？?;；、\n]|for\b|but\b|and\b|on\b|or\b|的|吧|就|买|能|[\u4e00-\u9fff])",
            text[at:],
            re.IGNORECASE,
        )
        is not None
    )
