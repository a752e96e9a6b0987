"""What counts as right, partly right, or as no answer at all."""

from __future__ import annotations

import pytest

from pilothouse.assistants.tutor.checking import Verdict, answers_in, check, equal
from pilothouse.assistants.tutor.problems.problem import AnswerKind, Expected, Mistake
from pilothouse.assistants.tutor.problems.shelf import sample

PAIR = "鸡23只，兔12只"
ROOTS = "x=2 或 x=-3"
FACTS = ("鸡和兔一共35只", "一共94条腿")


def verdict(text: str, answer: str, kind: AnswerKind = "auto") -> Verdict:
    return check(text, Expected(answer=answer, kind=kind), given=FACTS).verdict


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("三分之二", "2/3"), ("2／3", "2/3"), ("two thirds", "2/3"), ("\\frac{2}{3}", "2/3"), ("1又1/2", "1.5"),
        ("一又二分之一", "3/2"),
        ("½", "0.5"), ("一半", "1/2"), ("一百零五", "105"), ("两百", "200"), ("3万5", "35000"),
        ("１,２８８", "1288"), ("0.333...", "1/3"),
        ("25%", "1/4"), ("百分之二十五", "0.25"), ("八折", "80%"), ("3×10⁸", "300000000"), ("3e8", "3×10^8"),
        ("负二分之一", "-1/2"),
        ("零下3度", "-3℃"), ("**12**", "12"), ("$\\boxed{12}$", "12"), ("12.0", "12"), ("one hundred and five", "105"),
        ("2分米", "20厘米"), ("1小时30分", "1.5小时"), ("一个半小时", "90分钟"), ("3块5", "3元5角"),
        ("36km/h", "10m/s"), ("每秒5米", "5 m/s"),
        ("1公顷", "10000平方米"), ("2升", "2000cm³"), ("32°F", "0℃"), ("0.3度", "0.3 kW·h"),
        ("600kg/m³", "0.6 g/cm³"), ("12（只）", "12只"),
        ("2√3", "2√3"), ("25π平方厘米", "25π平方厘米"), ("8点半", "8:30"), ("3比4", "3:4"), ("商5余3", "5……3"),
        ("12 只兔", "12只"),
    ],
)  # fmt: skip
def test_that_another_spelling_of_the_value_is_right(text: str, answer: str) -> None:
    assert verdict(text, answer) == "right"
    assert verdict(f"我觉得是{text}吧", answer) == "right"
    assert verdict(f"So the answer is {text}.", answer) == "right"


@pytest.mark.parametrize(
    "text",
    [
        "所以一共有12只", "我觉得是12吧", "是12吗？", "12对吗", "不是13，是12", "12，不是13", "13不对，应该是12",
        "13，哦不，12", "把13改成12",
        "5+7=12", "5加7等于12", "5只鸡加7只鸡是12只", "94-70=24，24÷2=12", "2*35=70, 94-70=24, 24/2=12",
        "3×4=12，所以是12个", "24的一半是12",
        "第2问是12", "(1) 12", "②12", "有35个头94条腿，所以兔子12只", "35只里有12只是兔", "难道不是12吗",
        "会不会是12", "I think it's 12",
        "isn't it 12?", "13. No wait, 12.", "x=12", "因为每只兔4条腿，所以兔12只", "最多12只", "大约12",
        "用了3种方法，都是12",
    ],
)  # fmt: skip
def test_that_the_answer_is_found_in_a_sentence(text: str) -> None:
    assert verdict(text, "12只") == "right"


@pytest.mark.parametrize(
    "text",
    [
        "不是12", "答案不是12", "12不对", "我觉得12不对", "12或者13", "13还是12？", "12 or 13", "12，13，14",
        "35，12", "可能是12，可能是13",
        "不是12就是13", "答案是13，答案是12", "1到20", "between 11 and 13", "大于12", "不到12", "12多", "12以上",
        "如果是12呢", "为什么是12？",
        "第一位数字是1，第二位是2", "比11大1", "5+8=12", "5+6=11，5+7=12", "is the answer 12 or 13?",
        "it is not 12", "9" + "0" * 38 + "12",
        "鸡23只，兔12只", "11、12、13中的一个", "12 " * 200, "一两个", "三四个",
    ],
)  # fmt: skip
def test_that_nothing_is_accepted_by_luck(text: str) -> None:
    assert verdict(text, "12只") in ("unclear", "none")


@pytest.mark.parametrize("text", ["", "  ", "嗯", "不知道", "我不会", "你好", "为什么要减", "help me", "😀"])
def test_that_a_text_without_an_answer_holds_none(text: str) -> None:
    assert verdict(text, "12只") == "none"


