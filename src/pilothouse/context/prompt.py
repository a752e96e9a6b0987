"""What a model reads: rules first, material in the middle, question last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.context.budget import Budget, Counter, Material, cut, fit, trim
from pilothouse.context.fence import NOTICE, fence, neutralise
from pilothouse.context.history import History
from pilothouse.contracts.conversation import Message
from pilothouse.contracts.errors import ContractViolation

_SPACE = re.compile(r"\s+")


def block(material: Material) -> str:
    """One numbered source: ``[1] <<<…>>>（来源：…）``. Nothing in the text or the name can end it early."""
    source = _SPACE.sub(" ", neutralise(material.source)).replace("（", "(").replace("）", ")").strip()
    note = f"（注意：{_SPACE.sub(' ', neutralise(material.note))}）" if material.note else ""
    return f"[{material.n}] {fence(material.text)}（来源：{source}）{note}"


def assemble(
    rules: str,
    history: History,
    materials: Sequence[Material],
    question: str,
    budget: Budget,
    count: Counter,
) -> list[Message]:
    """Messages for a model within ``budget`` (sections ``rules``, ``history``, ``materials``, ``question``).

    The system message is constant for constant rules, so providers can reuse its prefix. Verbatim turns that
    exceed the budget go, oldest turn first, whole; the summary keeps what fits of it. Raises
    ``ContractViolation`` when the rules exceed their section or source numbers repeat.
    """
    system = f"{rules.strip()}\n\n{NOTICE}"
    if count(system) > budget.limit("rules"):
        raise ContractViolation(f"Rules take {count(system)} tokens, more than the {budget.limit('rules')} allowed.")
    if len({material.n for material in materials}) < len(materials):
        raise ContractViolation("Two materials have the same source number.")

    room = budget.limit("history")
    # The summary holds the facts of the older turns: it goes first into the section, recent turns take the rest.
    summary = _summary(history.summary, room, count)
    turns = _recent(history, room - (count(summary) if summary else 0), count)

    parts = [summary] if summary else []
    kept = fit(materials, budget.limit("materials"), lambda item: count(block(item)), count)
    if kept:
        parts.append("资料 / Material:\n" + "\n".join(block(item) for item in kept))
    parts.append("问题 / Question:\n" + cut(question, budget.limit("question"), count))
    return [Message("system", system), *turns, Message("user", "\n\n".join(parts))]


def _summary(text: str, room: int, count: Counter) -> str:
    if not text.strip():
        return ""
    head = "此前对话摘要 / Earlier conversation:\n"
    short = trim(neutralise(text), room - count(head + fence("")), count, keep="end")
    return head + fence(short) if short else ""


def _recent(history: History, room: int, count: Counter) -> list[Message]:
    kept: list[Message] = []
    for turn in reversed(history.turns):
        room -= sum(count(message.content) for message in turn)
        if room < 0:
            break
        kept[:0] = turn
    return kept
