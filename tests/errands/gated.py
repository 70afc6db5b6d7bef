"""A house with a webhook of its own and workshops that stop at a gate, played from outside."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moot.commons.notification import HOUSE, Notification
from moot.commons.outbox import Webhook
from moot.desk import OWNER, Desk
from moot.errands import Courier, Reach
from moot.settings import Settings
from moot.store import Store
from moot.testing import FixedClock
from moot.wiring import house
from tests.support.cast import GOOD, code
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK, Crew


@dataclass
class Gated:
    """A house whose owner is told elsewhere."""

    desk: Desk
    store: Store
    clock: FixedClock

    @property
    def courier(self) -> Courier:
        """Whoever sends."""
        return Courier(self.store.notices.outbox, self.desk.news_of, Reach(private=True), self.clock)

    async def sends(self) -> None:
        """Sends all that is due."""
        while await self.courier.round():
            pass

    async def opened(self, **fields: Any) -> Crew:
        """A workshop with a gate after the proposals."""
        agreed: dict[str, Any] = {"task": TASK, "tests": [GIVEN], "gates": ["proposal"], **HUMAN, **SHORT, **fields}
        receipt = await self.desk.open_workshop(OWNER, **agreed)
        return Crew(self.desk, self.store, receipt.debate_id, {"attempt": code(GOOD)})

    async def told(self) -> Sequence[Notification]:
        """What the house's owner was told, oldest first."""
        return (await self.store.notices.notifications(HOUSE)).items[::-1]

    async def hook(self) -> Webhook:
        """The webhook of the house."""
        (found,) = await self.store.notices.webhooks(HOUSE)
        return found


@asynccontextmanager
async def gated(database: str, home: Path, clock: FixedClock, token: str | None = None) -> AsyncGenerator[Gated]:
    """Such a house, opened and closed."""
    settings = Settings(
        home=home,
        database_url=database,
        player="human",
        auth_token=token,  # pyright: ignore[reportArgumentType] - read as a secret
    )
    async with house(settings, clock) as opened:
        yield Gated(opened.desk, opened.store, clock)


def main() -> None:
    """A program, given a database, a home and an address: comes to a gate and sends that, until it is killed."""
    asyncio.run(_sending(*sys.argv[1:]))


async def _sending(database: str, home: str, address: str) -> None:
    async with gated(database, Path(home), FixedClock()) as there:
        await there.desk.add_webhook(OWNER, url=address, kinds=["gate_opened"])
        await (await there.opened()).plays("gate")
        await there.sends()
