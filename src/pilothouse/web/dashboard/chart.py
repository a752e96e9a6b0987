"""Charts as SVG elements: they follow the theme, and a reader hears what the table below says."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pilothouse.web.tags import Tag

WIDTH, HEIGHT = 340, 150
LEFT, RIGHT, TOP, BOTTOM = 44, 334, 8, 124
NAMED = 3  # steps that are named below the axis

Values = Sequence[float | None]


def chart(
    kind: str,
    label: str,
    steps: Sequence[str],
    series: Sequence[tuple[str, str, Values]],
    shown: Callable[[float], str],
) -> None:
    """``kind`` is ``bars``, one above the other, or ``lines``, with gaps where a value is ``None``. ``series``: name,
    style and a value for each of the ``steps``."""
    top = ceiling(series, kind)
    with Tag("svg", classes="chart", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=label):
        marked = {_short(shown(top * share)): share for share in (0.5, 0.0, 1.0)}  # half a turn would be called 0
        for text, share in marked.items():
            y = f"{_height(share):.1f}"
            Tag("line", classes="grid", x1=str(LEFT), x2=str(RIGHT), y1=y, y2=y)
            Tag("text", text, "tick", x=str(LEFT - 5), y=f"{_height(share) + 4:.1f}", text_anchor="end")
        for n in sorted({round(i * (len(steps) - 1) / (NAMED - 1)) for i in range(NAMED)}):
            anchor = "start" if n == 0 else "end" if n == len(steps) - 1 else "middle"
            x = LEFT if n == 0 else RIGHT if n == len(steps) - 1 else _middle(n, len(steps))
            Tag("text", steps[n], "tick", x=f"{x:.1f}", y=str(HEIGHT - 8), text_anchor=anchor)
        (_bars if kind == "bars" else _lines)(steps, series, shown, top)


def _short(text: str) -> str:
    short = text.replace(".0%", "%").replace(".0 s", " s")
    return "0" if short in ("0%", "0 ms") else short


def ceiling(series: Sequence[tuple[str, str, Values]], kind: str) -> float:
    """A round number that nothing exceeds."""
    columns = list(zip(*(values for _, _, values in series), strict=True))
    sums = [
        sum(value or 0 for value in column) if kind == "bars" else max(v or 0 for v in column) for column in columns
    ]
    most = max(sums, default=0)
    if most <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(most))
    # Half of it is marked as well, and shall be round.
    return next((size * step for step in (1, 2, 4, 6, 8, 10) if size * step >= most), most)


def _bars(
    steps: Sequence[str], series: Sequence[tuple[str, str, Values]], shown: Callable[[float], str], top: float
) -> None:
    room = (RIGHT - LEFT) / len(steps)
    for n, step in enumerate(steps):
        below = 0.0
        for name, style, values in series:
            value = values[n] or 0
            if value > 0:
                high, low = _height((below + value) / top), _height(below / top)
                with Tag(
                    "rect", classes=f"fill {style}", x=f"{LEFT + n * room + room * 0.12:.1f}", y=f"{high:.1f}",
                    width=f"{room * 0.76:.1f}", height=f"{max(low - high, 0.5):.1f}",
                ):  # fmt: skip
                    Tag("title", f"{step} · {name}: {shown(value)}")
                below += value


def _lines(
    steps: Sequence[str], series: Sequence[tuple[str, str, Values]], shown: Callable[[float], str], top: float
) -> None:
    for name, style, values in series:
        path, up = "", True
        for n, value in enumerate(values):
            if value is not None:
                path += f"{'M' if up else 'L'}{_middle(n, len(steps)):.1f} {_height(value / top):.1f}"
            up = value is None
        if path:
            Tag("path", classes=f"line {style}", d=path)
        for n, value in enumerate(values):
            if value is not None:
                with Tag(
                    "circle", classes=f"fill {style}", cx=f"{_middle(n, len(steps)):.1f}",
                    cy=f"{_height(value / top):.1f}", r="2.6",
                ):  # fmt: skip
                    Tag("title", f"{steps[n]} · {name}: {shown(value)}")


def _middle(n: int, steps: int) -> float:
    return LEFT + (n + 0.5) * (RIGHT - LEFT) / steps


def _height(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)
