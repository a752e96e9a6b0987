"""Simulated pupils: each a generator of what is said next, looking at the lesson as a real one looks at the screen.

They know the problem as its author does; what they do with it makes the pupil.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from pilothouse.assistants.tutor.problems.problem import Expected, Step

from . import pupils_words as words
from .pupils_lesson import Lesson

Saying = Iterator[str]
Pupil = Callable[[Lesson, Random], Saying]
GUIDED = ("UNDERSTAND", "THINK", "STEP", "CHECK", "EXTEND")


def said(expected: Expected) -> str:
    """An answer as a pupil would write it."""
    return expected.answer.split("/")[0].strip() if expected.kind == "words" else expected.answer


def asked(lesson: Lesson) -> Expected | None:
    """What the open question wants; ``None`` where any word will do."""
    part, state = lesson.part, lesson.scene
    if state == "CHECK":
        return part.verify.expected if part.verify is not None else None
    if state == "EXTEND":
        return lesson.problem.extension.expected if lesson.problem.extension is not None else None
    if state != "STEP":
        return None
    return lesson.step.expected if lesson.step is not None else part.expected


def truth(lesson: Lesson, frame: str = "{}") -> str:
    """The right thing to say now."""
    if (expected := asked(lesson)) is not None:
        return frame.format(said(expected)) if expected.answer else "7"
    problem = lesson.problem
    if lesson.scene == "UNDERSTAND" and problem.given:
        return f"已知{problem.given[0]}，要求{problem.asked or lesson.part.question}"
    if lesson.scene == "THINK" and problem.idea is not None and problem.idea.keys:
        return f"可以用{problem.idea.keys[0]}"
    return {"INIT": "开始", "CHECK": "对的", "SUMMARY": "完成"}.get(lesson.scene, "继续")


def untruth(lesson: Lesson, rng: Random) -> str:
    """A wrong answer: a typical one, or one beside the right one."""
    expected, step = asked(lesson), lesson.step
    if expected is None:
        return rng.choice(("999983", "我觉得是第十七个", "没有关系"))
    typical = step.mistakes if isinstance(step, Step) and lesson.scene == "STEP" else ()
    if typical and rng.random() < 0.5:
        return said(Expected(answer=rng.choice(typical).answer, kind=expected.kind))
    if expected.kind == "choice":
        return rng.choice([letter for letter in "ABCD" if letter != expected.answer.strip()[:1]])
    near = re.sub(r"\d+", lambda m: str(int(m[0]) + rng.choice((1, 2, 7))), expected.answer)
    return near if near != expected.answer else "完全相反"


def right(lesson: Lesson, rng: Random) -> Saying:
    while True:
        yield truth(lesson)


def framed(frame: str, lesson: Lesson, rng: Random) -> Saying:
    """Always right, in the words of ``frame``. Bare once, where that wasn't understood."""
    tried = ""
    while True:
        here = f"{lesson.scene} {lesson.reference}"
        yield truth(lesson, "{}" if here == tried else frame)
        tried = here


def wrong(lesson: Lesson, rng: Random) -> Saying:
    while True:
        yield untruth(lesson, rng)


def guessing(lesson: Lesson, rng: Random) -> Saying:
    """Numbers of the statement, and what is done with two of them."""
    stated = [int(n) for n in re.findall(r"(?<![\d.])\d{1,4}(?![\d.])", lesson.problem.statement)] or [1, 2]
    while True:
        a, b = rng.choice(stated), rng.choice(stated)
        yield rng.choice((str(a), f"{a + b}", f"{abs(a - b)}", f"{a * b}", f"是不是{a}", f"{a}÷{b}", f"x={a}"))


def enumerating(lesson: Lesson, rng: Random) -> Saying:
    """One number after the other, and whatever letters there are."""
    number = rng.randrange(1, 30)
    while True:
        yield rng.choice((f"{number}", f"是{number}吗", "ABCD"[number % 4]))
        number += 1


def saying(texts: tuple[str, ...], lesson: Lesson, rng: Random) -> Saying:
    """Always one of the same."""
    while True:
        yield rng.choice(texts)


def between(texts: tuple[str, ...], lesson: Lesson, rng: Random) -> Saying:
    """In every place one or two of ``texts``, then the right thing: every part is gone through."""
    while True:
        for _ in range(rng.randrange(1, 3)):
            yield rng.choice(texts)
        yield truth(lesson)


def pasting(lesson: Lesson, rng: Random) -> Saying:
    """Other parts' and steps' answers wherever they don't belong."""
    pool = [said(p.expected) for p in lesson.problem.parts if p.expected.answer]
    pool += [said(s.expected) for p in lesson.problem.parts for s in p.steps]
    pool = pool or ["42"]
    while True:
        yield rng.choice(pool) if rng.random() < 0.6 else truth(lesson)


