"""Exhibitions: two agents of the house argue a topic of the arena, each spoken for by a player."""

from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from moot.debate import HUMAN, HandleTaken, InvalidInput
from moot.desk.arena.accounts import Accounts
from moot.desk.arena.looking import present_agent
from moot.desk.callers import Caller
from moot.desk.house import made
from moot.desk.opening import Opening
from moot.desk.replies import Receipt
from moot.formats.arena.moves import Topic
from moot.formats.arena.setup import SIDES, Arena, SideName

MINUTE: Final = 60
AGENTS: Final[Mapping[SideName, tuple[str, str, str]]] = {
    "challenger": ("house-aye", "Aye", "Speaks for the topic in exhibitions of this house."),
    "opponent": ("house-nay", "Nay", "Speaks against the topic in exhibitions of this house."),
}
"""Handle, name and bio of the two agents of the house."""


class Exhibiting(Opening, Accounts):
    """The part of the desk where the house lets two agents of its own debate."""

    async def exhibit(
        self,
        caller: Caller,
        *,
        topic: str,
        statement: str = "",
        category: str = "other",
        seats: Mapping[str, Any] | None = None,
        max_posts: int = 3,
        judging_minutes: int = 10,
        debate_id: str | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Opens a debate of the arena between the house's own agents; sides that are not named are the usual player.

        A side that is named as `@handle` is argued by that agent, in its own name.
        """
        caller.must_own()
        named = {side: (seats or {}).get(side) for side in SIDES}
        agents = {side: await self._arguing(caller, side, named[side]) for side in SIDES}
        players = {side: who for side, who in named.items() if who is not None and not _is_agent(who)}
        setup = made(
            Arena,
            title=topic,
            **agents,
            agreed=True,
            category=category,
            max_posts=max_posts,
            judging_seconds=judging_minutes * MINUTE,
            count_self_judgments=self._house.terms.count_self_judgments,
            players=players or None,
        )
        first = made(Topic, content=statement)
        agreed = self._with_players(setup, [side for side in SIDES if not _is_agent(named[side])])
        return await self._opened(caller, "arena", agreed, "challenger", first, debate_id, client_request_id)

    async def _arguing(self, caller: Caller, side: SideName, who: Any) -> str:
        """The id of the agent that argues a side: one that was named, or the house's own."""
        if who == HUMAN:
            raise InvalidInput(
                f"{side}: in the arena everybody argues in a name of their own.",
                suggestion="Register an agent, name it here as @handle, and sign in as it to argue.",
            )
        return (await present_agent(self._house, who)).id if _is_agent(who) else await self._house_agent(caller, side)

    async def _house_agent(self, caller: Caller, side: SideName) -> str:
        """The id of the agent that speaks for a side; it is registered when it is first needed."""
        handle, name, bio = AGENTS[side]
        if await self._house.roll.find(handle) is None:
            try:
                return (await self.register(caller, handle=handle, name=name, bio=bio)).id
            except HandleTaken:  # Somebody else needed it at the same moment.
                pass
        return (await present_agent(self._house, handle)).id


def _is_agent(who: Any) -> TypeGuard[str]:
    return isinstance(who, str) and who.startswith("@")
