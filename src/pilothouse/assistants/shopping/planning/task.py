"""The model's part: it proposes sub-queries, which code checks."""

from __future__ import annotations

from datetime import date
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.planning.plan import plan
from pilothouse.assistants.shopping.planning.rules import SUB_QUERIES, validate
from pilothouse.contracts.task import TaskContract


class Asked(BaseModel):
    """A need to split. ``stated``: the need itself, for the checks; ``today``: the day that years are compared with."""

    model_config = ConfigDict(extra="forbid")

    need: str
    kind: str
    wants: str
    year: int
    stated: Need
    today: date


class Proposed(BaseModel):
    """Sub-queries as a model proposes them."""

    model_config = ConfigDict(extra="forbid")

    sub_queries: list[str] = Field(min_length=1, max_length=6)


def planned(need: Need, today: date) -> Asked:
    """The task's input for ``need``."""
    wants = "、".join((*need.aspects, *need.musts)) or "-"
    return Asked(need=need.query, kind=need.kind or "-", wants=wants, year=today.year, stated=need, today=today)


def _problem(given: Asked, value: Proposed) -> str | None:
    """A problem only when nothing of it could be used: single bad ones are dropped later."""
    reasons = [
        reason for query in value.sub_queries[:SUB_QUERIES] if (reason := validate(query, given.stated, given.today))
    ]
    return reasons[0] if len(reasons) == len(value.sub_queries[:SUB_QUERIES]) else None


PLAN_SEARCHES: TaskContract[Asked, Proposed] = TaskContract(
    name="plan_searches",
    prompt=(files("pilothouse.assistants.shopping") / "prompts" / "plan.md").read_text(encoding="utf-8").strip(),
    input=Asked,
    output=Proposed,
    checks=(_problem,),
    fallback=lambda given: Proposed(sub_queries=list(plan(given.stated, given.today).sub_queries)),
    temperatures=(0.2, 0.0),
    max_tokens=200,
)
