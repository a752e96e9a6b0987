"""What a question asks for: the kind of its answer, its subject, and the parts it has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from pilothouse.contracts.numerals import parse_number
from pilothouse.retrieval.evidence.figures import Figure, figures, plain
from pilothouse.retrieval.evidence.units import DAYS, MONEY, SPAN, canonical, compatible, known
from pilothouse.retrieval.evidence.wording import Word, segmented, tagged, telling
from pilothouse.retrieval.tokenizer import normalise

AskKind = Literal[
    "amount", "money", "span", "rate", "when", "phone", "address", "who", "where", "yesno", "how", "why", "what"
]  # fmt: skip

_COUNT = re.compile(r"(?:多少|几)\s?(?P<u>[\u4e00-\u9fff]{1,3})?")
_PATTERNS: tuple[tuple[AskKind, re.Pattern[str]], ...] = (
    ("phone", re.compile(r"电话|手机号|联系方式|热线|分机|打给谁|怎么联系|\b(?:phone|telephone|hotline|extension)\b|"
        r"number to call")),
    ("address", re.compile(r"网址|服务器地址|域名|邮箱|网站|链接|邮件地址|\b(?:e-?mail|website|url)\b")),
    ("money", re.compile(
        r"多少(?:补助|补贴|津贴|奖金|费用|工资|押金|罚款|报酬|薪水)|给多少钱?|多少钱|几块钱?|多少元|多少块|"
        r"几元|(?:费用|价格|费|售价|学费|金额|票价|单价|补贴|津贴|押金|工资|标准|预算|罚款|补助|奖金|租金|"
        r"营收|票房|额度|限额)(?:是|为|有|要|收)?(?:多少|几|多高|怎么收|如何收)|how much (?:does|is|do|are|"
        r"can|will|would|money|the)|\bcost of\b|how expensive|what is the (?:price|fee|cost)")),
    ("rate", re.compile(
        r"百分之几|百分之多少|比例|多少比例|(?:率|比重|占比|增长|折扣|利率|涨幅)(?:是|为|了|达到了?)?多少|"
        r"几折|what (?:percentage|percent|rate|share)")),
    ("span", re.compile(r"多久|多长时间|多长(?!的|度)|几个?(?:工作日|小时|分钟|星期|学期|季度)|几个月|几周(?!几)|"
        r"[几多][少]?天|几日(?!期)|多少个?(?:工作日|小时|分钟|月|天|年|周)|几年(?!级)|时长|保质期|保修期|"
        r"有效期|期限|how long|how many (?:working |business |calendar )?(?:days|weeks|months|years|hours|"
        r"minutes)")),
    ("when", re.compile(
        r"什么时候|什么时间|啥时候|何时|几点|几号|几月|哪一?(?:天|年|日|月)|哪个?(?:周|星期|礼拜|节日)|"
        r"每?周几|星期几|礼拜几|多会儿|(?:时间|日期|截止)(?:是|为|在)?(?:什么|多少|哪|$|[?？])|截止(?:时间|"
        r"日期|到)?|时间$|日期$|\bwhen\b|what (?:time|date|day|year)|which (?:day|year|month)|deadline")),
    ("why", re.compile(r"为什么|为何|原因|怎么会|\bwhy\b|reason")),
    ("who", re.compile(
        r"谁|哪位|何人|哪个人|什么人|哪一?个?(?:部门|单位|岗位)|\bwho(?:m|se)?\b|which (?:department|team)|"
        r"(?:导演|作者|编剧|主演|负责人|联系人|主任|校长|院长|部长|总监|创始人|冠军|亚军|季军|主教练|市长|"
        r"总统|主席|议长|首席执行官)(?:是|有|叫|$|[?？])")),
    ("where", re.compile(
        r"哪里|哪儿|何处|什么地方|在哪|哪个?(?:城市|国家|地方|地区|省|楼|房间)|地点|地址|位于|\bwhere\b|"
        r"which (?:city|country|place|building|room)")),
    ("how", re.compile(
        r"怎么(?!样的|会)|怎样|如何|咋|流程|步骤|手续|办法是|方法|\bhow (?:do|can|should|to|does)\b|steps|"
        r"procedure|process")),
    ("amount", re.compile(
        r"多少|多(?:高|宽|深|远|重)(?=$|[?？的])|有多[高大长宽深远重]|几[个位名条种项次人份倍届级所家张套台]|"
        r"人数|数量|how many|how much|number of")),
    ("yesno", re.compile(
        r"吗|是否|能否|可否|是不是|能不能|可不可以|可以不可以|有没有|会不会|要不要|需不需要|用不用|行不行|"
        r"算不算|允不允许|给不给|行吗|赔不|[要得]\S{1,3}不$|不[?？]?$|^(?:is|are|can|could|do|does|did|may|"
        r"must|should|will|am|has|have)\b")),
)  # fmt: skip
_PARTS = re.compile(
    r"[？?;；。\n]+|，(?=.{0,12}(?:多少|几|谁|哪|什么|怎么|如何|吗|是否))|(?:以及|还有|另外|"
    r"并且)(?=.{2,})|,?\s+and\s+(?=(?:what|when|who|where|how|is|can)\b)"
)
_INTERROGATIVE = re.compile(
    r"多少|几|谁|哪|什么|啥|怎么|怎样|如何|咋|吗|是否|能否|可否|多久|何时|何|多[大高长远重]|有没有|是不是|"
    r"能不能|可不可以|要不要|会不会|用不用|需不需要|不$|"
    r"\b(?:what|when|where|who|why|how|which|is|are|can|could|do|does|may|must|should|will)\b"
)
_NUMBERED = re.compile(
    r"(\d+|[一二三四五六七八九十]+)\s?(号[线楼门馆院厅桌机])|(?<![\d.])(\d+\.\d+)(?![\d.]|\s?(?:万|亿|元|"
    r"%|天|年|米|吨|倍))|(?:错误|代码|编号|故障码|error|code)\s?[:：]?\s?(\d{3,})"
)
_ASKING_WORD = re.compile(r"多少[个名位条种项]?|几[个名位条种项台次]?|什么|谁|哪[里儿个位些]?|何时|多久|$")
_COPULA = ("", "是", "为", "有", "叫", "的", "的是")
FOCUS = 1.6
_JOINT = re.compile(r"(?<=[\w）》”])(?:和|与|及|以及|、)(?=[\w（《“])|\s+and\s+")
_COMPARING = re.compile(r"区别|差异|差别|不同|相比|比较|还是|之间|关系|difference|compare|between|versus")
_LOOSE_TEXT = """
的 是 了 在 有 我 你 吗 哪些 什么 谁 多少 如何 怎么 可以 the of is are
"""
_LOOSE = frozenset(_LOOSE_TEXT.split())
_ABOUT = re.compile(r"分别|各自|各(?=[是为有])|大约|大概|约(?=[为是有多几])|一共|总共|具体|到底|究竟")
_LENGTH = frozenset({"米", "厘米", "毫米", "公里", "层", "m", "cm"})
_SIZES = dict.fromkeys("高长宽深远", _LENGTH) | {
    "大": frozenset({"平方米", "平方公里", "岁", "gb", "mb", "人", "亩", "寸"}),
    "重": frozenset({"公斤", "克", "吨", "斤"}),
}
_ENGLISH = re.compile(r"[A-Za-z]")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Ask:
    """``units`` are the canonical units of the value that is asked for, empty when any will do; ``given`` the values
    that the question itself states, which are no answer to it."""

    text: str
    kind: AskKind
    words: tuple[Word, ...]
    units: frozenset[str] = frozenset()
    given: tuple[Figure, ...] = ()
    english: bool = False
    years: frozenset[str] = field(default_factory=frozenset)

    def wants(self, figure: Figure) -> bool:
        """Whether a value is of the kind that is asked for."""
        if any(
            figure.kind == given.kind and figure.key == given.key and figure.unit == given.unit for given in self.given
        ):
            return False
        if self.kind == "when":
            return figure.kind in ("date", "time") or (figure.kind == "amount" and figure.unit in SPAN)
        if self.kind in ("phone", "address"):
            return figure.kind == self.kind or (self.kind == "phone" and figure.kind == "address" and "@" in figure.key)
        if figure.kind == "ordinal":
            return "第几" in self.text
        if figure.kind != "amount" or "第几" in self.text:
            return False
        if self.kind == "money":
            return figure.unit in MONEY or figure.unit in ("%", "折", "倍")
        if self.kind == "rate":
            return figure.unit in ("%", "‰", "折", "成", "倍")
        if self.kind == "span":
            return figure.unit in SPAN if not self.units else figure.unit in self.units
        return self.kind == "amount" and (not self.units or any(compatible(figure.unit, unit) for unit in self.units))

    @property
    def conditions(self) -> tuple[Figure, ...]:
        """The amounts for which a rule is asked (12 years of service, a purchase of 80,000 yuan); "一次" is none,
        80万 is one."""
        return tuple(
            f
            for f in self.given
            if f.kind == "amount" and (f.unit or len(f.key) > 4) and (f.key != "1" or f.unit == "年")
        )

    @property
    def numeric(self) -> bool:
        """Whether only a sentence with a value can answer."""
        return self.kind in ("amount", "money", "span", "rate", "when", "phone", "address")


def numbered(text: str) -> frozenset[str]:
    """Things that are told apart by a number: 3号线, version 3.5, error 691."""
    found = set()
    for match in _NUMBERED.finditer(text):
        value = parse_number(match[1]) if match[1] else None
        found.add(f"{value}{match[2]}" if value is not None else match[3] or match[4] or match.group())
    return frozenset(found)


@lru_cache(maxsize=1024)
def ask(question: str) -> Ask:
    """Read a question (of one part)."""
    text = " ".join(plain(question).split())
    lower = text.casefold()
    english = bool(_ENGLISH.search(text)) and not _HAN.search(text)
    asked = _ABOUT.sub("", lower)
    if english and re.match(r"(?:about |for |and |so |then )?(?:which|what|who|where|why|how|whose)\b", asked):
        asked = re.sub(r"(?<=.)\bwhen\b", "", asked)
    kind: AskKind = next((kind for kind, pattern in _PATTERNS if pattern.search(asked)), "what")
    if kind in ("where", "who", "what") and lower.startswith(("can ", "may ", "do ", "does ", "is ", "are ")):
        kind = "yesno"
    given = figures(text)
    years = frozenset(figure.key[:4] for figure in given if figure.kind == "date" and figure.key[:1].isdigit())
    words = telling(question)
    if kind not in ("yesno", "how", "why") and not english:
        words = _focused(words, normalise(text))
    return Ask(text, kind, words, _units(asked, kind), given, english, years)


def _focused(words: tuple[Word, ...], text: str) -> tuple[Word, ...]:
    """The thing named right before or behind the asking word is what is asked for of the others; it weighs more."""
    asking = _ASKING_WORD.search(text)
    if asking is None:
        return words
    for n, word in enumerate(words):
        at = text.rfind(word.text)
        between = text[at + len(word.text) : asking.start()] if at + len(word.text) <= asking.start() else "?"
        near = between in _COPULA or 0 <= at - asking.end() <= 1
        if near and word.kind == "noun" and len(word.text) > 1 and word.weight >= 0.7:
            return (*words[:n], replace(word, weight=word.weight * FOCUS), *words[n + 1 :])
    return words


def parts(question: str) -> tuple[Ask, ...]:
    """The questions inside a question; one that leaves its subject out takes over that of the first.

    A clause that asks nothing goes with the question behind it.
    """
    joined: list[str] = []
    waiting = ""
    for piece in _PARTS.split(question):
        piece = piece.strip(" ，,、")
        if len(piece) < 2:
            continue
        waiting = f"{waiting}，{piece}" if waiting else piece
        if _INTERROGATIVE.search(piece.casefold()):
            joined.append(waiting)
            waiting = ""
    if waiting and joined:
        joined[-1] = f"{joined[-1]}，{waiting}"
    if len(joined) < 2:
        return tuple(ask(single) for single in singles(question))
    asks = [ask(piece) for piece in joined]
    head = asks[0]
    whole = [asks[0]]
    for other in asks[1:]:
        said = {word.text for word in other.words}
        own = sum(word.weight for word in other.words if word.kind in ("name", "noun", "quoted", "code"))
        named = any(word.kind in ("name", "code", "quoted") for word in other.words)
        lent = [
            word
            for word in head.words
            if word.text not in said
            and (
                (word.kind in ("name", "code", "quoted") and not named) or (word.kind in ("noun", "year") and own < 1.5)
            )
        ]
        words = (*other.words, *(replace(word, weight=word.weight * 0.6) for word in lent))
        whole.append(replace(other, words=words, given=(*other.given, *head.given), years=other.years | head.years))
    return tuple(whole)


def singles(question: str) -> list[str]:
    """A question about two things at once as two: "2021年和2022年的学费" asks for each year's."""
    if _COMPARING.search(question):
        return [question]
    for match in _JOINT.finditer(question):
        before, after = question[: match.start()], question[match.end() :]
        left, right = [w for w in segmented(before) if w.strip()], [w for w in segmented(after) if w.strip()]
        for size in (4, 3, 2, 1):
            one, two = left[-size:], right[:size]
            if len(one) < size or len(two) < size or len(left) == len(right) == size or not _parallel(one, two):
                continue
            first, second = "".join(one), "".join(two)
            if first in before and second in after:
                begin, end = before.rfind(first), after.find(second) + len(second)
                return [before + after[end:], before[:begin] + after]
    return [question]


