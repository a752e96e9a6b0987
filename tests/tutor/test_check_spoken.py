# ruff: noqa: E501 -- tables
"""Right answers as pupils say and type them, and wrong ones that are near."""

from __future__ import annotations

import pytest

from pilothouse.assistants.tutor.checking import answers_in, check, substitution
from pilothouse.assistants.tutor.problems.problem import AnswerKind, Expected, Mistake

SPOKEN = {
    "2/3": "三分之二 ２／３ \\frac{2}{3} $\\frac{2}{3}$ \\dfrac23 ⅔ 0.666… 2÷3也就是三分之二 我算出来是三分之二呀 two-thirds",
    "3.5": "三又二分之一 3又1/2 三点五 3½ 7/2 二分之七 3\\frac{1}{2} ３．５",
    "12.5%": "百分之十二点五 1/8 0.125 12.5％ $12.5\\%$",
    "50 cm": "0.5米 五十厘米 5分米 500毫米 半米 0.5米=50cm 0.5m=5dm=50cm",
    "2小时15分": "135分钟 2.25小时 两小时十五分 两小时一刻钟 2h15min",
    "x=3": "x等于3 X=3 3=x x是3 解：x=3 $x=3$ ∴x=3 2x=6，x=3 x=3，检验：2×3+1=7 设未知数，得x=3，代入2×3+1=7",
    "3.5千克": "是不是应该是3.5千克呀 3500克 7斤 3千克500克 三公斤半",
    "7:3": "我算出来是7：3 七比三 7∶3 14:6",
    "x=2 或 x=-3": "-3和2 x₁=2，x₂=-3 {-3,2} x=2或-3 2和负三",
    "x=±3": "±3 正负3 正负三 +3和-3 x=3或-3",
    "x>3": "x大于3 x大于三 3<x (3,+∞) （3，＋∞）",
    "-1≤x<2": "[-1,2) x≥-1且x<2 x大于等于-1小于2 2>x≥-1",
    "x≤5": "x小于或等于5 x不超过5 x≤五 (-∞,5]",
    "√2": "根号2 根号二 sqrt(2) $\\sqrt{2}$ 二的算术平方根 2√2/2",
    "√3/2": "√3/2 \\frac{\\sqrt{3}}{2} 二分之根号三 2分之√3 0.5√3 √3÷2 根号三除以2",
    "2√3": "2根号3 二根号三 √12 两倍根号三",
    "12π cm²": "12π 12派 12π平方厘米",
    "36.5℃": "36.5度 三十六度五 三十六点五度",
    "-5℃": "零下5度 负5度 －5℃",
    "85元5角": "八十五块五 八十五元五角 855角 85块5毛",
    "8:30": "八点半 八点三十 8点30分",
    "9:15": "九点一刻 九点十五分 9：15",
    "5……3": "5余3 五余三 商是5，余数是3",
    "72km/h": "时速72公里 每小时72千米 20m/s",
    "0.8g/cm³": "每立方厘米0.8克 800kg/m³",
    "20%": "两成 二成 1/5",
    "苹果5元，梨3元": "一个苹果5元，一个梨3元 梨三块，苹果五块",
    "无解": "没解 方程没有解 解不存在",
    "B": "是B不是A 选B不选A ｂ （B）",
    "AC": "A和C A和C都对 CA",
    "A": "A吧",
    "23只": "23！ 假设全是兔，35×4=140，140-94=46，46÷2=23 因为兔有12只，所以鸡有35-12=23只 廿三只",
}


@pytest.mark.parametrize(("answer", "text"), [(a, text) for a, row in SPOKEN.items() for text in row.split(" ")])
def test_that_a_right_answer_is_right_however_it_is_said(answer: str, text: str) -> None:
    assert check(text, Expected(answer=answer)).verdict == "right"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("2小时15分", "2 hours and 15 minutes"), ("7:3", "7 to 3"), ("-2", "minus 2"), ("A", "A is right"),
        ("23只", "4×35=140 140-94=46 46/2=23"), ("星期三", "星期3"), ("对", "没错"),
    ],
)  # fmt: skip
def test_that_spaces_and_english_words_do_not_hide_it(answer: str, text: str) -> None:
    kind: AnswerKind = "words" if answer == "星期三" else "auto"
    assert check(text, Expected(answer=answer, kind=kind)).verdict == "right"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("x^2/3", "x²/3"), ("x^2/3", "(1/3)x^2"), ("x^2/3", "\\frac{x^2}{3}"), ("x/3", "三分之x"), ("-3x", "负三x"),
        ("x^2+2x+1", "$x^{2}+2x+1$"), ("x^2+2x+1", "x的平方加2x加1"), ("a^2-b^2", "a的平方减b的平方"),
        ("ab/2", "1/2ab"), ("ab/2", "a×b÷2"), ("ab/2", "½ab"), ("2πr", "2派r"), ("18x+15", "18乘x加15"),
    ],
)  # fmt: skip
def test_that_an_expression_is_the_same_however_it_is_said(answer: str, text: str) -> None:
    assert check(text, Expected(answer=answer, kind="expression")).verdict == "right"


