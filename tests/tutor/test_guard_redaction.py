"""Sentences that leak are removed whole, and nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.tutor.guard import Secret, leaks, redact, turn_text
from pilothouse.assistants.tutor.problems.problem import Expected
from pilothouse.assistants.tutor.turn.contract import Option, Turn

SECRETS = (Secret("1", Expected(answer="23只")), Secret("2", Expected(answer="五边形", kind="words")))
KNOWN = ("共有35个头，94只脚。",)
CLEAN = (
    "先看看题目里有什么。",
    "一共有35个头！",
    "你想到了什么？",
    "We know that there are 94 feet.",
    "第2步，想一想。",
)
LEAKY = ("鸡有23只。", "就是35-12。", "它是五边形！", "The answer is twenty-three.", "MjM=。", "二 十 三。")


def _turn(bubble: str, question: str = "下一步怎么想？", *labels: str) -> Turn:
    return Turn(
        bubble=bubble, question=question, options=tuple(Option(id=str(n), label=text) for n, text in enumerate(labels))
    )


def test_that_a_clean_turn_is_left_as_it_is() -> None:
    turn = _turn("一共有35个头。", "接下来呢？", "提示", "查看详细解析")
    redacted = redact(turn, SECRETS, KNOWN)
    assert redacted.turn == turn
    assert redacted.enough
    assert redacted.leaks == ()


def test_that_only_the_leaking_sentence_goes() -> None:
    redacted = redact(_turn("先看看题目。鸡有23只。再想一想。"), SECRETS, KNOWN)
    assert redacted.turn.bubble == "先看看题目。再想一想。"
    assert redacted.turn.question == "下一步怎么想？"
    assert redacted.enough
    assert [leak.way for leak in redacted.leaks] == ["number"]


def test_that_a_button_that_leaks_goes() -> None:
    redacted = redact(_turn("想一想。", "是几只？", "23只", "给我提示"), SECRETS, KNOWN)
    assert [option.label for option in redacted.turn.options] == ["给我提示"]
    assert redacted.enough


def test_that_a_turn_without_a_question_left_is_not_enough() -> None:
    redacted = redact(_turn("想一想。", "鸡是不是23只？"), SECRETS, KNOWN)
    assert redacted.turn.question == ""
    assert not redacted.enough


def test_that_a_bubble_that_was_only_the_answer_is_not_enough() -> None:
    assert not redact(_turn("鸡有23只。"), SECRETS, KNOWN).enough


def test_that_what_is_split_over_bubble_and_button_is_found() -> None:
    redacted = redact(_turn("鸡有二", "十三只，对吗？"), SECRETS, KNOWN)
    assert redacted.leaks
    assert not leaks(turn_text(redacted.turn), SECRETS, KNOWN)


@given(
    st.lists(st.sampled_from(CLEAN + LEAKY), min_size=1, max_size=6),
    st.lists(st.sampled_from(CLEAN + LEAKY), max_size=3),
)
@settings(max_examples=150, deadline=None)
def test_that_nothing_leaks_afterwards_and_every_other_sentence_stays(bubble: list[str], labels: list[str]) -> None:
    redacted = redact(_turn(" ".join(bubble), "下一步怎么想？", *labels), SECRETS, KNOWN)
    assert not leaks(turn_text(redacted.turn), SECRETS, KNOWN)
    assert redacted.turn.bubble == " ".join(text for text in bubble if text in CLEAN)
    assert [option.label for option in redacted.turn.options] == [text for text in labels if text in CLEAN]
    assert redacted.turn.question == "下一步怎么想？"
