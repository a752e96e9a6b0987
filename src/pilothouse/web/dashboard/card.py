"""One measure: its numbers, what they mean, a chart, and the same as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.web.dashboard.chart import chart
from pilothouse.web.dashboard.table import legend, row, table
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.telemetry.statistics import Statistics
    from pilothouse.web.dashboard.measures import Measure
    from pilothouse.web.dashboard.spell import Spell
    from pilothouse.web.words import Words

MANY = 3  # series of which each has its number in the head; of more only the sum is told


def card(say: Words, measure: Measure, found: Statistics, spell: Spell) -> None:
    """The measure over the whole spell, and step by step."""
    base = measure.base(found.total)
    title = say(f"dash.{measure.name}")
    with Tag("section", classes="sheet measure", id=measure.name, aria_labelledby=f"{measure.name}-title"):
        with Tag("div", classes="measurehead"):
            Tag("h2", title, id=f"{measure.name}-title")
            if base and measure.worrying(found.total):
                Tag("span", say("dash.look"), "badge fallback")
        if base:
            _numbers(say, measure, found, base)
        else:
            Tag("p", say(f"dash.{measure.name}.none"), "none")
        Tag("p", say(f"dash.{measure.name}.means"), "about")
        Tag("p", say(f"dash.{measure.name}.worry", limit=measure.limit), "about")
        if not base:
            return
        steps = [spell.name(span.begin) for span in found.spans]
        used = [one for one in measure.series if len(measure.series) <= MANY or one.value(found.total)]
        series = [(say(one.name), one.style, [one.value(span.figures) for span in found.spans]) for one in used]
        chart(measure.kind, f"{title}: {say('dash.chart')}", steps, series, measure.shown)
        if len(series) > 1:
            legend((name, style) for name, style, _ in series)
        with Tag("details", classes="numbers"):
            Tag("summary", say("dash.table"))
            with table(title, (say("dash.when"), *(name for name, _, _ in series))):
                for n, step in enumerate(steps):
                    row(
                        step, ["–" if (value := values[n]) is None else measure.shown(value) for _, _, values in series]
                    )


def _numbers(say: Words, measure: Measure, found: Statistics, base: int) -> None:
    """The numbers of the whole spell."""
    with Tag("dl", classes="totals"):
        shown = (
            [(say(one.name), one.value(found.total)) for one in measure.series]
            if len(measure.series) <= MANY
            else [(say(f"dash.{measure.name}.sum"), float(base))]
        )
        for name, value in shown:
            with Tag("div"):
                Tag("dt", name, "unseen" if len(shown) == 1 and len(measure.series) == 1 else "")
                Tag("dd", "–" if value is None else measure.shown(value))
