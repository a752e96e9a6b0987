"""Units behind numbers, Chinese and English, and which of them say the same."""

from __future__ import annotations

import re

# Longer ones first: a pattern takes the first that fits. The first word of a line is the unit's own name.
_TABLE = """
个工作日 工作日 working-days working-day business-days business-day
个自然日 自然日 calendar-days calendar-day
个交易日 交易日
个月 月 months month
个小时 小时 钟头 hours hour hrs
个学期 学期 semesters semester
个学分 学分 credits credit
个百分点 百分点
分钟 minutes minute mins min
个星期 星期 礼拜 个礼拜 周 weeks week
个季度 季度 quarters quarter
天 日 号 days day
年 周年 years year
岁 周岁
元 块钱 块 圆 元人民币 人民币 yuan rmb cny
美元 美金 usd dollars dollar
欧元 eur euros euro
港元 港币 hkd
日元 英镑 卢比 兹罗提 新元
新元 sgd
毫秒 ms
行
角 毛
分
% 个点 percent
‰
折 成 倍 times
公里 千米 km
平方公里
平方米 平米 ㎡
厘米 cm
毫米 mm
米 m
公斤 千克 kg
克 g
吨
毫升 ml
升 l
gb mb tb kb gbps mbps
人 名 位 个人 人次 people persons person employees students
个
席 个席位 个议席 席位 议席
次 遍 回
级
届 期 批 轮
份 张 套 件 台 辆 艘 架 部 本 篇 册 页 章 节 条 款 项 种 类 家 间 层 楼 栋 幢 号楼 室 门 科 题 分之
场 笔 户 股 只 头 颗 枚 块金牌 艘 票 支 组 队 国 所 座 字 集 款 箱 瓶 杯 包 盒 双 桶 度 秒 点 时 行 架次 卡 代
"""
# Where one line holds several units that are different things, each stands for itself.
_APART = {"日元", "英镑", "卢比", "兹罗提", "新元", "折", "成", "倍", "届", "期", "批", "轮"}
_SAME: dict[str, str] = {}
for _line in _TABLE.strip().splitlines():
    _names = [_name.replace("-", " ") for _name in _line.split()]
    _alone = _names[0] in {"份", "场", "gb"}
    for _name in _names:
        _SAME.setdefault(_name, _name if _alone or _name in _APART else _names[0])
_SAME["times"] = "次"
_LONGEST_FIRST = sorted(_SAME, key=lambda name: (-len(name), name))
CHINESE_UNIT = "|".join(re.escape(name) for name in _LONGEST_FIRST if not name.isascii() or name == "%")
LATIN_UNIT = "|".join(
    re.escape(name).replace(r"\ ", r"\s+") for name in _LONGEST_FIRST if name.isascii() and name != "%"
)
MONEY = frozenset({"元", "美元", "欧元", "港元", "日元", "英镑", "角", "卢比", "兹罗提", "新元"})
SPAN = frozenset(
    {
        "天",
        "个工作日",
        "个自然日",
        "个交易日",
        "个月",
        "个星期",
        "个小时",
        "分钟",
        "年",
        "个季度",
        "个学期",
        "秒",
        "毫秒",
    }
)
DAYS = frozenset({"天", "个工作日", "个自然日", "个交易日"})
SIGNS = {
    "¥": "元",
    "￥": "元",
    "$": "美元",
    "us$": "美元",
    "€": "欧元",
    "£": "英镑",
    "hk$": "港元",
    "rmb": "元",
    "cny": "元",
}


def canonical(unit: str) -> str:
    """The name under which equal units are compared: ``canonical("days")`` is "天"."""
    unit = " ".join(unit.casefold().split())
    return _SAME.get(unit, unit)


def compatible(one: str, other: str) -> bool:
    """Whether two canonical units may count the same thing; a missing unit goes with any."""
    return one == other or not one or not other or {one, other} <= {"人", "个"} or {one, other} <= {"席", "个"}


def known(name: str) -> bool:
    """Whether ``name`` is a unit at all."""
    return name.casefold() in _SAME
