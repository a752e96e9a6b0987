"""What the leak guard finds and what it lets through, by the public face."""

from __future__ import annotations

import pytest

from pilothouse.assistants.tutor.guard import Secret, leaks, options_in, secrets_of
from pilothouse.assistants.tutor.problems.problem import Expected, Extension, Part, Problem, Step

CAGE = "鸡兔同笼，共有35个头，94只脚。鸡和兔各有多少只？"
FACTS = (CAGE, "每只鸡2条腿", "每只兔4条腿")
BOTH = Secret("1", Expected(answer="鸡23只，兔12只"))
READING = "Tom was late because the bus broke down near the old bridge. He walked to school in the rain."


def _ways(text: str, answer: str, known: tuple[str, ...] = (), kind: str = "auto", **more: object) -> list[str]:
    expected = Expected.model_validate({"answer": answer, "kind": kind, **more})
    return [leak.way for leak in leaks(text, [Secret("1", expected)], known)]


SAID = [
    ("鸡有23只。", "23只"), ("一共是 7×5 元", "35元"), ("x 等于七", "x=7"), ("所以 x=7", "7"), ("解是 -3", "x=-3"),
    ("七", "7"), ("答案就是七个", "7"),
    ("就是 0.75", "3/4"), ("四分之三", "0.75"), ("百分之七十五", "3/4"), ("75%", "3/4"), ("打七五折就是原价的 75%",
    "0.75"), ("一又二分之一", "1.5"), ("1½", "3/2"),
    ("1 1/2", "1.5"), ("two and a half", "2.5"), ("three quarters", "0.75"), ("大约 0.67", "2/3"), ("minus three",
    "-3"), ("长是 150 厘米", "1.5米"), ("一共 2 小时", "120 分钟"),
    ("3千米", "3000米"), ("三千米", "3 km"), ("3比2", "3:2"), ("6:4", "3:2"), ("解集是 x 大于 3", "x>3"),
    ("化简得 2x + 3", "2x+3"), ("x = 2", "x=2 或 x=-3"), ("another root is -3", "x=2 或 x=-3"),
    ("½ of 70", "35"), ("鸡：二十三", "23"), ("twenty‑three", "23"), ("3.2×10⁻⁴ m³", "0.00032 m³"),
    ("半径是 5 的平方", "25"), ("是 5 的相反数", "-5"), ("49 的平方根", "7"), ("十位是2，个位是3", "23"),
    ("以2开头", "23"), ("答案是奇数", "23"), ("答案比 20 大", "23"), ("结果在20到25之间", "23"), ("two three", "23"),
    ("Twenty\nthree", "23"), ("●●●●●●●", "7"),
    ("鸡有 23\u200b 只", "23"), ("t-w-e-n-t-y", "20"), ("双倍的 6", "12"), ("34 后面的整数", "35"), ("（35－12）",
    "23"), ("(94-35*2)/2", "12"),
    ("把1和2加起来", "3只"), ("两倍的1.5", "3只"), ("three chickens", "3只"), ("three of them are chickens", "3只"),
    ("x is minus 3", "x=-3"), ("3+2x", "2x+3"), ("二x加三", "2x+3"), ("两倍的x加3", "2x+3"), ("3<x", "x>3"),
    ("x 比 3 大", "x>3"), ("all numbers greater than 3", "x>3"), ("x∈(3,+∞)", "x>3"), ("横坐标是2，纵坐标是3", "(2,3)"),
    ("应选乙", "B"), ("2号选项", "B"), ("选第二个", "B"), ("答案是 b", "B"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), SAID)
def test_that_the_answer_is_found_however_it_is_said(text: str, answer: str) -> None:
    assert _ways(text, answer)


@pytest.mark.parametrize(
    "text", ["vingt-trois", "Es sind dreiundzwanzig.", "veintitrés", "答案是にじゅうさん", "ce sont vingt‑trois poules"]
)
def test_that_other_languages_are_read(text: str) -> None:
    assert _ways(text, "23")


