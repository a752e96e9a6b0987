"""Task contract: everything else that is asked of a model.

A task declares its prompt, typed input and output, the checks its output must pass, how often it may be
tried again and what is done without any model. The fallback makes a task total: it always has a result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from pilothouse.contracts.errors import ContractViolation

Input = TypeVar("Input", bound=BaseModel)
Output = TypeVar("Output", bound=BaseModel)

Tier = Literal["small", "large"]
Form = Literal["json", "text"]
MAX_RETRIES = 2  # a retry loop always ends (knowledge article, 8.4)


@dataclass(frozen=True)
class TaskContract(Generic[Input, Output]):
    """Declaration of one task.

    ``prompt`` is a template with ``{field}`` places for the fields of the input. ``form`` ``"text"`` takes
    the model's plain text as the output's only field. ``checks`` return a problem as a sentence, or
    ``None``; the sentences are given to the model with the next try. ``temperatures`` has one entry per
    try and never rises: a retry that changes nothing repeats its mistake. ``fallback`` must be safe,
    grounded and fast, and must not use a model.
    """

    name: str
    prompt: str
    input: type[Input]
    output: type[Output]
    fallback: Callable[[Input], Output]
    checks: tuple[Callable[[Input, Output], str | None], ...] = ()
    form: Form = "json"
    tier: Tier = "small"
    temperatures: tuple[float, ...] = (0.3, 0.1, 0.0)
    max_tokens: int = 512

    def __post_init__(self) -> None:
        if not 1 <= len(self.temperatures) <= MAX_RETRIES + 1:
            raise ContractViolation(f"Task {self.name!r}: one first try and at most {MAX_RETRIES} retries.")
        if list(self.temperatures) != sorted(self.temperatures, reverse=True):
            raise ContractViolation(f"Task {self.name!r}: temperatures must not rise from try to try.")
        if self.form == "text" and len(self.output.model_fields) != 1:
            raise ContractViolation(f"Task {self.name!r}: a text task has exactly one output field.")

    def problems(self, given: Input, value: Output) -> list[str]:
        """What is wrong with ``value``; empty when it passes."""
        return [problem for check in self.checks if (problem := check(given, value))]


@dataclass(frozen=True)
class TaskResult(Generic[Output]):
    """``origin`` tells who made the value; ``problems`` what earlier tries got wrong."""

    value: Output
    origin: Literal["model", "fallback"]
    attempts: int = 0
    problems: tuple[str, ...] = ()
