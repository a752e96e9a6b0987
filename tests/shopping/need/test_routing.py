"""Whether a sentence is searched for at all (S11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.shopping.routing import route

from .cases import rows


def _said(text: str, has_decision: bool) -> tuple[str, str]:
    found = route(text, has_decision)
    return found.intent, f"{found.intent}:{found.kind}"


@pytest.mark.parametrize(("text", "before", "after"), rows("routes.txt"))
def test_that_a_sentence_takes_its_route(text: str, before: str, after: str) -> None:
    assert before == "-" or before in _said(text, False)
    assert after == "-" or after in _said(text, True)


@pytest.mark.parametrize("row", [*rows("needs.txt"), *rows("unseen.txt")], ids=lambda row: row[0])
def test_that_a_need_is_searched_for_and_a_vague_one_asked_back(row: list[str]) -> None:
    text, _, fields = row
    assert route(text, False).intent == ("clarify" if "vague" in fields.split() else "search")


@given(st.text(max_size=200), st.booleans())
def test_that_any_text_has_a_route(text: str, has_decision: bool) -> None:
    found = route(text, has_decision)
    assert found.intent in ("search", "talk", "refuse", "clarify", "followup")
    assert has_decision or found.intent != "followup"


def test_that_only_a_need_of_several_parts_is_split() -> None:
    assert route("给老人买个静音的电饭煲，要大按键", False).split
    assert not route("保温杯哪个口碑好", False).split
