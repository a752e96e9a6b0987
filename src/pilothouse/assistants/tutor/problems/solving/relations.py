"""Two quantities and what holds between them: their sum, how much more, how many times (和差、和倍、差倍问题).

Every clause becomes a linear equation in the two unknowns, or the problem is left alone.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.problems.solving.related import UNIT, Equation, answered
from pilothouse.assistants.tutor.problems.solving.solution import Solution
from pilothouse.assistants.tutor.problems.solving.wording import N, Statement, neutral, number

_X = r"(?P<x>[^\d,。;?比]{0,14}?)"
_Y = r"(?P<y>[^\d,。;?比]{1,12}?)"
_MORE = r"(?P<way>多|少|贵|便宜|重|轻|长|短|高|矮|大|小)"
_DOES = r"[种养钓摘买卖做写跑跳看捐收栽画折叠运吃用花走修要出了]{0,3}"
_TIMES_MORE = re.compile(rf"{_X}比{_Y}的(?P<k>{N})倍(?:还|要)*{_MORE}(?P<n>{N}){UNIT}?")
_MORE_THAN = re.compile(rf"{_X}比{_Y}(?:还|要)*{_MORE}{_DOES}(?P<n>{N}){UNIT}?[\u4e00-\u9fff]{{0,4}}")
_TIMES = re.compile(rf"{_X}(?:恰好|正好|又)?是{_Y}的(?P<k>{N})倍")
_SUM = re.compile(
    rf"{_X}(?:的.{{1,4}})?(?:和|与|、){_Y}(?:的和|之和|的总和)?(?:的?.?数之?和|的年龄和)?(?:共|之和|的?和)?(?:有|是|为|种了?|养了?|养|重|长|植树|收|存粮)*(?P<n>{N}){UNIT}[\u4e00-\u9fff]{{0,4}}"
)
_VALUE = re.compile(rf"{_X}(?:有|是|为|{_DOES})?(?P<n>{N}){UNIT}(?P<tail>[\u4e00-\u9fff]{{0,4}})")
_CLASS = re.compile(rf"[^\d,。;?比男女]{{0,10}}共?有(?P<n>{N})(?P<unit>[人名])(?:学生|同学)?")  # boys and girls are all
_ASK_ONE = re.compile(
    rf"{_X}(?:今年|有|是|为|{_DOES}|重|长|高)*(?:多少|几)(?P<unit>千米|公里|厘米|分米|毫米|千克|公斤|平方米|小时|分钟|亿户|[\u4e00-\u9fff])?(?P<tail>[\u4e00-\u9fff]{{0,6}})|"
    rf"{_X.replace('x', 'x2')}是多少"
)
_CORE = re.compile(
    r"^(?:今年|已知|求|问|请问|那么|其中|现有|现在|这时|.{1,8}?(?:里|上|中)(?:面)?有|.{0,6}(?:家|园|校|班|组)(?:里|中)?有)+|"
    r"(?:的?(?:只数|棵数|人数|本数|个数|数量|数|年龄|重量|体重|质量|长度|价格|价钱|身高|存粮数|获奖人数|岁数|钱数|钱)|有|共|种|养|卖出|收)+$|^[摘养钓买种做写跑跳栽画]的?(?=.)"
)
_UPSET = re.compile(
    r"去年|明年|后年|前年|昨天|明天|以后|之后|将|剩|给|每|平均|原来|后来|又(?!是)|再|年前|年后|同样|半|占|%|余|第|另|打折|如果|若|至|最|平分|分给|分成|分到|甲乙丙|丙|还(?!多|少|重|长)|先|借|卖掉|用去|运走|取出|\d倍.*\d倍"
)


def relations(text: Statement) -> Solution | None:
    """The unknown quantity that is asked for, or both."""
    if _UPSET.search(text.text.replace("多少", "")) or not re.search("比|倍", "".join(text.told)) or len(text.told) > 4:
        return None
    names = _names(text)
    if names is None:
        return None
    found: list[Equation] = []
    used, before = 0, ""
    for clause in text.told:
        plain = re.sub(r"(\d+)(?:个)?(?=倍)", r"\1", clause)
        read = _read(plain, names, before)
        if read is None:
            if re.search(r"\d", clause) or not _quiet(clause):
                return None
            continue
        equation, before = read
        found.append(equation)
        used += len(re.findall(N, clause))
    units = {equation.unit for equation in found if equation.unit}
    if used != text.numbers or len(found) != 2 or len(units) > 1:
        return None
    values = _solved(found)
    if values is None or any(value < 0 for value in values):
        return None
    return answered(text.question, names, values, units.pop() if units else "", found)


def _names(text: Statement) -> tuple[str, str] | None:
    """The two things, by the comparison's own words for them."""
    for clause in text.told:
        for pattern in (_TIMES_MORE, _MORE_THAN, _TIMES):
            match = pattern.fullmatch(clause) or pattern.fullmatch(re.sub(r"^而且|^且|^但|^其中|^并且", "", clause))
            if match is None:
                continue
            x, y = _core(match["x"]), _core(match["y"])
            if not x:
                others = [m for c in text.clauses if c != clause and (m := _VALUE.fullmatch(c))]
                subjects = [_core(m["x"]) for m in others]
                asked = _ASK_ONE.fullmatch(text.question)
                x = next((s for s in subjects if s and s != y and y not in s), "")
                if not x and asked is not None and asked["x"]:
                    x = _core(asked["x"])
            if x and y and x != y and x not in y and y not in x and "和" not in x + y and len(x) <= 8:
                return x, y
    return None


