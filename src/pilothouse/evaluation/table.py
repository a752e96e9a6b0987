"""A report on the terminal."""

from __future__ import annotations

import io
import shutil
import sys
from typing import TYPE_CHECKING

from pilothouse.evaluation.report import ANSWERS, OWN
from pilothouse.evaluation.wording import SHORT, VERDICTS, measure, ordered, ranker

if TYPE_CHECKING:
    from rich.table import Table

    from pilothouse.evaluation.metrics import Estimate
    from pilothouse.evaluation.report import Change, Report


def rendered(report: Report) -> str:
    """Tables of the rankers, of the answers, and of what changed; notes below."""
    from rich.console import Console

    wide = max(100, shutil.get_terminal_size((120, 40)).columns)
    console = Console(
        file=io.StringIO(), width=wide, force_terminal=sys.stdout.isatty(), color_system="auto", highlight=False
    )
    console.print(_heading(report), markup=False, soft_wrap=True)
    for table in (_rankers(report), _answers(report), _kinds(report), _changes(report.changes)):
        if table is not None:
            console.print(table)
    for line in _footing(report):
        console.print(line, markup=False, soft_wrap=True)
    printed = console.file
    assert isinstance(printed, io.StringIO)
    return printed.getvalue().rstrip()


def _heading(report: Report) -> str:
    facts = report.facts
    return (
        f"{facts.get('dataset', '')}：{len(report.records)} 题 / questions；"
        f"{facts.get('documents', 0)} 份文档 / documents，"
        f"{facts.get('chunks', 0)} 段 / chunks；版本 / version {facts.get('version', '')}；"
        f"模型 / model {facts.get('model') or '无 / none'}"
    )


def _rankers(report: Report) -> Table | None:
    from rich.table import Table

    groups = [name for name in report.overall if name != ANSWERS]
    if not groups:
        return None
    names = list(report.overall[groups[0]])
    table = Table(title="检索 / retrieval", title_justify="left")
    table.add_column("")
    table.add_column("题 / n", justify="right")
    for name in names:
        table.add_column(measure(name), justify="right")
    for group in groups:
        row = report.overall[group]
        style = "bold" if group == OWN else ""
        table.add_row(ranker(group), str(row[names[0]].n), *(_ranged(row.get(name)) for name in names), style=style)
    for kind, summary in report.kinds.items():
        shown = [group for group in groups if group in summary]
        if shown:
            table.add_section()
            table.add_row(f"{kind}：", str(summary[shown[-1]][names[0]].n))
        for group in shown:
            style = "bold" if group == OWN else ""
            found = summary[group]
            table.add_row(f"  {ranker(group)}", "", *(_short(found.get(name)) for name in names), style=style)
    return table


def _answers(report: Report) -> Table | None:
    from rich.table import Table

    if ANSWERS not in report.overall:
        return None
    table = Table(title="回答 / answers", title_justify="left")
    for title in ("", "题 / n", "全部 / all"):
        table.add_column(title, justify="right" if title else "left")
    found = report.overall[ANSWERS]
    for name in ordered(list(found)):
        table.add_row(measure(name), str(found[name].n), _ranged(found[name]))
    return table


def _kinds(report: Report) -> Table | None:
    from rich.table import Table

    kinds = {kind: summary[ANSWERS] for kind, summary in report.kinds.items() if ANSWERS in summary}
    if not kinds:
        return None
    table = Table(title="回答：按题型 / answers by kind of question", title_justify="left")
    names = [name for name in SHORT if any(name in found for found in kinds.values())]
    table.add_column("")
    for name in names:
        table.add_column(SHORT[name], justify="right")
    for kind, found in kinds.items():
        table.add_row(kind, *(_short(found.get(name)) for name in names))
    return table


def _changes(every: tuple[Change, ...]) -> Table | None:
    """Of our own ranking and the answers; page and JSON have the other rankers too."""
    from rich.table import Table

    changes = [change for change in every if change.group in (OWN, ANSWERS)]
    if not changes:
        return None
    table = Table(title="与基线相比 / against the baseline", title_justify="left")
    for title in ("", "", "基线 / before", "现在 / now", "差 / difference", "95 %", ""):
        table.add_column(title, justify="left" if not title else "right")
    for change in changes:
        table.add_row(
            ranker(change.group),
            measure(change.measure),
            f"{change.before:.3f}",
            f"{change.now:.3f}",
            f"{change.now - change.before:+.3f}",
            f"{change.low:+.3f} … {change.high:+.3f}",
            VERDICTS[change.verdict],
        )
    return table


def _footing(report: Report) -> list[str]:
    named = {"search": "检索 / search", "answer": "整轮回答 / answer"}
    times = [
        f"{named[name]}：p50 {found['p50']:.0f} ms，p95 {found['p95']:.0f} ms（n={found['n']:.0f}）"
        for name, found in report.latency.items()
    ]
    return [*times, *report.notes]


def _ranged(found: Estimate | None) -> str:
    """The value and half of the width of its interval; the JSON has both ends."""
    return "" if found is None else f"{found.value:.3f} ±{(found.high - found.low) / 2:.2f}"


def _short(found: Estimate | None) -> str:
    return "" if found is None else f"{found.value:.3f}"
