"""A problem as the tutor teaches it: parts, for each part the steps, what each step finds, and how pupils go wrong."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Subject = Literal["math", "physics", "english", "chinese", "chemistry", "general"]
AnswerKind = Literal["auto", "number", "expression", "equation", "set", "interval", "choice", "words"]


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Expected(_Plain):
    """What counts as right. ``answer`` as a teacher writes it ("23 只", "3/4", "x=2 或 x=-3", "鸡23只，兔12只", "B").

    ``accept``: other answers that count. ``kind`` ``words``: ``answer`` and ``accept`` are key phrases, alternatives
    parted by "/". ``tolerance``: relative, for "大约"; 0: exactly. ``unit_needed``: a right number without its unit
    is right, but the unit is asked for.
    """

    answer: str
    kind: AnswerKind = "auto"
    accept: tuple[str, ...] = ()
    tolerance: float = Field(default=0.0, ge=0.0, le=0.5)
    unit_needed: bool = False


class Mistake(_Plain):
    """A typical wrong answer. ``pattern`` names the misconception for the record (``forgot_to_halve``)."""

    answer: str
    pattern: str
    hint: str


class Step(_Plain):
    """One step. ``ask`` is the guiding question, ``hints`` go from vague to plain and never say the value,
    ``conclusion`` is said once the step is found ("一共多出 24 条腿")."""

    id: str
    ask: str
    expected: Expected
    hints: tuple[str, ...] = Field(min_length=1)
    conclusion: str
    explain: str = ""
    mistakes: tuple[Mistake, ...] = ()


class Part(_Plain):
    """One question of the problem. The last step's conclusion is, or leads to, the part's answer."""

    id: str
    question: str
    expected: Expected
    steps: tuple[Step, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    verify: Step | None = None
    substitution: str = ""

    @property
    def judged(self) -> bool:
        """Whether answers to it can be judged: the right one is known, or what it must fulfil."""
        return bool(self.expected.answer or self.substitution)


class Idea(_Plain):
    """The way to go: asked in THINK. ``keys``: any of these words shows that the pupil has it."""

    ask: str
    keys: tuple[str, ...]
    hint: str


class Extension(_Plain):
    """A variation for the end, with the same guards as a part."""

    question: str
    expected: Expected
    hints: tuple[str, ...] = ()


class Problem(_Plain):
    """``given``: the facts of the statement, ``asked`` what is looked for. ``topic`` names a file of the knowledge base
    (``math/chicken-rabbit``). ``origin`` ``free``: typed or photographed by a pupil; its steps may be missing."""

    id: str
    title: str
    subject: Subject = "general"
    grade: int | None = None
    topic: str = ""
    statement: str
    given: tuple[str, ...] = ()
    asked: str = ""
    idea: Idea | None = None
    parts: tuple[Part, ...] = Field(min_length=1)
    extension: Extension | None = None
    origin: Literal["authored", "free"] = "authored"
