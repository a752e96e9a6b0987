"""Questions that are arithmetic: 3天*500, 500打八折多少, 每天补贴120元，出差5天一共多少."""

from __future__ import annotations

import re
import unicodedata

from pilothouse.assistants.knowledge.calculator import LONGEST, CalculationError, calculate, plain_signs
from pilothouse.contracts.numerals import NUMERAL

NUMBER = rf"(?:(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d+)(?:\.\d+)?[十百千万亿]*|[{NUMERAL}]+)"
MEASURE = r"天|日|晚|夜|周|个月|月|年|小时|个人|人|位|次|趟|件|套|个|张|份|台|本|盒|册|页|单|节|门|颗|片|瓶|包|公里|千米|间|day|night|person|hour|week|month|time|item"  # noqa: E501
MONEY = r"元|块钱|块|yuan|rmb"

# What may stand around an expression that is asked for and says nothing else.
_AROUND = re.compile(
    r"请问|请|麻烦|你好|帮我|帮忙|给我|替我|帮|我想|想|知道|算一下|算一算|算算|算个数|算出|计算一下|计算|口算|算|一下|下|看看|"
    r"等于|是多少|得多少|得几|是几|多少钱|多少|几|结果|一共|总共|合计|吧|呢|吗|啊|呀|谢谢|[=?？。，!！:：]|(?<!\d),|,(?!\d)|"
    r"\b(?:what(?:'s| is)|how much is|calculate|compute|please|equals?|the result of)\b"
)
_CUE = re.compile(
    r"减去|加上|乘以|除以|百分之|千分之|等于|多少|得几|是几|算|=|合计|总共|一共|what|how much|calculate|compute|equal"
)
_OPERATOR = re.compile(r"[-+*/%^]|折|打|(?<=\d)\s*成|百分之|千分之")
_SEQUENCE = re.compile(r"[,，]?\s*(?:然后|接着|再)\s*(?=[-+*/^])")
_DATE = re.compile(r"(?<!\d)\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?!\d)|^0\d{2,3}-\d{7,8}$|^1[3-9]\d{9}$")
_YEARS = re.compile(r"^\s*(?:19|20)\d\d\s*-\s*(?:19|20)\d\d\s*$")

# 120元/天, 每天120元, 一晚350, 350一晚
_RATE = re.compile(
    rf"(?:每(?P<m0>{MEASURE}))?(?:每|一|per |each |a )(?P<m1>{MEASURE})(?P<w1>[^\d,，。;；{NUMERAL}]{{0,8}}?)(?P<n1>{NUMBER})\s*(?:{MONEY})?"  # noqa: E501
    rf"|(?P<n2>{NUMBER})\s*(?:{MONEY})?\s*(?:/|每|一|per |each |a )\s*(?P<m2>{MEASURE})"
)
_SECOND = re.compile(
    rf"(?:、|和|加|,|，|and)\s*[^\d,，。;；、{NUMERAL}每]{{0,6}}(?P<n>{NUMBER})\s*(?:{MONEY})(?!\s*[/每])"
)
_COUNT = re.compile(rf"(?P<n>{NUMBER})\s*(?P<m>{MEASURE})s?(?![a-z])")
TOTAL = re.compile(r"一共|总共|共|合计|总计|加起来|多少|几|how much|total|altogether")
_GROWTH = re.compile(
    rf"(?P<n>{NUMBER})\s*(?:{MONEY})?[^\d{NUMERAL}]{{0,6}}?(?P<way>上涨|增加|提高|上调|上浮|增长|涨|下降|减少|降低|下调|下浮|降)了?\s*"
    rf"(?P<p>百分之{NUMBER}|{NUMBER}\s*%)"
)
_UP = frozenset(["上涨", "增加", "提高", "上调", "上浮", "增长", "涨"])


def expression_in(text: str) -> str | None:
    """The expression that ``text`` asks to compute and nothing beside it; ``None`` when it asks something else."""
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain or len(plain) > LONGEST or _DATE.search(plain) or _YEARS.match(plain):
        return None
    return _bare(plain) or _compound(plain.lower()) or listed(plain.lower())


def asks_to_compute(text: str) -> bool:
    """帮我算个数, 计算器: a computation is wanted, and no numbers are given."""
    plain = unicodedata.normalize("NFKC", text)
    return bool(re.search(r"算个数|算一下|算算|计算|算个|calculat|算账|算笔账", plain.lower())) and not re.search(
        r"\d", plain
    )


def _bare(text: str) -> str | None:
    """An expression with nothing but words of asking around it."""
    lowered = text.lower()
    signs = plain_signs(_strip(lowered))
    parts = _SEQUENCE.split(signs)
    for part in parts[:-1]:
        signs = signs.replace(part, f"({part})", 1) if signs.startswith(part) else signs
    if len(parts) > 1:
        signs = "(" * (len(parts) - 1) + "".join(f"{part})" for part in parts[:-1]) + parts[-1]
    if re.fullmatch(r"[\d\s.,+*/%^()-]+", signs) and re.search(r"\d\s*[-+*/^]", signs):
        return signs  # nothing but arithmetic: what is wrong with it is for the calculator to say
    if len(re.findall(NUMBER, signs)) < 2 or not _OPERATOR.search(signs):
        return None
    if not re.search(r"\d", signs) and not _CUE.search(lowered):
        return None  # 三加一 may be the name of something
    try:
        calculate(signs)
    except CalculationError as error:
        return signs if error.kind in ("division_by_zero", "too_large", "power") else None
    return signs


def _strip(text: str) -> str:
    text = re.sub(r"^[^\d(（]{1,12}?[:：]", "", text)
    return " ".join(_AROUND.sub(" ", text).split())


