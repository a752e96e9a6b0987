"""Tokens of every turn over a long lesson with a well-meaning model, drawn as a page with an SVG plot."""

from __future__ import annotations

import html
import itertools
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.tutor_models import clever
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.gateway import ScriptedModel

TURNS = 60
SAID = ("不知道", "提示", "33个", "我想想看，是不是先乘再除呢", "查看详细解析", "返回", "为什么要这样做？", "继续")
COLOURS = ("#1f6feb", "#d1242f", "#1a7f37")
WIDTH, HEIGHT, LEFT, BOTTOM = 760, 320, 56, 40


def lesson(problem: Problem) -> list[int]:
    """Tokens sent to the model in each turn, tool loop and retries included."""
    from benchmarks.tutor_pupils import open_house

    model = ScriptedModel(clever)
    spent = []
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), model) as house:
        house.ask("tutor", f"#problem {problem.id}", session="t")
        for n, text in zip(range(TURNS), itertools.cycle(SAID), strict=False):
            seen = len(model.requests)
            house.ask("tutor", "重新开始" if n % 20 == 19 else text, session="t")
            spent.append(sum(request.tokens for request in model.requests[seen:]))
    return spent


def draw(problems: Sequence[Problem], path: Path) -> dict[str, Any]:
    """Write the page; returns for each problem the mean of both halves and the maximum."""
    rows = {problem.id: lesson(problem) for problem in problems}
    top = max(max(row) for row in rows.values()) * 1.1
    path.write_text(_page(rows, top), encoding="utf-8")
    half = TURNS // 2
    return {
        name: {"first half": sum(row[:half]) // half, "second half": sum(row[half:]) // half, "most": max(row)}
        for name, row in rows.items()
    }


def _page(rows: dict[str, list[int]], top: float) -> str:
    lines = "".join(_line(row, top, colour) for row, colour in zip(rows.values(), COLOURS, strict=False))
    names = "".join(
        f'<text x="{LEFT + 10 + 220 * n}" y="16" fill="{colour}">{html.escape(name)}</text>'
        for n, (name, colour) in enumerate(zip(rows, COLOURS, strict=False))
    )
    marks = "".join(
        f'<text x="{LEFT - 6}" y="{_y(value, top) + 4:.0f}" text-anchor="end">{value:.0f}</text>'
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{_y(value, top):.0f}" y2="{_y(value, top):.0f}" stroke="#ddd"/>'
        for value in (top * part / 4 for part in range(5))
    )
    turns = "".join(
        f'<text x="{_x(n):.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{n + 1}</text>'
        for n in range(9, TURNS, 10)
    )
    return (
        "<!doctype html><meta charset=utf-8><title>Tokens per turn</title>"
        "<h1>Tokens per turn of a tutor's lesson</h1>"
        f'<svg viewBox="0 0 {WIDTH + 10} {HEIGHT}" width="{WIDTH + 10}" font-family="sans-serif" font-size="12">'
        f'{marks}{turns}{names}{lines}<text x="{WIDTH // 2}" y="{HEIGHT - 4}" text-anchor="middle">turn</text></svg>'
        "<p>Prompt tokens of all model calls of a turn (composing and tool loop), scripted model, 60 turns.</p>"
    )


def _line(row: Sequence[int], top: float, colour: str) -> str:
    points = " ".join(f"{_x(n):.1f},{_y(value, top):.1f}" for n, value in enumerate(row))
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _x(turn: float) -> float:
    return LEFT + (WIDTH - LEFT) * turn / (TURNS - 1)


def _y(value: float, top: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 24) * value / top
