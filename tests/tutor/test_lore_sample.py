# ruff: noqa: E501 -- tables
"""The knowledge base that ships with the package: what pupils ask for is found in it, and no problem's answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pilothouse.assistants.tutor.lore import Lore, solved
from pilothouse.assistants.tutor.problems.store import ProblemStore

from .shelf import EMBEDDER

# (what a pupil asks, subject of his problem, names of the pages that answer it)
ASKED = [
    ("什么是单位1", "math", "fraction percent"), ("打八折是什么意思", "math", "percent"), ("涨价百分之二十再降价百分之二十", "math", "percent"),
    ("鸡兔同笼为什么要假设全是鸡", "math", "chicken-rabbit"), ("比例尺怎么用", "math", "ratio"), ("甲乙两车相向而行怎么算", "math", "travel"),
    ("追及问题用什么公式", "math", "travel"), ("两端都种树要加一吗", "math", "tree-planting"), ("年龄差会变吗", "math", "age"),
    ("工程队合作要几天", "math", "work-rate"), ("工作效率怎么表示", "math", "work-rate"), ("移项为什么要变号", "math", "equation inequality"),
    ("去分母的时候要注意什么", "math", "equation inequality fraction"), ("不等式两边乘负数", "math", "inequality"), ("负负得正", "math", "negative-number"),
    ("十字相乘法怎么做", "math", "factorisation quadratic"), ("求根公式是什么", "math", "quadratic"), ("配方法的步骤", "math", "quadratic"),
    ("斜率和截距表示什么", "math", "linear-function"), ("一次函数的图象怎么画", "math", "linear-function"), ("勾股定理怎么用", "math", "pythagoras"),
    ("直角三角形斜边怎么求", "math", "pythagoras"), ("相似三角形对应边成比例", "math", "similar-triangles"), ("中位数和平均数有什么区别", "math", "statistics"),
    ("概率怎么算", "math", "probability"), ("长方体的体积公式", "math", "area-volume"), ("圆的面积怎么求", "math", "area-volume"),
    ("出租车分段计费怎么算", "math", "table-tiers"), ("公顷和平方米怎么换算", "math", "units area-volume"), ("密度的公式", "physics", "density"),
    ("空心球怎么判断", "physics", "density"), ("浮力和深度有没有关系", "physics", "buoyancy"), ("为什么铁船能浮起来", "physics", "buoyancy"),
    ("压强和受力面积", "physics", "pressure"), ("书包带为什么要宽", "physics", "pressure"), ("杠杆平衡条件", "physics", "lever"),
    ("力臂怎么找", "physics", "lever"), ("串联电路电流有什么特点", "physics", "circuit"), ("欧姆定律", "physics", "circuit"),
    ("一度电是多少焦耳", "physics", "electric-energy"), ("电能表怎么读", "physics", "electric-energy"), ("比热容是什么意思", "physics", "heat"),
    ("水烧开要吸收多少热量", "physics", "heat"), ("平均速度等于速度的平均吗", "physics", "speed"), ("千米每小时怎么换成米每秒", "physics", "speed units"),
    ("how to find the main idea", "english", "reading-main-idea"), ("guess the meaning of a new word from context", "english", "reading-vocabulary"), ("推断题怎么做", "english", "reading-inference"),
    ("what does the author imply", "english", "reading-inference"), ("细节题怎么找答案", "english", "reading-detail"), ("记叙文怎么概括", "chinese", "chinese-reading"),
    ("化学方程式怎么配平", "chemistry", "chemistry-equation"),
]  # fmt: skip
IDLE = ["你好", "我不会", "80条", "x=3", "答案是多少", "今天天气怎么样", "给我讲个笑话", "老师直接告诉我吧", "继续", "嗯", "量子纠缠", "唐朝的首都在哪里", "ok", "I don't know", "what's the weather", "谁是你的老板"]  # fmt: skip


def pages(base: Lore, query: str, subject: str) -> list[str]:
    return [fragment.topic.partition("/")[2] for fragment in base.search(query, subject, 3)]


@pytest.mark.parametrize(("embedder", "share"), [(None, 0.78), (EMBEDDER, 0.88)], ids=["words", "vectors"])
def test_that_what_pupils_ask_is_found(tmp_path: Path, embedder: object, share: float) -> None:
    base = Lore(tmp_path, embedder)  # type: ignore[arg-type]
    right = [
        query
        for query, subject, names in ASKED
        if pages(base, query, subject)[:1] and pages(base, query, subject)[0] in names.split()
    ]
    assert len(right) / len(ASKED) >= share, sorted({query for query, _, _ in ASKED} - set(right))


@pytest.mark.parametrize("embedder", [None, EMBEDDER], ids=["words", "vectors"])
def test_that_small_talk_finds_next_to_nothing(tmp_path: Path, embedder: object) -> None:
    base = Lore(tmp_path, embedder)  # type: ignore[arg-type]
    assert len([query for query in IDLE if pages(base, query, "math")]) <= 2


def test_that_no_page_is_faulty_or_holds_the_answer_of_a_problem(tmp_path: Path) -> None:
    problems = [item.problem for item in ProblemStore(tmp_path).list()]
    shipped = Lore(tmp_path, None).pages()
    assert len(shipped) >= 25
    assert [(page.topic, page.notes) for page in shipped if page.notes] == []
    assert [(page.topic, found) for page in shipped if (found := solved(page.text, problems))] == []


def test_that_every_problem_s_topic_has_a_page(tmp_path: Path) -> None:
    topics = {page.topic for page in Lore(tmp_path, None).pages()}
    problems = [item.problem for item in ProblemStore(tmp_path).list()]
    assert [problem.id for problem in problems if problem.topic and problem.topic not in topics] == []