@pytest.mark.parametrize("text", ["5+7", "24÷2", "35减23", "12/1+0"])
def test_that_a_calculation_still_to_be_done_is_only_partly_right(text: str) -> None:
    found = check(text, Expected(answer="12"))
    assert (found.verdict, found.error) == ("partial", "form")


@pytest.mark.parametrize(
    "text",
    [
        PAIR, "兔子12只，鸡23只", "23只鸡12只兔", "鸡23兔12", "12只是兔，23只是鸡", "一共35只，鸡23只，兔12只",
        "鸡：23 兔：12", "二十三只鸡，十二只兔",
        "假设全是鸡就有70条腿，94-70=24，24÷2=12，所以兔12只，鸡35-12=23只", "鸡不是24只，是23只，兔12只",
        "鸡有35-12=23只，兔有12只",
    ],
)  # fmt: skip
def test_that_named_answers_are_right_in_any_order(text: str) -> None:
    assert verdict(text, PAIR) == "right"


def test_that_a_missing_name_is_told() -> None:
    found = check("鸡有23只", Expected(answer=PAIR))
    assert (found.verdict, found.error, found.missing) == ("partial", "incomplete", ("兔",))


@pytest.mark.parametrize("text", ["23和12", "23，12", "12", "鸡23只，兔12只或13只", "鸡23只，鸡24只，兔12只"])
def test_that_values_without_their_names_are_not_guessed(text: str) -> None:
    assert verdict(text, PAIR) == "unclear"


def test_that_swapped_names_are_wrong() -> None:
    assert verdict("鸡12只，兔23只", PAIR) == "wrong"
    assert verdict("12 chickens, 23 rabbits", "23 chickens and 12 rabbits") == "wrong"
    assert verdict("12 rabbits and 23 chickens", "23 chickens and 12 rabbits") == "right"


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("x=2或x=-3", ROOTS, "right"), ("x₁=-3，x₂=2", ROOTS, "right"), ("2和-3", ROOTS, "right"),
        ("{2,-3}", ROOTS, "right"),
        ("x = 2 or x = -3", ROOTS, "right"), ("x1=2 x2=-3", ROOTS, "right"), ("x=2", ROOTS, "partial"),
        ("x=2,3", ROOTS, "wrong"),
        ("x=2,-3,5", ROOTS, "wrong"), ("无解", ROOTS, "wrong"), ("(x-2)(x+3)=0", ROOTS, "unclear"),
        ("±2", "x=2 或 x=-2", "right"),
        ("方程无解", "无解", "right"), ("无数个解", "无解", "wrong"), ("infinitely many solutions", "无数解", "right"),
        ("有没有解", "无解", "none"), ("不是无解", "无解", "none"), ("2x=10，x=5", "x=5", "right"),
        ("y=5", "x=5", "unclear"),
        ("y=3，x=2", "x=2，y=3", "right"), ("(2,3)", "x=2，y=3", "right"), ("x=2", "x=2，y=3", "partial"),
        ("6,3,2,1", "1，2，3，6", "right"), ("1,2,3", "1，2，3，6", "partial"),
    ],
)  # fmt: skip
def test_solutions_and_sets(text: str, answer: str, expected: Verdict) -> None:
    assert verdict(text, answer) == expected


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("大于3", "x>3", "right"), ("3<x", "x>3", "right"), ("(3,+∞)", "x>3", "right"), ("x≥3", "x>3", "wrong"),
        ("x<3", "x>3", "wrong"),
        ("(-1,2]", "-1<x≤2", "right"), ("x>-1且x≤2", "-1<x≤2", "right"), ("x>3", "x<-1或x>3", "partial"),
        ("x不等于2", "x≠2", "right"),
        ("x>1，x>2，x>3", "x>3", "unclear"), ("x>3或x<3", "x>3", "unclear"), ("260≥15+18x", "18x+15≤260", "right"),
        ("18x+15>=260", "18x+15≤260", "wrong"), ("-18x≥-245", "18x+15≤260", "right"), ("[1,3)", "[1,3)", "right"),
        ("A(2，3)", "(2,3)", "right"), ("(3,2)", "(2,3)", "wrong"), ("(3,4)和(1,2)", "(1,2)和(3,4)", "right"),
        ("(1,2)", "(1,2)和(3,4)", "partial"),
    ],
)  # fmt: skip
def test_regions_and_points(text: str, answer: str, expected: Verdict) -> None:
    assert verdict(text, answer) == expected


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("x*5", "5x", "right"), ("2x+3x=5x", "5x", "right"), ("结果是5x", "5x", "right"),
        ("2x+3x", "5x", "partial"), ("6x", "5x", "wrong"),
        ("(x+3)(x-2)", "(x-2)(x+3)", "right"), ("x²+x-6", "(x-2)(x+3)", "partial"), ("(x-2)(x+3)", "x²+x-6", "partial"),
        ("ab", "ba", "right"), ("s=πr^2", "πr²", "right"), ("2x+1或2x-1", "2x+1", "unclear"),
        ("y=2x+1，y=2x+2", "y=2x+1", "unclear"),
        ("2x+1", "y=2x+1", "right"), ("4(35-x)+2x=94", "2x+4(35-x)=94", "right"),
        ("设鸡有y只，2y+4(35-y)=94", "2x+4(35-x)=94", "right"),
        ("2x+4(35-x)=49", "2x+4(35-x)=94", "wrong"), ("2x+4y=94, x+y=35", "x+y=35；2x+4y=94", "right"),
        ("x+y=35", "x+y=35；2x+4y=94", "partial"),
        ("√(x^2)", "x", "wrong"), ("sin30°", "0.5", "right"), ("1/(√2-1)", "√2+1", "right"),
    ],
)  # fmt: skip
def test_expressions_equal_by_algebra(text: str, answer: str, expected: Verdict) -> None:
    assert verdict(text, answer) == expected


