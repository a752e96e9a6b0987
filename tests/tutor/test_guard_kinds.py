# ruff: noqa: E501 -- tables
"""Ways to say a secret, each of which is a leak, and sentences that only look like it."""

from __future__ import annotations

import pytest

from pilothouse.assistants.tutor.guard import Secret, leaks, options_in
from pilothouse.assistants.tutor.problems.problem import AnswerKind, Expected

STATEMENT = "笼子里有鸡和兔共35个头，94只脚，鸡和兔各有多少只？"
OPTIONS = "哪个对？A. 3元 B. 5元 C. 6元 D. 8元"
TOLD = {
    "23只": (
        "先写2，再写3", "2后面跟着3", "20多3", "2x=46", "x+1=24", "答案的平方是529", "√529", "答案加1是24", "答案减去3等于20",
        "答案的两倍是46", "它乘2得46", "如果加上1就是24", "两个十和三个一", "2个十，3个一", "2 tens and 3 ones",
        "三十二的两个数字交换", "弍拾叁", "一百少七十七", "2️⃣3️⃣", "XXIII", "er shi san", "twenty\nthree", "二\n十\n三",
        "比24少1", "46的一半", "MjM=", "0b10111",
    ),
    "3/4": (
        "三比四", "3:4", "3除以4", "分子是3，分母是4", "分母4分子3", "3 over 4", "3 quarters", "three fourths", "七五折", "七成半",
    ),
    "√2": ("√2", "根号2", "根号二", "sqrt(2)", "\\sqrt{2}", "1.414"),
    "12π cm²": ("12π", "12派", "12 pi", "37.7"),
    "3.5千克": ("3.5", "三又二分之一千克", "3千克500克", "3500克", "7斤"),
    "4小时30分": ("4.5小时", "270分钟", "4小时30分", "四个半小时"),
    "18x+15": ("15+18x", "18乘x再加15"),
    "x>3": ("x大于三", "比3大", "3<x"),
}  # fmt: skip
HARMLESS = {
    "23只": (
        "和你的结果放在一起看一看。", "先看十位，再看个位。", "再想两三分钟。", "先用23分钟读题。", "You have used two of the three facts.",
        "第2步：比较脚数。", "反过来想一想。", "用35减去兔的只数就行。",
    ),
    "3/10": ("和你的结果放在一起看一看。", "把它和你的结果放在一起比一比。"),
    "-19": ("和你的结果放在一起看一看。",),
    "1.5 A": ("一半是多少，你会求吗？",),
    "10": ("打几折就是原价的百分之几十。", "先看十位。", "10秒钟想一想。"),
    "4小时30分": ("2026年11月30日，继续加油！", "他走了4小时，休息了一会儿。"),
    "-2.5x+24=0": ("烧完就是剩下 0 厘米。", "剩 0 厘米时方程怎么列？"),
    "y=0": ("先看第一段。",),
}  # fmt: skip


def secret(answer: str, kind: AnswerKind = "auto", question: str = "") -> Secret:
    return Secret("1", Expected(answer=answer, kind=kind), options=options_in(question))


@pytest.mark.parametrize(("answer", "text"), [(answer, text) for answer, row in TOLD.items() for text in row])
def test_that_a_secret_is_found_however_it_is_told(answer: str, text: str) -> None:
    assert leaks(text, [secret(answer)], [STATEMENT])


@pytest.mark.parametrize(("answer", "text"), [(answer, text) for answer, row in HARMLESS.items() for text in row])
def test_that_what_only_looks_like_it_may_be_said(answer: str, text: str) -> None:
    assert not leaks(text, [secret(answer)], [STATEMENT])


@pytest.mark.parametrize(
    "text",
    [
        "正确选项是第二个",
        "选项二",
        "字母表第2个字母",
        "A和C之间的字母",
        "A后面那个",
        "就是5元",
        "答案🅱️",
        "答案🅑",
        "应该选第2个",
    ],
)
def test_that_an_option_is_found_however_it_is_pointed_at(text: str) -> None:
    assert leaks(text, [secret("B", "choice", OPTIONS)], [OPTIONS])


@pytest.mark.parametrize(
    "question", ["哪个对？A.小猫在睡觉。 B.小狗在跑步。", "哪个对？A. 小猫在睡觉。 B. 小狗在跑步。"]
)
@pytest.mark.parametrize(
    "text",
    ["我们看看 B. 小狗在跑步。", "A. 小猫在睡觉。\nB. 小狗在跑步。", "小猫和小狗，各在做什么？", "A和B有什么不同？"],
)
def test_that_options_may_be_read_out(question: str, text: str) -> None:
    assert [letter for letter, _ in options_in(question)] == ["A", "B"]
    assert not leaks(text, [secret("B", "choice", question)], [question])


def test_that_a_word_with_gaps_is_the_word() -> None:
    assert leaks("It is gr een.", [secret("green", "words")])
    assert not leaks("He agrees with Ned.", [secret("green", "words")])
