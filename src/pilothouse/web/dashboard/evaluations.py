"""The evaluations that were made, and whether the newest is better than the one before."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pilothouse.evaluation.kept import Run, before, runs
from pilothouse.evaluation.report import ANSWERS, OWN, Change
from pilothouse.evaluation.wording import measure
from pilothouse.web.dashboard.chart import chart
from pilothouse.web.dashboard.table import legend, row, table
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.visitor import Visitor
    from pilothouse.web.words import Words

# The measures of the table: group and name, as far as a run has them.
COLUMNS = (
    (OWN, "recall@1"), (OWN, "recall@5"), (OWN, "mrr"), (ANSWERS, "correct"), (ANSWERS, "rejected"),
    (ANSWERS, "citation_correct"),
)  # fmt: skip
DRAWN = (((OWN, "recall@1"), "first"), ((ANSWERS, "correct"), "good"), ((ANSWERS, "rejected"), "second"))


async def evaluations(who: Visitor) -> None:
    """A table and a plot of the runs, and the changes since the run before."""
    say = who.say
    found = await asyncio.to_thread(runs, who.desk.house.settings.home)
    with Tag("section", classes="sheet", id="evaluations", aria_labelledby="evaluations-title"):
        Tag("h2", say("dash.evaluations"), id="evaluations-title")
        Tag("p", say("dash.evaluations.means"), "about")
        if not found:
            Tag("p", say("dash.evaluations.none"), "none")
            return
        _table(say, found)
        same = [run for run in found if (run.dataset, run.report.facts.get("dataset")) == _questions(found[0])]
        if len(same) > 1:
            _plot(say, same[::-1])
        earlier = before(found[0], found)
        if earlier is not None:
            _changes(say, found[0].report.compared(earlier.report).changes)


def _questions(run: Run) -> tuple[str, object]:
    return run.dataset, run.report.facts.get("dataset")


def _table(say: Words, found: tuple[Run, ...]) -> None:
    columns = [column for column in COLUMNS if any(_value(run, column) is not None for run in found)]
    heads = [say(f"dash.evaluations.{head}") for head in ("when", "questions", "n", "model")]
    with table(say("dash.evaluations"), [*heads, *(_name(say, name) for _, name in columns)]):
        for run in found:
            values = [_value(run, column) for column in columns]
            model = run.report.facts.get("model") or say("dash.evaluations.rules")
            numbers = ["–" if value is None else f"{value:.3f}" for value in values]
            row(f"{run.at.astimezone():%Y-%m-%d %H:%M}", [run.dataset, len(run.report.records), model, *numbers])


def _plot(say: Words, rising: list[Run]) -> None:
    """How the main measures went, from run to run with the same questions."""
    series = [
        (_name(say, column[1]), style, [_value(run, column) for run in rising])
        for column, style in DRAWN
        if any(_value(run, column) is not None for run in rising)
    ]
    if not series:
        return
    steps = [f"{run.at.astimezone():%m-%d %H:%M}" for run in rising]
    chart("lines", say("dash.evaluations.plot"), steps, series, lambda value: f"{value:.3g}")
    legend((name, style) for name, style, _ in series)


def _changes(say: Words, changes: tuple[Change, ...]) -> None:
    shown = [change for change in changes if change.group in (OWN, ANSWERS)]
    if not shown:
        return
    Tag("h3", say("dash.evaluations.changes"), "small")
    heads = [say(f"dash.evaluations.{head}") for head in ("measure", "before", "now", "difference", "verdict")]
    with table(say("dash.evaluations.changes"), heads):
        for change in shown:
            difference = f"{change.now - change.before:+.3f} ({change.low:+.3f} … {change.high:+.3f})"
            verdict = say(f"dash.{change.verdict}")
            cells = [f"{change.before:.3f}", f"{change.now:.3f}", difference, verdict]
            row(_name(say, change.measure), cells, ("", "", "", "", f"verdict {change.verdict}"))


def _value(run: Run, column: tuple[str, str]) -> float | None:
    group, name = column
    found = run.report.overall.get(group, {}).get(name)
    return None if found is None else found.value


def _name(say: Words, name: str) -> str:
    """The measure in the language of the page: names are written in both, with a stroke between."""
    chinese, stroke, english = measure(name).partition(" / ")
    chosen = chinese if not stroke or say.language == "zh" else english
    return chosen[:1].upper() + chosen[1:]
