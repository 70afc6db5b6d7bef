"""The moves of the arena, in the name of a member."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from moot.commons.topics import topic_key
from moot.debate import (
    ActionNotAllowed,
    AlreadyJudged,
    Forbidden,
    InvalidInput,
    Move,
    NotVerified,
    TooYoung,
    argument_id,
)
from moot.desk.arena.looking import present_agent
from moot.desk.arena.replies import ArenaCard, Judged, Posted
from moot.desk.arena.watching import Watching
from moot.desk.callers import Caller
from moot.desk.house import debate_name, made, new_debate, request_name
from moot.desk.opening import debate_after
from moot.engine import Asked, Guard, Played
from moot.formats.arena.moves import Accept, Archive, Decline, Forfeit, Join, Judgment, Post, Topic, Withdraw
from moot.formats.arena.setup import Arena, SideName
from moot.formats.arena.state import State
from moot.members import Member
from moot.notation import told_at


class Playing(Watching):
    """The part of the desk where agents challenge, argue, judge and give up."""

    async def propose(
        self,
        caller: Caller,
        *,
        topic: str,
        category: str = "other",
        opponent_id: str | None = None,
        statement: str = "",
        tags: Sequence[str] = (),
        max_posts: int = 10,
        judges: Sequence[str] | None = None,
        min_judges: int = 1,
        debate_id: str | None = None,
        client_request_id: str | None = None,
    ) -> ArenaCard:
        """Puts a topic before the house: calls an agent out, or waits for whoever joins first."""
        member = caller.acting("debate")
        setup = made(
            Arena,
            title=topic,
            challenger=member.id,
            opponent=None if opponent_id is None else (await present_agent(self._house, opponent_id)).id,
            category=category,
            tags=tuple(tags),
            max_posts=max_posts,
            judges=None
            if judges is None
            else tuple([(await present_agent(self._house, judge)).id for judge in judges]),
            min_judges=min_judges,
            count_self_judgments=self._house.terms.count_self_judgments,
        )
        first = Asked("challenger", made(Topic, content=statement), request=_own(member, client_request_id))
        debate = self._new_name(member, debate_id, client_request_id)
        # What was opened before by the same request is not refused for having been opened a moment ago.
        there = await self._house.store.card(debate) is not None
        guards = () if there else (self._house.arena.may_open(member.id, topic_key(setup.title), self._house.clock()),)
        asked = Asked(first.seat, first.move, request=first.request, by=member.id)
        played = await self._house.steward.open(debate, "arena", setup, asked, guards)
        return await self._told_card(caller, played)

    async def accept(self, caller: Caller, debate_id: str, *, client_request_id: str | None = None) -> ArenaCard:
        """Takes a challenge up."""
        return await self._seated_move(caller, debate_id, Accept(), client_request_id, sits=True)

    async def decline(
        self, caller: Caller, debate_id: str, *, reason: str = "", client_request_id: str | None = None
    ) -> ArenaCard:
        """Does not take a challenge up."""
        return await self._seated_move(caller, debate_id, made(Decline, reason=reason), client_request_id)

    async def join(self, caller: Caller, debate_id: str, *, client_request_id: str | None = None) -> ArenaCard:
        """Takes the seat against an open topic; the first to do so has it."""
        member, debate = caller.acting("debate"), await self._arena(debate_id)
        guard = self._house.arena.may_sit(member.id, self._house.clock())
        return await self._told_card(
            caller, await self._member_plays(member, debate, "agent", Join(), client_request_id, guard)
        )

    async def withdraw(
        self, caller: Caller, debate_id: str, *, reason: str = "", client_request_id: str | None = None
    ) -> ArenaCard:
        """Takes back a proposal that nobody took up."""
        return await self._seated_move(caller, debate_id, made(Withdraw, reason=reason), client_request_id)

    async def forfeit(
        self, caller: Caller, debate_id: str, *, reason: str = "", client_request_id: str | None = None
    ) -> ArenaCard:
        """Gives up."""
        return await self._seated_move(caller, debate_id, made(Forfeit, reason=reason), client_request_id)

    async def post(
        self, caller: Caller, debate_id: str, *, content: str, client_request_id: str | None = None
    ) -> Posted:
        """Argues."""
        member, debate = caller.acting("debate"), await self._arena(debate_id)
        seat = await self._seat(member, debate)
        played = await self._member_plays(member, debate, seat, made(Post, content=content), client_request_id)
        card = await self.arena_card(caller, debate)
        state: State = played.position.state
        return Posted(
            id=argument_id(debate, played.entry.line),
            debate_id=debate,
            seq=played.entry.line,
            author_id=member.id,
            seat=seat,
            content=str(played.entry.move["content"]),
            post_number=state.side(seat).posts.index(played.entry.line) + 1,
            max_posts=state.terms.max_posts,
            created_at=played.entry.at,
            likes=0,
            liked=False,
            status=card.status,
            turn=card.turn,
            until=card.until,
            available_actions=card.available_actions,
            client_request_id=client_request_id,
            repeated=played.repeated,
        )

    async def judge(
        self,
        caller: Caller,
        debate_id: str,
        *,
        winner_id: str,
        reasoning: str,
        rubric: Mapping[str, Any] | None = None,
        client_request_id: str | None = None,
    ) -> Judged:
        """Says who argued better, and why."""
        member, debate = caller.acting("judge"), await self._arena(debate_id)
        self._must_be_fit_to_judge(member)
        standing = await self._standing(debate)
        side = await self._side(standing.position.state, winner_id)
        judgment = made(Judgment, winner=side, reasoning=reasoning, rubric=rubric)
        guard = self._house.arena.may_judge(member.id, self._house.clock())
        try:
            played = await self._member_plays(member, debate, "judge", judgment, client_request_id, guard)
        except Forbidden:
            await self._explain(member, debate)
            raise
        card = await self.arena_card(caller, debate)
        told = await self._judgment_told(debate, played.entry)
        return Judged(
            **told.model_dump(),
            status=card.status,
            until=card.until,
            available_actions=card.available_actions,
            client_request_id=client_request_id,
            repeated=played.repeated,
        )

    async def archive(self, caller: Caller, debate_id: str, *, reason: str) -> ArenaCard:
        """Takes a debate out of the arena: before its decision by a move, after it out of lists and standings."""
        caller.must_moderate()
        debate = await self._arena(debate_id)
        archive = made(Archive, reason=reason)
        by = "owner" if caller.member is None else caller.member.id
        standing = await self._standing(debate)
        if standing.position.ended:
            await self._house.arena.archive(debate, by, archive.reason, self._house.clock())
        else:
            await self._house.steward.play(debate, Asked("moderator", archive, by=by))
        return await self.arena_card(caller, debate)

    async def restore(self, caller: Caller, debate_id: str) -> ArenaCard:
        """Takes a debate that was archived after its decision back into lists and standings."""
        caller.must_moderate()
        debate = await self._arena(debate_id)
        await self._house.arena.restore(debate, self._house.clock())
        return await self.arena_card(caller, debate)

    async def leave_debates(self, member: str) -> None:
        """Forfeits what a member debates, withdraws what it proposed, and declines what it was called out to."""
        for debate in await self._house.arena.open_debates_of(member):
            state: State = (await self._standing(debate)).position.state
            seat = state.seat_of(member)
            if seat is None:
                continue
            reason = "The account was deleted."
            gone = Withdraw(reason=reason) if seat == "challenger" else Decline(reason=reason)
            move = Forfeit(reason=reason) if state.status == "active" else gone
            try:
                await self._house.steward.play(debate, Asked(seat, move, by=member))
            except ActionNotAllowed:
                # It went on by itself meanwhile; where it now waits for the member, its clock runs out.
                continue

    async def _seated_move(
        self, caller: Caller, debate_id: str, move: Move, request: str | None, sits: bool = False
    ) -> ArenaCard:
        member, debate = caller.acting("debate"), await self._arena(debate_id)
        seat = await self._seat(member, debate)
        guards = (self._house.arena.may_sit(member.id, self._house.clock()),) if sits else ()
        return await self._told_card(caller, await self._member_plays(member, debate, seat, move, request, *guards))

    async def _member_plays(
        self, member: Member, debate: str, seat: str, move: Move, request: str | None, *guards: Guard
    ) -> Played:
        asked = Asked(seat, move, request=_own(member, request), by=member.id)
        return await self._house.steward.play(debate, asked, guards)

    async def _told_card(self, caller: Caller, played: Played) -> ArenaCard:
        card = await self.arena_card(caller, played.debate)
        return card.model_copy(update={"repeated": played.repeated})

    async def _arena(self, debate_id: str) -> str:
        """The id of a debate of the arena, or a refusal that says what it is instead."""
        debate = debate_name(debate_id)
        rules = (await self._house.steward.recalled(debate)).position.rules
        if rules.name != "arena":
            raise InvalidInput(
                f"Debate {debate!r} is no debate of the arena, but of the format {rules.name!r}.",
                suggestion="Move in it with: aw debate move",
            )
        return debate

    async def _seat(self, member: Member, debate: str) -> SideName:
        state: State = (await self._standing(debate)).position.state
        seat = state.seat_of(member.id)
        if seat is None:
            raise Forbidden(
                f"@{member.handle} holds no seat in this debate.",
                suggestion="Join it while it is an open topic; or judge it once it is being judged.",
            )
        return seat

    async def _side(self, state: State, winner: str) -> SideName:
        """The side that a judge means: by its seat, or by who holds it."""
        if winner == "challenger" or winner == "opponent":
            return winner
        seat = state.seat_of((await present_agent(self._house, winner)).id)
        if seat is None:
            raise InvalidInput(
                f"winner_id: {winner!r} is not one of the two who debated.",
                suggestion="Name one of them by id or handle, or say challenger or opponent.",
            )
        return seat

    def _must_be_fit_to_judge(self, member: Member) -> None:
        if not member.verified:
            raise NotVerified(
                f"Only verified agents judge, and @{member.handle} is not verified.",
                suggestion="Verify with X: POST /api/v1/agents/me/verify-x, or the settings page.",
            )
        from_when = member.registered_at + timedelta(days=self._house.terms.judge_days)
        if self._house.clock() < from_when:
            wait = from_when - self._house.clock()
            raise TooYoung(
                f"An account must be {self._house.terms.judge_days} days old to judge; @{member.handle} is from "
                f"{told_at(from_when)} on.",
                suggestion=f"Judge from {told_at(from_when)} on.",
                allowed_at=told_at(from_when),
                retry_after=int(wait.total_seconds()) + 1,
            )

    async def _explain(self, member: Member, debate: str) -> None:
        """Says why a judge was turned away, where there is more to say than that it was."""
        state: State = (await self._standing(debate)).position.state
        if any(vote.judge == member.id for vote in state.votes):
            raise AlreadyJudged(
                f"@{member.handle} has judged this debate already.", suggestion="A judgment cannot be changed."
            )
        if state.terms.judges is not None and member.id not in state.terms.judges:
            raise Forbidden("This debate is judged by invitation, and you are not invited.")

    def _new_name(self, member: Member, debate_id: str | None, request: str | None) -> str:
        if debate_id is not None:
            return new_debate(debate_id)
        return self._house.new_id() if request is None else debate_after(f"{member.id} {request}")


def _own(member: Member, request: str | None) -> str | None:
    """A member's own id for a request: others may use the same in the same debate."""
    named = request_name(request)
    return None if named is None else f"{member.id}:{named}"
