"""Units that measure the same thing, for "150 厘米" where the secret is "1.5 米"."""

from __future__ import annotations

from fractions import Fraction

_SCALES = {
    "length": "千米 1000 公里 1000 km 1000 米 1 m 1 分米 1/10 dm 1/10 厘米 1/100 cm 1/100 毫米 1/1000 mm 1/1000",
    "mass": "吨 1000 千克 1 公斤 1 kg 1 斤 1/2 克 1/1000 g 1/1000 毫克 1/1000000 mg 1/1000000",
    "time": (
        "天 86400 days 86400 小时 3600 h 3600 hours 3600 hour 3600 分钟 60 min 60 minutes 60 秒 1 秒钟 1 s 1 seconds 1"
    ),
    "solid": "立方米 1000000 立方分米 1000 立方厘米 1 m^3 1000000 dm^3 1000 cm^3 1 升 1000 l 1000 毫升 1 ml 1",
    "area": "平方千米 1000000 公顷 10000 平方米 1 平方分米 1/100 平方厘米 1/10000 平方毫米 1/1000000 "
    "km^2 1000000 m^2 1 dm^2 1/100 cm^2 1/10000 mm^2 1/1000000",
    "money": "元 1 块 1 角 1/10 毛 1/10 dollars 1 cents 1/100",
    "speed": "m/s 1 km/h 5/18",
    "force": "牛 1 牛顿 1 n 1",
    "power": "瓦 1 w 1 千瓦 1000 kw 1000",
    "energy": "焦 1 焦耳 1 j 1",
}
_UNITS: dict[str, tuple[str, Fraction]] = {}
for _kind, _row in _SCALES.items():
    _words = _row.split()
    _UNITS |= {unit: (_kind, Fraction(scale)) for unit, scale in zip(_words[::2], _words[1::2], strict=True)}


def base(value: Fraction, unit: str) -> tuple[str, Fraction] | None:
    """What is measured and how much in its base unit; ``None`` for a unit that isn't converted (只, 个)."""
    known = _UNITS.get(unit)
    return None if known is None else (known[0], value * known[1])


def alike(a: str, b: str) -> bool:
    """Whether two units may name the same count: one is missing, they are equal or spelled differently, one is 个."""
    if not a or not b or a == b or "个" in (a, b):
        return True
    first, second = _UNITS.get(a), _UNITS.get(b)
    return first is not None and second is not None and first == second


def comparable(a: str, b: str) -> bool:
    """Whether two units measure the same thing (小时, 分钟)."""
    first, second = _UNITS.get(a), _UNITS.get(b)
    return first is not None and second is not None and first[0] == second[0]
