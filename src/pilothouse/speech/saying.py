"""Numbers in Chinese text as they are said."""

from __future__ import annotations

import re

from pilothouse.contracts.numerals import chinese_number

_DIGITS = "零一二三四五六七八九"
_NUMBER = r"(?<!\d)(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_MONEY = {"¥": "元", "$": "美元", "€": "欧元", "£": "英镑", "RMB": "元", "CNY": "元", "USD": "美元"}
_UNITS = {
    "km": "公里", "m": "米", "cm": "厘米", "mm": "毫米", "kg": "公斤", "g": "克", "mg": "毫克", "ml": "毫升",
    "mL": "毫升", "ML": "毫升", "L": "升", "l": "升", "h": "小时", "min": "分钟", "s": "秒", "ms": "毫秒",
    "℃": "摄氏度", "°C": "摄氏度", "℉": "华氏度", "°F": "华氏度", "°": "度", "kcal": "千卡", "kJ": "千焦",
}  # fmt: skip
_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_COUNTED = "份碗个位杯人家瓶盘只条块张种道次样件袋盒串根片斤两克米升台间桌套双对颗勺壶壳顿岁名元页项步本"
_COUNTED_WORDS = ("分钟", "小时", "公里", "公斤", "千克", "天", "周", "年", "毫升", "点", "倍", "口")
_PERIODS = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|今晚|明晚|昨晚|午夜"

_PHONE = re.compile(
    r"(?<![\d.\-])(?:\+?86[\- ]?)?(?:1\d{2}[\- ]?\d{4}[\- ]?\d{4}|0\d{2,3}[\- ]\d{3,4}[\- ]?\d{4}"
    r"|[48]00[\- ]?\d{3,4}[\- ]?\d{3,4}|\d{2,5}(?:-\d{3,5}){2,3}"
    r"|(?<=电话|热线|拨打|号码|请拨)\d{4}-\d{4}|0\d{9,11})(?![\d\-])"
)
_DATE = re.compile(r"(?<!\d)((?:19|20)\d{2})([-/.])(1[0-2]|0?[1-9])\2(3[01]|[12]\d|0?[1-9])(?!\d)")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})(?=年(?!级))")
_TIME = re.compile(rf"((?:{_PERIODS})\s*)?(?<![\d:.])([01]?\d|2[0-4])[:：]([0-5]\d)(?:[:：]([0-5]\d))?(?![\d:：])")
_RANGE = re.compile(
    r"(?<=[\d%元份℃点分半日号])\s*(?:[–—~～]+|-{1,2})\s*(?=[¥$]?\d|(?:上午|下午|晚上|早上|中午|凌晨|二零|一九))"
)
_RATIO = re.compile(r"(?<=\d)\s*[:：]\s*(?=\d)")
_SIGN = re.compile(r"(?<![\w%）)\u3400-\u9fff.\-])-(?=\d)|(?<=[\u3400-\u9fff：:，,])\s*-(?=\d)")


def say_numbers(text: str) -> str:
    """``text`` with every number spelled in Chinese characters; nothing else is changed but signs and units.

    >>> say_numbers("1.5公里，12分钟，2–3人份，15%，¥1,288，028-5550-1288")
    '一点五公里，十二分钟，两到三人份，百分之十五，一千二百八十八元，零二八，五五五零，幺二八八'
    """
    text = _PHONE.sub(lambda found: _phone(found[0]), text)
    text = _DATE.sub(
        lambda found: f"{_row(found[1])}年{chinese_number(int(found[3]))}月{chinese_number(int(found[4]))}日", text
    )
    text = _YEAR.sub(lambda found: _row(found[1]), text)
    text = _TIME.sub(_time, text)
    text = _RANGE.sub("到", text)
    text = _RATIO.sub("比", text)
    text = _money(text)
    text = re.sub(rf"({_NUMBER})\s*%", lambda found: "百分之" + say(found[1]), text)
    text = re.sub(rf"({_NUMBER})\s*‰", lambda found: "千分之" + say(found[1]), text)
    text = re.sub(r"(?<![\d/])(\d+)\s*/\s*(\d+)(?![\d/])", lambda found: f"{say(found[2])}分之{say(found[1])}", text)
    text = re.sub(rf"({_NUMBER})\s*({_UNIT})(?![A-Za-z])", lambda found: found[1] + _UNITS[found[2]], text)
    text = re.sub(r"(?<=[元份钟时里克升个斤])\s*/\s*(?=[\u3400-\u9fff])", "每", text)
    text = _signs(text)
    text = re.sub(r"(?<=[A-Za-z])\d+(?:\.\d+)*", lambda found: _versions(found[0]), text)
    text = re.sub(r"(?<!\d)\d+(?:\.\d+){2,}", lambda found: _versions(found[0]), text)
    return re.sub(_NUMBER, lambda found: _counted(text, found), text)


