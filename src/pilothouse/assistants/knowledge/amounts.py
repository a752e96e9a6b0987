"""Amounts that an answer named, and sums made of them: 每天补助100元, then 那5天一共多少."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pilothouse.assistants.knowledge.calculator import CalculationError, calculate
from pilothouse.assistants.knowledge.phrases import LEAD, written
from pilothouse.assistants.knowledge.subjects import bare, cut, subject, things
from pilothouse.assistants.knowledge.sums import MEASURE, NUMBER, TOTAL, same

_COUNT = re.compile(rf"(?<![第每])(?P<n>{NUMBER})\s*(?P<m>{MEASURE})s?(?![a-z])")
# 每天 100 元, 每人每季度 200 元, 月租 450 元, 100元/天
_BEFORE = re.compile(rf"(?:每|一)(?P<m>{MEASURE}|学年|季度?|册|页|单|度|课时?|学分|公里|[a-z]+)")
_SHORT = re.compile(r"(?P<m>[日天周月年晚])(?:薪|租|费|租金|工资)")
_MONEY = re.compile(
    rf"(?P<n>\d[\d,]*(?:\.\d+)?)\s*(?P<u>万?元|块钱?|yuan|rmb|cny|usd|eur)(?:\s*[/每]\s*(?P<m>{MEASURE}|册|页|单|度|学年|公里))?|(?P<c>usd|cny|rmb|\$|¥)\s*(?P<k>\d[\d,]*(?:\.\d+)?)(?: (?:a|per) (?P<e>{MEASURE}))?"  # noqa: E501
)
_NEW = re.compile(r"较新|现行|newer|in force today")
_SENTENCE = re.compile(r"[。；;！？\n]|(?<=[a-z0-9)\]])\.\s")
_RANGE = re.compile(r"\s*(?:至|到|-|–|~|以上|以下|以内|之内|不含)")
_OVER = re.compile(r"[至到–~-]\s*$|(?:超过|不足|不满|满|低于|高于|不超过|少于|多于|第|前|后)\s*$")
_OVER_COUNT = re.compile(
    r"超过|不足|不满|不到|满|大于|小于|高于|低于|以上|以下|以内|提前|以后|之后|over|more than|less than|at least"
)
_CLAUSE = re.compile(r"[，,。；;！？\n]|(?<=[a-z0-9])\.\s")
_TIMES = frozenset("天日晚夜周月年") | {"小时", "个月", "day", "night", "hour", "week", "month", "学年"}

CHOICES = 4  # amounts that are offered


@dataclass(frozen=True, slots=True)
class Amount:
    """``value`` as a number in digits, ``per`` the measures it is due for, ``context`` the words before it;
    not ``holds`` when the answer marks another as the newer one."""

    value: str
    per: tuple[str, ...]
    context: str
    holds: bool = True

    @property
    def shown(self) -> str:
        return self.value + "元" + "".join(f"/{measure}" for measure in self.per)


@dataclass(frozen=True, slots=True)
class Sum:
    """``expression`` to compute, or ``choices`` of amounts among which the asker has to choose, to be taken ``times``."""  # noqa: E501

    expression: str = ""
    times: str = ""
    choices: tuple[Amount, ...] = ()


def amounts(text: str) -> list[Amount]:
    """The amounts of money in what an answer says, in order, without bounds and ranges (5,000元至20,000元)."""
    found: list[Amount] = []
    whole = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", unicodedata.normalize("NFKC", text).lower())
    marked = _NEW.search(whole) is not None
    for sentence in _SENTENCE.split(whole):
        holds = not marked or _NEW.search(sentence) is not None
        for clause in _CLAUSE.split(sentence):
            found.extend(_named(_joined(clause), holds))
    # 实习生的日薪按学历算：本科 180 元，硕士 240 元: the measure of the heading holds for what follows.
    measure = next((m["m"] for m in _SHORT.finditer(text)), "")
    if measure and not any(amount.per for amount in found) and len(found) > 1:
        found = [replace(amount, per=(measure,)) for amount in found]
    return found


def _named(clause: str, holds: bool) -> Iterable[Amount]:
    last = 0
    shared: tuple[str, ...] = ()
    for match in _MONEY.finditer(clause):
        head, rest = clause[last : match.start()], clause[match.end() :]
        last = match.end()
        if _RANGE.match(rest) or _OVER.search(head):
            continue
        shared = tuple(m["m"] for m in _BEFORE.finditer(head)) or tuple(m["m"] for m in _SHORT.finditer(head)) or shared
        behind = match["m"] or match["e"]
        value = (match["n"] or match["k"]) + ("万" if (match["u"] or "").startswith("万") else "")
        yield Amount(value, (behind,) if behind else shared, head, holds)


def _joined(clause: str) -> str:
    return re.sub(r"(?<=\d) (?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff]) (?=\d)", "", clause)


def sum_of(text: str, told: str, topic: str) -> Sum | None:
    """The sum that ``text`` asks for with an amount that ``told`` named for ``topic``: 那5天一共多少. ``None`` when it asks
    something else or when a number would have to be guessed."""  # noqa: E501
    plain = unicodedata.normalize("NFKC", written(text)).lower()
    known = amounts(told)
    counts = [
        match
        for match in _COUNT.finditer(plain)
        if match["m"] != "年" or not re.fullmatch(r"(?:19|20)\d\d", match["n"])
    ]
    if not known or not counts or (_OVER_COUNT.search(plain) and not re.search(r"一共|总共|合计|total", plain)):
        return None
    rest = LEAD.sub("", re.sub(r"^那", "", _COUNT.sub(" ", plain)))
    if re.search(r"\d", rest) or not (
        TOTAL.search(rest) or plain.rstrip("?？ ").endswith("呢") or not bare(rest, aspects=True)
    ):
        return None
    named = [
        word
        for word in things(bare(TOTAL.sub(" ", rest), aspects=True))
        if word not in topic and word not in told and word != "钱"
    ]
    if named:
        return None  # another thing than that of the last answer
    counts = [match for match in counts if match["n"] not in ("1", "一")]  # 一天多少 asks for the rate itself
    if not counts:
        return None
    measures = [match["m"] for match in counts]
    fitting = [
        amount
        for amount in known
        if amount.per and len(amount.per) == len(measures) and _all_same(amount.per, measures)
    ]
    if not fitting and len(measures) == 1 and measures[0] not in _TIMES:
        fitting = [amount for amount in known if not amount.per]
    fitting = [amount for amount in fitting if amount.holds] or fitting
    fitting = _for_topic(fitting, f"{topic} {bare(rest)}")
    times = " * ".join(match["n"] for match in counts)
    if not fitting:
        return None
    if len({amount.value for amount in fitting}) > 1:
        choices = tuple({amount.value: amount for amount in fitting}.values())[:CHOICES]
        return Sum(times=times, choices=choices)
    made = f"{fitting[0].value} * {times}"
    try:
        calculate(made)
    except CalculationError:
        return None
    return Sum(made)


def chosen(text: str, choices: Sequence[str], at: int | None) -> str:
    """The one of ``choices`` (as shown: 100元/天) that an answer names, by its number or as the ``at``-th from 1; else an
    empty string."""  # noqa: E501
    if at is not None:
        return _number(choices[at - 1]) if 0 < at <= len(choices) else ""
    said = re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", unicodedata.normalize("NFKC", text)))
    fitting = [choice for choice in choices if said == [re.sub(r"\D*$", "", choice.partition("元")[0])]]
    return _number(fitting[0]) if len(fitting) == 1 else ""


def _number(shown: str) -> str:
    return shown.partition("元")[0]


def single(told: str, topic: str) -> str:
    """The one amount that ``told`` names for ``topic``, or an empty string: 打九折呢 goes on with it."""
    known = {amount.value for amount in _for_topic([amount for amount in amounts(told) if amount.holds], topic)}
    return known.pop() if len(known) == 1 else ""


def _all_same(per: Sequence[str], measures: Sequence[str]) -> bool:
    left = list(measures)
    for measure in per:
        match = next((other for other in left if same(measure.removeprefix("学"), other)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _for_topic(known: Sequence[Amount], topic: str) -> list[Amount]:
    """Those whose own words the topic says; all when it says nothing of any."""
    if len({amount.value for amount in known}) < 2:
        return list(known)
    words = set(_words(topic))
    best = [len(words & set(_words(amount.context))) for amount in known]
    most = max(best, default=0)
    return [amount for amount, hits in zip(known, best, strict=True) if hits == most]


def _words(text: str) -> Iterable[str]:
    plain = subject(text) + " " + text
    runs = re.findall(r"[\u3400-\u9fff]+|[A-Za-z0-9]+(?: [A-Za-z]+)?", plain)
    for run in runs:
        for word in cut(run) if run[0] > "\u3400" else [run.lower()]:
            if len(word) > 1:
                yield word
                yield from (word[i : i + 2] for i in range(len(word) - 1) if word[0] > "\u3400")
