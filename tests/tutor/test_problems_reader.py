"""Authored problems: what a teacher may write, and what he is told when it isn't right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.tutor.problems.reader import read_file, read_text
from pilothouse.assistants.tutor.problems.review import review, topics_of
from pilothouse.assistants.tutor.problems.shelf import sample
from pilothouse.contracts.errors import DataError, UsageError

SHORT = """\
id: pens
topic: math/word-problem
grade: 3
statement: 每支笔3元，买5支要多少元？
answer: 15元
mistakes:
  8元: 想一想，是加还是乘？
steps:
  - ask: 买5支，要付几个3元？怎么列式？
    answer: 15元
    hint: 每支一样贵，想想乘法。
    conclusion: 3 × 5 = 15 元
"""


def fault(text: str, name: str = "own.yaml") -> str:
    with pytest.raises(DataError) as refused:
        read_text(text, name)
    return str(refused.value)


def reviewed(text: str) -> str:
    """The faults of the review, in one text."""
    found = [review(read, {"math/word-problem"}) for read in read_text(text, "own.yaml")]
    return "\n".join(f"{fault.line}: {fault.chinese} {fault.english}" for one in found for fault in one.faults)


def test_that_a_problem_with_one_question_needs_no_parts() -> None:
    [read] = read_text(SHORT, "own.yaml")
    problem = read.problem
    assert (problem.id, problem.subject, problem.grade, problem.title) == ("pens", "math", 3, "每支笔3元")
    [part] = problem.parts
    assert part.expected.answer == "15元"
    assert part.question == problem.statement
    assert part.mistakes[0].answer == "8元"
    assert part.steps[0].hints == ("每支一样贵，想想乘法。",)
    assert read.lines["1.1"] == 9


def test_that_answers_stay_as_they_are_written() -> None:
    """YAML would make numbers, times and truth values of them."""
    for written in ("12:30", "0.50", "yes", "2024-01-01", "1_000", "0o17", "~5", "3:5"):
        [read] = read_text(f"id: a\nstatement: 是多少？\nanswer: {written}\n", "a.yaml")
        assert read.problem.parts[0].expected.answer == written


def test_that_what_belongs_to_an_answer_may_stand_beside_it_or_below_expected() -> None:
    beside = "id: a\nstatement: 多少？\nanswer: 3.14\ntolerance: 5%\naccept: [3.1, 22/7]\nunit_needed: true\n"
    below = "id: a\nstatement: 多少？\nexpected:\n  answer: 3.14\n  tolerance: 0.05\n"
    below += "  accept: 3.1 | 22/7\n  unit_needed: yes\n"
    [one], [two] = read_text(beside, "a.yaml"), read_text(below, "a.yaml")
    assert one.problem == two.problem
    assert one.problem.parts[0].expected.tolerance == pytest.approx(0.05)


def test_that_a_file_holds_several_problems() -> None:
    reads = read_text(f"{SHORT}---\n{SHORT.replace('id: pens', 'id: pens-2')}---\n", "own.yaml")
    assert [read.problem.id for read in reads] == ["pens", "pens-2"]
    assert reads[1].lines["1.1"] > reads[0].lines["1.1"]


def test_that_a_problem_without_id_is_called_like_its_file() -> None:
    [read] = read_text(SHORT.replace("id: pens\n", ""), "shop.yaml")
    assert read.problem.id == "shop"


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("answer: 15元\nmist", "answr: 15元\nmist"), 5, ("answr", "answer")),
        (("grade: 3", "grade: 三十"), 3, ("grade", "1", "12")),
        (("topic: math/word-problem", "subject: maths"), 2, ("maths", "physics")),
        (("    hint: 每支一样贵，想想乘法。\n", ""), 9, ("hints",)),
        (("  - ask: 买5支，要付几个3元？怎么列式？\n    answer", "  - answer"), 9, ("ask",)),
        (("id: pens", "id: 'a b/c'"), 1, ("a b/c",)),
        (("id: pens", "id: pens\nid: pens"), 2, ("id", "1")),
        (("    hint: 每", "   hint: 每"), 11, ("YAML",)),
        (("answer: 15元\nmist", "answer: [15元]\nmist"), 5, ("answer",)),
        (("statement: 每支笔3元，买5支要多少元？\n", ""), 1, ("statement",)),
    ],
)
def test_that_a_mistake_is_told_with_its_line(change: tuple[str, str], line: int, said: tuple[str, ...]) -> None:
    sentence = fault(SHORT.replace(*change))
    assert f"第 {line} 行：" in sentence
    assert sentence.startswith("own.yaml 第 ")
    assert f"line {line}:" in sentence
    for word in said:
        assert word in sentence
    assert "\n" not in sentence


def test_that_all_mistakes_of_a_file_are_told_at_once() -> None:
    sentence = fault("id: a\nstatement: 多少？\nanswr: 1\ngrad: 3\n")
    assert "第 3 行" in sentence
    assert "第 4 行" in sentence


def test_that_ids_are_unique() -> None:
    assert "pens" in fault(f"{SHORT}---\n{SHORT}")
    twice = SHORT + "  - {id: '1', ask: 还有吗？, answer: 15元, hint: 再想想。}\n"
    assert "1" in fault(twice)


@pytest.mark.parametrize(
    "hostile",
    [
        "a: &a [x, x]\nb: [*a, *a]\n",
        "{" * 50,
        "- " * 200 + "x",
        "!!python/object/apply:os.system [echo]",
        "\x00\x01",
        "",
        "just words",
        "? [a, b]\n: c\n",
        "id: a\nstatement: " + "字" * 5000 + "\nanswer: 1\n",
        "x" * 1_100_000,
    ],
)
def test_that_hostile_files_are_refused_in_one_sentence(hostile: str) -> None:
    sentence = fault(hostile)
    assert sentence.startswith("own.yaml 第 ")
    assert len(sentence) < 2000


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="id:statement answer-[]{}*&!|>'\"#\n\t 题3", max_size=120))
def test_that_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read_text(text, "own.yaml")
    except DataError as refused:
        sentence = str(refused)
    else:
        sentence = "own.yaml" if found else ""
    assert "own.yaml" in sentence


def test_that_files_which_cannot_be_opened_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.yaml"):
        read_file(tmp_path / "nowhere.yaml")
    (tmp_path / "old.yaml").write_bytes("题目".encode("gbk"))
    with pytest.raises(DataError, match="UTF-8"):
        read_file(tmp_path / "old.yaml")


def test_that_a_good_problem_passes_the_review() -> None:
    assert reviewed(SHORT) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("想想乘法。", "五乘三得15元。"), "9: "),
        (("想想乘法。", "答案是十五元。"), "9: "),
        (("  8元: 想", "  十五元: 想"), "十五元"),
        (("answer: 15元\nmist", "answer: 说不清的东西\nkind: number\nmist"), "说不清的东西"),
        (("math/word-problem", "math/word-probelm"), "math/word-problem"),
    ],
)
def test_that_the_review_finds_what_must_not_reach_a_pupil(change: tuple[str, str], said: str) -> None:
    assert said in reviewed(SHORT.replace(*change))


def test_that_no_hint_tells_what_a_later_step_finds() -> None:
    two = SHORT + "  - ask: 付了50元，找回多少？\n    answer: 35元\n    hint: 用50去减。\n"
    two += "    conclusion: 50 - 15 = 35 元\n"
    two = two.replace("\nanswer: 15元", "\nanswer: 35元", 1)
    assert reviewed(two) == ""
    assert "9: " in reviewed(two.replace("想想乘法。", "想想乘法，最后会找回35元。"))


def test_that_the_sample_is_read_whole(tmp_path: Path) -> None:
    problems = sample()
    assert len(problems) >= 40
    assert {problem.subject for problem in problems.values()} >= {"math", "physics", "english"}
    topics = topics_of(tmp_path)
    assert {problem.topic for problem in problems.values()} <= topics


def test_that_the_problems_of_the_documentation_can_be_added(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutor-problems.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(examples) == 2
    for text in examples:
        [read] = read_text(text, "page.yaml")
        found = review(read, topics_of(tmp_path))
        assert (found.faults, found.notes) == ((), ())
