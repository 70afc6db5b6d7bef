"""The steward: the one writer of records. Looks, lets the rules judge, appends at the expected line, announces."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from secrets import token_hex
from typing import Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from moot.debate import (
    DebateExists,
    DebateNotFound,
    Entry,
    FactsNeeded,
    InvalidInput,
    Json,
    Need,
    NewerRules,
    Outage,
    Position,
    Refusal,
    RequestIdReused,
    Rules,
    Setup,
    Tabled,
)
from moot.engine.bulletin import Bulletin
from moot.engine.forking import Branch, forked, past_of, relinked
from moot.engine.ports import (
    Clock,
    FactsMoved,
    FactSource,
    Growth,
    Guard,
    LineTaken,
    RecordStore,
    RequestTaken,
    Sparing,
)
from moot.engine.standing import TAIL, Asked, Lapse, Played, Standing, card_of, grown
from moot.engine.wishes import Wish, Wishes
from moot.engine.witness import appending
from moot.notation import Line, genesis, read, written

T = TypeVar("T")

Formats: TypeAlias = Mapping[str, Rules[Any]]

_KEPT = 4096
_KEPT_CLOSED = 64
"""Debates that are over are only read, mostly soon after: of those, the last ones will do."""


class Steward:
    """Keeps every record right: what it acknowledges is kept, what it refuses has changed nothing."""

    def __init__(
        self,
        formats: Formats,
        store: RecordStore,
        bulletin: Bulletin,
        clock: Clock,
        facts: FactSource | None = None,
        downtime: Sparing = lambda: None,
    ) -> None:
        self._formats = formats
        self._store = store
        self._bulletin = bulletin
        self._clock = clock
        self._facts = facts
        self._downtime = downtime
        self._standings: OrderedDict[str, Standing] = OrderedDict()
        self._closed: OrderedDict[str, None] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._wishes = Wishes[Asked, Played]()

    @property
    def formats(self) -> Formats:
        """The formats that can be opened here."""
        return self._formats

    async def open(
        self, debate: str, format: str, setup: Setup, first: Asked, guards: tuple[Guard, ...] = ()
    ) -> Played:
        """Opens a debate with its first move: one append, so there is never a debate without one."""
        rules = self._rules(format)
        now = self._clock()
        begun = Tabled.opening(rules, setup, now, first.by)
        tabled = self._played(begun, first, now)
        async with self._lock(debate):
            try:
                return await self._append(debate, None, begun, tabled, guards)
            except (LineTaken, RequestTaken):
                return await self._opened_before(debate, setup, first, len(begun.entries))

    async def fork(self, debate: str, branch: Branch) -> tuple[Standing, bool]:
        """Opens a debate that shares another's past, and tells whether the same request had opened it before."""
        past = past_of(await self._store.lines(branch.debate), branch.line)
        rules = self._rules_of(past.entries[0])
        tabled = forked(rules, branch, past, self._clock)
        async with self._lock(debate):
            try:
                lines = relinked(debate, tabled.entries[0], past.lines[1:])
                await self._keep(debate, None, tabled, (), lines)
            except (LineTaken, RequestTaken):
                return await self._forked_before(debate, branch, past.last), True
            return self._standings[debate], False

    async def admit(
        self, debate: str, tabled: Tabled, lines: tuple[Line, ...], guards: tuple[Guard, ...] = ()
    ) -> tuple[Standing, bool]:
        """Opens a debate with the whole of a record at once, and tells whether it had been here before."""
        async with self._lock(debate):
            try:
                await self._keep(debate, None, tabled, guards, lines)
            except LineTaken:
                there = await self._store.lines(debate, lines[-1].line - 1, 1)
                if not there or there[0].hash != lines[-1].hash:
                    raise DebateExists(debate) from None
                return await self.look(debate), True
            return self._standings[debate], False

    async def play(self, debate: str, asked: Asked, guards: tuple[Guard, ...] = ()) -> Played:
        """Makes a move, or refuses it. The same request made again yields the first result again.

        Who may be cancelled shields this call: a move that was written would otherwise not be announced.
        """
        if guards:
            async with self._lock(debate):
                return await self._play_alone(debate, asked, guards)
        with self._wishes.waiting(debate, asked) as wish:
            async with self._lock(debate):
                if wish.open:
                    await self._play_waiting(debate, self._wishes.taken(debate, wish))
            return wish.outcome()

    async def look(self, debate: str) -> Standing:
        """The debate as it stands in the store, folded; only lines not seen before are read."""
        known = self._standings.get(debate)
        lines = await self._store.lines(debate, known.line if known else -1)
        # Another look may have finished meanwhile and be ahead of this one.
        known = self._standings.get(debate, known)
        if known is None:
            if not lines:
                raise DebateNotFound(debate)
            opened = read(lines[0])
            position = Position.begun(self._rules_of(opened), opened)
            known, lines = Standing(position, lines[0].hash, opened, (opened,)), lines[1:]
        return self._remember(debate, grown(known, [line for line in lines if line.line > known.line]))

    def spared_until(self) -> datetime | None:
        """Until when lapses wait that fell due while the house was down; None: none do."""
        downtime = self._downtime()
        return None if downtime is None else downtime.grace

    def remembered(self, debate: str) -> Standing | None:
        """The debate as last seen here, without asking the store."""
        return self._standings.get(debate)

    async def recalled(self, debate: str) -> Standing:
        """The debate as last seen here; as it stands in the store where it was not seen yet."""
        return self._standings.get(debate) or await self.look(debate)

    async def entries(self, debate: str, after: int = -1, limit: int | None = None) -> Sequence[Entry]:
        """The lines after a line, read."""
        return [read(line) for line in await self._store.lines(debate, after, limit)]

    async def settle(self, debate: str) -> Standing:
        """Writes what fell due: lapses, and what follows from them."""
        return await self._house_writes(debate, lambda tabled, now: tabled)

    async def lapse(self, debate: str, lapse: Lapse) -> Standing:
        """Writes that a turn was not taken, unless it is no longer due."""
        return await self._house_writes(debate, partial(_lapsed, lapse))

    async def _house_writes(self, debate: str, more: Callable[[Tabled, datetime], Tabled]) -> Standing:
        async with self._lock(debate):
            while True:
                standing, now, known = await self.look(debate), self._clock(), _Known()
                table = partial(self._settled, standing, now, known)
                tabled = await self._knowing(debate, known, lambda: more(table(), now))  # noqa: B023
                if not tabled.entries:
                    return standing
                try:
                    await self._keep(debate, standing, tabled, self._facts_hold(debate, known))
                except (LineTaken, FactsMoved):
                    continue
                return self._standings[debate]

    def _settled(self, standing: Standing, now: datetime, known: "_Known") -> Tabled:
        return Tabled.nothing(standing.position, known.told, self._downtime()).settled(now)

    async def _knowing(self, debate: str, known: "_Known", table: Callable[[], T]) -> T:
        """What is tabled once every fact is known that it asks for."""
        while True:
            try:
                return table()
            except FactsNeeded as needed:
                if self._facts is None:
                    raise Outage(f"Nobody here can tell the {needed.need.what} that debate {debate} needs.") from None
                known.facts[needed.need, needed.at] = await self._facts.told(debate, needed.need, needed.at)

    def _facts_hold(self, debate: str, known: "_Known") -> tuple[Guard, ...]:
        return (self._facts.still(debate, known.facts),) if known.facts and self._facts is not None else ()

    async def _play_waiting(self, debate: str, wishes: Sequence[Wish[Asked, Played]]) -> None:
        """Makes the moves that wait: together where nothing stands against it, and each by itself otherwise."""
        standing = self._standings.get(debate)
        if standing is not None and len(wishes) > 1:
            await self._play_together(debate, standing, wishes)
        for wish in wishes:
            if wish.open:
                try:
                    wish.grant(await self._play_alone(debate, wish.asked))
                except Exception as fault:
                    wish.fail(fault)

    async def _play_together(self, debate: str, standing: Standing, wishes: Sequence[Wish[Asked, Played]]) -> None:
        """Makes as many moves as the rules allow one after the other, in one append."""
        now = self._clock()
        try:
            tabled = self._settled(standing, now, _Known())
        except FactsNeeded:
            return
        fitting: list[tuple[Wish[Asked, Played], Played]] = []
        for wish in wishes:
            # Whatever stands against a move is told when it is made by itself.
            with suppress(Exception):
                after = self._played(tabled, wish.asked, now)
                fitting.append((wish, Played(debate, after.entries[len(tabled.entries)], after.position)))
                tabled = after
        if len(fitting) > 1:
            with suppress(LineTaken, RequestTaken):
                await self._keep(debate, standing, tabled, ())
                for wish, played in fitting:
                    wish.grant(played)

    async def _play_alone(self, debate: str, asked: Asked, guards: tuple[Guard, ...] = ()) -> Played:
        standing = self._standings.get(debate)
        if standing is not None:
            # The usual case costs one transaction: judge by what we remember, and let the store object.
            try:
                return await self._try(debate, standing, asked, guards)
            except (LineTaken, RequestTaken, FactsMoved, Refusal):
                pass
        return await self._play_looking(debate, asked, guards)

    async def _play_looking(self, debate: str, asked: Asked, guards: tuple[Guard, ...]) -> Played:
        while True:
            standing = await self.look(debate)
            if (before := await self._repeated(debate, standing, asked)) is not None:
                return before
            try:
                return await self._try(debate, standing, asked, guards)
            except (LineTaken, RequestTaken, FactsMoved):
                continue

    async def _try(self, debate: str, standing: Standing, asked: Asked, guards: tuple[Guard, ...]) -> Played:
        now, known = self._clock(), _Known()

        def tabled() -> tuple[Tabled, Tabled]:
            begun = self._settled(standing, now, known)
            return begun, self._played(begun, asked, now)

        begun, played = await self._knowing(debate, known, tabled)
        guards = (*guards, *self._facts_hold(debate, known))
        return await self._append(debate, standing, begun, played, guards)

    def _played(self, tabled: Tabled, asked: Asked, now: datetime) -> Tabled:
        return tabled.playing(
            asked.seat,
            asked.move,
            now,
            answers=asked.answers,
            request=asked.request,
            by=asked.by,
            salt=token_hex(16),
            spent=asked.spent,
            provenance=asked.provenance,
            label=asked.turn,
        )

    async def _append(
        self, debate: str, standing: Standing | None, begun: Tabled, tabled: Tabled, guards: tuple[Guard, ...]
    ) -> Played:
        """Keeps the lines; the move itself is the first that is not in `begun`."""
        await self._keep(debate, standing, tabled, guards)
        return Played(debate, tabled.entries[len(begun.entries)], tabled.position)

    async def _keep(
        self,
        debate: str,
        standing: Standing | None,
        tabled: Tabled,
        guards: tuple[Guard, ...],
        lines: tuple[Line, ...] | None = None,
    ) -> None:
        """Keeps what is tabled; lines that were written before are kept as they were."""
        lines = lines or chained(tabled.entries, genesis(debate) if standing is None else standing.head)
        opened = tabled.entries[0] if standing is None else standing.opened
        growth = Growth(
            debate=debate,
            after=-1 if standing is None else standing.line,
            lines=lines,
            entries=tabled.entries,
            before=None if standing is None else standing.position,
            position=tabled.position,
            card=card_of(debate, opened, tabled.position, lines[-1].hash, None if standing is None else standing.card),
            guards=guards,
        )
        with appending(growth):
            await self._store.append(growth)
        position = growth.position
        tail = (*(standing.tail if standing else ()), *growth.entries)[-TAIL:]
        self._remember(debate, Standing(position, growth.card.head, opened, tail, growth.card))
        self._bulletin.announce(debate, position.line)

    async def _repeated(self, debate: str, standing: Standing, asked: Asked) -> Played | None:
        if asked.request is None:
            return None
        line = await self._store.requested(debate, asked.request)
        if line is None:
            return None
        entry = read(line)
        if not _is(entry, asked, standing.position):
            raise RequestIdReused(asked.request)
        # Who lost the store when it was kept could not tell anybody; that is why it is sent again.
        self._bulletin.announce(debate, standing.line)
        return Played(debate, entry, standing.position, repeated=True)

    async def _opened_before(self, debate: str, setup: Setup, first: Asked, line_of_first: int) -> Played:
        standing = await self.look(debate)
        line = None if first.request is None else await self._store.requested(debate, first.request)
        if line is None:
            raise DebateExists(debate)
        entry = read(line)
        same = entry.line == line_of_first and _is(entry, first, standing.position)
        if not same or standing.opened.move["setup"] != setup.told():
            raise RequestIdReused(str(first.request))
        self._bulletin.announce(debate, standing.line)
        return Played(debate, entry, standing.position, repeated=True)

    async def _forked_before(self, debate: str, branch: Branch, line: int) -> Standing:
        standing = await self.look(debate)
        opened, fork = standing.opened, standing.position.fork
        if branch.request is None or opened.request != branch.request:
            raise DebateExists(debate)
        shares = fork is not None and (fork.debate, fork.line) == (branch.debate, line)
        if not shares or opened.move["setup"] != branch.setup.told():
            raise RequestIdReused(branch.request)
        return standing

    def _rules_of(self, opened: Entry) -> Rules[Any]:
        """The rules of a debate; refused where a newer Moot on the same database plays by newer ones."""
        rules, version = self._rules(str(opened.move["format"])), opened.move.get("version")
        if isinstance(version, int) and version > rules.version:
            raise NewerRules(rules.name, version, rules.version)
        return rules

    def _rules(self, format: str) -> Rules[Any]:
        try:
            return self._formats[format]
        except KeyError:
            raise InvalidInput(
                f"There is no format {format!r} here.", suggestion=f"Formats: {', '.join(sorted(self._formats))}."
            ) from None

    def _lock(self, debate: str) -> asyncio.Lock:
        lock = self._locks.get(debate)
        if lock is None:
            lock = self._locks[debate] = asyncio.Lock()
        return lock

    def _remember(self, debate: str, standing: Standing) -> Standing:
        known = self._standings.get(debate)
        if known is not None and known.line > standing.line:
            return known
        self._standings[debate] = standing
        self._standings.move_to_end(debate)
        if standing.position.ended:
            self._let_go(debate)
        if len(self._standings) > _KEPT:
            self._standings.popitem(last=False)
        return standing

    def _let_go(self, closed: str) -> None:
        """Keeps a debate that is over in mind for a while, and forgets the one that was looked at longest ago."""
        self._closed[closed] = None
        self._closed.move_to_end(closed)
        if len(self._closed) > _KEPT_CLOSED:
            self._standings.pop(self._closed.popitem(last=False)[0], None)


