"""Equal groups: so many in each, shared out evenly, how many groups; and averages."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.wording import CLASSIFIERS, N, Statement, neutral, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, worked

_C = rf"(?:[{CLASSIFIERS}]|千克|公斤|小时|分钟|平方米|千米|米|厘米|分米)"
_ONE = "[一1](?=[个只条支枚张块本件盒箱袋包瓶筐盆束根辆把台套朵颗棵])"  # "一支2元" is the price of each
_W = r"[^\d,。;?]{0,12}?"
_EACH = re.compile(
    rf"(?P<a>{_W})(?:平均)?(?:每|{_ONE})(?P<group>{_C})(?P<b>{_W})(?P<n>{N})(?P<unit>{_C})(?P<c>[^\d,。;?]{{0,6}})"
)
_EACH_BEHIND = re.compile(rf"(?P<a>{_W})(?P<n>{N})(?P<unit>元)(?:一|1)(?P<group>{_C})(?P<b>)(?P<c>)")
_MANY = re.compile(rf"(?P<a>{_W})(?P<n>{N})(?P<unit>{_C})(?P<c>[^\d,。;?]{{0,8}})")
_PRODUCT = re.compile(
    rf"(?P<a>{_W})(?:需要|要|应?付|用去|用|花了?|卖)?(?:多少|几)(?P<unit>{_C}|钱)(?P<c>[^\d,。;?]{{0,6}})"
)
_SHARE = re.compile(rf"(?:平均)?每(?P<group>{_C})(?P<a>{_W})(?:多少|几)(?P<unit>{_C})(?P<c>[^\d,。;?]{{0,6}})")
_PEOPLE = re.compile(r"(?<=\d)[个名位](?:小朋友|同学|学生|孩子|朋友|老师|工人|人)")
_AVERAGE = re.compile(rf"(?P<list>{N}(?:[,和]{N})+)这?(?:{N}|几)?个?数?的?(?:平均数|平均值|平均)是?(?:多少|几)")
_STOPS = re.compile(
    r"还|剩|又|再|多(?!少)|少(?<!多少)|倍|半|比|一共.*一共|其中|次|隔|两|各|减|增|损|已经|如果|如|若|改|原|现|照这样|提前|或|另|付了|带|除了|最|至|全部|第|余"
)


def products(text: Statement) -> Solution | None:
    """``6 in each box, 8 boxes: how many in all``."""
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    question = text.question
    if len(told) == 1 and (
        ahead := re.fullmatch(
            rf"(?P<many>[^\d]{{0,6}}{N}{_C}[^\d共]{{0,4}}?)(?P<ask>(?:共|要|需要|能|可以|有|应).*)", question
        )
    ):
        told, question = [*told, ahead["many"]], ahead["ask"]
    pairs = [(a, b) for a, b in ((told[:1], told[1:]), (told[1:], told[:1])) if len(a) == len(b) == 1]
    asked = _PRODUCT.fullmatch(re.sub(r"共|可以|能|有|应", "", question))
    if text.numbers != 2 or not pairs or asked is None or _upset(text):
        return None
    for (one,), (other,) in pairs:
        each, many = _EACH.fullmatch(one) or _EACH_BEHIND.fullmatch(one), _MANY.fullmatch(re.sub("共|了", "", other))
        if each is None or many is None or re.match(r"每|一", other) or "每" in other or many["unit"] != each["group"]:
            continue
        unit = asked["unit"] if asked["unit"] != "钱" else "元"
        words = each["a"] + each["b"] + each["c"] + many["a"] + many["c"] + asked["a"] + asked["c"]
        if (
            unit != each["unit"]
            or each["unit"] == each["group"]
            or not neutral(words)
            or ("平均" in one and "每" not in one)
        ):
            return None
        value = number(each["n"]) * number(many["n"])
        line = Line(
            "每份有多少？有几份？列式算一算。",
            ("每份一样多，求总数。", "用每份的数量乘份数。"),
            f"{shown(number(each['n']))} × {shown(number(many['n']))}",
            value,
            unit,
        )
        return worked("product", [line], topic="math/word-problem")
    return None


def shares(text: Statement) -> Solution | None:
    """``72 shared evenly among 8: how many each``."""
    asked = _SHARE.search(text.question)
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    if asked is not None and asked["group"] == "人":
        told = [_PEOPLE.sub("人", clause) for clause in told]
    if asked is None or text.numbers != 2 or _upset(text) or not neutral(asked["a"].replace("平均", "") + asked["c"]):
        return None
    if re.search(r"\d", text.question) or not 1 <= len(told) <= 2 or not neutral(text.question[: asked.start()]):
        return None
    found = re.findall(rf"({N})({_C})", "".join(told))
    even = re.search(
        rf"(?P<whole>{N})(?P<unit>{_C})[^\d,。;?]{{0,6}},?平均分(?:给|成|到|装){{0,2}}(?P<parts>{N}){asked['group']}",
        "".join(told),
    )
    if (
        even is not None
        and even["unit"] == asked["unit"] == asked["group"]
        and re.sub(r"^.*?(?=[\u4e00-\u9fff]{2}$)", "", asked["a"])
    ):
        found = [(even["whole"], even["unit"]), (even["parts"], "")]
    if len(found) != 2 or (len(told) == 1 and not re.search("平均|分", text.text)):
        return None
    rest = re.sub(rf"{N}{_C}", "", "".join(told)).replace("平均", "").replace("共", "")
    if not neutral(rest) or not re.search(r"平均", text.text):
        return None
    whole = [amount for amount, unit in found if unit == asked["unit"]]
    parts = [amount for amount, unit in found if unit == (asked["group"] if even is None else "")]
    if even is not None and found[1][1]:
        parts = [amount for amount, unit in found if unit == asked["group"]]
    if len(whole) != 1 or len(parts) != 1 or (asked["unit"] == asked["group"] and even is None) or not number(parts[0]):
        return None
    value = number(whole[0]) / number(parts[0])
    line = Line(
        "把总数平均分成这么多份，列式算一算每份是多少。",
        ("总数是多少？要平均分成几份？", "平均分用除法。"),
        f"{shown(number(whole[0]))} ÷ {shown(number(parts[0]))}",
        value,
        asked["unit"],
    )
    return worked("share", [line], topic="math/word-problem")


def averages(text: Statement) -> Solution | None:
    """The mean of numbers that are listed."""
    if (named := _scores(text)) is not None:
        return _mean(named[0], named[1])
    found = _AVERAGE.search(text.text)
    values = [number(value) for value in re.findall(N, found["list"])] if found else []
    listed = len(re.findall(N, found[0])) if found else 0
    if found is None or len(values) < 2 or listed != text.numbers or not neutral(text.text[: found.start()]):
        return None
    if listed > len(values) and int(number(re.findall(N, found[0])[-1])) != len(values):
        return None
    return _mean(values, "")


def _scores(text: Statement) -> tuple[list[Fraction], str] | None:
    """``语文 90 分，数学 95 分，英语 100 分``: one number a clause, all of one unit, and the question for the mean."""
    told = [re.fullmatch(rf"(?P<who>[^\d]{{0,10}}?)(?P<n>{N})(?P<unit>{_C}|岁|厘米)", clause) for clause in text.told]
    named = [match for match in told if match is not None]
    if len(named) < 2 or len(named) != len(told) or len(named) != text.numbers or len({m["unit"] for m in named}) != 1:
        return None
    if not re.fullmatch(
        r"(?:[他她它]们?的?|这?[^\d]{0,3}[次科门人个]的?)?平均(?:分|成绩|身高|体重|年龄|每[次科门人])?(?:是|为)?(?:多少|几)[^\d]{0,2}",
        text.question,
    ):
        return None
    return ([number(m["n"]) for m in named], named[0]["unit"]) if neutral("".join(m["who"] for m in named)) else None


def _mean(values: list[Fraction], unit: str) -> Solution:
    total = sum(values, Fraction(0))
    lines = [
        Line("这些数的和是多少？", ("一个也不要漏掉。", "用加法。"), " + ".join(map(shown, values)), total, unit),
        Line(
            "平均是多少？",
            ("一共有几个数？", "用它们的和除以个数。"),
            f"{shown(total)} ÷ {len(values)}",
            total / len(values),
            unit,
        ),
    ]
    return worked("average", lines, topic="math/statistics")


def _upset(text: Statement) -> bool:
    return bool(_STOPS.search(text.text.replace("多少", "")))
