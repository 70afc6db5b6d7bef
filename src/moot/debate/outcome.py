"""How a debate ended."""

from dataclasses import dataclass, field

from moot.debate.json import JsonObject


@dataclass(frozen=True, slots=True)
class Award:
    """A change that the outcome brings to a member's standing, with its reason, so that standings are a sum."""

    member: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a debate, recorded in its last line and recomputed on every replay."""

    ending: str
    """The named ending, such as `closed_by_ruling`."""
    result: JsonObject = field(default_factory=dict[str, str])
    awards: tuple[Award, ...] = ()

    def told(self) -> JsonObject:
        """The outcome as the closing line keeps it."""
        awards = [{"member": a.member, "points": a.points, "reason": a.reason} for a in self.awards]
        return {"ending": self.ending, "result": dict(self.result), "awards": awards}