@pytest.mark.parametrize(
    ("answer", "text", "error"),
    [
        ("√3/2", "√(3/2)", "value"), ("√3/2", "-√3/2", "sign"), ("x=3", "x等于负三", "sign"), ("7:3", "三比七", "reciprocal"),
        ("50 cm", "50m", "unit"), ("-5℃", "零上5度", "sign"), ("85元5角", "85.5角", "unit"), ("1000", "一百", "factor"),
        ("AC", "A、B和C", "extra"), ("3/4", "三分之四", "reciprocal"), ("2/3", "二十分之三", None), ("√2", "根号三", None),
        ("x>3", "x小于三", "sign"), ("B", "是A不是B", "value"),
    ],
)  # fmt: skip
def test_that_a_near_answer_is_wrong_in_its_way(answer: str, text: str, error: str | None) -> None:
    found = check(text, Expected(answer=answer))
    assert found.verdict == "wrong"
    assert error is None or found.error == error


@pytest.mark.parametrize("answer", ["15", "2/3", "x=3", "x>3", "2x+4y=94", "√2", "鸡23只，兔12只", "7:3", "(2,3)", "B"])
@pytest.mark.parametrize(
    "text",
    [
        "10^300*10^300", "1e300*1e300=1", "9**9**9", "(" * 990 + "1", "1" * 999, "√" * 900 + "2", "根号" * 400 + "2",
        "的平方" * 300, "2的99次方的99次方", "x^" * 300 + "2", "正负" * 300 + "1", "1/0", "三分之" * 300, "\u202e15", "\ud800",
    ],
)  # fmt: skip
def test_that_hostile_text_is_judged_and_never_right(answer: str, text: str) -> None:
    assert check(text, Expected(answer=answer)).verdict != "right" or text == "\u202e15"
    answers_in(text)
    assert substitution(text, "鸡+兔=35; 2*鸡+4*兔=94").verdict != "right"


@pytest.mark.parametrize(
    ("text", "rule", "verdict"),
    [
        ("4*11+8*3=68", "4*笔记本+3*笔=68", "right"), ("4*8+3*11", "4*笔记本+3*笔=68", "wrong"),
        ("设笔记本x元，笔y元，解得x=11，y=8", "4*笔记本+3*笔=68", "right"),
        ("设笔记本x元，笔y元，解得x=8，y=11", "4*笔记本+3*笔=68", "wrong"), ("x=23,y=12", "鸡+兔=35; 2*鸡+4*兔=94", "right"),
        ("x=22,y=13", "鸡+兔=35; 2*鸡+4*兔=94", "wrong"), ("23+12=35，23×2+12×4=94，对", "鸡+兔=35; 2*鸡+4*兔=94", "right"),
        ("把15代入，3×15+17=62", "3*x+17=62", "right"), ("3×14+17=59", "3*x+17=62", "wrong"),
    ],
)  # fmt: skip
def test_that_values_put_into_the_conditions_are_read(text: str, rule: str, verdict: str) -> None:
    assert substitution(text, rule).verdict == verdict


def test_that_one_root_of_two_is_partial_and_names_its_pattern() -> None:
    slip = Mistake(answer="x=2", pattern="one_root", hint="…")
    found = check("x=2", Expected(answer="x=2 或 x=-3"), mistakes=[slip])
    assert (found.verdict, found.error, found.pattern) == ("partial", "mistake", "one_root")


def test_that_a_fraction_behind_a_root_or_power_divides_the_whole_of_it() -> None:
    assert check("√(3/4)", Expected(answer="√3/2")).verdict == "right"
    assert check("√½", Expected(answer="√2/2")).verdict == "right"


@pytest.mark.parametrize(
    ("answer", "text", "verdict"),
    [
        ("x=5", "x=5，检验：3×5+2=17", "right"),
        ("5", "x=5，检验不对，应该是4", "unclear"),
        ("15", "把5代入，3×5=15", "right"),
        ("5", "把5代入算出来15", "unclear"),
    ],
)
def test_that_a_proof_is_none_of_the_answers_before_it(answer: str, text: str, verdict: str) -> None:
    found = check(text, Expected(answer=answer)).verdict
    assert found == verdict or (verdict == "unclear" and found != "right")