FREE = [
    ("我们分两步来想。", "2"), ("先看第2步。", "2"), ("第(3)问", "3"), ("3. 先求总数", "3"), ("(2) 再求差", "2只"),
    ("还有3问", "3"), ("一起来看看", "1"), ("一共有多少只？", "1只"),
    ("三角形的面积怎么求？", "3"), ("面积 = 底×高÷2", "2"), ("2x 是什么意思？", "2"), ("x² 表示什么？", "2"),
    ("Step 3: look again.", "3"), ("There are two ways to see it.", "2"), ("2024年5月3日", "3"),
    ("今天星期三", "3"), ("给你三个提示", "3"), ("这里有两个条件", "2"), ("再想一想，唯一的未知数是什么？", "1"),
    ("两种动物", "2只"), ("一元二次方程", "2"), ("四边形有什么特点？", "4"), ("13 只不对", "23只"),
    ("230", "23"), ("2.3", "23"), ("1/23", "23"), ("x > 5", "x>3"),
    ("x>30", "x>3"), ("x≥3", "x>3"), ("12x+3", "2x+3"), ("3x+2", "2x+3"), ("3:5", "3:2"), ("12x+35", "2x+3"),
    ("你可以先算 94-35", "23"), ("先想想这个数是奇数还是偶数？", "23"), ("第一段写了什么？", "1"), ("no one knows",
    "1"),
    ("every chicken has two legs", "2 heads"), ("I see.", "1"), ("Mix it, MIX", "9"), ("每只鸡有两条腿", "2只"),
    ("用 3 种方法", "3"), ("再试一次", "1"), ("一半是多少？", "2"),
    ("读一两句就行", "12 元"),
    ("和加差再除以 2 是大数", "2 倍"), ("个数是偶数时，取中间两个的平均数", "8"),
    ("概率等于结果数除以总数，在 0 和 1 之间", "5/14"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), FREE)
def test_that_other_numbers_and_counts_may_be_said(text: str, answer: str) -> None:
    assert _ways(text, answer) == []


def test_that_numbers_of_the_statement_may_be_repeated() -> None:
    assert (
        leaks(
            "题目里一共有35个头，94只脚。每只鸡2条腿，每只兔4条腿。", [BOTH, Secret("2", Expected(answer="35"))], FACTS
        )
        == []
    )


@pytest.mark.parametrize(
    "text", ["所以答案是35。", "结果等于35", "35就是答案", "The answer is 35.", "没错，35！", "So it is 35."]
)
def test_that_a_number_of_the_statement_is_a_leak_when_it_is_said_as_the_answer(text: str) -> None:
    assert leaks(text, [Secret("2", Expected(answer="35"))], FACTS)


def test_that_a_number_with_the_units_of_the_answer_is_not_known_from_another_unit() -> None:
    known = ("一支笔12元，买了5支。",)
    assert _ways("一支笔12元", "12只", known) == []
    assert _ways("兔有12只", "12只", known) == ["number"]


def test_that_a_found_half_of_an_answer_may_be_confirmed_and_the_other_half_not() -> None:
    known = (*FACTS, "兔有12只。")
    assert leaks("对，结果是12，兔有12只！", [BOTH], known) == []
    assert leaks("那么鸡有23只。", [BOTH], known)


def test_that_what_the_pupil_said_himself_may_be_said_but_not_confirmed_while_it_is_secret() -> None:
    known = (*FACTS, "是21、22、23还是24")
    assert leaks("你列了21、22、23、24，想想怎么检验？", [BOTH], known) == []
    assert leaks("答案是23。", [Secret("1", Expected(answer="23只"))], known)


def test_that_a_calculation_of_the_statement_may_be_repeated() -> None:
    assert _ways("先看 35-12", "23", ("计算 35 - 12",)) == []


def test_that_the_open_calculation_of_a_step_may_be_asked_and_that_of_an_answer_not() -> None:
    expected = Expected(answer="24")
    assert leaks("94-70 等于多少？", [Secret("1.2", expected, "conclusion")], FACTS) == []
    assert leaks("94-70 等于多少？", [Secret("1", expected)], FACTS)
    assert leaks("94-70=24", [Secret("1.2", expected, "conclusion")], FACTS)


@pytest.mark.parametrize(
    "text",
    ["it is a pentagon", "五 边 形", "nogatnep", "wu bian xing", "PENTAGON!", "five‑sided: penta\ngon",
    "p-e-n-t-a-g-o-n", "cGVudGFnb24=", "Past\nevening\nnobody\nthought\nabout\ngoing\nout\nnow", "pentagons"],
)  # fmt: skip
def test_that_answers_in_words_are_found(text: str) -> None:
    assert _ways(text, "五边形/pentagon", kind="words")


