"""The floor: given to the player who holds a turn. What it answers is kept, then read, then played."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, cast

from pydantic import BaseModel

from moot.debate import Brief, Budget, Entry, Manner, Outage, Refusal, Seated, Spent, Turn, views
from moot.engine.briefing import brief_for
from moot.engine.bulletin import Bulletin
from moot.engine.calls import (
    Answer,
    Call,
    CallKey,
    Claim,
    Elsewhere,
    Hire,
    Kept,
    Ledger,
    Limits,
    OverBudget,
    Player,
    PlayerFailed,
    Unfit,
    digest,
)
from moot.engine.drafts import Drafts
from moot.engine.holders import Holder
from moot.engine.lanes import Lanes
from moot.engine.ports import Clock
from moot.engine.reading import read_answer
from moot.engine.standing import Asked, Lapse, Standing
from moot.engine.steward import Steward
from moot.engine.tools import granted, without_tools
from moot.engine.witness import calling
from moot.tellers import TRACES, at

log = logging.getLogger("moot.floor")

_LOOK_AGAIN = 1.0
"""How many seconds to wait before looking whether another process has its answer."""
_LONGEST_CALL = timedelta(minutes=15)
"""After so long a call that another process claimed, and of which nothing is known, counts as abandoned."""
_DRAFT_EVERY = 0.1
_TOO_DEAR = "what they may cost exceeds the budget"


@dataclass(frozen=True, slots=True)
class Backing:
    """What stands behind the floor."""

    steward: Steward
    ledger: Ledger
    bulletin: Bulletin
    drafts: Drafts
    clock: Clock
    hire: Hire
    holder: Holder
    daily: Limits = field(default=Limits())
    lasting: bool = False
    """Whether these limits count from the first call on, as the budget of one long run, and not from midnight."""
    hide: Callable[[str], str] = str
    """Takes secrets out of what is told of a failure: providers and programs repeat what they were given."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player with the floor: for which turn, and within which limits."""

    debate: str
    turn: Turn
    player: Player
    seated: Seated
    budget: Budget | None
    opened_at: datetime
    calls: list[Kept] = field(default_factory=list[Kept])
    """Its answers so far, in the order they came."""

    @property
    def manner(self) -> Manner:
        """How it is asked for a verdict."""
        return cast("Manner | None", self.seated.verdict) or self.player.manner

    @property
    def spent(self) -> Spent | None:
        """What its answers have cost together."""
        told = [call.answer.spent for call in self.calls if call.answer is not None and call.answer.spent is not None]
        if not told:
            return None
        return Spent(
            sum(spent.tokens_in for spent in told),
            sum(spent.tokens_out for spent in told),
            _sum_of([spent.money for spent in told]),
            sum(spent.milliseconds for spent in told),
        )

    @property
    def provenance(self) -> str | None:
        """The digest of its calls."""
        return digest(self.calls) if self.calls else None