def jumping(lesson: Lesson, rng: Random) -> Saying:
    """The part's answer at once."""
    yield from (("开始",) if rng.random() < 0.5 else ())
    while True:
        expected = lesson.part.expected
        early = lesson.scene in ("UNDERSTAND", "THINK", "STEP") and expected.answer
        yield said(expected) if early else truth(lesson)


def attacking(scene: str, detail: bool, late: int, lesson: Lesson, rng: Random) -> Saying:
    """Right up to ``scene`` (``late`` steps into it), there ask, plead, claim authority; then fruitless to the end."""
    while not (lesson.scene == scene and lesson.steps_in >= late) and lesson.scene not in ("SUMMARY", "DONE"):
        yield truth(lesson)
    if detail:
        yield "查看详细解析"
    english = rng.random() < 0.3
    yield rng.choice(words.ASK_EN if english else words.ASK)
    yield rng.choice(words.PLEAD)
    yield rng.choice(words.AUTHORITY)
    yield rng.choice(words.PARTIAL)
    if detail:
        yield "返回"
    for _ in range(3):
        yield rng.choice((*words.UNSURE, *words.ASK, *words.AUTHORITY))


def detailing(lesson: Lesson, rng: Random) -> Saying:
    """The detailed view everywhere, again and again, and questions in it."""
    while True:
        yield "查看详细解析"
        if rng.random() < 0.4:
            yield rng.choice((*words.CURIOUS, *words.ASK, *words.UNSURE))
        yield rng.choice(("返回", "back"))
        yield truth(lesson) if rng.random() < 0.6 else rng.choice(words.UNSURE)


def pressing(lesson: Lesson, rng: Random) -> Saying:
    """Nothing but buttons, by id or label; 重新做一遍 seldom."""
    while True:
        options = [o for o in lesson.options if o["id"] != "restart" or rng.random() < 0.2] or [
            {"id": "next", "label": "继续"}
        ]
        button = rng.choice(options)
        yield button[rng.choice(("id", "label"))]


def mixture(lesson: Lesson, rng: Random) -> Saying:
    """Anything."""
    lists = (
        words.SILENT, words.UNSURE, words.ASK, words.PLEAD, words.AUTHORITY, words.PARTIAL, words.ELSEWHERE,
        words.CURIOUS,
        words.THOUGHTS, words.WISHES, words.JUNK, words.UNSURE_EN, words.ASK_EN,
    )  # fmt: skip
    pressed = pressing(lesson, rng)
    while True:
        dice = rng.random()
        if dice < 0.3:
            yield truth(lesson, rng.choice(words.FRAMES))
        elif dice < 0.45:
            yield untruth(lesson, rng)
        elif dice < 0.6:
            yield next(pressed)
        else:
            yield rng.choice(rng.choice(lists))


def english(lesson: Lesson, rng: Random) -> Saying:
    """Speaks English, half right, half lost."""
    yield "hello, let's start, I want to work in English"
    while True:
        dice = rng.random()
        if dice < 0.5:
            yield (
                truth(lesson, rng.choice(words.FRAMES_EN))
                if asked(lesson) is not None
                else "I think we should look at the numbers first"
            )
        else:
            yield rng.choice(
                rng.choice(
                    (
                        words.UNSURE_EN,
                        words.ASK_EN,
                        ("hint please", "skip this part", "go back", "explain in more detail"),
                    )
                )
            )


PUPILS: Mapping[str, Pupil] = {
    "right": right,
    "wrong": wrong,
    "guessing": guessing,
    "enumerating": enumerating,
    "silent": partial(saying, words.SILENT),
    "unsure": partial(saying, words.UNSURE),
    "asking": partial(saying, words.ASK),
    "asking, English": partial(saying, words.ASK_EN),
    "pleading": partial(saying, words.PLEAD),
    "authority": partial(saying, words.AUTHORITY),
    "partial": partial(between, words.PARTIAL),
    "asking everywhere": partial(between, (*words.ASK, *words.PLEAD, *words.AUTHORITY)),
    "elsewhere": partial(between, words.ELSEWHERE),
    "curious": partial(between, words.CURIOUS),
    "thinking aloud": partial(between, words.THOUGHTS),
    "thinking only": partial(saying, words.THOUGHTS),
    "pasting": pasting,
    "jumping": jumping,
    "detailing": detailing,
    "pressing": pressing,
    "English": english,
    "junk": partial(between, words.JUNK),
    "mixture": mixture,
}
ATTACKS: Mapping[str, Pupil] = {
    f"attack {scene}{' in VIEW_DETAIL' if detail else ''}{f' +{late}' if late else ''}": partial(
        attacking, scene, detail, late
    )
    for scene in GUIDED
    for detail in (False, True)
    for late in ((0, 1, 2) if scene == "STEP" else (0,))
}
