"""Two kinds with a number of heads and a number of legs (鸡兔同笼, from Sunzi Suanjing), and what is like it: notes of
two values, tickets at two prices, cars and bicycles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Mistake, Step
from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown, unknown
from pilothouse.assistants.tutor.problems.solving.wording import CLASSIFIERS, N, Statement, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, step

_LEGS = {
    "鸡": 2,
    "雉": 2,
    "鸭": 2,
    "鹅": 2,
    "鸽子": 2,
    "鸵鸟": 2,
    "仙鹤": 2,
    "鹤": 2,
    "龟": 4,
    "乌龟": 4,
    "兔": 4,
    "兔子": 4,
    "猪": 4,
    "羊": 4,
    "牛": 4,
    "马": 4,
    "狗": 4,
    "猫": 4,
    "蜻蜓": 6,
    "蜘蛛": 8,
    "螃蟹": 8,
}
_WHEELS = {"自行车": 2, "摩托车": 2, "三轮车": 3, "小汽车": 4, "汽车": 4, "小轿车": 4, "轿车": 4}
_ANIMAL = "|".join(sorted(_LEGS, key=len, reverse=True))
_VEHICLE = "|".join(sorted(_WHEELS, key=len, reverse=True))
_JOIN = r"(?:和|与|,|及|跟|、)?"
_HEADS = re.compile(rf"(?P<n>{N})[个只]?头|头[共有数是为]*(?P<m>{N})")
_FEET = re.compile(rf"(?P<n>{N})[条只个]?(?:腿|脚|足)|(?:腿|脚|足)[共有数是为]*(?P<m>{N})")
_COUNT = re.compile(rf"(?P<n>{N})(?P<unit>[只辆])")
_TURNS = re.compile(rf"(?P<n>{N})个?(?:车?轮子?|轱辘)|(?:车?轮子?)[共有数是为]*(?P<m>{N})")
_PRICED = re.compile(
    rf"(?P<a>[\u4e00-\u9fff]{{1,6}}?)(?:的?票价?是?)?每?(?P<u1>[{CLASSIFIERS}])(?P<p1>{N})(?P<w1>[\u4e00-\u9fff]{{1,2}}?)(?:[,;。]|和)"
    rf"(?P<b>[\u4e00-\u9fff]{{1,6}}?)(?:的?票价?是?)?每?(?P<u2>[{CLASSIFIERS}])(?P<p2>{N})(?P<w2>[\u4e00-\u9fff]{{1,2}})"
)
_NOTES = re.compile(
    rf"(?P<p1>{N})(?P<w1>[元角分])(?:的|球)?(?:和|与)(?P<p2>{N})(?P<w2>[元角分])的?(?P<what>球|人民币|纸币|钞票|硬币|邮票|票|门票|电影票)"
)
_PART = r"(?:大|小|男|女|甲|乙|红|蓝|单人|双人)[\u4e00-\u9fff]{0,3}?"
_EVERY = "[条只艘辆间张个盒箱袋人名]"
_HOLDS = (
    r"(?:每?(?P<u{n}>{every}))?(?:可以|可|能|限)?(?P<v{n}>坐|住|装|放|种|植|栽|载|运|捐|搬)(?P<p{n}>{N})"
    r"(?P<w{n}>[人个棵名吨瓶元本块])"
)
_HELD = re.compile(
    rf"(?:每{_EVERY})?(?P<a>{_PART}){_HOLDS.format(n=1, N=N, every=_EVERY)}[,;。和]?"
    rf"(?:每{_EVERY})?(?P<b>{_PART}){_HOLDS.format(n=2, N=N, every=_EVERY)}"
)
_UPSET = re.compile(
    r"比|多|少(?!只|张|辆|个|头|人|条|枚|本|支)|倍|剩|平均|至少|最多|残|缺|断|一半|互换|交换|飞走|跑了|又|再|掉|另"
)


@dataclass(frozen=True)
class _Pair:
    """Names, what each one has (``rates``), how many there are (``count``) and what they have together (``sum``)."""

    names: tuple[str, str]
    rates: tuple[Fraction, Fraction]
    count: Fraction
    sum: Fraction
    unit: str  # of the kinds
    piece: str  # of what they have
    used: int


def two_kinds(text: Statement) -> Solution | None:
    """Both numbers, or the one that is asked for."""
    if _UPSET.search(re.sub(r"多少", "", text.text)):
        return None
    pair = _animals(text) or _notes(text) or _priced(text) or _held(text)
    if pair is None or pair.used != text.numbers or pair.rates[0] == pair.rates[1]:
        return None
    second = (pair.sum - pair.rates[0] * pair.count) / (pair.rates[1] - pair.rates[0])
    first = pair.count - second
    if any(value.denominator != 1 or value < 0 for value in (first, second)):
        return None
    return _solution(pair, (first, second), text.question)


def _animals(text: Statement) -> _Pair | None:
    for words, rates, many, piece in ((_ANIMAL, _LEGS, _FEET, "条腿"), (_VEHICLE, _WHEELS, _TURNS, "个轮子")):
        pattern = rf"(?P<a>{words}){_JOIN}(?P<b>{words})"
        found = re.search(pattern, text.text)
        if found is None or found["a"] == found["b"] or set(re.findall(words, text.text)) > {found["a"], found["b"]}:
            continue
        feet = many.search(text.text)
        heads = _HEADS.search(text.text) if words == _ANIMAL else None
        counted = heads or next(
            (m for m in _COUNT.finditer(text.text) if feet is None or m.start() != feet.start()), None
        )
        if feet is None or counted is None or re.search(r"各有?\d", text.text):
            return None
        whole = [clause for clause in text.clauses if counted[0] in clause or feet[0] in clause]
        if any((found["a"] in clause) != (found["b"] in clause) for clause in whole):
            return None  # the number is one kind's own
        if heads is None and "共" not in text.text:
            return None
        groups = counted.groupdict()
        unit = "只" if words == _ANIMAL else "辆"
        if groups.get("unit") not in (None, unit):
            return None
        return _Pair(
            (found["a"], found["b"]),
            (Fraction(rates[found["a"]]), Fraction(rates[found["b"]])),
            number(groups["n"] or groups["m"]),
            number(feet["n"] or feet["m"]),
            unit,
            piece,
            2,
        )
    return None


def _notes(text: Statement) -> _Pair | None:
    found = _NOTES.search(text.text)
    if found is None or found["w1"] != found["w2"]:
        return None
    rest = text.text[: found.start()] + text.text[found.end() :]
    count = re.findall(rf"({N})([张枚个])", rest)
    rest = rest.replace(text.question, "") if text.told else rest
    money = re.findall(rf"({N}){found['w1']}", rest)
    if not money and found["w1"] in "角分" and found["what"] != "球":
        money = [shown(number(n) * (10 if found["w1"] == "角" else 100)) for n in re.findall(rf"({N})元", rest)]
    if len(count) != 1 or len(money) != 1:
        return None
    names = (f"{found['p1']}{found['w1']}", f"{found['p2']}{found['w1']}")
    again = len(re.findall(N, text.question))  # "2元和5元的各几张"
    if again and not (again <= 2 and any(name in text.question for name in names)):
        return None
    return _Pair(
        names,
        (number(found["p1"]), number(found["p2"])),
        number(count[0][0]),
        number(money[0]),
        count[0][1],
        found["w1"],
        4 + again,
    )


def _priced(text: Statement) -> _Pair | None:
    found = _PRICED.search(text.text)
    if found is None or found["u1"] != found["u2"] or found["w1"][:1] != found["w2"][:1]:
        return None
    rest = text.text[: found.start()] + text.text[found.end() :]
    unit, piece = found["u1"], found["w1"][:1]
    count, money = re.findall(rf"({N}){unit}", rest), re.findall(rf"({N}){piece}", rest)
    if unit == piece or len(count) != 1 or len(money) != 1 or "共" not in rest:
        return None
    a, b = (re.sub(r"^.*?(?=[\u4e00-\u9fff]{2,3}$)", "", found[key]) for key in ("a", "b"))
    names = tuple(name for name in (a, b) if name in text.question)
    if len(names) == 0 and "各" not in text.question:
        return None
    return _Pair(
        (a, b), (number(found["p1"]), number(found["p2"])), number(count[0][0]), number(money[0]), unit, piece, 4
    )


def _held(text: Statement) -> _Pair | None:
    """Big boats for 6 and small ones for 4; boys who plant 3 trees each and girls who plant 2."""
    found = _HELD.search(text.text)
    if found is None or found["v1"] != found["v2"] or found["w1"] != found["w2"] or found["a"] == found["b"]:
        return None
    if found["u1"] != found["u2"] or not all(name in text.question for name in (found["a"], found["b"])):
        return None
    if not re.search("共|正好|刚好|恰好|坐满|住满|装满", text.text):
        return None
    rest = text.text[: found.start()] + text.text[found.end() :]
    piece = found["w1"]
    counts = [(n, unit) for n, unit in re.findall(rf"({N})({_EVERY})", rest) if unit != piece]
    totals = re.findall(rf"({N}){piece}", rest)
    if len(counts) != 1 or len(totals) != 1 or found["u1"] not in (None, counts[0][1]):
        return None
    rates = (number(found["p1"]), number(found["p2"]))
    return _Pair((found["a"], found["b"]), rates, number(counts[0][0]), number(totals[0]), counts[0][1], piece, 4)


def _solution(pair: _Pair, values: tuple[Fraction, Fraction], question: str) -> Solution | None:
    low, high = (0, 1) if pair.rates[0] < pair.rates[1] else (1, 0)
    unit, piece, count = pair.unit, pair.piece, shown(pair.count)
    assumed = pair.count * pair.rates[low]
    missing, each = pair.sum - assumed, pair.rates[high] - pair.rates[low]
    whole = "，".join(f"{name}{shown(value)}{unit}" for name, value in zip(pair.names, values, strict=True))
    both = Expected(answer=whole)
    asked = [i for i, name in enumerate(pair.names) if name in question]
    if "各" in question or len(asked) == 2:
        expected, value = both, None
    elif len(asked) == 1:
        value = values[asked[0]]
        expected = Expected(answer=f"{shown(value)} {unit}")
    elif re.search(r"分别", question):
        expected, value = both, None
    else:
        return None
    name, other = pair.names[low], pair.names[high]
    lines = [
        Line(
            f"假设全都是{name}，一共应该有多少{piece}？",
            (f"一{unit}{name}是多少{piece}？总数有多少{unit}？", f"用总{unit}数乘每{unit}{name}的数量。"),
            f"{count} × {shown(pair.rates[low])}",
            assumed,
            piece,
        ),
        Line(
            f"实际的比假设的多了多少{piece}？",
            ("比一比实际的总数和假设的总数。", "用减法。"),
            f"{shown(pair.sum)} - {shown(assumed)}",
            missing,
            piece,
        ),
        Line(
            f"把一{unit}{name}换成一{unit}{other}，会多出多少{piece}？",
            (f"一{unit}{other}比一{unit}{name}多多少？", "用减法。"),
            f"{shown(pair.rates[high])} - {shown(pair.rates[low])}",
            each,
            piece,
        ),
        Line(
            f"要换多少次才对得上？也就是{other}有多少{unit}？",
            ("每换一次多出一份，一共要多出那么多。", "用一共多出来的，除以换一次多出来的。"),
            f"{shown(missing)} ÷ {shown(each)}",
            values[high],
            unit,
        ),
    ]
    steps = [step(n, line) for n, line in enumerate(lines, start=1)]
    if asked != [high] or value is None:
        steps.append(
            Step(
                id="s5",
                ask=f"那么{name}有多少{unit}？" + ("请把两种都写出来。" if value is None else ""),
                expected=expected,
                hints=(f"两种一共多少{unit}？", "从总数里去掉刚才求出的那一种。"),
                conclusion=f"{name}有 {count} - {shown(values[high])} = {shown(values[low])} {unit}，"
                f"{other}有 {shown(values[high])} {unit}",
            )
        )
    a, b = (unknown(name) for name in pair.names)
    rule = f"{a}+{b}={count}; {shown(pair.rates[0])}*{a}+{shown(pair.rates[1])}*{b}={shown(pair.sum)}"
    idea = Idea(
        ask="两种混在一起，直接看不出各有多少。你打算先怎么想？",
        keys=("假设", "全是", "都是", "设", "方程", "抬腿", "列表", "当成", "看成"),
        hint="如果只有其中一种，总数马上就能算出来。不妨先把它们都当成同一种，再看差在哪里。",
    )
    first, second = values
    check = Line(
        f"验算一下：按你求出的结果，两种合起来是多少{piece}？",
        (f"分别算出两种各有多少{piece}，再合起来。", "看看和题目说的一样不一样。"),
        f"{shown(first)} × {shown(pair.rates[0])} + {shown(second)} × {shown(pair.rates[1])}",
        pair.sum,
        piece,
    )
    return Solution(
        "two_kinds",
        expected,
        tuple(steps),
        idea,
        "math/chicken-rabbit",
        rule if value is None else "",
        value,
        step(len(steps) + 1, check),
        (_swapped(pair, values),) if value is None and first != second else (),
    )


def _swapped(pair: _Pair, values: tuple[Fraction, Fraction]) -> Mistake:
    answer = "，".join(f"{name}{shown(n)}{pair.unit}" for name, n in zip(pair.names, reversed(values), strict=True))
    hint = f"两个数算出来了，名字可能对调了：把它们代回去算一算，看看一共是多少{pair.piece}。"
    return Mistake(answer=answer, pattern="swapped_kinds", hint=hint)
