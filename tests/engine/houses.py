"""Stewards on records in memory, with arguments to hand in."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from moot.debate import Json, Move
from moot.engine import Asked, Card, Growth, LocalBulletin, Played, Steward
from moot.formats.arbitration import Arbitration, Claim, Motion
from moot.formats.arbitration import format as arbitration
from moot.notation import Line
from moot.testing import FixedClock, MemoryRecords
from tests.formats.toys import Jury, Workbench, jury, workbench

FORMATS = {rules.name: rules for rules in (arbitration, jury, workbench)}
DEBATE = "debate-1"
SETUP = Arbitration(title="A plan", debate_type="general_debate")
Rival = Callable[[], Awaitable[object]]


class Crowded(MemoryRecords):
    """Records at which somebody else may come between: each of these runs once, at the next such call."""

    before_append: Rival | None = None
    after_append: Rival | None = None
    after_lines: Rival | None = None
    before_card: Rival | None = None

    async def append(self, growth: Growth) -> None:
        rival, self.before_append = self.before_append, None
        if rival is not None:
            await rival()
        await super().append(growth)
        follower, self.after_append = self.after_append, None
        if follower is not None:
            await follower()

    async def lines(self, debate: str, after: int = -1, limit: int | None = None) -> Sequence[Line]:
        found = await super().lines(debate, after, limit)
        rival, self.after_lines = self.after_lines, None
        if rival is not None:
            await rival()
        return found

    async def card(self, debate: str) -> Card | None:
        rival, self.before_card = self.before_card, None
        if rival is not None:
            await rival()
        return await super().card(debate)


@dataclass
class House:
    """A steward, with what it stands on."""

    records: Crowded = field(default_factory=Crowded)
    clock: FixedClock = field(default_factory=FixedClock)
    bulletin: LocalBulletin = field(default_factory=LocalBulletin)

    def __post_init__(self) -> None:
        self.steward = Steward(FORMATS, self.records, self.bulletin, self.clock)

    def beside(self) -> "House":
        """Another steward on the same records, as in another process."""
        return House(self.records, self.clock)

    async def opened(self, request: str | None = None, content: str = "Do it.") -> Played:
        first = moved("proposer", Motion(content=content), request)
        return await self.steward.open(DEBATE, "arbitration", SETUP, first)

    async def claims(self, seat: str, content: str = "No.", request: str | None = None) -> Played:
        return await self.steward.play(DEBATE, claim(seat, content, request))

    async def asked(self) -> Played:
        first = toy("asker", "QUESTION", request="ask", content="Shall we?")
        return await self.steward.open(DEBATE, "jury", Jury(title="Go?"), first)

    async def planned(self) -> Played:
        first = toy("builder", "PLAN", by="ann", content="A plan.")
        return await self.steward.open(DEBATE, "workbench", Workbench(title="Bench", pieces=1), first)


def moved(seat: str, move: Move, request: str | None = None) -> Asked:
    return Asked(seat, move, request=request)


def claim(seat: str, content: str = "No.", request: str | None = None) -> Asked:
    return moved(seat, Claim(content=content, target=1), request)


def toy(seat: str, kind: str, by: str | None = None, request: str | None = None, **fields: Json) -> Asked:
    rules = jury if kind in jury.moves else workbench
    return Asked(seat, rules.moves[kind].model_validate(fields), by=by, request=request)
