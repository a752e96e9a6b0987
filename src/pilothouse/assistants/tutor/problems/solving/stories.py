"""Simple stories: something is there, comes or goes; parts and their total; how much more one is than the other."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.wording import N, Statement, neutral, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, worked

_W = r"[^\d,。;?]{0,14}?"
_UNIT = "千克|公斤|千米|公里|厘米|分米|毫米|毫升|小时|分钟|平方米|平方厘米|[\\u4e00-\\u9fff]"
_LOST = (
    "吃了|吃掉|吃去|用了|用去|用掉|花了|花去|花掉|卖了|卖出|卖掉|卖去|拿走|取走|借走|借出|送走|送了|送给|飞走|"
    "开走|运走|搬走|走了|跑了|"
    "游走|爆了|丢了|坏了|剪去|截去|倒出|倒掉|"
    "下车|下去|下来|分给|给了|摘了|摘走|破了|掉了|碎了|离开|付了|交了|喝了|喝掉|烧了|烧掉|寄走|发了|发出"
)
_GAINED = (
    "来了|飞来|开来|买来|买了|买回|运来|运进|拿来|捡了|"
    "上车|上来|游来|跑来|借来|加入|收到|放入|放进|种了|得到|买进|搬来|进来|送来"
)
_TOTAL = re.compile(rf"(?P<who>{_W})共(?P<mid>{_W})(?:多少|几)(?P<what>{_W})")
_LEFT = re.compile(
    rf"(?P<who>{_W})(?:还|现在|最后|这时|如今)*(?:还)?(?P<verb>剩下?|余下?|有)(?:下|了)?(?P<mid>{_W})(?:多少|几)(?P<what>{_W})"
)
_START = re.compile(rf"(?P<who>{_W})(?P<n>{N})(?P<unit>{_UNIT})(?P<noun>[\u4e00-\u9fff]{{0,6}})")
_DIFFERENCE = re.compile(
    rf"(?P<a>[^\d,。;?比]{{1,10}})比(?P<b>[^\d,。;?]{{1,10}}?)(?P<way>多|少|贵|便宜|重|轻|长|短|高|矮|大|小)(?P<mid>[^\d,。;?]{{0,3}})(?:多少|几)(?P<what>{_W})"
)


def changes(text: Statement) -> Solution | None:
    """``38 in all, 12 go, 5 come: how many are there now``."""
    asked = _LEFT.fullmatch(text.question)
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    if asked is None or len(told) < 2 or len(told) != text.numbers or "一" in "".join(text.told[1:]):
        return None
    quiet = [clause for clause in text.told if clause not in told]
    start = _START.fullmatch(re.sub(r"(?:原来|原|现|本来|已经?)?有?(?=\d)", "", _bare(told[0])))
    if start is None or not all(map(_quiet, quiet)) or not _quiet(start["who"]) or re.search(_LOST, start["who"]):
        return None
    if not neutral(start["noun"]) or re.search(rf"{_LOST}|{_GAINED}", start["noun"]):
        return None
    total, written, lines = number(start["n"]), shown(number(start["n"])), []
    unit = start["unit"]
    for clause in told[1:]:
        change = _change(_bare(clause), unit)
        if change is None:
            return None
        sign, amount = change
        written = f"{shown(total)} {sign} {shown(amount)}"
        total = total + amount if sign == "+" else total - amount
        if total < 0:
            return None
        lines.append(_line(clause, written, total, unit))
    if asked["verb"] == "有" and not re.search(r"现在|还有|这时|最后", text.question):
        return None
    who = re.sub(r"现在|还|最后|这时|如今|那么|问|他|她|它|这", "", asked["who"])
    if who not in told[0] or not _fitting(asked, unit, told[0]):
        return None  # what somebody else has, or what is somewhere else, is not told
    return worked("changes", lines, topic="math/word-problem")


def totals(text: Statement) -> Solution | None:
    """``12 apples, 8 pears: how many together``."""
    asked = _TOTAL.fullmatch(text.question)
    pieces = [
        piece for clause in text.told for piece in re.split(r"(?<=[\u4e00-\u9fff])和(?=[\u4e00-\u9fff]*\d)", clause)
    ]
    told = [_START.fullmatch(re.sub(r"共?有?(?=\d)", "", _bare(piece))) for piece in pieces if re.search(r"\d", piece)]
    if asked is None or not 2 <= len(told) == text.numbers or None in told or "一" in "".join(text.told):
        return None
    parts = [match for match in told if match is not None]
    if len({part["unit"] for part in parts}) != 1 or not all(
        _quiet(part["who"]) and neutral(part["noun"]) for part in parts
    ):
        return None
    if re.search(rf"{_LOST}|{_GAINED}", "".join(text.told)) and re.search("还|剩", text.text):
        return None
    if not all(_quiet(clause) for clause in text.told if not re.search(r"\d", clause)):
        return None
    things = [part["who"] + part["noun"] for part in parts]
    who = re.sub(r"^(?:那么|请问|问)", "", asked["who"])
    if who and not re.fullmatch(r"(?:[他她它]们|咱们|我们)?(?:两|三|四|2|3|4)?[人个种]?(?:人|小朋友|同学)?", who):
        named = re.split(r"和|与", re.sub(r"(?:的.*|有)$", "", who))
        if len(named) != len(things) or not all(name and any(name in thing for thing in things) for name in named):
            return None
    if not _fitting(asked, parts[0]["unit"], "".join(text.told)) or not _alike(asked["what"], pieces):
        return None
    if (did := re.search(r"吃|用|花|卖|送|借|跑|飞|丢|剪", asked["mid"])) and did[0] not in "".join(text.told):
        return None  # he has five; how many of them were eaten is not said
    numbers = [number(part["n"]) for part in parts]
    written = " + ".join(shown(value) for value in numbers)
    line = Line(
        "把几部分合起来，列式算一算，一共是多少？",
        ("求总数，要把每一部分都合起来。", "用加法，检查有没有漏掉一部分。"),
        written,
        sum(numbers, Fraction(0)),
        parts[0]["unit"],
    )
    return worked("total", [line], topic="math/word-problem")


def differences(text: Statement) -> Solution | None:
    """``black 8, white 20: how many more white ones``; ``how many times as many``."""
    asked = None if re.search("百分|分之|倍", text.question) else _DIFFERENCE.fullmatch(text.question)
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    if (
        asked is None
        or len(told) != 2
        or text.numbers != 2
        or not _quiet(re.sub(rf"{N}|和|有", "", "".join(text.told)))
    ):
        return None
    parts = [_START.fullmatch(re.sub(r"有?(?=\d)", "", _bare(clause))) for clause in told]
    if parts[0] is None or parts[1] is None or parts[0]["unit"] != parts[1]["unit"]:
        return None
    if any(char not in "".join(text.told) for char in asked["mid"]):
        return None
    names = [re.sub(r"^.*(?:里|中|上)(?=.{1,4}$)|(?:的.*)$|^购进的?|^那么", "", asked[key]) for key in ("a", "b")]
    order = [[i for i, part in enumerate(parts) if part and name in part["who"] + part["noun"]] for name in names]
    if (
        any(len(found) != 1 for found in order)
        or order[0] == order[1]
        or (not asked["what"].startswith((parts[0]["unit"], "钱")) and asked["what"])
    ):
        return None
    first, second = (number(parts[found[0]]["n"]) for found in order)  # type: ignore[index]
    more = asked["way"] in "多贵重长高大"
    big, small = (first, second) if more else (second, first)
    if big <= small:
        return None
    line = Line(
        "谁多、谁少？相差多少，列式算一算。",
        ("先找出大数和小数。", "求相差多少，用大数减小数。"),
        f"{shown(big)} - {shown(small)}",
        big - small,
        parts[0]["unit"],
    )
    return worked("difference", [line], topic="math/word-problem")


def _alike(what: str, pieces: list[str]) -> bool:
    """Whether the things that are asked for are what every piece counts: apples and pears are no apples."""
    noun = re.sub(r"[了呢钱的吗]", "", what[1:])
    counted = [piece for piece in pieces if re.search(r"\d", piece)]
    if not noun or not any(noun in piece for piece in counted):
        return True
    return all(noun in piece or re.search(rf"[有了来到出做](?={N})", piece) for piece in counted)


def _change(clause: str, unit: str) -> tuple[str, Fraction] | None:
    clause = re.sub(r"^(?:后来|接着|然后|又|再|先|第.[次天站]|今天|昨天|上午|下午|早上|晚上|其中)+", "", clause)
    match = re.fullmatch(rf"(?P<a>[^\d]{{0,12}}?)(?P<n>{N})(?P<unit>{_UNIT})(?P<b>[^\d]{{0,10}})", clause)
    if match is None or match["unit"] != unit:
        return None
    words = match["a"] + match["b"]
    lost, gained = re.search(_LOST, words), re.search(_GAINED, words)
    rest = re.sub(rf"{_LOST}|{_GAINED}|又|了|后|走|被|^先", "", words)
    if bool(lost) == bool(gained) or not neutral(rest):
        return None
    return ("-" if lost else "+"), number(match["n"])


def _line(clause: str, written: str, value: Fraction, unit: str) -> Line:
    return Line(
        f"“{clause}”以后，是多少{unit}？列式算一算。",
        ("想一想：变多了还是变少了？该用加法还是减法？", "从上一步的结果接着算。"),
        written,
        value,
        unit,
    )


def _bare(clause: str) -> str:
    return re.sub(r"^(?:其中|另外|已知|如果|有?一[个只条艘辆列家位名]?)(?=[\u4e00-\u9fff])", "", clause)


def _quiet(words: str) -> bool:
    return neutral(re.sub(r"第一|一[个只条艘辆列家位名天](?=[\u4e00-\u9fff])|原来|先|后来", "", words))


def _fitting(asked: re.Match[str], unit: str, told: str) -> bool:
    """Whether the question counts in the same unit, and the same things."""
    groups = asked.groupdict()
    if not neutral(re.sub(r"还|现在|共|和|剩", "", groups["who"] + groups["mid"])):
        return False
    what = groups["what"]
    if not what.startswith(unit) and not (unit in "元" and what.startswith("钱")):
        return False
    noun = re.sub(r"[了呢钱的吗]", "", what[len(unit) :])
    return not noun or noun in told
