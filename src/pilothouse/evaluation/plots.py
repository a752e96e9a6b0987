"""Plots as inline SVG: no script, no network, readable in print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from pilothouse.evaluation.metrics import Estimate

COLOURS = ("#b8c4d6", "#8fa7c4", "#d9c79a", "#b9a7c9", "#1f5fa8", "#3f8f6b")
_TOP, _BOTTOM, _LEFT = 26, 40, 40
_HEIGHT = 260


def bars(title: str, groups: Mapping[str, Mapping[str, Estimate]], *, width: int = 860) -> str:
    """Bars of values in 0..1 with their intervals: a cluster for each group, a bar for each name in it."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    if not names:
        return ""
    room = (width - _LEFT) / len(groups)
    bar = min(34.0, (room - 14) / len(names))
    parts = [*_axis(width), *_legend(names, width)]
    for position, (label, group) in enumerate(groups.items()):
        start = _LEFT + position * room + (room - bar * len(names)) / 2
        for place, name in enumerate(names):
            if name in group:
                parts.append(_bar(start + place * bar, bar * 0.88, group[name], COLOURS[place % len(COLOURS)], name))
        middle = _LEFT + (position + 0.5) * room
        parts.append(_text(middle, _HEIGHT - _BOTTOM + 16, label[: max(6, int(room / 7))], "middle"))
    return _figure(title, width, _HEIGHT, parts)


def rows(title: str, values: Mapping[str, Estimate], *, width: int = 860) -> str:
    """A bar a line, for names too long to stand below one."""
    height = 22 * len(values) + 8
    left = 270
    scale = width - left - 120
    parts = []
    for line, (name, found) in enumerate(values.items()):
        top = 4 + 22 * line
        parts.append(_text(left - 8, top + 14, name, "end"))
        parts.append(
            f'<rect x="{left}" y="{top + 3}" width="{found.value * scale:.1f}" height="14" fill="{COLOURS[4]}"/>'
        )
        low, high = left + found.low * scale, left + found.high * scale
        parts.append(f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{top + 10}" y2="{top + 10}" stroke="#333"/>')
        parts.append(_text(left + scale + 8, top + 14, f"{found.value:.3f} (n={found.n})", "start"))
    return _figure(title, width, height, parts) if values else ""


def spread(title: str, values: Sequence[float], unit: str, *, bins: int = 24, width: int = 860) -> str:
    """A histogram up to the 99th of 100 values; what lies beyond is counted in the last bin."""
    if not values:
        return ""
    listed = sorted(values)
    top = max(listed[int(0.99 * (len(listed) - 1))], 1e-9)
    counts = [0] * bins
    for value in listed:
        counts[min(int(value / top * bins), bins - 1)] += 1
    room, most = (width - _LEFT) / bins, max(counts)
    parts = []
    for place, count in enumerate(counts):
        tall = count / most * 130
        parts.append(
            f'<rect x="{_LEFT + place * room:.1f}" y="{150 - tall:.1f}" width="{room - 1:.1f}" height="{tall:.1f}" '
            f'fill="{COLOURS[1]}"><title>{count}</title></rect>'
        )
    parts += [_text(_LEFT, 168, "0", "start"), _text(width, 168, f"{top:.0f} {unit}", "end")]
    return _figure(title, width, 180, parts)


def _bar(x: float, width: float, found: Estimate, colour: str, name: str) -> str:
    y, low, high = (_level(value) for value in (found.value, found.low, found.high))
    middle = x + width / 2
    said = escape(f"{name}: {found.value:.3f} ({found.low:.3f} – {found.high:.3f}), n={found.n}")
    return (
        f'<g><title>{said}</title><rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{_level(0) - y:.1f}" fill="{colour}"/>'
        f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="#333"/></g>'
    )


def _level(value: float) -> float:
    return _TOP + (1 - value) * (_HEIGHT - _TOP - _BOTTOM)


def _axis(width: int) -> list[str]:
    lines = []
    for step in range(0, 5):
        y = _level(step / 4)
        lines.append(f'<line x1="{_LEFT}" x2="{width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        lines.append(_text(_LEFT - 6, y + 4, f"{step / 4:.2f}", "end"))
    return lines


def _legend(names: Sequence[str], width: int) -> list[str]:
    room = (width - _LEFT) / len(names)
    parts = []
    for place, name in enumerate(names):
        x = _LEFT + place * room
        parts.append(f'<rect x="{x:.1f}" y="4" width="10" height="10" fill="{COLOURS[place % len(COLOURS)]}"/>')
        parts.append(_text(x + 14, 13, name, "start"))
    return parts


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _figure(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg></figure>'
    )
