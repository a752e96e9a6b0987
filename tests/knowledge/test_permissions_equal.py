"""A user's replies are those of a library that never held what he may not see; not even their order differs."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from .test_permissions_library import ENTRIES, QUESTIONS, SENTENCES, SUBJECTS, UNITS, Record, filled, held, opened


def documents(seed: int, count: int) -> list[Record]:
    """Many documents about few things, so that hidden ones could weigh on how common words are."""
    chance = random.Random(seed)
    return [
        Record(
            chance.choice(SUBJECTS),
            chance.choice(UNITS),
            chance.choice(SENTENCES),
            (chance.choice(ENTRIES),) if chance.random() < 0.5 else (),
            chance.choice(("", "hr", "finance")),
            70001 + 137 * number,
        )
        for number in range(count)
    ]


def plain(reply: Any) -> dict[str, Any]:
    told: dict[str, Any] = reply.model_dump(exclude={"elapsed_ms", "trace_id", "session"})
    told["data"].pop("version", None)
    return told


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((12, 40)), st.sampled_from(("", "hr", "board", "dept:finance")))
def test_that_what_is_hidden_weighs_on_nothing(seed: int, count: int, scope: str) -> None:
    every = documents(seed, count)
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, opened(Path(name) / "a") as whole, opened(Path(name) / "b") as cut:
        for house in (whole, cut):
            house.users.add("anna", [scope] if scope else [])
        filled(whole, Path(name) / "kb", every)
        filled(cut, Path(name) / "kb2", [record for record in every if record.may(held(whole, "anna"))])
        for number in range(6):
            question = chance.choice(QUESTIONS).format(subject=chance.choice(SUBJECTS), unit=chance.choice(UNITS))
            replies = [house.ask("knowledge", question, user="anna", session=str(number)) for house in (whole, cut)]
            assert plain(replies[0]) == plain(replies[1]), (question, scope)