class Floor:
    """Calls on players, one turn at a time each."""

    def __init__(self, backing: Backing) -> None:
        self._behind = backing
        self._lanes = Lanes()

    async def give(self, debate: str, turn: Turn) -> None:
        """Calls on the player who holds a turn and plays what it answers, or writes why it did not answer."""
        seat, label = turn.taker or "", turn.label
        told = {"moot.debate": debate, "moot.seat": seat, "moot.turn": label}
        with at(debate=debate, seat=seat, turn=label), TRACES.span("turn", told):
            await self._give(debate, turn)

    async def _give(self, debate: str, turn: Turn) -> None:
        standing = await self._behind.steward.recalled(debate)
        seated = _seated(standing, turn)
        try:
            player = await self._behind.hire(seated)
        except Elsewhere:
            return
        except Refusal as refusal:
            await self._lapse(debate, Lapse(turn.label, "failed", refusal.message, seated.player))
            return
        speaker = Speaker(debate, turn, player, seated, _budget(standing), standing.opened.noted)
        try:
            await self._heard(speaker)
        finally:
            self._behind.drafts.hush(debate, turn)

    async def _heard(self, speaker: Speaker) -> None:
        try:
            await self._take(speaker)
        except PlayerFailed as failed:
            await self._give_up(speaker, failed.reason, str(failed))
        except OverBudget as over:
            await self._give_up(speaker, "no budget", str(over))
        except (Outage, asyncio.CancelledError):
            raise
        except Exception as fault:
            log.exception("debate %s, turn %s: the player broke", speaker.debate, speaker.turn.label)
            await self._give_up(speaker, "failed", f"{speaker.player.name} broke: {type(fault).__name__}")

    async def _take(self, speaker: Speaker) -> None:
        brief = await self._brief(speaker)
        before: list[tuple[Unfit, ...]] = [() for _ in brief.asks]
        filled: dict[int, BaseModel] = {}
        for attempt in range(brief.again + 1):
            missing = [number for number in range(len(brief.asks)) if number not in filled]
            asking = [self._ask(speaker, brief, number, attempt, before[number]) for number in missing]
            for number, kept in zip(missing, await _all(asking, speaker), strict=True):
                read = read_answer(_answer(kept).raw, brief.asks[number])
                if isinstance(read, Unfit):
                    before[number] = (*before[number], read)
                else:
                    filled[number] = read
            if len(filled) == len(brief.asks):
                fault = await self._play(speaker, brief, [filled[number] for number in sorted(filled)])
                if fault is None:
                    return
                before = [(*told, Unfit(_last(speaker, number), fault)) for number, told in enumerate(before)]
                filled.clear()
        faults = [told[-1].fault for told in before if told]
        raise PlayerFailed(f"{speaker.player.name} gave no answer that fits: {faults[-1]}", "unfit answers")

    async def _brief(self, speaker: Speaker) -> Brief:
        steward = self._behind.steward
        standing = await steward.recalled(speaker.debate)
        entries: Sequence[Entry] = standing.after(-1) or await steward.entries(speaker.debate)
        seen = views(entries, speaker.turn.taker)
        return brief_for(standing.position, speaker.turn, seen, speaker.manner)

    async def _ask(self, speaker: Speaker, brief: Brief, number: int, attempt: int, before: tuple[Unfit, ...]) -> Kept:
        """The answer to one question: kept from before, or asked for now and kept before it is used."""
        settings = speaker.seated.settings or {}
        call = Call(speaker.debate, speaker.turn, brief, brief.asks[number], before, settings)
        key = CallKey(speaker.debate, speaker.turn.label, number, attempt)
        while True:
            async with self._lanes.through(speaker.player.lanes):
                known, call = await self._claimed(speaker, key, call)
                if known is None:
                    return await self._called(speaker, key, call)
            if known.answer is not None:
                return known
            await self._behind.bulletin.grown(speaker.debate, 2**62, _LOOK_AGAIN)

    async def _claimed(self, speaker: Speaker, key: CallKey, call: Call) -> tuple[Kept | None, Call]:
        """The call claimed with all that its tools may cost; where that is too much, without tools."""
        try:
            return await self._claim(speaker, key, call), call
        except OverBudget:
            if not granted(call):
                raise
            alone = without_tools(call, _TOO_DEAR)
            return await self._claim(speaker, key, alone), alone

    async def _claim(self, speaker: Speaker, key: CallKey, call: Call) -> Kept | None:
        behind, now = self._behind, self._behind.clock()
        _must_have_time(speaker, now)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        claim = Claim(
            key,
            behind.holder.name,
            now,
            speaker.player.reserve(call),
            _limits(speaker.budget),
            behind.daily,
            None if behind.lasting else midnight,
        )
        with TRACES.span("claim"):
            known = await behind.ledger.claim(claim, behind.holder.is_gone)
        if known is None or known.answer is not None:
            return known
        # A claim of our own that nobody works on was left by a call that was cut off; an old one was abandoned.
        if known.holder == behind.holder.name or now - known.asked_at > _LONGEST_CALL:
            return await behind.ledger.claim(claim, lambda holder: True)
        return known

    async def _called(self, speaker: Speaker, key: CallKey, call: Call) -> Kept:
        behind = self._behind
        try:
            with calling(speaker.player) as told, TRACES.span("call"):
                answer = _traced(await self._answered(speaker, call))
                told.spent = answer.spent
        except PlayerFailed:
            await asyncio.shield(behind.ledger.drop(key, behind.holder.name))
            raise
        # A paid answer is kept even if nobody waits for it any more.
        with TRACES.span("keep"):
            return await asyncio.shield(behind.ledger.keep(key, answer, behind.clock()))

    async def _answered(self, speaker: Speaker, call: Call) -> Answer:
        left = _seconds_left(speaker, self._behind.clock())
        draft = _sparingly(lambda text: self._behind.drafts.say(speaker.debate, speaker.turn, text))
        try:
            async with asyncio.timeout(left):
                return await speaker.player.answer(call, draft)
        except TimeoutError:
            raise PlayerFailed("The time that this debate may take is used up.", "no budget") from None

    async def _play(self, speaker: Speaker, brief: Brief, filled: Sequence[BaseModel]) -> str | None:
        """Plays the move; why it does not fit, if it does not."""
        turn = speaker.turn
        try:
            asked = Asked(
                seat=turn.taker or "",
                move=brief.settle(filled),
                answers=turn.answers,
                by=speaker.player.name,
                spent=speaker.spent,
                provenance=speaker.provenance,
                turn=turn.label,
            )
            with TRACES.span("play"):
                await asyncio.shield(self._behind.steward.play(speaker.debate, asked))
        except Refusal as refusal:
            standing = await self._behind.steward.look(speaker.debate)
            still_due = any(due.label == turn.label for due in standing.position.due())
            return " ".join(filter(None, (refusal.message, refusal.suggestion))) if still_due else None
        except ValueError as unfit:
            return str(unfit)
        return None

    async def _give_up(self, speaker: Speaker, reason: str, detail: str) -> None:
        turn, by = speaker.turn.label, speaker.player.name
        await self._lapse(speaker.debate, Lapse(turn, reason, detail, by, speaker.spent, speaker.provenance))

    async def _lapse(self, debate: str, lapse: Lapse) -> None:
        detail = self._behind.hide(lapse.detail or "")[:500]
        await asyncio.shield(self._behind.steward.lapse(debate, replace(lapse, detail=detail)))


