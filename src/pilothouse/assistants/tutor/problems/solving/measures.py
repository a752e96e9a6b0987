"""Units converted, percentages, rectangles: each only in its plainest wording."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.wording import N, Statement, neutral, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, worked

_FACTORS: tuple[dict[str, Fraction], ...] = tuple(
    {name: Fraction(value) for name, value in group.items()}
    for group in (
        {
            "毫米": "1/1000",
            "厘米": "1/100",
            "分米": "1/10",
            "米": "1",
            "千米": "1000",
            "公里": "1000",
            "mm": "1/1000",
            "cm": "1/100",
            "dm": "1/10",
            "m": "1",
            "km": "1000",
        },
        {
            "毫克": "1/1000000",
            "克": "1/1000",
            "千克": "1",
            "公斤": "1",
            "吨": "1000",
            "斤": "1/2",
            "两": "1/20",
            "g": "1/1000",
            "kg": "1",
            "t": "1000",
        },
        {
            "秒": "1",
            "分钟": "60",
            "分": "60",
            "小时": "3600",
            "时": "3600",
            "天": "86400",
            "日": "86400",
            "星期": "604800",
            "周": "604800",
        },
        {
            "平方毫米": "1/1000000",
            "平方厘米": "1/10000",
            "平方分米": "1/100",
            "平方米": "1",
            "公顷": "10000",
            "平方千米": "1000000",
        },
        {
            "立方毫米": "1/1000000",
            "立方厘米": "1/1000",
            "毫升": "1/1000",
            "立方分米": "1",
            "升": "1",
            "立方米": "1000",
            "mL": "1/1000",
            "L": "1",
        },
        {"分": "1/100", "角": "1/10", "元": "1"},
    )
)
_UNIT = "|".join(sorted({name for group in _FACTORS for name in group}, key=len, reverse=True))
_CONVERT = re.compile(
    rf"(?:把|将)?(?P<n>{N})(?P<a>{_UNIT})(?:[=＝]|等于|是|合|换算成|化成|改写成|折合)(?:多少|几|\(\s*\)|_+)?个?(?P<b>{_UNIT})(?:是多少)?"
)
_OF = re.compile(
    rf"(?P<n>{N})(?P<u1>[\u4e00-\u9fff]{{0,2}}?)的(?P<p>\d+(?:\.\d+)?)%(?:是|等于)(?:多少|几)(?P<u2>[\u4e00-\u9fff]{{0,2}})"
)
_RATIO = re.compile(
    rf"(?P<a>{N})(?P<u1>[\u4e00-\u9fff]{{0,2}}?)(?:是|占|相当于)(?P<b>{N})(?P<u2>[\u4e00-\u9fff]{{0,2}}?)的(?:百分之几|百分之多少|几分之几)"
)
_SALE = re.compile(
    r"打([一二三四五六七八九]|\d(?:\.\d)?)([一二三四五六七八九]?)折|([一二三四五六七八九])([一二三四五六七八九]?)折出售"
)
_SIDES = re.compile(rf"(长|宽|高)(?:都?是|为|有|:)?({N})(厘米|分米|千米|米|cm|dm|m)")
_SIDE = re.compile(rf"(?:边长|棱长)(?:是|为|有)?({N})(厘米|分米|千米|米|cm|dm|m)")
_HAN = "一二三四五六七八九"


def conversions(text: Statement) -> Solution | None:
    """``3.5千克等于多少克``."""
    found = _CONVERT.fullmatch(re.sub(r"^(?:请问|填空|换算)", "", "".join(text.clauses)))
    if found is None or text.numbers != 1:
        return None
    groups = [group for group in _FACTORS if found["a"] in group and found["b"] in group]
    if len(groups) != 1 or found["a"] == found["b"]:
        return None
    factor = groups[0][found["a"]] / groups[0][found["b"]]
    value, given = number(found["n"]) * factor, shown(number(found["n"]))
    left = f"{given} × {shown(factor)}" if factor >= 1 else f"{given} ÷ {shown(1 / factor)}"
    line = Line(
        f"{found['a']}和{found['b']}之间的进率是多少？换算的结果是多少？",
        ("大单位换成小单位，数变大；小单位换成大单位，数变小。", "大化小乘进率，小化大除以进率。"),
        left,
        value,
        found["b"],
    )
    return worked("conversion", [line], topic="general/units")


def percents(text: Statement) -> Solution | None:
    """``200 的 15% 是多少``, ``30 是 120 的百分之几``, a price after a discount."""
    whole = re.sub(r"^(?:请问|问|求|计算)", "", "".join(text.clauses))
    if (found := _OF.fullmatch(whole)) and text.numbers == 2:
        n, p = number(found["n"]), Fraction(found["p"])
        line = Line(
            "求一个数的百分之几，怎么列式？结果是多少？",
            ("把百分数看成分母是一百的分数。", "用这个数乘百分数。"),
            f"{shown(n)} × {found['p']}%",
            n * p / 100,
            found["u1"] or found["u2"],
        )
        return worked("percent_of", [line], topic="math/percent")
    if (found := _RATIO.fullmatch(whole)) and text.numbers == 2 and found["u1"] == found["u2"] and number(found["b"]):
        ratio = number(found["a"]) / number(found["b"])
        percent = "百分之" in whole
        value = ratio * 100 if percent else ratio
        if percent and (value * 100).denominator != 1:
            return None
        line = Line(
            "谁是单位“1”？列式算一算。",
            ("“是”或“占”后面的那个数是单位“1”。", "用前面的数除以单位“1”。"),
            f"{shown(number(found['a']))} ÷ {shown(number(found['b']))}",
            value,
            "%" if percent else "",
        )
        return _fraction(line, ratio) if not percent else worked("percent_ratio", [line], topic="math/percent")
    return _share(text) or _sale(text)


def _share(text: Statement) -> Solution | None:
    """``40 人，其中女生占 60%，女生有多少人``."""
    if len(text.told) != 2 or text.numbers != 2:
        return None
    whole = re.fullmatch(rf"[^\d]{{0,12}}(?P<n>{N})(?P<unit>[\u4e00-\u9fff])[^\d]{{0,6}}", text.told[0])
    part = re.fullmatch(
        r"(?:其中)?(?P<x>[^\d]{1,8}?)(?:占|是)(?:总数|全部|总人数|全[班校组队]人?数?)?的?(?P<p>\d+(?:\.\d+)?)%",
        text.told[1],
    )
    asked = re.fullmatch(r"(?P<x>[^\d]{1,8}?)(?:有|是)?多少(?P<unit>[\u4e00-\u9fff])", text.question)
    if whole is None or part is None or asked is None or part["x"] != asked["x"] or whole["unit"] != asked["unit"]:
        return None
    if re.search(r"比|剩|余|增|减|多|少|利|税|提|降", text.text.replace("多少", "")):
        return None
    n, p = number(whole["n"]), Fraction(part["p"])
    value = n * p / 100
    if whole["unit"] in "人个只名棵本" and value.denominator != 1:
        return None
    line = Line(
        "谁是单位“1”？列式算一算。",
        ("占谁的百分之几，谁就是单位“1”。", "用单位“1”的量乘百分数。"),
        f"{shown(n)} × {part['p']}%",
        value,
        whole["unit"],
    )
    return worked("percent_of", [line], topic="math/percent")


def _fraction(line: Line, ratio: Fraction) -> Solution | None:
    from dataclasses import replace

    from pilothouse.assistants.tutor.problems.problem import Expected

    answer = f"{ratio.numerator}/{ratio.denominator}" if ratio.denominator > 1 else str(ratio.numerator)
    made = worked("fraction_of", [line], topic="math/fraction")
    last = made.steps[-1].model_copy(
        update={"expected": Expected(answer=answer), "conclusion": f"{line.left} = {answer}"}
    )
    return replace(made, expected=Expected(answer=answer), steps=(last,))


def _sale(text: Statement) -> Solution | None:
    """An original price and one discount; what it costs now, or how much cheaper it is."""
    plain = text.text
    sale = list(_SALE.finditer(plain))
    price = re.findall(rf"原价(?:是|为)?(?:每[\u4e00-\u9fff])?({N})元", plain)
    if (
        len(sale) != 1
        or len(price) != 1
        or re.search(r"再|又|满|券|会员|降|成本|进价|利润|买\d|\d[件个本双台套支]|比.*店|税", plain)
    ):
        return None
    if text.numbers - 1 - len(re.findall(r"\d", sale[0][0])) // max(1, len(re.findall(r"\d", sale[0][0]))) > 0:
        return None
    first, second = (sale[0][1], sale[0][2]) if sale[0][1] else (sale[0][3], sale[0][4])
    tenths = Fraction(first) if first[:1].isdigit() else Fraction(_HAN.index(first) + 1)
    tenths += Fraction(_HAN.index(second) + 1, 10) if second else 0
    n = number(price[0])
    if re.search(r"便宜了?多少|节省多少|省了?多少|少花多少|优惠了?多少", text.question):
        lines = [
            Line(
                "打折以后卖多少元？",
                ("打几折就是按原价的十分之几卖。", "用原价乘折扣。"),
                f"{shown(n)} × {shown(tenths / 10)}",
                n * tenths / 10,
                "元",
            ),
            Line(
                "比原价便宜多少元？",
                ("比一比原价和现价。", "用减法。"),
                f"{shown(n)} - {shown(n * tenths / 10)}",
                n - n * tenths / 10,
                "元",
            ),
        ]
        return worked("discount", lines, topic="math/percent")
    if not re.search(r"(?:现价|现在|打折后|折后|实际|售价|卖|付|买).*(?:多少|几)[元钱]|现价是多少", text.question):
        return None
    line = Line(
        "打折以后卖多少元？",
        ("打几折就是按原价的十分之几卖。", "用原价乘折扣。"),
        f"{shown(n)} × {shown(tenths / 10)}",
        n * tenths / 10,
        "元",
    )
    return worked("discount", [line], topic="math/percent")


def rectangles(text: Statement) -> Solution | None:
    """Area and perimeter of one rectangle or square, volume of one cuboid or cube, with its sides in one unit."""
    plain = text.text
    if re.search(
        r"比|倍|半|增|减|剪|折|拼|每|倒|深|厚|围|靠|周长\d|面积\d|体积\d|共|圈|里面|最大|至少|花|种|铺|涂|各|又|延长|扩|缩|池|缸|盒",
        plain,
    ):
        return None
    if ("长方形" in plain and "正方形" in plain) or len(re.findall("面积|周长|体积", plain)) != 1:
        return None
    square = _SIDE.findall(plain)
    sides = {name: (number(value), unit) for name, value, unit in _SIDES.findall(re.sub(r"边长|棱长", "", plain))}
    asked = re.search(r"(面积|周长|体积)(?:是|有|为)?多少(平方|立方)?(厘米|分米|千米|米|cm|dm|m)?", text.question)
    if asked is None or (re.search(r"长方体|正方体", plain) and asked[1] != "体积"):
        return None
    used = list(sides.values()) or [(number(value), unit) for value, unit in square]
    if len({unit for _, unit in used}) != 1 or len(used) != text.numbers or (sides and square):
        return None
    unit = used[0][1]
    if asked[3] not in (None, unit) or (asked[2] != {"面积": "平方", "体积": "立方"}.get(asked[1]) and asked[3]):
        return None
    kind = asked[1]
    if kind == "体积":
        if square and "正方体" in plain:
            values = [used[0][0]] * 3
        elif sides.keys() == {"长", "宽", "高"}:
            values = [sides[name][0] for name in ("长", "宽", "高")]
        else:
            return None
        left, value, formula = " × ".join(map(shown, values)), values[0] * values[1] * values[2], "长 × 宽 × 高"
        return _shape(kind, formula, left, value, f"立方{unit}")
    if square and "正方形" in plain:
        a = b = used[0][0]
    elif sides.keys() == {"长", "宽"} and not re.search(r"三角|平行四边|梯形|圆", plain):
        a, b = sides["长"][0], sides["宽"][0]
    else:
        return None
    if not neutral(re.sub(rf"{N}|长方形|正方形|一[个块张间]|共", "", plain).replace("多少", "")):
        return None
    if kind == "面积":
        return _shape(kind, "长 × 宽", f"{shown(a)} × {shown(b)}", a * b, f"平方{unit}")
    return _shape(kind, "（长 + 宽）× 2", f"({shown(a)} + {shown(b)}) × 2", 2 * (a + b), unit)


def _shape(kind: str, formula: str, left: str, value: Fraction, unit: str) -> Solution:
    line = Line(
        f"{kind}怎么求？列式算一算。", ("先画出图形，标上已知的长度。", f"{kind} = {formula}。"), left, value, unit
    )
    return worked("shape", [line], topic="math/area-volume")