def _read(clause: str, names: tuple[str, str], before: str) -> tuple[Equation, str] | None:
    clause = re.sub(r"^(?:而且|且|但|其中|并且|已知)", "", clause)
    one, zero = Fraction(1), Fraction(0)
    if match := _TIMES_MORE.fullmatch(clause) or _MORE_THAN.fullmatch(clause):
        k = number(match["k"]) if "k" in match.groupdict() and match["k"] else one
        x, y = _which(match["x"] or before, names), _which(match["y"], names)
        if x is None or y is None or x == y:
            return None
        amount = number(match["n"]) * (1 if match["way"] in "多贵重长高大" else -1)
        a, b = (one, -k) if x == 0 else (-k, one)
        return Equation(a, b, amount, match["unit"] or "", "times_more" if k != 1 else "more"), names[x]
    if match := _TIMES.fullmatch(clause):
        x, y = _which(match["x"] or before, names), _which(match["y"], names)
        if x is None or y is None or x == y:
            return None
        k = number(match["k"])
        a, b = (one, -k) if x == 0 else (-k, one)
        return Equation(a, b, zero, "", "times"), names[x]
    if match := _SUM.fullmatch(clause):
        x, y = _which(match["x"], names), _which(match["y"], names)
        if x is not None and y is not None and x != y and re.search("共|和是|之和|总和", clause):
            return Equation(one, one, number(match["n"]), match["unit"], "sum"), names[x]
        return None
    if (match := _CLASS.fullmatch(clause)) and {name[:1] for name in names} == {"男", "女"}:
        return Equation(one, one, number(match["n"]), match["unit"], "sum"), before
    if match := _VALUE.fullmatch(clause):
        words = clause[: match.start("n")] + match["tail"]  # 红花15朵: 花 is no verb there
        x = _which(words, names)
        if x is None or "共" in clause or not neutral(_without(words, names)):
            return None
        return Equation(one - x, Fraction(x), number(match["n"]), match["unit"], "value"), names[x]
    return None


def _which(words: str, names: tuple[str, str]) -> int | None:
    found = [index for index, name in enumerate(names) if name in words]
    return found[0] if len(found) == 1 else None


def _without(words: str, names: tuple[str, str]) -> str:
    for name in names:
        words = words.replace(name, "")
    return words


def _core(words: str) -> str:
    before = None
    while words != before:
        before, words = words, _CORE.sub("", words)
    return words


def _quiet(words: str) -> bool:
    return neutral(re.sub(r"^一[个只条]", "", words))


def _solved(equations: list[Equation]) -> tuple[Fraction, Fraction] | None:
    p, q = equations
    determinant = p.a * q.b - p.b * q.a
    if not determinant:
        return None
    return (p.n * q.b - p.b * q.n) / determinant, (p.a * q.n - p.n * q.a) / determinant
