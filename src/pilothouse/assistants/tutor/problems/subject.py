"""Which subject a problem belongs to, by its words."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.problems.problem import Subject

# word → weight; a word that only one subject uses weighs more
_WORDS: dict[Subject, tuple[tuple[int, str], ...]] = {
    "physics": (
        (
            3,
            r"电阻|电流|电压|电功率?|欧姆|串联|并联|浮力|压强|牛顿|密度|比热容?|折射|反射角?|凸透镜|凹透镜|焦距|杠杆|滑轮|动能|势能|"
            r"机械效率|摩擦力|重力|惯性|声速|凝固|熔化|汽化|沸点|焦耳|伏特|安培|帕斯卡|电路|小灯泡|弹簧测力计|匀速直线运动|加速度|热值|吸收的热量|匀速",
        ),
        (
            3,
            r"\b(?:resistance|voltage|current|buoyan\w*|pressure|density|friction|newtons?|joules?|circuit|acceleration|velocity)\b",
        ),
        (2, r"\d\s*(?:N/kg|N|Pa|kg/m|g/cm|Ω|m/s|J|kW|V|A|Hz)(?![A-Za-z])"),
        (1, r"质量|功率|做功|平均速度|温度"),
    ),
    "chemistry": (
        (
            3,
            r"化学|元素|分子|离子|溶液|溶质|溶解度|质量分数|催化剂|氧化|还原|方程式配平|沉淀|酸碱|中和反应|盐酸|硫酸|硝酸|氢氧化|"
            r"二氧化碳|碳酸|氧气|氢气|化合价|化学方程式|相对原子质量|实验室制取|相对分子质量|蒸馏|金属活动性|pH\s*(?:值|=|＝)",
        ),
        (3, r"\b(?:H2O|CO2|O2|H2|NaOH|HCl|H2SO4|NaCl|CaCO3|Fe2O3|KMnO4|reactants?|molar|moles?|catalyst)\b"),
    ),
    "chinese": (
        (
            3,
            r"拼音|造句|修辞|比喻句|拟人句|病句|成语|古诗|文言文|作者|诗人|课文|短文|段落大意|中心思想|近义词|反义词|偏旁|部首|笔画|"
            r"仿写|缩句|扩句|阅读(?:下面的?)?(?:文字|文章|短文|诗|课文)|加点(?:字|词)|表达了.{0,10}(?:感情|情感)|诗句|说明方法|记叙",
        ),
    ),
    "math": (
        (
            3,
            r"鸡兔同笼|方程(?!式)|(?<!量)分数(?!线)|小数|周长|面积|三角形|平行四边形|长方形|正方形|圆柱|圆锥|半径|直径|倍数|因数|质数|约数|函数|抛物线|"
            r"平均数|百分之|折出售|利率|比例|概率|坐标|解集|不等式|因式|有理数|绝对值|勾股|角度|平分线",
        ),
        (
            3,
            r"\b(?:equation|triangle|rectangle|perimeter|area|fraction|percent|average|altogether|solve for)\b",
        ),
        (2, r"多少|一共|还剩|平均|几[个只条本人元米天分棵]|\d\s*倍|[\d)]\s*[+\-×÷*/]\s*[\d(]|[=＝]|how many|how much"),
        (1, r"\d"),
    ),
}
_ENGLISH = re.compile(
    r"英语|英文|单词|时态|音标|完形填空|翻译成?(?:英|汉)|passage|read the (?:following|text|story)|grammar|tense|"
    r"fill in the blank|according to the|paragraph|\btranslate\b|choose the best",
    re.IGNORECASE,
)
_STRONG = 10
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")


def subject(text: str) -> Subject:
    """The subject of a problem text; ``general`` when its words don't say.

    >>> subject("一段导体的电阻是10Ω，两端电压5V，电流是多少？"), subject("鸡兔同笼，共35个头，94只脚")
    ('physics', 'math')
    """
    scores: dict[Subject, int] = {}
    for name, groups in _WORDS.items():
        # A word that only one subject uses outweighs any number of those that many use.
        scores[name] = sum(
            (_STRONG if weight == 3 else weight) * min(len(set(re.findall(words, text))), 4) for weight, words in groups
        )
    words, characters = len(_LATIN.findall(text)), len(_HAN.findall(text))
    mostly_latin = words >= 4 and words > characters / 4
    scores["english"] = _STRONG * len(_ENGLISH.findall(text)) + (2 * _STRONG if mostly_latin and words >= 40 else 0)
    best = max(scores, key=lambda name: scores[name])
    if scores[best] < 2:
        return "english" if mostly_latin else "general"
    return best
