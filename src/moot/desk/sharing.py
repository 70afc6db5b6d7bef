"""The verbs that hand a debate on: links with which somebody else can read it, and taking them back."""

from datetime import timedelta
from typing import Final

from moot.debate import InvalidInput, LimitReached, NothingThere, Public
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.readings import Reading
from moot.desk.replies import LinkTold, Shared, Shares
from moot.members import Link
from moot.notation import clean

DAYS: Final = 30
"""How long a link is good, unless somebody says otherwise."""
MOST_DAYS: Final = 365
MOST_LINKS: Final = 100
"""How many links of one debate may be good at once."""


class Sharing(Reading):
    """The part of the desk where debates are handed on to be read."""

    @property
    def guarded(self) -> bool:
        """Whether this house asks who somebody is before they read."""
        return self._house.keys.needed

    async def share(self, caller: Caller, debate_id: str, *, days: int | None = None) -> Shared:
        """How somebody else can read a debate; where this house asks who they are, by a new link for that alone."""
        found, days = await self.shares(caller, debate_id), DAYS if days is None else days
        if not 1 <= days <= MOST_DAYS:
            raise InvalidInput(f"A link cannot be good for {days} days.", suggestion=f"Choose from 1 to {MOST_DAYS}.")
        link = await self._new_link(found, days) if self._house.keys.needed else None
        told = None if link is None else self._link_told(link)
        return Shared(
            debate_id=found.debate_id,
            path=found.path,
            public=found.public,
            id=told and told.id,
            key=told and told.key,
            link=told and told.link,
            until=told and told.until,
        )

    async def shares(self, caller: Caller, debate_id: str) -> Shares:
        """How a debate can be read by others, and the links that were made for it."""
        caller.must_own()
        debate = debate_name(debate_id)
        keys, position = self._house.keys, (await self._standing(debate)).position
        return Shares(
            debate_id=debate,
            path=f"/debates/{debate}",
            public=keys.public and isinstance(position.rules, Public),
            links=tuple([self._link_told(link) for link in await self._house.links.of(debate)]),
        )

    async def unshare(self, caller: Caller, debate_id: str, link_id: str) -> LinkTold:
        """Takes a link back: from now on it opens nothing, and who reads by it reads no further."""
        caller.must_own()
        debate = debate_name(debate_id)
        ended = await self._house.links.end(debate, clean(link_id, "link id"), self._house.clock())
        if ended is None:
            raise NothingThere(
                f"This debate has no link {link_id!r}.", suggestion=f"List its links with: moot links list {debate}"
            )
        return self._link_told(ended)

    async def _new_link(self, found: Shares, days: int) -> Link:
        if sum(link.good for link in found.links) >= MOST_LINKS:
            raise LimitReached(
                f"This debate has {MOST_LINKS} links that are good.",
                suggestion=f"Take one back: moot links drop {found.debate_id} LINK",
            )
        made = self._house.clock().replace(microsecond=0)
        link = Link(self._house.new_id(), found.debate_id, made, made + timedelta(days=days))
        await self._house.links.keep(link)
        return link

    def _link_told(self, link: Link) -> LinkTold:
        """A link; what opens the debate is told only while it does."""
        good = link.good(self._house.clock())
        key = self._house.keys.for_reader(link.debate, link.id) if good else None
        return LinkTold(
            id=link.id,
            made_at=link.made,
            until=link.until,
            ended_at=link.ended,
            good=key is not None,
            key=key,
            link=None if key is None else f"/shared/{key}",
        )
