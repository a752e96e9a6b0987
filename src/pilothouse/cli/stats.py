"""stats: figures of the last days, as the dashboard has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Json, emit, opened

if TYPE_CHECKING:
    from pilothouse.telemetry.statistics import Figures

RATES = ("trigger_rate", "hit_rate", "empty_rate", "citation_rate")
Name = Annotated[str | None, typer.Option("--assistant", "-a", help="只看一个助手。 One assistant only.")]


def add(app: typer.Typer) -> None:
    app.command("stats")(stats)


def stats(
    assistant: Name = None,
    days: Annotated[int, typer.Option("--days", min=1, max=400, help="最近多少天。 Of so many days.")] = 7,
    as_json: Json = False,
) -> None:
    """轮次、命中率、引用率、耗时与费用，按天。 Turns, rates, latency and cost by day."""
    from datetime import datetime

    from pilothouse.contracts.errors import DataError, UsageError
    from pilothouse.telemetry.recorder import TraceError
    from pilothouse.telemetry.statistics import midnights, statistics

    with opened() as house:
        if assistant is not None and assistant not in house.assistants:
            known = "、".join(house.assistants)
            raise UsageError(
                f"没有助手 {assistant!r}；可用的有：{known}。 There is no assistant {assistant!r}; see there."
            )
        edges = midnights(days, datetime.now().astimezone())
        try:
            found = statistics(house.recorder.path, edges, assistant)
        except TraceError as error:
            raise DataError(str(error)) from error
    if as_json:
        spans = [{"day": f"{span.begin:%Y-%m-%d}", **_plain(span.figures)} for span in found.spans]
        emit({"total": _plain(found.total), "days": spans})
        return
    for span in found.spans:
        if span.figures.turns:
            print(f"{span.begin:%Y-%m-%d}  {_line(span.figures)}")
    print(f"{days} 天 / days  {_line(found.total)}")
    for name, count in found.total.outcomes.items():
        print(f"  {name} {count}")


def _plain(figures: Figures) -> dict[str, Any]:
    from dataclasses import asdict

    return {**asdict(figures), **{name: getattr(figures, name) for name in RATES}}


def _line(figures: Figures) -> str:
    def share(value: float | None) -> str:
        return "–" if value is None else f"{100 * value:.1f}%"

    def ms(value: float | None) -> str:
        return "–" if value is None else f"{value:.0f} ms"

    return (
        f"轮次 / turns {figures.turns}  工具 / tools {share(figures.trigger_rate)}  "
        f"命中 / hits {share(figures.hit_rate)}  引用 / cited {share(figures.citation_rate)}  "
        f"未过校验 / refused {figures.failures}  规则 / by rule {figures.fallbacks}  "
        f"p50 {ms(figures.p50_ms)}  p95 {ms(figures.p95_ms)}  "
        f"词元 / tokens {figures.tokens_in + figures.tokens_out}  费用 / cost {figures.cost:g}"
    )
