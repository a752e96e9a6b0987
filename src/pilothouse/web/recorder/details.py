"""What a turn's tools, searches, models and checks did, each under its own heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry.trace import Event
from pilothouse.web.recorder.parts import FACT, clipped, facts, folded, items, mapping, number, preformatted
from pilothouse.web.recorder.waterfall import searched
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.words import Words

MOST = 40  # of each kind
LISTED = 200  # events
PROBLEMS = 20  # of a check
PROBLEM = 1000  # characters
CANDIDATES, SEEN = 40, 10  # of a search: all, and those that aren't folded


def checks(say: Words, events: Sequence[Event]) -> None:
    """Drafts that were checked, outputs of models that were refused, and what was wrong with them."""
    found = [event for event in events if _checked(event)]
    if not found:
        Tag("p", say("rec.checks.none"), "about")
    with Tag("ol", classes="checks"):
        for event in found[:MOST]:
            _check(say, event)
    _rest(say, found)


def _checked(event: Event) -> bool:
    """Whether it tells of a check; of a task or a step only where a model's output didn't pass."""
    if event.kind in ("task", "step"):
        return bool(items(event.fields.get("problems"))) or number(event.fields.get("attempts")) > 1
    return event.kind == "verification"


def _check(say: Words, event: Event) -> None:
    fields = event.fields
    passed = bool(fields.get("passed", fields.get("origin") == "model"))
    with Tag("li"):
        Tag("span", say("rec.check.passed" if passed else "rec.check.failed"), "tag good" if passed else "tag bad")
        if event.kind != "verification":
            Tag("code", clipped(str(fields.get("task")), FACT))
            Tag("span", say("rec.check.attempts", n=int(number(fields.get("attempts")))), "about")
        elif fields.get("origin"):
            origin = f"rec.origin.{fields['origin']}"
            Tag("span", say(origin) if say.has(origin) else clipped(str(fields["origin"]), FACT), "about")
        problems = items(fields.get("problems"))
        if problems:
            with Tag("ul", classes="plain"):
                for problem in problems[:PROBLEMS]:
                    Tag("li", clipped(problem, PROBLEM))
        elif fields.get("count"):
            Tag("span", say("rec.check.count", n=int(number(fields["count"]))))


def tools(say: Words, events: Sequence[Event]) -> None:
    """Calls with their arguments and what came back."""
    calls = [event.fields for event in events if event.kind == "tool"]
    if not calls:
        Tag("p", say("rec.tools.none"), "about")
    for fields in calls[:MOST]:
        envelope = mapping(fields.get("envelope"))
        status = str(envelope.get("error_type") or envelope.get("status") or "")
        with Tag("article", classes="call", aria_label=clipped(str(fields.get("name")), FACT)):
            with Tag("h3"):
                Tag("code", clipped(str(fields.get("name")), FACT))
                Tag("span", status, "tag good" if envelope.get("status") == "success" else "tag bad")
                Tag("span", f"{number(fields.get('ms')):.1f} ms", "about")
            truncated = envelope.get("truncated")
            facts(
                [
                    (say("rec.total"), envelope.get("total_found")),
                    (say("rec.truncated"), None if truncated is None else say("rec.yes" if truncated else "rec.no")),
                    (say("rec.version"), envelope.get("data_version")),
                    (say("rec.message"), envelope.get("message")),
                    (say("rec.hint"), envelope.get("hint")),
                ]
            )
            if "arguments" in fields:
                with folded(say("rec.arguments"), open_=True):
                    preformatted(say, fields["arguments"])
            if "results" in envelope:
                rows = items(envelope["results"])
                with folded(say("rec.rows", n=len(rows))):
                    preformatted(say, rows)
    _rest(say, calls)


def retrievals(say: Words, events: Sequence[Event]) -> bool:
    """Candidates of each search, by stage; whether there were any searches."""
    found: list[tuple[Mapping[str, Any], Event | None]] = []
    for event in events:
        if event.kind == "retrieval":
            found.append((event.fields, None))
        elif event.kind == "kept" and found and found[-1][1] is None:
            found[-1] = (found[-1][0], event)
    for n, (fields, kept) in enumerate(found[:MOST], 1):
        chosen = {str(id_) for id_ in items(kept.fields.get("ids"))} if kept is not None else None
        with Tag("article", classes="call"):
            with Tag("h3", id=f"search-{n}"):
                Tag("span", searched(say, str(fields.get("source"))))
                if fields.get("cached"):
                    Tag("span", say("rec.cached"), "tag")
            if fields.get("query"):
                Tag("p", f"{say('rec.query')}: {clipped(str(fields['query']), PROBLEM)}", "about")
            _candidates(say, fields, chosen, f"search-{n}")
    return bool(found)


def _candidates(say: Words, fields: Mapping[str, Any], chosen: set[str] | None, labelled: str) -> None:
    stages = [str(stage) for stage in items(fields.get("stages"))][:8]
    found = mapping(fields.get("found"))
    rows = [mapping(row) for row in items(fields.get("candidates"))[:CANDIDATES]]

    def table(part: Sequence[Mapping[str, Any]]) -> None:
        with Tag("div", classes="scroller", tabindex="0", role="region", aria_labelledby=labelled), Tag("table"):
            with Tag("thead"), Tag("tr"):
                Tag("th", say("rec.candidate"), scope="col")
                for stage in stages:
                    name = say(f"rec.stage.{stage}") if say.has(f"rec.stage.{stage}") else clipped(stage, 40)
                    Tag("th", f"{name} ({int(number(found.get(stage)))})", scope="col")
                if chosen is not None:
                    Tag("th", say("rec.stage.kept"), scope="col")
            with Tag("tbody"):
                for row in part:
                    _candidate(say, row, stages, chosen)

    table(rows[:SEEN])
    if rows[SEEN:]:
        with folded(say("rec.candidates.more", n=len(rows[SEEN:]))):
            table(rows[SEEN:])


def _candidate(say: Words, row: Mapping[str, Any], stages: Sequence[str], chosen: set[str] | None) -> None:
    places, id_ = mapping(row.get("stages")), str(row.get("id"))
    kept = chosen is not None and id_ in chosen
    with Tag("tr", classes="kept" if kept else ""):
        with Tag("th", scope="row"):
            if row.get("title"):
                Tag("span", clipped(str(row["title"]), 100))
            Tag("code", clipped(id_, 100), "about")
        for stage in stages:
            place = items(places.get(stage))
            with Tag("td"):
                if len(place) == 2:
                    Tag("span", f"{number(place[1]):.3f}")
                    Tag("span", f" #{int(number(place[0]))}", "about")
                else:
                    Tag("span", "–", "about")
        if chosen is not None:
            Tag("td", "✓" if kept else "")


def models(say: Words, events: Sequence[Event]) -> None:
    """What models were asked, and what they wrote."""
    calls = [event.fields for event in events if event.kind == "model_call"]
    if not calls:
        Tag("p", say("rec.asks.none"), "about")
    for fields in calls[:MOST]:
        with Tag("article", classes="call"):
            with Tag("h3"):
                Tag("span", clipped(str(fields.get("task")), FACT))
                Tag("code", clipped(str(fields.get("model")), FACT))
                ended = str(fields.get("fault") or fields.get("finish_reason") or "")
                Tag("span", clipped(ended, FACT), "tag bad" if fields.get("fault") else "tag")
            estimated = "≈ " if fields.get("estimated") else ""
            facts(
                [
                    (say("rec.replay.mode"), fields.get("mode")),
                    (say("rec.tokens"), f"{estimated}{fields.get('tokens_in', 0)} + {fields.get('tokens_out', 0)}"),
                    (say("rec.cost"), fields.get("cost") or None),
                    ("ms", f"{number(fields.get('ms')):.1f}"),
                    ("temperature", fields.get("temperature")),
                ]
            )
            for problem in items(fields.get("problems"))[:PROBLEMS]:
                Tag("p", clipped(problem, PROBLEM), "alert")
            messages = [mapping(message) for message in items(fields.get("prompt"))]
            if messages:
                with folded(say("rec.prompt"), note=f"{len(messages)}"):
                    for message in messages[:MOST]:
                        Tag("p", clipped(str(message.get("role")), 40), "small")
                        preformatted(say, str(message.get("content") or ""))
            if fields.get("output"):
                with folded(say("rec.output"), open_=True):
                    preformatted(say, str(fields["output"]))
            if fields.get("calls"):
                with folded(say("rec.proposed"), open_=True):
                    preformatted(say, fields["calls"])
    _rest(say, calls)


def everything(say: Words, events: Sequence[Event]) -> None:
    """All events as they are recorded."""
    with Tag("ol", classes="events"):
        for event in events[:LISTED]:
            with Tag("li"):
                Tag("span", f"{event.ms:.1f} ms", "ms")
                Tag("code", clipped(event.kind, FACT))
                Tag("span", clipped(dict(event.fields), PROBLEM), "about")
    if len(events) > LISTED:
        Tag("p", say("rec.more.items", n=len(events) - LISTED), "about")


def _rest(say: Words, calls: Sequence[Any]) -> None:
    if len(calls) > MOST:
        Tag("p", say("rec.more.items", n=len(calls) - MOST), "about")
