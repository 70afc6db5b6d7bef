"""The verbs that wait: a long poll, and following a debate as it grows."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from moot.debate import Entry, Json, argument_id
from moot.desk.callers import Caller
from moot.desk.house import AtDesk, debate_name
from moot.desk.readings import Reading, context_told, debate_of, must_be_seated
from moot.desk.replies import Argument, Context, Debate, Event, Waited
from moot.desk.telling import actions_told
from moot.engine import Standing, Words

Stands: TypeAlias = tuple[str, tuple[str, ...]]
"""In which state a debate is, and for whom it waits: when either changes, watchers are told."""
LONGEST_POLL = 60.0
"""The most seconds that one poll is held."""


class Waiting(AtDesk):
    """The part of the desk where callers wait for the others."""

    _told_last: tuple[Standing, int, str, Waited] | None = None
    """What was told last, and of which standing after which line to whom."""

    async def wait(
        self, caller: Caller, debate_id: str, *, argument_id: str, role: str, within: float = LONGEST_POLL
    ) -> Waited:
        """Waits for what the others say after an argument, or for the caller's turn."""
        debate = debate_name(debate_id)
        await self._must_hold(caller, debate, role)
        line = await self._line(debate, argument_id)
        standing = await self._standing(debate)
        must_be_seated(standing.position, role)
        clock = asyncio.get_running_loop().time
        until = clock() + min(within, LONGEST_POLL)
        while True:
            if (told := await self._news_told(debate, standing, line, role)) is not None:
                return told
            if not await self._house.bulletin.grown(debate, standing.line, max(0.0, until - clock())):
                return _in_vain(debate, standing, line, role)
            standing = await self._newer(debate, standing)

    async def _news_told(self, debate: str, standing: Standing, line: int, role: str) -> Waited | None:
        """What there is to say; a thousand who wait for the same are told the same, made once."""
        last = self._told_last
        if last is not None and last[0] is standing and last[1:3] == (line, role):
            return last[3]
        told = await self._news(debate, standing, line, role)
        if told is not None:
            self._told_last = (standing, line, role, told)
        return told

    async def _news(self, debate: str, standing: Standing, line: int, role: str) -> Waited | None:
        position = standing.position
        entries = await self._since(debate, standing, line)
        news = [entry for entry in entries if entry.seat != role and _is_news(entry)]
        if not news and (position.ended or role in position.waits_for()):
            news = await self._answered(debate, standing, role)
        elif not news:
            return None
        return _waited(debate, standing, role, await self._told(debate, news, role))

    async def _answered(self, debate: str, standing: Standing, role: str) -> list[Entry]:
        """What a caller whose turn it is already has to answer; never its own words."""
        about = standing.position.cue(role).about
        if about is None:
            return []
        entries = await self._house.steward.entries(debate, about - 1, 1)
        return [entry for entry in entries if entry.seat != role]

    async def _newer(self, debate: str, standing: Standing) -> Standing:
        """How the debate stands after it grew: remembered if it grew through here, else read."""
        known = self._house.steward.remembered(debate)
        if known is not None and known.line > standing.line:
            return known
        return await self._standing(debate)


@dataclass(frozen=True, slots=True)
class _Grown:
    """What watchers are told of a growth, and how the debate stands then."""

    events: tuple[Event, ...]
    stands: Stands


