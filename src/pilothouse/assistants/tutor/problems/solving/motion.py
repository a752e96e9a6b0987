"""Distance, speed and time; two that meet or catch up."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.wording import N, Statement, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, worked

_LENGTH = r"(?P<unit>千米|公里|厘米|米|km|m)"
_TIME = r"(?P<time>小时|分钟|分|秒钟|秒|天|时)"
_SPEED = re.compile(
    rf"每{_TIME}(?:大?约|平均|能|可以?)?(?:行驶|行走|行|走|跑|骑|飞行|飞|游|前进|开|航行)?(?:了)?(?P<n>{N}){_LENGTH}"
)
_SPEED_NAMED = re.compile(rf"(?:速度|时速)(?:是|为)?(?P<n>{N}){_LENGTH}(?:每|/){_TIME}")
_HOURS = re.compile(rf"(?P<n>{N})(?:个)?{_TIME}(?!整)")
_FAR = re.compile(rf"(?P<n>{N}){_LENGTH}(?!/)")
_UPSET = re.compile(
    r"比|多(?!少)|(?<!多)少|倍|半|剩|已|又|再|返|来回|往返|先|后(?=[\u4e00-\u9fff]*[行走出])|休息|停|提前|迟|晚|早|原计划|实际|照这样|圈|上山|下山|顺|逆|隧道|桥|车长|长\d|"
    r"离(?!地)|增|减|加快|慢|超|每隔|两岸|前\d|如果|若|第|另|除了|改|其中|各|分别"
)
_TOGETHER = re.compile(r"相向|相对开出|面对面|迎面")


def motion(text: Statement) -> Solution | None:
    """One moving thing: the third of distance, speed and time."""
    upset = _UPSET.search(re.sub("多少", "", text.text))
    if text.numbers != 2 or upset or re.search(r"同时|相遇|追", text.text):
        return None
    body = "。".join(text.told) if len(text.told) else text.text
    speed = _speed(body)
    asked = text.question
    rest = body[: speed.start()] + body[speed.end() :] if speed else body
    if speed is not None:
        hours, far = _HOURS.search(rest + "。" + asked), _FAR.search(rest + "。" + asked)
        time, unit, v = _same(speed["time"]), _metric(speed["unit"]), number(speed["n"])
        if hours is not None and far is None and _same(hours["time"]) == time:
            if not re.search(r"(?:多少|几)(?:千米|公里|米)|多远|路程", asked) or not _unit_in(asked, unit):
                return None
            t = number(hours["n"])
            return _one("路程", "速度和时间", "路程 = 速度 × 时间", f"{shown(v)} × {shown(t)}", v * t, speed["unit"])
        if far is not None and hours is None and _metric(far["unit"]) == unit and v:
            if not re.search(rf"(?:多少|几)个?(?:{time}|{speed['time']})|多久|多长时间", asked):
                return None
            s = number(far["n"])
            return _one("时间", "路程和速度", "时间 = 路程 ÷ 速度", f"{shown(s)} ÷ {shown(v)}", s / v, speed["time"])
        return None
    hours, far = _HOURS.search(body), _FAR.search(body)
    wanted = re.search(rf"每{_TIME}[\u4e00-\u9fff]{{0,3}}多少{_LENGTH}", asked) or re.search(
        r"速度是多少(?:千米|公里|米)(?:每|/)(?P<time>小时|分钟?|秒)", asked
    )
    if hours is None or far is None or wanted is None or not re.search("行|走|跑|骑|飞|游|驶|开|航", text.text):
        return None
    if (
        _same(wanted["time"]) != _same(hours["time"])
        or not _unit_in(asked, _metric(far["unit"]))
        or not number(hours["n"])
    ):
        return None
    s, t = number(far["n"]), number(hours["n"])
    return _one("速度", "路程和时间", "速度 = 路程 ÷ 时间", f"{shown(s)} ÷ {shown(t)}", s / t, far["unit"])


def meeting(text: Statement) -> Solution | None:
    """Two that come towards each other, or one that catches up: the time."""
    plain = text.text
    if re.search(r"比|倍|剩|已|又|再|返|先|提前|迟|休息|停|还相距|又相距|没有?相遇|圈|未|后.*后", plain):
        return None
    speeds = list(_SPEED.finditer(plain))
    rest = _SPEED.sub("", plain)
    far = list(_FAR.finditer(rest))
    if len(speeds) != 2 or len(far) != 1 or text.numbers != 3 or not re.search(r"同时", plain):
        return None
    if len({_same(match["time"]) for match in speeds}) != 1 or len({_metric(m["unit"]) for m in (*speeds, *far)}) != 1:
        return None
    one, two, s = number(speeds[0]["n"]), number(speeds[1]["n"]), number(far[0]["n"])
    time = speeds[0]["time"]
    if not re.search(rf"(?:多少|几)个?{time}|多久|多长时间", text.question):
        return None
    towards, behind = bool(_TOGETHER.search(plain)) and "相遇" in plain, "追上" in plain and "同向" in plain
    if towards == behind:
        return None
    joint = one + two if towards else abs(one - two)
    if not joint:
        return None
    what, sign = ("每单位时间两者一共靠近多少", "+") if towards else ("每单位时间距离缩短多少", "-")
    big, small = max(one, two), min(one, two)
    left = f"{shown(one)} + {shown(two)}" if towards else f"{shown(big)} - {shown(small)}"
    lines = [
        Line(
            f"{what}？",
            ("想一想两者的速度怎样合在一起。", "画一条线段图，标出两个箭头。"),
            left,
            joint,
            speeds[0]["unit"],
        ),
        Line(
            "那么要用多少时间？",
            ("一共要靠近多少路程？", "用路程除以刚才的速度。"),
            f"{shown(s)} ÷ {shown(joint)}",
            s / joint,
            time,
        ),
    ]
    return worked("meeting" if sign == "+" else "pursuit", lines, topic="math/travel")


def _speed(text: str) -> re.Match[str] | None:
    found = [*_SPEED.finditer(text), *_SPEED_NAMED.finditer(text)]
    return found[0] if len(found) == 1 else None


def _one(what: str, given: str, formula: str, left: str, value: object, unit: str) -> Solution | None:
    from fractions import Fraction

    assert isinstance(value, Fraction)
    line = Line(
        f"已经知道{given}，怎样求{what}？列式算一算。",
        ("路程、速度、时间三个量，哪两个已经知道了？", f"{formula}。"),
        left,
        value,
        unit,
    )
    return worked("motion", [line], topic="math/travel")


def _same(time: str) -> str:
    return {"分": "分钟", "秒钟": "秒", "时": "小时"}.get(time, time)


def _metric(unit: str) -> str:
    return {"公里": "千米", "km": "千米", "m": "米"}.get(unit, unit)


def _unit_in(asked: str, unit: str) -> bool:
    said = re.search(r"(?:多少|几)(千米|公里|厘米|米)", asked)
    return said is None or _metric(said[1]) == unit