def say(number: str) -> str:
    """A decimal number as written; rows with a leading zero or more than twelve digits are read digit by digit.

    >>> say("1,288"), say("3.50"), say("007")
    ('一千二百八十八', '三点五零', '零零七')
    """
    whole, _, fraction = number.replace(",", "").partition(".")
    row = (len(whole) > 1 and whole[0] == "0") or len(whole) > 12
    return (_row(whole) if row else chinese_number(int(whole))) + ("点" + _row(fraction) if fraction else "")


def _row(digits: str) -> str:
    return "".join(_DIGITS[int(digit)] for digit in digits)


def _versions(text: str) -> str:
    return "点".join(_row(part) for part in text.split("."))


def _phone(number: str) -> str:
    groups = re.findall(r"\d+", number)
    if len(groups) == 1 and len(groups[0]) == 11 and groups[0][0] == "1":
        groups = [groups[0][:3], groups[0][3:7], groups[0][7:]]
    return ("加" if number[0] == "+" else "") + "，".join(_row(group).replace("一", "幺") for group in groups)


def _time(found: re.Match[str]) -> str:
    period, hour, minute, second = found[1], int(found[2]), int(found[3]), found[4]
    if (hour == 24 and (minute or second)) or re.search(
        r"比(?:例|分)?[为是:：]?\s*$", found.string[max(0, found.start() - 6) : found.start()]
    ):
        return found[0]
    said = {0: "", 30: "半"}.get(minute, ("零" if minute < 10 else "") + chinese_number(minute) + "分")
    if second:
        return f"{period or ''}{_hour(hour)}点{chinese_number(minute)}分{chinese_number(int(second))}秒"
    if period is None:
        names = ((5, "凌晨"), (9, "早上"), (12, "上午"), (13, "中午"), (18, "下午"), (25, "晚上"))
        period = next(name for end, name in names if hour < end)
        if hour == 24:
            return "晚上十二点"
    return f"{period.strip()}{_hour(hour - 12 if hour > 12 else hour)}点{said}"


def _hour(hour: int) -> str:
    return "两" if hour == 2 else chinese_number(hour)


def _money(text: str) -> str:
    signs = "|".join(map(re.escape, _MONEY))

    def say_it(found: re.Match[str]) -> str:
        amount = re.sub(r"\.00?(?!\d)", "", found[3])
        unit = "" if found[4] == "元" and _MONEY[found[2]] == "元" else _MONEY[found[2]]
        return ("负" if found[1] else "") + amount + (found[4] if unit and found[4] in ("万", "亿") else "") + (
            unit or "元"
        )  # fmt: skip

    text = re.sub(rf"(-?)({signs})\s*({_NUMBER})\s*([元万亿]?)", say_it, text)
    return re.sub(rf"({_NUMBER})(?=\s*[元块])", lambda found: re.sub(r"\.00?$", "", found[1]), text)


def _signs(text: str) -> str:
    text = re.sub(r"(?<=\d)\s*[×x*]\s*(?=\d)", "乘", text)
    text = re.sub(r"\s*[×xX]\s*(\d+)(?![\dA-Za-z.])(?!\s*[份个碗杯瓶])", r"，\1份", text)
    text = re.sub(r"\s*[×]\s*(?=\d)", "，", text)
    text = re.sub(r"(?<=\d)\s*\+\s*(?=\d)", "加", text)
    text = re.sub(r"(?<=\d)\s*÷\s*(?=\d)", "除以", text)
    text = re.sub(r"(?<=\d)\s*=\s*(?=-?\d)", "等于", text)
    text = re.sub(r"(?<=等于)-(?=\d)|" + _SIGN.pattern, "负", text)
    text = re.sub(r"≥\s*(?=\d)", "不低于", re.sub(r"≤\s*(?=\d)", "不超过", text))
    text = re.sub(r"±\s*(?=\d)", "正负", re.sub(r"(?<![\d\w])\+(?=\d)", "加", text))
    return re.sub(r"(?<=\d)\s*\+\s*([元块分个人份岁米]?)", r"\1以上", re.sub(r"(?<![\d\w])[~～](?=\d)", "约", text))


def _counted(text: str, found: re.Match[str]) -> str:
    """Two of something is 两, unless it is an ordinal."""
    following = text[found.end() : found.end() + 16].lstrip(" ")
    before = text[max(0, found.start() - 2) : found.start()]
    if found[0] == "2" and not before.endswith(("第", "分之", "点")) and following:
        range_end = re.match(r"到\d+(.{0,2})", following)
        unit = range_end[1] if range_end else following
        if unit and (unit[0] in _COUNTED or unit.startswith(_COUNTED_WORDS)):
            return "两"
    return say(found[0])