class Following(Waiting, Reading):
    """The part of the desk where watchers sit."""

    _grown_last: tuple[Standing, int, Stands, str | None, _Grown] | None = None
    """What was told last, and of which standing after which line to whom."""

    async def follow(
        self,
        caller: Caller,
        debate_id: str,
        *,
        after: int | None = None,
        role: str | None = None,
        idle: float = 15.0,
    ) -> AsyncIterator[Event | None]:
        """What there is (after a line, if given), then everything that comes; None where nothing came for a while."""
        debate = debate_name(debate_id)
        context = await self.context(caller, debate, argument_limit=None if after is None else 0, role=role)
        reader = context.role
        standing = await self._standing(debate)
        if after is not None:
            context = await self._resumed(debate, standing, after, reader)
        yield Event(event="initial_state", seq=context.debate.seq, data=context.model_dump(mode="json"))
        cursor, stood, heard = context.debate.seq, (context.debate.state, context.debate.waiting_for), 0
        while not self._house.bulletin.closed and await self._still_reads(caller):
            words = self._house.drafts.since(debate, heard)
            for said in words:
                heard = said.number
                yield _drafted(said, cursor, reader)
            if standing.line <= cursor:
                if not await self._house.bulletin.grown(debate, cursor, idle, stirs=True):
                    yield None
                    continue
                if self._house.drafts.since(debate, heard):
                    continue
                standing = await self._newer(debate, standing)
            told = await self._grown_told(debate, standing, cursor, stood, reader)
            for event in told.events:
                yield event
            cursor, stood = standing.line, told.stands

    async def _resumed(self, debate: str, standing: Standing, after: int, reader: str | None) -> Context:
        entries = await self._since(debate, standing, max(0, after))
        later = await self._told(debate, entries, reader)
        return context_told(debate, standing, later, reader).model_copy(update={"omitted": 0})

    async def _grown_told(
        self, debate: str, standing: Standing, cursor: int, stood: Stands, reader: str | None
    ) -> _Grown:
        """What came since; a thousand who watch the same are told the same, made once."""
        last = self._grown_last
        if last is not None and last[0] is standing and last[1:4] == (cursor, stood, reader):
            return last[4]
        stands = _stands(standing)
        grown = _Grown(tuple(await self._grown(debate, standing, cursor, stands != stood, reader)), stands)
        self._grown_last = (standing, cursor, stood, reader, grown)
        return grown

    async def _grown(
        self, debate: str, standing: Standing, cursor: int, changed: bool, reader: str | None
    ) -> list[Event]:
        entries = await self._since(debate, standing, cursor)
        events = [
            Event(event="new_argument", seq=told.seq, data=told.model_dump(mode="json"))
            for told in await self._told(debate, entries, reader)
        ]
        if changed or standing.position.ended:
            events.append(_changed(debate_of(debate, standing)))
        return events


def _is_news(entry: Entry) -> bool:
    """Whether a line is worth waking somebody for: what another seat did, or what it said becoming readable."""
    return entry.seat is not None or entry.kind == "revealed"


def _stands(standing: Standing) -> Stands:
    return standing.position.status, standing.position.waits_for()


def _changed(debate: Debate) -> Event:
    data: dict[str, Json] = debate.model_dump(mode="json", include={"state", "waiting_for", "closed_at"})
    return Event(event="state_changed", seq=debate.seq, data=data)


def _drafted(words: Words, cursor: int, reader: str | None) -> Event:
    text = words.told_to(reader)
    data = {"role": words.seat, "turn": words.turn, "text": text, "length": len(words.text)}
    return Event(event="draft", seq=cursor, data=data)


def _waited(debate: str, standing: Standing, role: str, news: Sequence[Argument]) -> Waited:
    cue = standing.position.cue(role)
    seen = max((told.seq for told in news), default=standing.line)
    return Waited(
        status="ready",
        has_new_argument=bool(news),
        state=standing.position.status,
        action=cue.action,
        wait_on=argument_id(debate, max(seen, cue.about or 0)),
        arguments=tuple(news),
        available_actions=actions_told(debate, standing.position, role),
    )


def _in_vain(debate: str, standing: Standing, line: int, role: str) -> Waited:
    on = argument_id(debate, line)
    return Waited(
        status="timeout",
        has_new_argument=False,
        state=standing.position.status,
        action=standing.position.cue(role).action,
        wait_on=on,
        available_actions=actions_told(debate, standing.position, role),
        retry_command=f"aw debate wait --debate-id {debate} --argument-id {on} --role {role}",
    )
