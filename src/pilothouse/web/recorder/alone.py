"""A turn as a page that stands alone: one file without scripts, to be sent or kept."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from pilothouse.web.recorder.parts import mapping, number, written
from pilothouse.web.recorder.waterfall import steps_of
from pilothouse.web.tags import shown

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Trace
    from pilothouse.web.words import Words

_STYLE = """body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2422}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:1.6rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #dcdad2;vertical-align:top}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f6f5f1;padding:.6rem .8rem;border-radius:8px;margin:0}
summary{cursor:pointer}"""


def document(say: Words, trace: Trace) -> str:
    """The page. Every text in it is escaped."""
    return "\n".join(_lines(say, trace))


def _lines(say: Words, trace: Trace) -> Iterator[str]:
    title = _text(trace.input or trace.trace_id)
    tag = "zh-CN" if say.language == "zh" else "en"
    yield f'<!doctype html><html lang="{tag}"><head><meta charset="utf-8">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style></head>'
    yield f"<body><h1>{title}</h1>"
    yield "<table>"
    for name, value in (
        (say("rec.assistant"), trace.assistant), (say("rec.user"), trace.user),
        (say("rec.session"), f"{trace.session} #{trace.turn}"), (say("rec.outcome"), trace.outcome),
        (say("rec.at"), trace.started_at), (say("rec.elapsed"), f"{trace.elapsed_ms:.0f} ms"),
        (say("rec.id"), trace.trace_id),
    ):  # fmt: skip
        yield f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>"
    yield "</table>"
    if trace.input is None:
        yield f"<p>{_text(say('rec.nocontent'))}</p>"
    reply = mapping(trace.reply)
    if "reply" in reply:
        yield f"<h2>{_text(say('rec.answered'))}</h2><pre>{_text(reply['reply'])}</pre>"
    yield f"<h2>{_text(say('rec.timeline'))}</h2><table>"
    for step in steps_of(say, trace.assistant, trace.events):
        yield f"<tr><td>{_text(step.label)}</td><td>{step.begin:.1f}</td><td>{step.took:.1f} ms</td></tr>"
    yield f"</table><h2>{_text(say('rec.events'))}</h2>"
    for event in trace.events:
        yield f"<details><summary>{number(event.ms):.1f} ms · {_text(event.kind)}</summary>"
        yield f"<pre>{_text(written(dict(event.fields)))}</pre></details>"
    for name, data in ((say("rec.state"), trace.state_before), (say("rec.data"), reply.get("data"))):
        if data:
            yield f"<details><summary>{_text(name)}</summary><pre>{_text(written(data))}</pre></details>"
    yield "</body></html>"


def _text(value: object) -> str:
    return escape(shown(value))
