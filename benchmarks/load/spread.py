"""What a scenario yields: how times are spread, ours beside the floor, and what they cost."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.measure import percentile


@dataclass(frozen=True, slots=True)
class Spread:
    """Percentiles of so many times, in milliseconds."""

    count: int
    p50: float
    p95: float
    p99: float
    most: float

    @staticmethod
    def of(times: Sequence[float]) -> "Spread":
        """Each is a time that was measured; none can be told of nothing."""
        if not times:
            raise ValueError("There is nothing to tell percentiles of.")
        shares = (percentile(times, share) for share in (0.5, 0.95, 0.99, 1.0))
        return Spread(len(times), *(round(value, 3) for value in shares))


@dataclass(frozen=True, slots=True)
class Step:
    """One load: how long things took under it, here and on the floor."""

    what: str
    at: float
    """How much load it was: its place in a chart."""
    ours: Mapping[str, Spread]
    floor: Mapping[str, Spread]
    costs: Mapping[str, float]
    """What it cost, and what was counted; names end in their unit."""

    def ratio(self, name: str, share: str = "p99") -> float:
        """Ours over the floor of the same name; over the only one where there is but one."""
        floor = self.floor.get(name) or next(iter(self.floor.values()))
        return getattr(self.ours[name], share) / getattr(floor, share)

    @staticmethod
    def read(told: Mapping[str, Any]) -> "Step":
        """From what was kept."""
        ours = {name: Spread(**spread) for name, spread in told["ours"].items()}
        floor = {name: Spread(**spread) for name, spread in told["floor"].items()}
        return Step(told["what"], told["at"], ours, floor, told["costs"])


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a scenario."""

    scenario: str
    floor_is: str
    steps: tuple[Step, ...]
    facts: Mapping[str, float] = field(default_factory=dict[str, float])

    def told(self) -> dict[str, Any]:
        """As it is kept: with the ratios, for whoever reads the file and not the page."""
        steps = [{**asdict(step), "ratios_p99": _ratios(step)} for step in self.steps]
        return {"scenario": self.scenario, "floor_is": self.floor_is, "steps": steps, "facts": dict(self.facts)}

    @staticmethod
    def read(told: Mapping[str, Any]) -> "Measured":
        """From what was kept."""
        steps = tuple(Step.read(step) for step in told["steps"])
        return Measured(told["scenario"], told["floor_is"], steps, told["facts"])


def _ratios(step: Step) -> dict[str, float]:
    return {name: round(step.ratio(name), 3) for name in step.ours}
