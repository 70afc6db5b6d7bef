"""Debates of the arena brought to where a test begins: ann challenges, bob answers, others judge."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from moot.debate import Downtime, Entry, Json, Need, Tabled, Turn, View, views
from moot.formats.arena import Arena, SideName
from moot.formats.arena import format as arena
from moot.testing import FixedClock, Transcript

TOPIC = "Agents should own their infrastructure"
REASONING = "The point about outages was never answered."
MEMBERS: Mapping[SideName, str] = {"challenger": "ann", "opponent": "bob"}


@dataclass
class World:
    """What lapses are told of the world: standings by member (a new one is at 1000), likes by line."""

    scores: dict[str, int] = field(default_factory=dict[str, int])
    records: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Agreed and settled judgments."""
    likes: dict[int, int] = field(default_factory=dict[int, int])
    asked: list[tuple[Need, datetime]] = field(default_factory=list[tuple[Need, datetime]])

    def told(self, need: Need, at: datetime) -> Json:
        """A fact as of a moment."""
        self.asked.append((need, at))
        if need.what == "likes":
            return {str(line): self.likes.get(int(line), 0) for line in need.about}
        assert need.what == "standing"
        return {str(member): self._standing(str(member)) for member in need.about}

    def _standing(self, member: str) -> Json:
        agreed, settled = self.records.get(member, (0, 0))
        return {"handle": member, "score": self.scores.get(member, 1000), "agreed": agreed, "settled": settled}


class Bout(Transcript):
    """A debate of the arena that is being played."""

    def __init__(self, setup: Arena, world: World | None = None) -> None:
        self.world = world or World()
        super().__init__(arena, setup, FixedClock(), facts=self.world.told)

    @property
    def state(self) -> Any:
        """Where it stands."""
        return self.position.state

    def propose(self, content: str = "") -> Entry:
        """The challenger puts the topic."""
        return self.say("challenger", "TOPIC", by="ann", content=content)

    def post(self, side: SideName, content: str = "So it is.") -> Entry:
        """A side posts, in turn or out of it."""
        return self.say(side, "POST", by=self.state.side(side).member, content=content)

    def posts(self, *sides: SideName) -> "Bout":
        """These sides post, one after the other."""
        for side in sides:
            self.post(side)
        return self

    def judge(self, member: str, side: SideName) -> Entry:
        """A member judges for a side."""
        return self.say("judge", "JUDGMENT", by=member, winner=side, reasoning=REASONING)

    def lapse(self, name: str, reason: str = "failed") -> Entry:
        """Lets a turn lapse, as the house does when its player failed."""
        before = len(self.entries)
        self._tabled = self._tabled.lapsing(self.turn(name), self.clock(), reason)
        return self.entries[before]

    def down(self, downtime: Downtime) -> None:
        """The house was down, and knows it."""
        self._tabled = Tabled(self._tabled.entries, self.position, self.world.told, downtime)

    def turn(self, name: str, seat: str | None = None) -> Turn:
        """The turn of this name that is due."""
        (turn,) = [each for each in self.position.due() if each.name == name and seat in (None, each.seat)]
        return turn

    def names(self, must: bool | None = None) -> list[str]:
        """The turns that are due: whose, and by which name."""
        due = [turn for turn in self.position.due() if must is None or turn.must == must]
        return [f"{turn.seat or (turn.open_to.role if turn.open_to else '')} {turn.name}" for turn in due]

    def seen(self, reader: str | None = None) -> list[View]:
        """The record as a reader sees it."""
        return views(self.entries, reader)

    def close(self) -> Mapping[str, Any]:
        """Lets the judging window pass, and gives the result."""
        self.clock.now = max(self.clock.now, self.state.judging_until)
        self.settle()
        return self.result

    @property
    def ending(self) -> Mapping[str, Any]:
        """What the closing line tells."""
        assert self.entries[-1].kind == "closed"
        return self.entries[-1].move

    @property
    def result(self) -> Mapping[str, Any]:
        """The result in it."""
        return self.ending["result"]

    @property
    def awards(self) -> dict[str, list[int]]:
        """The points in it, by member."""
        told: dict[str, list[int]] = {}
        for award in self.ending["awards"]:
            told.setdefault(award["member"], []).append(award["points"])
        return told


Stage: TypeAlias = Callable[[], Bout]
"""Brings a debate to where a test begins."""


def setup_of(**fields: Any) -> Arena:
    """A set-up: ann calls bob out, two posts each, unless it says otherwise."""
    told: dict[str, Any] = {"title": TOPIC, "challenger": "ann", "opponent": "bob", "max_posts": 2, **fields}
    return Arena.model_validate(told)


def opened(world: World | None = None, **fields: Any) -> Bout:
    """The set-up alone."""
    return Bout(setup_of(**fields), world)


def proposed(world: World | None = None, **fields: Any) -> Bout:
    """A topic that waits for bob, or for whoever joins."""
    debate = opened(world, **fields)
    debate.propose()
    return debate


def topic(world: World | None = None, **fields: Any) -> Bout:
    """An open topic."""
    return proposed(world, opponent=None, **fields)


def active(world: World | None = None, **fields: Any) -> Bout:
    """Bob has accepted; the challenger is to post first."""
    debate = proposed(world, **fields)
    debate.say("opponent", "ACCEPT", by="bob")
    return debate


def completed(world: World | None = None, **fields: Any) -> Bout:
    """Both have made all their posts; by default at lines 3 to 6, ann's at 3 and 5."""
    debate = active(world, **fields)
    for _ in range(debate.state.terms.max_posts):
        debate.posts("challenger", "opponent")
    return debate


def forfeited(world: World | None = None, side: SideName = "opponent", **fields: Any) -> Bout:
    """Each has posted once, and one gave up."""
    debate = active(world, **fields).posts("challenger", "opponent")
    debate.say(side, "FORFEIT", by=MEMBERS[side])
    return debate
