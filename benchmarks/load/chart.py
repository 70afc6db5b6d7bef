"""Charts of times: lines over load or over percentiles, on a scale of tens, readable on light and dark ground."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

_LEFT, _TOP, _WIDTH, _HEIGHT, _RIGHT, _BOTTOM = 92, 44, 470, 230, 150, 44
_STYLE = """
  .ground { fill: #ffffff } text { font: 13px system-ui, sans-serif; fill: #1f2328 } .faint { fill: #59636e }
  .grid { stroke: #d1d9e0 } .line { fill: none; stroke: var(--ink); stroke-width: 2.5 } .dot { fill: var(--ink) }
  .floor { stroke-dasharray: 5 4 }
  .a { --ink: #0969da } .b { --ink: #bc4c00 } .c { --ink: #8250df } .d { --ink: #59636e } .e { --ink: #1a7f37 }
  .f { --ink: #bf3989 } .g { --ink: #9a6700 }
  @media (prefers-color-scheme: dark) { .ground { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
  .grid { stroke: #3d444d } .a { --ink: #4493f8 } .b { --ink: #f0883e } .c { --ink: #ab7df8 } .d { --ink: #9198a1 }
  .e { --ink: #3fb950 } .f { --ink: #db61a2 } .g { --ink: #d29922 } }
"""
_COLOURS = "abcefg"


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart: what it is of, and a value above each tick."""

    name: str
    values: tuple[float, ...]
    is_floor: bool = False


def chart(title: str, ticks: Sequence[str], series: Sequence[Series]) -> str:
    """The chart as SVG, its values in milliseconds; words say the same as the drawing."""
    low, high = _decades([value for one in series for value in one.values])
    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _HEIGHT + _BOTTOM
    said = "; ".join(f"{one.name}: {', '.join(f'{value:.3g} ms' for value in one.values)}" for one in series)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-labelledby="title said">',
            f'<title id="title">{escape(title)}</title><desc id="said">{escape(said)}</desc>',
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" width="{width}" height="{height}" rx="6"/>',
            f'<text x="14" y="24">{escape(title)}</text>',
            *_grid(low, high),
            *_ticks(ticks),
            *_lines(series, low, high, len(ticks)),
            "</svg>\n",
        ]
    )


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten between which all values lie; what took no time at all is drawn at the bottom."""
    shown = [value for value in values if value > 0] or [1.0]
    low = floor(log10(min(shown)))
    return low, max(ceil(log10(max(shown))), low + 1)


def _grid(low: int, high: int) -> Iterator[str]:
    for power in range(low, high + 1):
        y = _y(10.0**power, low, high)
        yield f'<line class="grid" x1="{_LEFT}" y1="{y}" x2="{_LEFT + _WIDTH}" y2="{y}"/>'
        yield f'<text class="faint" x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{10.0**power:,g} ms</text>'


def _ticks(ticks: Sequence[str]) -> Iterator[str]:
    for place, tick in enumerate(ticks):
        x = _x(place, len(ticks))
        yield f'<text class="faint" x="{x}" y="{_TOP + _HEIGHT + 24}" text-anchor="middle">{escape(tick)}</text>'


def _lines(series: Sequence[Series], low: int, high: int, ticks: int) -> Iterator[str]:
    colours = iter(_COLOURS * len(series))
    below = 0.0
    for one in sorted(series, key=lambda one: _y(one.values[-1], low, high)):
        colour = "d floor" if one.is_floor else next(colours)
        points = [(_x(place, ticks), _y(value, low, high)) for place, value in enumerate(one.values)]
        drawn = " ".join(f"{x},{y}" for x, y in points)
        yield f'<polyline class="line {colour}" points="{drawn}"/>'
        yield from (f'<circle class="dot {colour}" cx="{x}" cy="{y}" r="3"/>' for x, y in points)
        # Names of lines that end close together stand below each other.
        below = max(points[-1][1] + 4, below + 15)
        at = points[-1][0] + 12
        yield f'<circle class="dot {colour}" cx="{at}" cy="{round(below - 4, 1)}" r="4"/>'
        yield f'<text x="{at + 8}" y="{round(below, 1)}">{escape(one.name)}</text>'


def _x(place: int, ticks: int) -> float:
    return round(_LEFT + 24 + (_WIDTH - 48) * (place / (ticks - 1) if ticks > 1 else 0.5), 1)


def _y(value: float, low: int, high: int) -> float:
    share = (log10(max(value, 10.0**low)) - low) / (high - low)
    return round(_TOP + _HEIGHT * (1 - share), 1)
