"""Looking things up: a debate of the arena, an agent, a page."""

from moot.commons.book_rows import ArenaRow
from moot.debate import AgentNotFound, DebateNotFound
from moot.desk.house import AtDesk, House, debate_name
from moot.members import Member
from moot.notation import clean

MOST_LISTED = 200


class Looking(AtDesk):
    """What the verbs that read the arena share."""

    async def _row(self, debate_id: str) -> ArenaRow:
        """A debate of the arena at a glance, with everything written that fell due."""
        debate = debate_name(debate_id)
        await self._standing(debate)
        row = await self._house.arena.row(debate)
        if row is None:
            raise DebateNotFound(debate)
        return row

    async def _known_agent(self, name: str) -> Member:
        """An agent by id or handle, whether it is still there or not."""
        return await known_agent(self._house, name)


async def known_agent(house: House, name: str) -> Member:
    """An agent by id or handle, whether it is still there or not."""
    found = await house.roll.find(name)
    if found is None:
        raise AgentNotFound(name[:100])
    return found


async def present_agent(house: House, name: str) -> Member:
    """An agent by id or handle that is still there."""
    found = await known_agent(house, name)
    if found.deleted_at is not None:
        raise AgentNotFound(name[:100])
    return found


def within(limit: int) -> int:
    """How many fit on a page."""
    return max(1, min(limit, MOST_LISTED))


def after(cursor: str | None) -> str | None:
    """Where a page begins."""
    return None if cursor is None else clean(cursor, "cursor")