@dataclass(frozen=True, slots=True)
class _Known:
    """The facts that have been looked up for one append."""

    facts: dict[tuple[Need, datetime], Json] = field(default_factory=dict[tuple[Need, datetime], Json])

    def told(self, need: Need, at: datetime) -> Json:
        try:
            return self.facts[need, at]
        except KeyError:
            raise FactsNeeded(need, at) from None


def _lapsed(lapse: Lapse, tabled: Tabled, now: datetime) -> Tabled:
    turn = next((turn for turn in tabled.position.due() if turn.label == lapse.turn), None)
    if turn is None:
        return tabled
    by, spent, provenance = lapse.by, lapse.spent, lapse.provenance
    told = tabled.lapsing(turn, now, lapse.reason, lapse.detail, by=by, spent=spent, provenance=provenance)
    return told.settled(now)


def _is(entry: Entry, asked: Asked, position: Position) -> bool:
    """Whether this is what was asked for; a role is no seat, so who took an open turn is told by the member."""
    same = entry.kind == asked.move.kind and entry.move == asked.move.told()
    as_role = asked.seat not in position.seats and asked.by == entry.by
    return same and (asked.seat == entry.seat or as_role)


def chained(entries: Sequence[Entry], before: str) -> tuple[Line, ...]:
    """The lines that keep these entries after a line with the hash `before`."""
    lines: list[Line] = []
    for entry in entries:
        lines.append(written(entry, before))
        before = lines[-1].hash
    return tuple(lines)
