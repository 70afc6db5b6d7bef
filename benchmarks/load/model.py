"""What more machines would carry: computed from measured costs, by formulas that the page shows."""

from collections.abc import Mapping
from dataclasses import dataclass

SPARE = 0.7
"""The share of a core that is used at most: beyond that queues grow faster than load."""
THINKS = 10.0
"""Seconds that models are assumed to think where debates are counted."""
AT_ONCE = 3
"""Calls that a debate has out at a time, as it was measured."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured: of the house for a call, and of its database where it is a PostgreSQL."""

    house_ms: float
    kb_per_debate: float
    database_ms: float | None = None
    commits: float | None = None
    commits_per_s: float | None = None
    """Commits a second with a NOTIFY in each, as a bare client gets them from the same PostgreSQL."""
    hear_ms: float | None = None
    """CPU of a process to hear of one growth."""
    connections: float | None = None
    """Connections of one process of the house to its database."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """So many machines with so many cores for the house, and one machine of the same kind for its database."""

    machines: int
    cores: int

    @property
    def processes(self) -> int:
        """One for each core."""
        return self.machines * self.cores


@dataclass(frozen=True, slots=True)
class Carried:
    """Calls a second by what limits them; what is least breaks first."""

    bounds: Mapping[str, float]
    costs: Costs

    @property
    def first(self) -> str:
        """What breaks first."""
        return min(self.bounds, key=lambda name: self.bounds[name])

    @property
    def calls_per_s(self) -> float:
        """What all together carry."""
        return self.bounds[self.first]

    @property
    def live(self) -> float:
        """Debates that can be live at once: each has so many calls out, and each of those takes so long."""
        return self.calls_per_s * THINKS / AT_ONCE

    @property
    def gigabytes(self) -> float:
        """Memory of the house for so many live debates."""
        return self.live * self.costs.kb_per_debate / 1e6


def on_sqlite(costs: Costs) -> Carried:
    """One process does all, on one core."""
    return Carried({"CPU of the one process": SPARE * 1000 / costs.house_ms}, costs)


def on_postgresql(costs: Costs, fleet: Fleet) -> Carried:
    """Many processes on one PostgreSQL; each hears of every growth, whoever wrote it."""
    told = (costs.database_ms, costs.commits, costs.commits_per_s, costs.hear_ms)
    if any(each is None for each in told):
        raise ValueError("What a call costs on PostgreSQL was not measured.")
    database_ms, commits, commits_per_s, hear_ms = (each for each in told if each is not None)
    # Of each second a process spends one part on its own calls and one on hearing of everybody's.
    house_ms = costs.house_ms / fleet.processes + hear_ms
    bounds = {
        "CPU of the house": SPARE * 1000 / house_ms,
        "CPU of PostgreSQL": fleet.cores * SPARE * 1000 / database_ms,
        "commits of PostgreSQL": SPARE * commits_per_s / commits,
    }
    return Carried(bounds, costs)


def shards(costs: Costs, fleet: Fleet) -> int:
    """How many databases so many machines would need, each with its share of the machines, to be busy."""
    for count in range(1, fleet.machines + 1):
        share = Fleet(max(1, fleet.machines // count), fleet.cores)
        if on_postgresql(costs, share).first == "CPU of the house":
            return count
    return fleet.machines