async def _all(asking: Sequence[Coroutine[Any, Any, Kept]], speaker: Speaker) -> list[Kept]:
    """All answers; if one fails the others are still waited for, because they are paid for."""
    done = await asyncio.gather(*asking, return_exceptions=True)
    kept = [each for each in done if isinstance(each, Kept)]
    speaker.calls.extend(kept)
    for each in done:
        if isinstance(each, BaseException):
            raise each
    return kept


def _traced(answer: Answer) -> Answer:
    """The answer with the trace in which it was asked for, where there is one."""
    trace = TRACES.trace_id()
    return answer if trace is None else replace(answer, facts={**answer.facts, "trace": trace})


def _sum_of(money: Sequence[float | None]) -> float | None:
    """What was paid together; not known where one price is not. Rounded to what prices are told in."""
    known = [each for each in money if each is not None]
    return round(sum(known), 9) if len(known) == len(money) else None


def _answer(kept: Kept) -> Answer:
    assert kept.answer is not None
    return kept.answer


def _last(speaker: Speaker, number: int) -> str:
    return next(_answer(kept).raw for kept in reversed(speaker.calls) if kept.key.ask == number)


def _seated(standing: Standing, turn: Turn) -> Seated:
    setup = cast(Mapping[str, Any], standing.opened.move["setup"])
    return Seated.model_validate(setup["players"][turn.seat])


def _budget(standing: Standing) -> Budget | None:
    told = cast(Mapping[str, Any], standing.opened.move["setup"]).get("budget")
    return None if told is None else Budget.model_validate(told)


def _limits(budget: Budget | None) -> Limits:
    return Limits() if budget is None else Limits(budget.tokens, budget.money, budget.calls)


def _seconds_left(speaker: Speaker, now: datetime) -> float | None:
    if speaker.budget is None or speaker.budget.seconds is None:
        return None
    return speaker.budget.seconds - (now - speaker.opened_at).total_seconds()


def _must_have_time(speaker: Speaker, now: datetime) -> None:
    left = _seconds_left(speaker, now)
    if left is not None and left <= 0:
        raise OverBudget("The time that this debate may take is used up.")


def _sparingly(say: Callable[[str], None]) -> Callable[[str], None]:
    """Says not every word at once: watchers read no faster."""
    clock, last = asyncio.get_running_loop().time, [-1.0]

    def draft(text: str) -> None:
        if clock() - last[0] >= _DRAFT_EVERY:
            last[0] = clock()
            say(text)

    return draft
