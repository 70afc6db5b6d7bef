"""What was measured of each system, as rows: the numbers that the goals are about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

OURS, FLOOR = "moot", "bare asyncio"
NEAR = 1.10
"""How near to its critical path one debate should come."""
_TIMES = 1.5


@dataclass(frozen=True, slots=True)
class Row:
    """One system at one latency."""

    system: str
    version: str
    latency_ms: int
    persistence: bool
    stages: int
    calls: int
    ratio: float
    """One debate by the clock, over its critical path: its stages times the latency."""
    debates_per_s: float
    """So many at once as were asked for, with room for all."""
    calls_per_s: float
    cpu_ms: float
    """Of the system's own process, for each call, with many at once."""
    cpu_ms_alone: float
    rss_mb: float
    """The most that the process held."""
    kb_per_debate: float
    """What each live debate added to it."""

    @staticmethod
    def of(took: Mapping[str, Any], latency: int) -> "Row":
        """From what a driver said."""
        seconds = median(took["crowd_seconds"])
        return Row(
            system=took["system"],
            version=took["version"],
            latency_ms=latency,
            persistence=took["persistence"],
            stages=took["stages"],
            calls=took["calls"],
            ratio=round(median(took["alone_ms"]) / (took["stages"] * latency), 3),
            debates_per_s=round(took["crowd"] / seconds, 2),
            calls_per_s=round(took["crowd"] * took["calls"] / seconds, 1),
            cpu_ms=round(median(took["crowd_cpu_ms_per_call"]), 3),
            cpu_ms_alone=round(median(took["alone_cpu_ms_per_call"]), 3),
            rss_mb=round(took["rss_mb_peak"], 1),
            kb_per_debate=round(took["kb_per_live_debate"], 1),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """A goal, and what came of it."""

    goal: str
    came: str
    met: bool


def verdicts(rows: Sequence[Row], crowd: int) -> list[Verdict]:
    """The goals against the peers, at one latency and with so many at once. The floor is no peer."""
    ours = next(row for row in rows if row.system == OURS)
    peers = [row for row in rows if row.system not in (OURS, FLOOR)]
    found = [
        Verdict(f"one debate within {NEAR:.2f} of its critical path", f"{ours.ratio:.2f}", ours.ratio <= NEAR),
        Verdict("less than 100 KB for each live debate", f"{ours.kb_per_debate:.0f} KB", ours.kb_per_debate < 100),
    ]
    if peers:
        fastest = max(peers, key=lambda row: row.debates_per_s)
        times = ours.debates_per_s / fastest.debates_per_s
        thrifty = min(peers, key=lambda row: row.cpu_ms)
        found += [
            Verdict(
                f"many at once: {_TIMES} times the debates per second of the best peer",
                f"{times:.2f} times {fastest.system}{_bound(ours, fastest, crowd)}",
                times >= _TIMES,
            ),
            Verdict(
                "less CPU for each call than any framework",
                f"{ours.cpu_ms:.2f} ms; {thrifty.system} {thrifty.cpu_ms:.2f} ms",
                ours.cpu_ms < thrifty.cpu_ms,
            ),
        ]
    return found


def _bound(ours: Row, fastest: Row, crowd: int) -> str:
    """Where calls take so long that nobody could meet the goal with so many at once, that is said."""
    most = crowd * 1000 / (ours.stages * ours.latency_ms)
    return (
        "" if most >= _TIMES * fastest.debates_per_s else f"; {crowd} at once cannot be more than {most:.1f} a second"
    )