def _parallel(one: list[str], two: list[str]) -> bool:
    if one == two or any(_COMPARING.search(word) or word in _LOOSE for word in (*one, *two)):
        return False
    if len(one) == 1:
        tags = [tagged(words[0])[:1] for words in (one, two)]
        if all(tag and tag[0][1] in ("ns", "nr", "nt", "nrt") for tag in tags):
            return True
        return len(one[0]) > 1 and len(two[0]) > 1 and (one[0][-1] == two[0][-1] or len(one[0]) == len(two[0]))
    kinds = [[tag[:1] for _, tag in tagged("".join(words))] for words in (one, two)]
    if len(one) == 2 and kinds[0] == kinds[1] and one[-1][-1] == two[-1][-1]:
        return True
    return one[-1] == two[-1] and (len(one[0]) == len(two[0]) or len(one) == 2)


def _units(text: str, kind: AskKind) -> frozenset[str]:
    if kind == "span":
        if match := re.search(r"(?:几|多少)个?(工作日|小时|分钟|月|星期|周|学期|季度|年|天|日)", text):
            unit = canonical(match[1])
            unit = {"月": "个月"}.get(unit, unit)
            return DAYS if unit == "天" else frozenset({unit})
        if match := re.search(
            r"how many ((?:working |business |calendar )?(?:day|week|month|year|hour|minute))s", text
        ):
            unit = canonical(match[1])
            return DAYS if unit == "天" else frozenset({unit})
        return frozenset()
    if kind == "amount":
        for match in _COUNT.finditer(text):
            name = match["u"] or ""
            for size in range(len(name), 0, -1):
                if known(name[:size]):
                    unit = canonical(name[:size])
                    return frozenset() if unit in ("个", "元", "点", "分") else frozenset({unit})
        if match := re.search(r"多(高|大|长|宽|深|远|重)", text):
            return _SIZES[match[1]]
    return frozenset()
