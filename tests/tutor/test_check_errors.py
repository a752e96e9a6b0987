"""How a wrong answer is wrong."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pilothouse.assistants.tutor.checking import ErrorKind, check
from pilothouse.assistants.tutor.problems.problem import Expected, Mistake


@pytest.mark.parametrize(
    ("text", "answer", "error"),
    [
        ("-35", "35", "sign"), ("2x-1", "2x+1", "sign"), ("x<3", "x>3", "sign"), ("(-2,3)", "(2,3)", "sign"),
        ("35厘米", "35米", "unit"), ("12厘米", "12平方厘米", "unit"), ("10千米/时", "10m/s", "unit"),
        ("12元", "12只", "unit"),
        ("350厘米", "35米", "conversion"), ("5000", "5km", "conversion"), ("70", "35", "factor"),
        ("3.5", "35", "factor"), ("4x+2", "2x+1", "factor"),
        ("4/3", "3/4", "reciprocal"), ("4:3", "3:4", "reciprocal"), ("75", "75%", "percent"),
        ("75", "3/4", "percent"), ("53", "35", "digits"),
        ("3.14", "3.14159", "rounding"), ("3.33", "10/3", "rounding"), ("78.5", "25π", "rounding"),
        ("36", "35", "value"),
        ("x=2,-3,5", "x=2 或 x=-3", "extra"), ("x≥3", "x>3", "extra"), ("x>3", "x≥3", "incomplete"),
    ],
)  # fmt: skip
def test_that_the_kind_of_error_is_told(text: str, answer: str, error: ErrorKind) -> None:
    found = check(text, Expected(answer=answer))
    assert (found.verdict, found.error) == ("wrong", error)


def test_that_the_problem_s_own_knowledge_is_used() -> None:
    wanted = Expected(answer="12只")
    mistake = Mistake(answer="24只", pattern="forgot_to_halve", hint="每只兔多几条腿？")
    found = check("所以是24", wanted, mistakes=[mistake], steps=[Expected(answer="24条")])
    assert (found.error, found.pattern, found.hint) == ("mistake", "forgot_to_halve", "每只兔多几条腿？")
    assert check("24", wanted, steps=[Expected(answer="24条")]).error == "intermediate"
    assert check("23", wanted, others={"2": Expected(answer="23只")}).error == "other_part"
    assert check("94", wanted, given=["一共94条腿"]).error == "given"


def test_that_the_last_step_s_answer_is_no_intermediate_result() -> None:
    assert check("12", Expected(answer="12只"), steps=[Expected(answer="12只")]).verdict == "right"
    assert check("24", Expected(answer="12只"), steps=[Expected(answer="12只")]).error == "factor"


def test_that_a_right_value_keeps_a_remark_on_unit_and_form() -> None:
    assert check("4.8", Expected(answer="4.8 N", unit_needed=True)).error == "unit"
    assert check("4.8牛", Expected(answer="4.8 N", unit_needed=True)).error == ""
    assert check("2/6", Expected(answer="1/3")).error == "form"
    assert check("√12", Expected(answer="2√3")).error == "form"
    assert check("6:8", Expected(answer="3:4")).error == "form"


def test_that_a_lost_root_is_partial_and_named() -> None:
    mistake = Mistake(answer="x=12", pattern="lost_a_root", hint="还有一个")
    found = check("x=12", Expected(answer="x=12 或 x=-5"), mistakes=[mistake])
    assert (found.verdict, found.error, found.pattern) == ("partial", "mistake", "lost_a_root")


def test_that_accepted_alternatives_count() -> None:
    assert check("9小时36分", Expected(answer="9.6 小时", accept=("48/5 小时",))).verdict == "right"
    assert check("变大", Expected(answer="A", kind="choice", accept=("变大",))).verdict == "right"


def test_that_plain_numbers_never_import_sympy() -> None:
    code = (
        "import sys\n"
        "from pilothouse.assistants.tutor.checking import check\n"
        "from pilothouse.assistants.tutor.problems.problem import Expected\n"
        "for text in ('12', '所以12只', '3/4', '5+7=12', '9**9**9', '(1+x)^99', '2x+1'):\n"
        "    for answer in ('12只', '3/4', 'x=2 或 x=-3', '2x+1'):\n"
        "        check(text, Expected(answer=answer))\n"
        "assert 'sympy' not in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