def _compound(text: str) -> str | None:
    """A rate and how many times it is due, or an amount that grows by a share."""
    if not TOTAL.search(text):
        return None
    if growth := _GROWTH.search(text):
        rest = text[: growth.start()] + text[growth.end() :]
        if not re.search(r"\d", rest):
            sign = "+" if growth["way"] in _UP else "-"
            return f"{growth['n']} * (1 {sign} {growth['p']})"
    rate = _RATE.search(text)
    if rate is None:
        return None
    measures = [measure for measure in (rate["m0"], rate["m1"] or rate["m2"]) if measure]
    amounts = [rate["n1"] or rate["n2"]]
    start, end = rate.span()
    while second := _SECOND.match(text, end):
        amounts.append(second["n"])
        end = second.end()
    rest = re.sub(r"一共|一下|一起", " ", text[:start] + " " + text[end:])
    counts = list(_COUNT.finditer(rest))
    times = [count["n"] for measure in measures for count in counts if same(count["m"], measure)]
    # Whatever other number there is would have to be guessed at.
    if not len(times) == len(counts) == len(measures) == len(re.findall(NUMBER, rest)):
        return None
    rated = amounts[0] if len(amounts) == 1 else "(" + " + ".join(amounts) + ")"
    made = " * ".join([rated, *times])
    try:
        calculate(made)
    except CalculationError:
        return None
    return made


_TERM = re.compile(
    rf"(?:(?P<each>每|一|per |each |a )(?P<m1>{MEASURE})(?P<w>[^\d,，。;；{NUMERAL}]{{0,8}}?)(?P<n1>{NUMBER})\s*(?:{MONEY})?(?!\s*(?:{MEASURE}))"  # noqa: E501
    rf"|(?P<n2>{NUMBER})\s*(?:{MONEY})?\s*(?P<slash>/|每|一|per |each |a )\s*(?P<m2>{MEASURE})"
    rf"|(?P<n3>{NUMBER})\s*(?P<m3>{MEASURE})s?(?![a-z])"
    rf"|(?P<n4>\d[\d,]*(?:\.\d+)?[百千万亿]?|[{NUMERAL}]+(?=\s*(?:{MONEY})))\s*(?:{MONEY})?)"
)
_ALL = re.compile(r"一共|总共|合计|总计|加起来|加一起|加在一起|(?<![公])共(?!同)|\btotal|altogether|in all|sum of")
_NAMED = re.compile(
    r"(?:19|20)\d\d\s*年|[a-z]\s*\d|\d\s*[-~–至到]\s*\d|第\s*\d|\d\s*[:：点]\s*\d|超过|满\s*\d|以[上下内]|不足|起付|报销?\s*\d+%|%|折|谁|怎么|为什么|哪"
)
_NUMBERED = re.compile(rf"(?P<n>{NUMBER})\s*(?:笔|张|项|次|个|件)[^\d{NUMERAL}]{{0,8}}(?:分别|各)?(?:是|为)[:：]?")


def listed(text: str) -> str | None:
    """A sum of several amounts, each once or as often as it is due: 每天120，出差5天，住宿一晚280，一共多少. ``None`` when a number
    would have to be guessed at. 一晚280 is one night's price: it counts once when no other nights are named."""  # noqa: E501
    if not _ALL.search(text) or _NAMED.search(text):
        return None
    text = re.sub(r",(?!\d{3}(?!\d))", "，", text)  # no thousands separator
    plain = TOTAL.sub(" ", re.sub(r"一共|一下|一起|总共", " ", text))
    if numbered := _NUMBERED.search(plain):
        plain = plain[: numbered.start()] + " " + plain[numbered.end() :]
    rates: list[tuple[str, str, bool]] = []
    counts: list[tuple[str, str]] = []
    amounts: list[str] = []
    for term in _TERM.finditer(plain):
        if term["n1"] or term["n2"]:
            each = (term["each"] or term["slash"]).strip()
            rates.append((term["n1"] or term["n2"], term["m1"] or term["m2"], each == "一"))
        elif term["n3"]:
            counts.append((term["n3"], term["m3"]))
        else:
            amounts.append(term["n4"])
    terms, used = [], set()
    for value, measure, once in rates:
        times = [at for at, count in enumerate(counts) if same(count[1], measure)]
        if len(times) > 1 or (not times and not once):
            return None
        used.update(times)
        terms.append(f"{value} * {counts[times[0]][0]}" if times else value)
    if not rates and not amounts and len(counts) > 1 and all(same(counts[0][1], measure) for _, measure in counts):
        asked = re.search(rf"(?:多少|几)\s*(?P<m>{MEASURE})", text)
        return " + ".join(count for count, _ in counts) if asked and same(asked["m"], counts[0][1]) else None
    if len(used) < len(counts):
        return None
    terms += amounts
    if numbered and len(terms) != _whole(numbered["n"]):
        return None
    if len(terms) < 2:
        return None
    made = " + ".join(terms)
    try:
        calculate(made)
    except CalculationError:
        return None
    return made


def _whole(text: str) -> int:
    return int(calculate(text).value)


_SAME = (
    {"天", "日", "day"},
    {"晚", "夜", "night"},
    {"年", "学年", "year"},
    {"季", "季度"},
    {"套", "包", "盒"},
    {"人", "位", "个人", "person"},
    {"月", "个月", "month"},
    {"公里", "千米"},
    {"次", "趟", "time"},
)


def same(one: str, other: str) -> bool:
    """Whether two measures are of the same thing: 晚 and 夜."""
    return one == other or any(one in group and other in group for group in _SAME)
