"""What a tutor's turn is made of. The model may write one; it never names a state (T2)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Intent = Literal[
    "open", "ask", "hint", "confirm", "correct", "explain", "encourage", "redirect", "refuse", "check", "extend",
    "summarise", "close",
]  # fmt: skip


class Option(BaseModel):
    """A button. ``id`` is sent back when it is pressed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    label: str


class Turn(BaseModel):
    """``bubble``: what is said, without the question. ``question``: the one thing the pupil should do next, empty only
    in DONE. ``step``: ``PART.STEP`` that it is about, "" for none."""

    model_config = ConfigDict(extra="forbid")

    bubble: str
    question: str = ""
    options: tuple[Option, ...] = Field(default=(), max_length=5)
    intent: Intent = "ask"
    step: str = ""