def test_that_copying_the_statement_is_no_solution() -> None:
    assert check("x^2-1", Expected(answer="(x+1)(x-1)"), given=["分解 x^2-1"]).error == "form"


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("选b", "B", "right"), ("不选A，选B", "B", "right"), ("A或B", "B", "unclear"), ("ABCD", "B", "unclear"),
        ("不是B", "B", "unclear"),
        ("A", "B", "wrong"), ("CB", "BC", "right"), ("B", "BC", "partial"), ("BCD", "BC", "wrong"),
        ("I think a man did it", "A", "unclear"),
        ("对", "对", "right"), ("不对", "对", "wrong"), ("我觉得是错的", "错", "right"),
        ("可能对可能错", "对", "unclear"), ("够了", "够", "right"),
        ("不能", "能", "wrong"), ("No, it isn't", "no", "right"),
    ],
)  # fmt: skip
def test_choices_and_yes_or_no(text: str, answer: str, expected: Verdict) -> None:
    assert verdict(text, answer) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我觉得是red吧", "right"), ("红色", "right"), ("not red", "unclear"), ("red or yellow", "unclear"),
        ("是红的还是黄的", "unclear"),
        ("blue", "wrong"), ("不知道", "none"), ("reduced", "wrong"), ("红和黄", "unclear"),
    ],
)  # fmt: skip
def test_key_phrases(text: str, expected: Verdict) -> None:
    mistakes = [Mistake(answer="yellow/黄", pattern="other_colour", hint="再看一遍")]
    assert check(text, Expected(answer="red/红", kind="words"), mistakes=mistakes).verdict == expected


def test_that_all_groups_of_phrases_are_needed() -> None:
    found = check("要有阳光", Expected(answer="阳光/太阳；水", kind="words"))
    assert (found.verdict, found.missing) == ("partial", ("水",))


def test_that_tolerance_makes_an_estimate_right() -> None:
    about = Expected(answer="98", tolerance=0.05)
    assert [check(text, about).verdict for text in ("大约100", "100左右", "110")] == ["right", "right", "wrong"]


def test_that_answers_are_listed_as_they_were_said() -> None:
    assert answers_in("不是13，是12只") == ["12只"]
    assert answers_in("你好") == []


def test_that_equal_compares_two_written_answers() -> None:
    assert equal("50%", "1/2")
    assert equal("200 cm", "2 m")
    assert equal("3.1", "3", 0.05)
    assert not equal("3.1", "3")
    assert equal("一两", "50克")
    assert not equal("一两", "12")


def test_that_every_answer_of_the_sample_is_right_and_every_typical_mistake_is_known() -> None:
    for problem in sample().values():
        for part in problem.parts:
            steps = [*part.steps, *([part.verify] if part.verify else [])]
            for item in (part, *steps):
                wanted = item.expected
                for answer in (wanted.answer, *wanted.accept):
                    for option in answer.split("/") if wanted.kind == "words" else [answer]:
                        assert check(f"我觉得是{option}吧", wanted, given=problem.given).verdict == "right", (
                            problem.id,
                            option,
                        )
                for mistake in item.mistakes:
                    found = check(mistake.answer, wanted, mistakes=item.mistakes, given=problem.given)
                    assert found.verdict != "right", (problem.id, mistake.answer)
                    assert found.error == "mistake", (problem.id, mistake.answer)
