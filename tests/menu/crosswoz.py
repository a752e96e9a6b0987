"""Restaurant turns of CrossWOZ: what real guests asked for, and the conditions that annotators found in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

DIALOGUES = Path(__file__).parents[3] / "shared" / "data" / "crosswoz" / "dialogues.jsonl"


@dataclass(frozen=True)
class Asked:
    """One turn of a guest. ``low`` and ``high``: yuan a head; ``dishes``: what must be served."""

    dialogue: str
    text: str
    low: Decimal | None = None
    high: Decimal | None = None
    dishes: tuple[str, ...] = ()


def turns() -> Iterator[Asked]:
    """Turns that name a budget or a dish and speak of restaurants only."""
    for line in DIALOGUES.read_text("utf-8").splitlines():
        dialogue = json.loads(line)
        for message in dialogue["messages"]:
            acts = message["dialog_act"]
            if message["role"] != "usr" or any(act[1] not in ("餐馆", "greet", "thank", "none") for act in acts):
                continue
            told = [(act[2], act[3]) for act in acts if act[0] == "Inform" and act[1] == "餐馆"]
            budgets = [value for slot, value in told if slot == "人均消费"]
            dishes = tuple(value for slot, value in told if slot == "推荐菜" and value in message["content"])
            low, high = bounds(budgets[0]) if len(budgets) == 1 else (None, None)
            if low is not None or high is not None or dishes:
                yield Asked(dialogue["id"], message["content"], low, high, dishes)


def bounds(budget: str) -> tuple[Decimal | None, Decimal | None]:
    """50-100元 → 50 to 100; 1000元以上 → from 1000 on.

    >>> bounds("50元以下")
    (None, Decimal('50'))
    """
    numbers = [Decimal(number) for number in re.findall(r"\d+", budget)]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    if "以上" in budget:
        return numbers[0], None
    return (None, numbers[0]) if "以下" in budget or "以内" in budget else (None, None)
