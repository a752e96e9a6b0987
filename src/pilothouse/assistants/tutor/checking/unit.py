"""Units in Chinese and English: what they measure and how they convert. Counting words (只, 个 …) measure a number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

Dimension = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """``value`` of this unit is ``value * factor + offset`` in the base unit of its dimension (m, kg, s, A, K,
    mol, yuan …)."""

    label: str
    dimension: Dimension
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)

    @property
    def counts(self) -> bool:
        """Whether it only counts things: 只, 个, 倍."""
        return self.dimension == COUNT


COUNT: Dimension = (("count", 1),)

# dimension | factor | names
_TABLE = """
m|1|米 公尺 m metre metres meter meters
m|1000|千米 公里 km kilometre kilometres kilometer kilometers
m|1/10|分米 dm decimetre decimetres decimeter decimeters
m|1/100|厘米 公分 cm centimetre centimetres centimeter centimeters
m|1/1000|毫米 mm millimetre millimetres millimeter millimeters
m|1/1000000|微米 μm um
m|1/1000000000|纳米 nm
m|500|里 华里
m|1609344/1000|英里 mile miles
m|254/10000|英寸 inch inches
m|3048/10000|英尺 foot feet ft
m2|1|平米 平方
m2|10000|公顷 ha hectare hectares
m2|2000/3|亩
m3|1/1000|升 L l litre litres liter liters
m3|1/1000000|毫升 mL ml cc millilitre millilitres milliliter milliliters
kg|1|千克 公斤 kg kilogram kilograms kilo kilos
kg|1000|吨 t ton tons tonne tonnes
kg|1/1000|克 g gram grams
kg|1/1000000|毫克 mg
kg|1/2|斤 市斤
kg|1/20|两
kg|45359237/100000000|磅 lb lbs pound pounds
s|1|秒 秒钟 s sec secs second seconds
s|900|刻钟
s|60|分 分钟 min mins minute minutes
s|3600|时 小时 个小时 点 点钟 钟头 个钟头 h hr hrs hour hours
s|86400|天 日 day days
s|604800|周 星期 个星期 礼拜 week weeks
month|1|月 个月 month months
month|12|年 year years
yuan|1|元 块 块钱 圆 元钱 RMB rmb yuan
yuan|1/10|角 毛 毛钱 jiao
yuan|1/100|分 分钱
usd|1|美元 dollar dollars USD
usd|1/100|美分 cent cents
gbp|1|英镑
angle|1|度 ° degree degrees
K|1|K 开 开尔文
A|1|安 安培 A amp amps ampere amperes
A|1/1000|毫安 mA
N|1|牛 牛顿 N newton newtons
N|1000|千牛 kN
J|1|焦 焦耳 J joule joules
J|1000|千焦 kJ
J|1000000|兆焦 MJ
J|3600000|度 千瓦时 kWh
W|1|瓦 瓦特 W watt watts
W|1000|千瓦 kW
W|1/1000|毫瓦 mW
V|1|伏 伏特 V volt volts
V|1000|千伏 kV
V|1/1000|毫伏 mV
Ω|1|欧 欧姆 Ω ohm ohms
Ω|1000|千欧 kΩ
Pa|1|帕 帕斯卡 Pa
Pa|100|百帕 hPa
Pa|1000|千帕 kPa
Pa|1000000|兆帕 MPa
Hz|1|赫兹 赫 Hz
Hz|1000|千赫 kHz
Hz|1000000|兆赫 MHz
C|1|库仑 库
mol|1|摩尔 mol
dB|1|分贝 dB
"""
_DERIVED: dict[str, dict[str, int]] = {
    "m2": {"m": 2}, "m3": {"m": 3}, "N": {"kg": 1, "m": 1, "s": -2}, "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1}, "Ω": {"kg": 1, "m": 2, "s": -3, "A": -2}, "Pa": {"kg": 1, "m": -1,
    "s": -2},
    "Hz": {"s": -1}, "C": {"A": 1, "s": 1},
}  # fmt: skip
_COUNTING = (
    *"只个条头本人棵辆名位张块件把支枝根颗粒瓶盒箱袋包篮筐组排行列页层级倍次种对双套",
    *"台座间栋扇朵匹架艘片幅盆杯碗盘桶瓣节句字题道份堆束串捆罐户家岁枚面首篇部场圈步",
    *"格段株口顶滴声笔下票车趟遍笼听副卷门则尾封所团群批代届班样分发丛泡碟壶缸",
    "车厢", "个人", "人次", "名学生", "平方根", "people", "pieces", "piece",
)  # fmt: skip


def _dimension(parts: dict[str, int]) -> Dimension:
    return tuple(sorted((name, power) for name, power in parts.items() if power))


def _names() -> dict[str, tuple[Unit, ...]]:
    found: dict[str, list[Unit]] = {}
    for line in _TABLE.strip().splitlines():
        base, factor, names = line.split("|")
        dimension = _dimension(_DERIVED.get(base, {base: 1}))
        for name in names.split():
            found.setdefault(name, []).append(Unit(names.split()[0], dimension, Fraction(factor)))
    kelvin = _dimension({"K": 1})
    for name in ("°C", "摄氏度", "度", "°c"):
        found.setdefault(name, []).append(Unit("°C", kelvin, Fraction(1), Fraction(27315, 100)))
    for name in ("°F", "华氏度"):
        found.setdefault(name, []).append(Unit("°F", kelvin, Fraction(5, 9), Fraction(27315, 100) - Fraction(160, 9)))
    for name in _COUNTING:
        found.setdefault(name, []).append(Unit(name, COUNT))
    return {name: tuple(units) for name, units in found.items()}


_NAMES = _names()
_ATOM = re.compile(
    r"(平方|立方|square\s|cubic\s)?("
    + "|".join(
        re.escape(name)
        + ("(?![别之母享])" if name == "分" else "")
        + (r"(?![A-Za-zα-ω])" if name[-1].isascii() and name[-1].isalpha() else "")
        for name in sorted(_NAMES, key=len, reverse=True)
    )
    + r")(?:\^?([23])(?![0-9]|\.[0-9])|\^\(?(-\d)\)?)?"
)
_JOIN = re.compile(r"\s?(/|每|per\s|·|\*)\s?(\()?")


@lru_cache(maxsize=4096)
def unit_at(text: str, position: int = 0) -> tuple[tuple[Unit, ...], int] | None:
    """The unit that begins at ``position``, its readings (分 is a minute, a hundredth of a yuan, a point) and
    where it ends."""
    match = _ATOM.match(text, position)
    if match is None:
        return None
    units, end = _powered(match), match.end()
    while joint := _JOIN.match(text, end):
        if joint[1] == "每" and (units[0].counts or not text[joint.end() : joint.end() + 1].strip()):
            break
        nxt = _ATOM.match(text, joint.end())
        if nxt is None or (joint[1] in "·*" and not nxt[2].isascii()):
            break
        sign = 1 if joint[1] in "·*" else -1
        others, end = _powered(nxt), nxt.end()
        units = tuple(_times(a, b, sign) for a in units for b in others)[:9]
        if joint[2]:
            while (more := _JOIN.match(text, end)) and more[1] in "·*" and (nxt := _ATOM.match(text, more.end())):
                units, end = tuple(_times(a, b, sign) for a in units for b in _powered(nxt))[:9], nxt.end()
            end += text[end : end + 1] == ")"
    return units, end


def _powered(match: re.Match[str]) -> tuple[Unit, ...]:
    prefix = (match[1] or "").strip()
    power = {"平方": 2, "square": 2, "立方": 3, "cubic": 3}.get(prefix) or int(match[3] or match[4] or 1)
    units = _NAMES[match[2]]
    if power == 1:
        return units
    return (
        tuple(
            Unit(
                f"{unit.label}^{power}", _dimension({name: p * power for name, p in unit.dimension}), unit.factor**power
            )
            for unit in units
            if unit.dimension == (("m", 1),) or not prefix
        )
        or units
    )


def per(a: Unit, b: Unit) -> Unit:
    """``a`` for each ``b``."""
    return _times(a, b, -1)


def _times(a: Unit, b: Unit, sign: int) -> Unit:
    parts = dict(a.dimension)
    for name, power in b.dimension:
        parts[name] = parts.get(name, 0) + sign * power
    if b.counts:  # 元/个 is still money, 个/天 still a count per day
        parts = dict(a.dimension)
    label = f"{a.label}{'·' if sign > 0 else '/'}{b.label}"
    return Unit(label, _dimension(parts), a.factor * b.factor**sign)
