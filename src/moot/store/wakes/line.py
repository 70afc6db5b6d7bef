"""The line: debates that wait to be looked at, and deadlines that are near. One statement puts them there."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol, cast

from pgqueuer.ports.driver import Driver
from pgqueuer.queries import Queries

from moot.engine import Growth
from moot.notation import told_at
from moot.store.database import Transaction
from moot.store.wakes.layout import ASKING, MAKING, NAMES
from moot.tellers import TRACES

WAKE, TIMER = "wake", "timer"
"""What waits: a debate, to be held while its players speak; a deadline, at which its debate is put in line."""
AHEAD = timedelta(seconds=60)
"""A deadline nearer than this is put in line with the move; the others wait in the records until they are near."""
_FIRST = 2**30
"""The priority of deadlines: no crowd of debates that grow keeps them waiting."""


class Within(Protocol):
    """A transaction that takes statements as the queue writes them."""

    async def drive(self, statement: str, *params: object) -> list[dict[str, object]]:
        """The rows that a statement of PostgreSQL's own yields."""
        ...


class _Fetching:
    """A transaction, as far as the queue needs a driver to put something in line."""

    def __init__(self, within: Within) -> None:
        self._within = within

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        """The rows that a statement yields."""
        return await self._within.drive(query, *args)


@dataclass(frozen=True, slots=True)
class Line:
    """What is to be put in line together."""

    _kinds: list[str] = field(default_factory=list[str])
    _debates: list[bytes | None] = field(default_factory=list[bytes | None])
    _lines: list[int] = field(default_factory=list[int])
    _after: list[timedelta | None] = field(default_factory=list[timedelta | None])
    _keys: list[str | None] = field(default_factory=list[str | None])
    _traces: list[dict[str, str] | None] = field(default_factory=list[dict[str, str] | None])

    def wake(self, debate: str, line: int) -> None:
        """A debate, to be looked at now because it has grown to a line.

        There is one row for a debate. If it is held by a process, that row gets this line for its priority, and whoever
        holds it lets go of it only when it has looked as far.
        """
        self._put(WAKE, debate, line, timedelta(), f"wake {debate}")

    def wake_at(self, debate: str, deadline: datetime, now: datetime) -> None:
        """A debate, to be looked at when its deadline has come."""
        self._put(TIMER, debate, _FIRST, max(timedelta(), deadline - now), f"timer {told_at(deadline)} {debate}")

    def _put(self, kind: str, debate: str, line: int, after: timedelta, key: str) -> None:
        self._kinds.append(kind)
        self._debates.append(debate.encode())
        self._lines.append(line)
        self._after.append(after)
        self._keys.append(key)
        self._traces.append(TRACES.carried())

    async def stand(self, within: Within) -> None:
        """Puts it all in line; when the transaction fails, nothing of it is."""
        if self._kinds:
            await self.queue(Queries(cast(Driver, _Fetching(within)), MAKING, ASKING))

    async def queue(self, queries: Queries) -> None:
        """Puts it all in line, beside any transaction."""
        parts = (self._kinds, self._debates, self._lines, self._after, self._keys, self._traces)
        await queries.enqueue(*parts, on_conflict="update_priority")


async def stand_in_line(tx: Transaction, growth: Growth) -> None:
    """A reading: whatever makes a player due, or a deadline near, puts its debate in line with the move."""
    line, card, now = Line(), growth.card, growth.entries[-1].noted
    if card.called:
        line.wake(card.debate, card.lines - 1)
    if card.deadline is not None and card.deadline - now <= AHEAD:
        line.wake_at(card.debate, card.deadline, now)
    await line.stand(cast(Within, tx))


def word(by: str = "") -> str:
    """What is said on the queue's channel when something new is in line, and by whom; as the queue itself would."""
    told = {
        "channel": NAMES.channel,
        "sent_at": told_at(datetime.now(UTC)),
        "type": "table_changed_event",
        "operation": "insert",
        "table": NAMES.queue_table,
        "by": by,
    }
    return json.dumps(told)
