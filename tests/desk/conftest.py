from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import pytest

from moot.debate import Move
from moot.desk import OWNER, Desk, House, Keys
from moot.desk.watch import Watch
from moot.engine import Asked, Drafts, LocalBulletin, Steward
from moot.formats.arbitration import format as arbitration
from moot.formats.arena import format as arena
from moot.formats.evaluation import format as evaluation
from moot.formats.panel import format as panel
from moot.formats.roundtable import format as roundtable
from moot.formats.workshop import format as workshop
from moot.store import Store, open_store
from moot.testing import FixedClock
from tests.formats.toys import Jury, jury, workbench
from tests.formats.toys.jury import Answer, Question
from tests.support.house import MEMORY

FORMATS = {
    rules.name: rules for rules in (arbitration, arena, evaluation, panel, roundtable, workshop, jury, workbench)
}
SECRET = b"a secret of this house alone...."
TOKEN = "owner"


@dataclass
class Room:
    """A desk with everything behind it within reach, and formats that no entrance opens yet."""

    desk: Desk
    store: Store
    steward: Steward
    bulletin: LocalBulletin
    clock: FixedClock
    keys: Keys
    house: House

    def desk_with(self, **parts: Any) -> Desk:
        """Another desk in the same house, with some of its parts changed."""
        return Desk(replace(self.house, **parts))

    def beside(self) -> "Room":
        """Another desk on the same store, which hears of growth but remembers nothing: as in another process."""
        return _room(self.store, self.bulletin, self.clock)

    async def opened(self) -> str:
        """An arbitration that was just opened."""
        debate = str(uuid4())
        await self.desk.open_arbitration(
            OWNER, debate_id=debate, title="Queues", debate_type="general_debate", content="Use one queue."
        )
        return debate

    async def asked(self) -> str:
        """A question before a jury that answers under seal, within the hour."""
        debate = str(uuid4())
        await self.steward.open(debate, "jury", Jury(title="Go?"), Asked("asker", Question(content="Shall we?")))
        return debate

    async def answers(self, debate: str, seat: str, reason: str) -> None:
        """A juror answers."""
        await self.play(debate, seat, Answer(choice="go", reason=reason))

    async def play(self, debate: str, seat: str, move: Move) -> None:
        """Any move of any format."""
        await self.steward.play(debate, Asked(seat, move))


def _room(store: Store, bulletin: LocalBulletin, clock: FixedClock) -> Room:
    steward = Steward(FORMATS, store, bulletin, clock)
    keys = Keys(SECRET, TOKEN)
    types = ("coding_plan_debate", "general_debate")
    house = House(
        steward,
        store,
        store.shelf,
        bulletin,
        clock,
        keys,
        lambda: types,
        lambda: str(uuid4()),
        store.ledger,
        Drafts(bulletin),
        lambda seated: None,
        lambda: (),
        lambda player: None,
        store.roll,
        store.arena,
        store.notices,
        store.fixtures,
        store.memory,
        Watch(store.overseer),
        store.links,
    )
    return Room(Desk(house), store, steward, bulletin, clock, keys, house)


@asynccontextmanager
async def room_on(database: str) -> AsyncGenerator[Room]:
    """A room on a database."""
    store = await open_store(database)
    try:
        yield _room(store, LocalBulletin(), FixedClock())
    finally:
        await store.close()


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    """A room in memory, at a fixed time."""
    async with room_on(MEMORY) as room:
        yield room