def test_that_a_long_answer_is_found_in_other_words() -> None:
    answer = "因为他想帮助受伤的小鸟回家"
    assert _ways("他想帮助那只受伤的小鸟，送它回家。", answer, kind="words") == ["meaning"]
    assert _ways("他为什么停下来？", answer, kind="words") == []


def test_that_words_of_the_passage_may_be_quoted_but_not_given_as_the_answer() -> None:
    secret = Secret("1", Expected(answer="bus", kind="words"), about="What made Tom late for school that day?")
    assert leaks("Read the sentence with the bus again.", [secret], [READING]) == []
    assert leaks("Tom was late because the bus broke down near the old bridge.", [secret], [READING]) == []
    assert leaks("The answer is the bus.", [secret], [READING])


def test_that_an_open_choice_of_words_may_be_asked() -> None:
    assert _ways("浮力是变大还是变小？", "变大", kind="words") == []
    assert _ways("浮力变大。", "变大", kind="words") == ["words"]


OPTIONS = options_in("选一选：A. apple pie B. pear cake C. plum jam D. fig roll")


@pytest.mark.parametrize(
    "text",
    ["答案是B", "选B。", "B是正确的", "应该选 B 项", "The answer is B.", "Choose B!", "B", "第二个选项",
    "倒数第三个选项", "the second option", "A、C、D都不对", "It was pear cake.", "排除法：不是A，不是C，也不是D",
    "正确选项：Ｂ"],
)  # fmt: skip
def test_that_the_right_choice_is_found(text: str) -> None:
    assert leaks(
        text,
        [Secret("1", Expected(answer="B"), options=OPTIONS)],
        ["A. apple pie B. pear cake C. plum jam D. fig roll"],
    )


@pytest.mark.parametrize(
    "text", ["A、B、C、D 四个选项都看一看。", "选A还是B？", "先看选项B说了什么？",
    "A. apple pie B. pear cake C. plum jam D. fig roll", "选A对吗？", "D不对", "你更喜欢哪个选项？"]
)  # fmt: skip
def test_that_options_may_be_spoken_about(text: str) -> None:
    assert (
        leaks(
            text,
            [Secret("1", Expected(answer="B"), options=OPTIONS)],
            ["A. apple pie B. pear cake C. plum jam D. fig roll"],
        )
        == []
    )


def _problem() -> Problem:
    step = Step(id="1", ask="全是鸡有几只脚？", expected=Expected(answer="70"), hints=("乘一乘",), conclusion="70只脚")
    last = Step(id="2", ask="兔有几只？", expected=Expected(answer="12只"), hints=("除一除",), conclusion="兔有12只")
    parts = (
        Part(id="1", question="兔有几只？", expected=Expected(answer="12只"), steps=(step, last)),
        Part(id="2", question="鸡有几只？", expected=Expected(answer="23只")),
    )
    extension = Extension(question="头有50个呢？", expected=Expected(answer="3只"))
    return Problem(id="p", title="笼", statement=CAGE, parts=parts, extension=extension)


def test_that_everything_unfound_is_secret_and_a_last_step_as_secret_as_the_answer() -> None:
    kinds = {secret.name: secret.kind for secret in secrets_of(_problem())}
    assert kinds == {"1": "answer", "1.1": "conclusion", "1.2": "answer", "2": "answer", "extension": "answer"}


def test_that_everything_about_a_solved_part_may_be_said() -> None:
    secrets = secrets_of(_problem(), solved={"1"}, found={"1.1", "1.2"})
    assert leaks("答案是12只兔，因为 (94-70)÷2=12。", secrets, FACTS) == []
    assert leaks("所以鸡有 35-12=23 只。", secrets, FACTS)


def test_that_only_the_sentence_that_leaks_is_told() -> None:
    text = "先想一想。兔有12只。再看鸡。"
    (leak,) = leaks(text, [Secret("1", Expected(answer="12只"))], FACTS)
    assert leak.said == "兔有12只。"


def test_that_a_very_long_text_is_not_let_through_unread() -> None:
    assert leaks("好。" * 5000, [BOTH], FACTS)
