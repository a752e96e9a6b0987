"""eval knowledge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pilothouse.cli.terminal import Json, opened, progress, show
from pilothouse.contracts.errors import UsageError

evaluate = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="评测。 Evaluation.")

CORPUS = "另建索引评测这些文件、文件夹、.jsonl，不动知识库。 Measure these, indexed apart; the library is left alone."
FILE = "问题 JSONL：question、gold、answers；缺省为示例。 Questions, one JSON a line; default: the sample."


def add(app: typer.Typer) -> None:
    app.add_typer(evaluate, name="eval")


@evaluate.callback()
def group() -> None:
    """Keeps ``knowledge`` a command of its own."""


@evaluate.command()
def knowledge(
    dataset: Annotated[Path | None, typer.Option("--dataset", help=FILE)] = None,
    corpus: Annotated[list[Path] | None, typer.Option("--corpus", help=CORPUS)] = None,
    k: Annotated[str, typer.Option("--k", metavar="1,5,20", help="Recall 的截断位置。 Cut-offs of Recall.")] = "1,5,20",
    answers: Annotated[
        bool, typer.Option("--answers/--retrieval-only", help="也评测回答。 Measure the answers as well.")
    ] = True,
    repeat: Annotated[
        int, typer.Option("--repeat", metavar="K", help="每题问 K 次，给出 pass^k。 Ask K times each, for pass^k.")
    ] = 1,
    limit: Annotated[int | None, typer.Option("--limit", help="只用前 N 题。 The first N questions only.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="另写 HTML 报告。 Write a report as HTML too.")] = None,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", help="与先前的 --json 结果比较。 Compare with an earlier --json.")
    ] = None,
    as_json: Json = False,
) -> None:
    """评测知识库检索与回答，不改动任何数据。 Measure retrieval and answers of the library; nothing is changed."""
    from pilothouse.evaluation.kept import keep
    from pilothouse.evaluation.page import check_page, write_page
    from pilothouse.evaluation.report import read_report
    from pilothouse.evaluation.runner import Plan
    from pilothouse.evaluation.runner import evaluate as run

    plan = Plan(dataset, _numbers(k), answers, limit, tuple(corpus or ()), repeat)
    before = read_report(baseline) if baseline is not None else None
    if html is not None:
        check_page(html)
    with opened() as house, progress(as_json, "评测 / evaluating") as bar:
        report = run(house, plan, progress=bar)
        keep(report, house.settings.home)
    if before is not None:
        report = report.compared(before)
    if html is not None:
        write_page(report, html)
    show(report, as_json)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.replace("，", ",").split(",")}))
    except ValueError as error:
        raise UsageError(f"--k {text!r} 应形如 1,5,20。 Write --k like 1,5,20.") from error
