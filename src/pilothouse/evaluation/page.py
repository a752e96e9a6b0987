"""A report as one HTML file: no script, nothing loaded from elsewhere. All text of documents and replies is escaped."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from pilothouse.contracts.errors import UsageError
from pilothouse.evaluation import plots
from pilothouse.evaluation.metrics import Estimate
from pilothouse.evaluation.report import ANSWERS, OWN, Record, Report
from pilothouse.evaluation.wording import EVERY, VERDICTS, fact, measure, ordered, ranker

_STYLE = """
body{font:15px/1.5 system-ui,"Noto Sans SC",sans-serif;color:#222;max-width:920px;margin:2em auto;padding:0 1em}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}table{border-collapse:collapse;width:100%;font-size:13px}
th,td{border-bottom:1px solid #ddd;padding:3px 6px;text-align:right;vertical-align:top}
th:first-child,td:first-child,.text td{text-align:left}td:first-child{min-width:9em}
tr.own{font-weight:600}small{color:#777;font-weight:400}
figure{margin:1em 0}figcaption{font-weight:600}svg{width:100%;height:auto}svg text{font-size:11px;fill:#444}
.wide{overflow-x:auto}td{white-space:nowrap}.text td{white-space:normal}
.better{color:#17713f}.worse{color:#b3261e}.text td{overflow-wrap:anywhere}
"""


def write_page(report: Report, path: Path) -> None:
    """Write the file, whole or not at all. Raises ``UsageError`` when it can't be written."""
    with _writing(path) as new:
        new.write_text(page(report), encoding="utf-8", errors="replace")
        new.replace(path)


def check_page(path: Path) -> None:
    """Raises ``UsageError`` when a page can't be written there: better before an evaluation than behind it."""
    with _writing(path) as new:
        new.touch()
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


@contextmanager
def _writing(path: Path) -> Iterator[Path]:
    """A file beside ``path`` that is gone at the end."""
    try:
        if not path.name:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        new = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            yield new
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"报告 {path} 写不了：{error.strerror}。 The report {path} can't be written.") from error


def page(report: Report) -> str:
    """The whole document."""
    told = {**report.facts, "questions": len(report.records)}
    facts = "".join(
        f"<tr><td>{_said(fact(name))}</td><td>{_said(_listed(value))}</td></tr>"
        for name, value in told.items()
        if value
    )
    body = [
        "<h1>知识助手评测 / Evaluation of the knowledge assistant</h1>",
        f"<table class='text'>{facts}</table>",
        *(f"<p>{_said(note)}</p>" for note in report.notes),
        *_retrieval(report),
        *_answers(report),
        *_changes(report),
        *_latency(report),
        *_faults(report),
    ]
    return (
        "<!doctype html><html lang='zh'><head><meta charset='utf-8'><meta name='viewport' "
        "content='width=device-width,initial-scale=1'><meta http-equiv='Content-Security-Policy' "
        "content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>Pilothouse evaluation</title>"
        f"<style>{_STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _retrieval(report: Report) -> list[str]:
    groups = [name for name in report.overall if name != ANSWERS]
    if not groups:
        return []
    names = list(report.overall[groups[0]])
    lines = [
        _row(
            [_said(kind), _said(ranker(group)), str(summary[group][names[0]].n)]
            + [_cell(summary[group].get(name), short=kind != EVERY) for name in names],
            "own" if group == OWN else "",
        )
        for kind, summary in {EVERY: report.overall, **report.kinds}.items()
        for group in groups
        if group in summary
    ]
    shown = {measure(name): {ranker(group): report.overall[group][name] for group in groups} for name in names}
    parts = [
        "<h2>检索 / Retrieval</h2>",
        plots.bars("检索指标，线为 95 % 区间 / measures of retrieval with 95 % intervals", shown),
        _table(["题型 / kind", "", "n", *map(measure, names)], lines),
    ]
    for name in names[:2]:
        kinds = {
            kind: {ranker(group): summary[group][name] for group in groups if group in summary}
            for kind, summary in report.kinds.items()
            if OWN in summary
        }
        if kinds:
            width = max(860, 120 * len(kinds))
            parts.append(plots.bars(f"{measure(name)}：按题型 / by kind of question", kinds, width=width))
    return parts


def _answers(report: Report) -> list[str]:
    if ANSWERS not in report.overall:
        return []
    found = report.overall[ANSWERS]
    names = ordered(list(found))
    kinds = [kind for kind, summary in report.kinds.items() if ANSWERS in summary]
    lines = [
        _row(
            [_said(measure(name)), str(found[name].n), _cell(found[name], short=bool(kinds))]
            + [_cell(report.kinds[kind][ANSWERS].get(name), short=True) for kind in kinds]
        )
        for name in names
    ]
    return [
        "<h2>回答 / Answers</h2>",
        plots.rows("回答指标 / measures of answers", {measure(name): found[name] for name in names}),
        _table(["", "n", "全部 / all", *map(_said, kinds)], lines),
    ]


def _changes(report: Report) -> list[str]:
    if not report.changes:
        return []
    lines = [
        _row(
            [
                _said(f"{ranker(change.group)} · {measure(change.measure)}"),
                f"{change.before:.3f}",
                f"{change.now:.3f}",
                f"{change.now - change.before:+.3f}",
                f"{change.low:+.3f} … {change.high:+.3f}",
                VERDICTS[change.verdict],
            ],
            change.verdict,
        )
        for change in report.changes
    ]
    head = ["", "基线 / before", "现在 / now", "差 / difference", "95 %", ""]
    return ["<h2>与基线相比 / Against the baseline</h2>", _table(head, lines)]


def _latency(report: Report) -> list[str]:
    if not report.latency:
        return []
    lines = [
        _row([name, f"{found['n']:.0f}", f"{found['p50']:.1f} ms", f"{found['p95']:.1f} ms"])
        for name, found in report.latency.items()
    ]
    answers = [record.answer_ms for record in report.records if record.answer_ms]
    return [
        "<h2>耗时 / Latency</h2>",
        _table(["", "n", "p50", "p95"], lines),
        plots.spread("整轮回答 / whole answers", answers, "ms"),
    ]


def _faults(report: Report) -> list[str]:
    parts = []
    wrong = [record for record in report.records if _failed(record)]
    if wrong:
        lines = [
            _row(
                [
                    _said(f"{record.id} {record.kind}"),
                    _said(record.question),
                    _said(record.reply[:600] or "—"),
                    _said("、".join(record.gold) or "—"),
                    _said("、".join(record.citations) or "—"),
                    _said("、".join(name for name, value in record.scores[ANSWERS].items() if value)),
                ]
            )
            for record in wrong
        ]
        head = ["id", "问题 / question", "回复 / reply", "gold", "引用 / cited", ""]
        parts += ["<h2>没有答好的问题 / Questions answered badly</h2>", _table(head, lines, "text")]
    missed = [record for record in report.records if record.ranks and record.ranks.get(OWN) != 1]
    if missed:
        lines = [
            _row(
                [
                    _said(f"{record.id} {record.kind}"),
                    _said(record.query),
                    _said("、".join(record.gold)),
                    _said("、".join(record.found[:3])),
                    ", ".join(f"{ranker(name)}: {place or '—'}" for name, place in record.ranks.items()),
                ]
            )
            for record in missed
        ]
        head = ["id", "查询 / query", "gold", "找到的前三 / first three found", "gold 的名次 / place of gold"]
        parts += ["<h2>标准文档不在首位 / Gold not in first place</h2>", _table(head, lines, "text")]
    return parts


def _failed(record: Record) -> bool:
    scores = record.scores.get(ANSWERS, {})
    good = scores.get("correct", scores.get("rejected", 1.0)) == 1.0
    return not good or scores.get("leaked") == 1.0 or scores.get("conflict_found") == 0.0


def _table(head: Sequence[str], lines: Iterable[str], style: str = "") -> str:
    titles = "".join(f"<th>{title}</th>" for title in head)
    return f"<div class='wide'><table class='{style}'><tr>{titles}</tr>{''.join(lines)}</table></div>"


def _row(cells: Sequence[str], style: str = "") -> str:
    return f"<tr class='{style}'>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _cell(found: Estimate | None, *, short: bool = False) -> str:
    if found is None:
        return ""
    return f"{found.value:.3f}" if short else f"{found.value:.3f} <small>{found.low:.2f}–{found.high:.2f}</small>"


def _listed(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _said(value: object) -> str:
    return escape(str(value))
