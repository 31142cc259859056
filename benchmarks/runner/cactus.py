"""A cactus plot as SVG: how many tasks are answered right, each within how many CPU seconds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from .outcome import Outcome, Row

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 480, 70, 20, 40, 60
COLOURS = ("#1f5fa8", "#c4511b", "#2b8a3e", "#8a2b83", "#7a6a00", "#444444")
DASHES = ("", "8 4", "2 3", "10 3 2 3", "4 4", "1 4")
"""Curves differ by colour and by dashes: a plot has to survive a black and white printer."""

LEAST_SECONDS = 0.01

Curve = tuple[str, Sequence[float]]


def curve(name: str, rows: Iterable[Row]) -> Curve:
    """The CPU seconds of the right answers, the quickest first."""
    return name, sorted(row.cpu_seconds for row in rows if row.outcome is Outcome.RIGHT)


def _step(most: int) -> int:
    """A round distance between marks such that there are at most ten of them."""
    power = int("1" + "0" * max(0, len(str(most)) - 2))
    return next(power * factor for factor in (1, 2, 5, 10, 20) if power * factor * 10 >= most)


def cactus_plot(title: str, curves: Sequence[Curve]) -> str:
    """The plot: right answers to the right, CPU seconds upwards on a logarithmic scale."""
    seconds = [max(LEAST_SECONDS, value) for _, values in curves for value in values] or [0.1, 1.0]
    low, high = math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds)))
    high = max(high, low + 1)
    most = max((len(values) for _, values in curves), default=0) or 1

    def x(count: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - RIGHT) * count / most:.1f}"

    def y(value: float) -> str:
        part = (math.log10(max(LEAST_SECONDS, value)) - low) / (high - low)
        return f"{HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part:.1f}"

    parts = []
    for exponent in range(low, high + 1):
        place, label = y(10.0**exponent), f"{10.0**exponent:g}"
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{place}" y2="{place}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{place}" dy="4" text-anchor="end">{label}</text>')
    for count in range(0, most + 1, _step(most)):
        parts.append(f'<line class="grid" x1="{x(count)}" x2="{x(count)}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{x(count)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{count}</text>')
    for number, (name, values) in enumerate(curves):
        colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        look = f'stroke="{colour}" stroke-width="2" fill="none" stroke-dasharray="{dashes or "none"}"'
        points = " ".join(f"{x(count)},{y(value)}" for count, value in enumerate(values, start=1))
        height = TOP + 16 + 18 * number
        label = escape(f"{name}: {len(values)} right")
        parts.append(f"<g><title>{label}</title>")
        if points:
            parts.append(f'<polyline {look} points="{points}"/>')
        parts.append(f'<line {look} x1="{LEFT + 12}" x2="{LEFT + 48}" y1="{height}" y2="{height}"/>')
        parts.append(f'<text x="{LEFT + 56}" y="{height}" dy="4">{label}</text></g>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{escape(title)}</title>",
            "<style>text{font:13px sans-serif;fill:#222} .grid{stroke:#ddd}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text x="{LEFT}" y="24" style="font-weight:bold">{escape(title)}</text>',
            *parts,
            f'<text x="{WIDTH / 2}" y="{HEIGHT - 16}" text-anchor="middle">right answers</text>',
            f'<text transform="rotate(-90 18 {middle})" x="18" y="{middle}" text-anchor="middle">CPU seconds</text>',
            "</svg>",
            "",
        ]
    )
