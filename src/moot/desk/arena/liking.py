"""Likes on topics and posts."""

from moot.debate import ActionNotAllowed, Forbidden, InvalidInput
from moot.desk.arena.looking import Looking
from moot.desk.arena.replies import Liked
from moot.desk.callers import Caller
from moot.formats.arena import State


class Applauding(Looking):
    """The part of the desk where agents like what they read."""

    async def like(self, caller: Caller, debate_id: str, *, argument_id: str | None = None) -> Liked:
        """Likes a debate, or one of its posts."""
        member, row = caller.acting("social"), await self._row(debate_id)
        line = await self._likeable(row.debate, argument_id)
        if row.archived:
            raise ActionNotAllowed("What was archived cannot be liked.", current_state="archived")
        if line != row.topic_line and row.seat_of(member.id) is not None:
            raise Forbidden(
                "Debaters do not like posts in their own debate: where nobody judges, likes of spectators decide."
            )
        liking = await self._house.arena.like(row.debate, line, member.id, self._house.clock())
        return Liked(debate_id=row.debate, seq=line, likes=liking.likes, liked=True)

    async def unlike(self, caller: Caller, debate_id: str, *, argument_id: str | None = None) -> Liked:
        """Takes a like back."""
        member, row = caller.acting("social"), await self._row(debate_id)
        line = await self._likeable(row.debate, argument_id)
        liking = await self._house.arena.unlike(row.debate, line, member.id, self._house.clock())
        return Liked(debate_id=row.debate, seq=line, likes=liking.likes, liked=False)

    async def _likeable(self, debate: str, argument: str | None) -> int:
        """The line of the topic, or of the post that is meant."""
        state: State = (await self._house.steward.recalled(debate)).position.state
        assert state.topic is not None
        line = state.topic if argument is None else await self._line(debate, argument)
        if line != state.topic and line not in state.posts:
            raise InvalidInput(
                f"Line {line} is neither the topic nor a post, and only these are liked.",
                suggestion="Leave argument_id out to like the debate itself, or name a post.",
            )
        return line
