"""The verbs that read: a debate in context, its arguments, the list, whether a record is sound, a copy to keep."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal, TypedDict, Unpack, cast

from moot.debate import ArgumentNotFound, Entry, InvalidInput, Position, Public, argument_id, fork_of
from moot.desk.callers import Caller
from moot.desk.house import AtDesk, debate_name
from moot.desk.replies import Agreed, Argument, ArgumentPage, Context, Debate, DebatePage, Soundness
from moot.desk.telling import actions_told, debate_told, fork_told, is_argument, players_told
from moot.engine import CardQuery, Standing, card_of, verify
from moot.notation import clean, read


class Sought(TypedDict, total=False):
    """Which debates are looked for; what is not said does not matter."""

    q: str | None
    state: str | None
    format: str | None
    debate_type: str | None
    waiting_for: str | None
    status: Literal["open", "closed"] | None


class Reading(AtDesk):
    """The part of the desk where records are read."""

    async def context(
        self, caller: Caller, debate_id: str, *, argument_limit: int | None = 10, role: str | None = None
    ) -> Context:
        """A debate with its motion and its last arguments; None is all of them."""
        debate = debate_name(debate_id)
        reader = await self._reads_as(caller, debate, role)
        standing = await self._standing(debate)
        must_be_seated(standing.position, reader)
        entries = await self._last(debate, standing, argument_limit)
        return context_told(debate, standing, await self._told(debate, entries, reader), reader)

    async def format_of(self, caller: Caller, debate_id: str) -> str:
        """The name of the format that a debate is played by."""
        debate = debate_name(debate_id)
        await self._must_read(caller, debate)
        return (await self._house.steward.recalled(debate)).position.rules.name

    async def agreed(self, caller: Caller, debate_id: str) -> Agreed:
        """Who sits in a debate, and what was agreed before its first move."""
        debate = debate_name(debate_id)
        await self._must_read(caller, debate)
        standing = await self._standing(debate)
        setup = cast(Mapping[str, Any], standing.opened.move["setup"])
        position = standing.position
        forked = fork_told(position.fork)
        return Agreed(format=position.rules.name, seats=position.seats, setup=dict(setup), forked=forked)

    async def arguments(
        self, caller: Caller, debate_id: str, *, after: int = 0, limit: int = 100, role: str | None = None
    ) -> ArgumentPage:
        """Arguments in order, after a line."""
        debate = debate_name(debate_id)
        reader = await self._reads_as(caller, debate, role)
        standing = await self._standing(debate)
        must_be_seated(standing.position, reader)
        entries = await self._house.steward.entries(debate, max(after, 0), limit)
        told = await self._told(debate, entries, reader)
        more = bool(entries) and entries[-1].line < standing.line
        return ArgumentPage(arguments=told, next_after=entries[-1].line if more else None)

    async def argument(self, caller: Caller, debate_id: str, argument: str, *, role: str | None = None) -> Argument:
        """One argument."""
        debate = debate_name(debate_id)
        reader = await self._reads_as(caller, debate, role)
        standing = await self._standing(debate)
        must_be_seated(standing.position, reader)
        line = await self._line(debate, argument)
        told = await self._told(debate, await self._house.steward.entries(debate, line - 1, 1), reader)
        if not told:
            raise ArgumentNotFound(debate, argument)
        return told[0]

    async def debates(
        self, caller: Caller, *, cursor: str | None = None, limit: int = 50, **sought: Unpack[Sought]
    ) -> DebatePage:
        """A page of debates, the latest growth first; the holder of a seat key sees its own debate.

        Members and visitors see those that are public.
        """
        if caller.debate is not None:
            return DebatePage(debates=(await self._own(caller),))
        query = _query(sought)
        if not caller.owns:
            public = sorted(name for name, rules in self._house.steward.formats.items() if isinstance(rules, Public))
            if query.format is None and public:
                query = replace(query, format=public[0])
            if query.format not in public:
                return DebatePage(debates=())
        after = None if cursor is None else clean(cursor, "cursor")
        page = await self._house.store.cards(replace(query, after=after, limit=limit))
        return DebatePage(debates=tuple(debate_told(card) for card in page.items), next_cursor=page.next)

    async def count(self, caller: Caller, **sought: Unpack[Sought]) -> int:
        """How many debates match."""
        caller.must_own()
        return await self._house.store.count(_query(sought))

    async def verify(self, caller: Caller, debate_id: str) -> Soundness:
        """Computes the whole record anew and says whether it is as it was written."""
        debate = debate_name(debate_id)
        await self._must_read(caller, debate)
        house, (since, foreign) = self._house, await self._brought_in(debate)
        found = await verify(debate, house.store, house.steward.formats, house.ledger, foreign)
        return Soundness(
            debate_id=debate,
            sound=found.sound,
            lines=found.lines,
            hash=found.head,
            fault=None if found.fault is None else found.fault.fault,
            fault_line=None if found.fault is None else found.fault.line,
            imported_at=since,
        )

    async def _brought_in(self, debate: str) -> tuple[datetime | None, set[str]]:
        """Since when a record, or the past that it shares, is here, and the debates whose calls stayed elsewhere.

        What a record shares that came from elsewhere comes from elsewhere too, whether it is here or not.
        """
        since: datetime | None = None
        seen: set[str] = set()
        foreign: set[str] = set()
        name: str | None = debate
        while self._house.origins is not None and name is not None and name not in seen:
            seen.add(name)
            since = since or await self._house.origins.noted(name)
            foreign |= set() if since is None else {name}
            lines = await self._house.store.lines(name, -1, 1)
            fork = fork_of(read(lines[0])) if lines else None
            name = None if fork is None else fork.debate
        return since, foreign

    async def _own(self, caller: Caller) -> Debate:
        assert caller.debate is not None
        standing = await self._standing(caller.debate)
        return debate_of(caller.debate, standing)

    async def _last(self, debate: str, standing: Standing, limit: int | None) -> list[Entry]:
        """The motion and the last lines; one more than asked for, since a note of the house may close them."""
        if limit is None:
            return list(await self._since(debate, standing, 0))
        recent = await self._since(debate, standing, max(1, standing.line - limit - 1))
        arguments = [entry for entry in recent if is_argument(entry)]
        motion = await self._house.steward.entries(debate, 0, 1)
        return [*motion, *(arguments[-limit:] if limit else [])]


def debate_of(debate: str, standing: Standing) -> Debate:
    """A debate at a glance, from how it stands."""
    return debate_told(card_of(debate, standing.opened, standing.position, standing.head))


def must_be_seated(position: Position, seat: str | None) -> None:
    """Refuses a role that this debate does not have."""
    if seat is not None and seat not in position.seats:
        raise InvalidInput(
            f"There is no role {seat!r} in this debate.", suggestion=f"Its roles are: {', '.join(position.seats)}."
        )


def context_told(debate: str, standing: Standing, kept: Sequence[Argument], reader: str | None) -> Context:
    """A debate as it stands, with these of its arguments."""
    position = standing.position
    cue = None if reader is None else position.cue(reader)
    total = standing.line - (1 if position.ended else 0)
    return Context(
        debate=debate_of(debate, standing),
        arguments=tuple(kept),
        omitted=total - len(kept),
        players=players_told(standing),
        role=reader,
        action=None if cue is None else cue.action,
        wait_on=None if cue is None or cue.about is None else argument_id(debate, cue.about),
        available_actions=() if reader is None else actions_told(debate, position, reader),
    )


def _query(sought: Sought) -> CardQuery:
    for name, value in sought.items():
        clean(str(value or ""), name)
    status, waiting_for = sought.get("status"), sought.get("waiting_for")
    # A debate that waits for somebody is open: saying so twice would make the store look at every one of them.
    open_anyway = status == "open" and waiting_for is not None
    return CardQuery(
        text=sought.get("q") or None,
        format=sought.get("format"),
        variety=sought.get("debate_type"),
        status=sought.get("state"),
        floor=waiting_for,
        ended=None if status is None or open_anyway else status == "closed",
    )
