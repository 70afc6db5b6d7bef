"""The chart of a run: a dot for the share that each system passed, and a bar for its interval."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from moot.bench.results import named

_LEFT, _WIDTH, _RIGHT, _ROW, _TOP = 250, 380, 90, 34, 46
_STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .faint { fill: #59636e } .grid { stroke: #d1d9e0 } .bar { stroke: #0969da; stroke-width: 6; stroke-linecap: round;
  opacity: .35 } .dot { fill: #0969da }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .faint { fill: #9198a1 } .grid { stroke: #3d444d }
  .bar { stroke: #4493f8 } .dot { fill: #4493f8 } }
"""


def chart(told: Mapping[str, Any]) -> str:
    """The chart as SVG, readable on light and on dark ground; words say the same as the drawing."""
    shown = [system for system in told["systems"] if system["share"] is not None]
    height = _TOP + _ROW * len(shown) + 30
    width = _LEFT + _WIDTH + _RIGHT
    title = f"{told['suite']}: share passed, with 95 % intervals"
    said = "; ".join(f"{named(one['system'], one['model'])} {_percent(one['share'])}" for one in shown)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-labelledby="title said">',
            f'<title id="title">{escape(title)}</title><desc id="said">{escape(said)}</desc>',
            f"<style>{_STYLE}</style>",
            f'<text x="12" y="22">{escape(title)}</text>',
            *_grid(height - 30),
            *(line for place, one in enumerate(shown) for line in _system(one, _TOP + _ROW * place + _ROW / 2)),
            "</svg>\n",
        ]
    )


def _grid(bottom: float) -> Iterator[str]:
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = _x(share)
        yield f'<line class="grid" x1="{x}" y1="{_TOP - 8}" x2="{x}" y2="{bottom}"/>'
        yield f'<text class="faint" x="{x}" y="{bottom + 18}" text-anchor="middle">{100 * share:.0f} %</text>'


def _system(one: Mapping[str, Any], y: float) -> Iterator[str]:
    low, high = one["interval"]
    name = named(one["system"], one["model"])
    short = name if len(name) <= 34 else f"{name[:33]}…"
    yield f'<text x="{_LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(short)}</text>'
    yield f'<line class="bar" x1="{_x(low)}" y1="{y}" x2="{_x(high)}" y2="{y}"/>'
    yield f'<circle class="dot" cx="{_x(one["share"])}" cy="{y}" r="5"/>'
    told = f"{one['passed']}/{one['total']}"
    yield f'<text class="faint" x="{_LEFT + _WIDTH + 12}" y="{y + 4}">{told}</text>'


def _x(share: float) -> float:
    return round(_LEFT + share * _WIDTH, 1)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
