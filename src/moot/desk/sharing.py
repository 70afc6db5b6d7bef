"""The verb that hands a debate on: a link with which somebody else can read it."""

from datetime import timedelta
from typing import Final

from moot.debate import Public
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.readings import Reading
from moot.desk.replies import Shared

READING: Final = timedelta(days=30)
"""How long a reader's key is good: it is made from the house's secret and stored nowhere, so it must end by itself."""


class Sharing(Reading):
    """The part of the desk where debates are handed on to be read."""

    async def share(self, caller: Caller, debate_id: str) -> Shared:
        """How somebody else can read a debate; where this house asks who they are, by a key for that alone."""
        caller.must_own()
        debate = debate_name(debate_id)
        keys, position = self._house.keys, (await self._standing(debate)).position
        until = self._house.clock().replace(microsecond=0) + READING
        key = keys.for_reader(debate, until)
        return Shared(
            debate_id=debate,
            path=f"/debates/{debate}",
            public=keys.public and isinstance(position.rules, Public),
            key=key,
            link=None if key is None else f"/shared/{key}",
            until=None if key is None else until,
        )
