"""Solved problems are kept out of the knowledge base."""

from __future__ import annotations

from pathlib import Path

import pytest

from pilothouse.assistants.tutor.lore import Lore, solved
from pilothouse.assistants.tutor.problems.problem import Expected, Part, Problem
from pilothouse.contracts.errors import UsageError

from .shelf import CAGE, PAGES

PASSAGE = "Tom found an old map in the attic and decided to follow the river to the north."
READING = Problem(
    id="map",
    title="The map",
    subject="english",
    statement=PASSAGE,
    parts=(Part(id="1", question="Where did Tom go?", expected=Expected(answer="to the north/north", kind="words")),),
)


@pytest.mark.parametrize(
    "text",
    [
        "例：笼子里有鸡和兔共 35 只，腿共 94 条。全是鸡有 70 条腿，差 24 条，兔有 12 只。",
        "比如一共 35 只、94 条腿：先都当成鸡，35×2=70，94-70=24，24÷2=12。",
        "三十五只，九十四条腿，答案是十二只。",
        "求鸡的腿：35 只里去掉兔，94 条腿，鸡的腿共 46 条。",
        "35 个头 94 只脚……兔 12",
    ],
)
def test_that_the_full_answer_of_a_problem_is_refused(tmp_path: Path, text: str) -> None:
    base = Lore(tmp_path, None, sample=None)
    with pytest.raises(UsageError, match="cage"):
        base.add("math/cage", f"# 鸡兔\n## 例题\n{text}\n", problems=[CAGE])
    assert base.pages() == []


@pytest.mark.parametrize(
    "text",
    [
        "先假设全部是鸡，算出腿数，与实际相差多少，再除以每只的差。",
        "例：8 个头，26 条腿，先都当成鸡，再看差几条腿。",
        "题目如“笼子里有鸡和兔共 35 只，腿共 94 条”，先假设全是鸡。",
        "1. 假设 2. 比较 3. 相除。每只鸡 2 条腿，每只兔 4 条腿。12 个一打。",
        *PAGES.values(),
    ],
)
def test_that_points_mistakes_and_patterns_are_taken(tmp_path: Path, text: str) -> None:
    base = Lore(tmp_path, None, sample=None)
    base.add("math/cage", f"# 鸡兔\n{text}\n", problems=[CAGE, READING])
    assert len(base.pages()) == 1


def test_that_an_answer_in_words_is_refused_with_its_passage() -> None:
    assert solved(f"{PASSAGE} So he went to the north.", [READING]) == "map"
    assert (
        solved("Tom found an old map in the attic and decided to follow the river. Look for the place.", [READING])
        is None
    )
    assert solved("The wind came from the north.", [READING]) is None


def test_that_numbers_far_apart_are_no_solution() -> None:
    assert solved("35 只。" + "这里讲别的内容。" * 80 + "94 条。" + "这里讲别的内容。" * 80 + "12 只。", [CAGE]) is None


@pytest.mark.parametrize("marker", ["{}. ", "{}) ", "{}、", "- {}. ", "{}．", "第{}步："])
def test_that_the_markers_of_a_list_are_no_numbers_of_a_solution(marker: str) -> None:
    problem = Problem(
        id="book",
        title="一本书",
        statement="一本书10页，每天看2页，一共12人借，几天看完？",
        parts=(Part(id="1", question="几天看完？", expected=Expected(answer="5天")),),
    )
    steps = "\n".join(marker.format(n) + "想一想" for n in range(1, 13))
    assert solved(f"# 方法\n## 步骤\n{steps}\n", [problem]) is None
    assert solved(f"# 方法\n## 步骤\n{steps}\n一本书10页，每天2页，12人借，5天看完。", [problem]) == "book"
