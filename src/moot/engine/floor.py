"""The floor: given to the player who holds a turn. What it answers is kept, then read, then played."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic import BaseModel

from moot.debate import Brief, Budget, Entry, Outage, Refusal, Seated, Turn, views
from moot.engine.asking import Asking
from moot.engine.backing import Backing
from moot.engine.briefing import brief_for
from moot.engine.calls import Answer, Call, CallKey, Elsewhere, Kept, OverBudget, PlayerFailed, Unfit
from moot.engine.reading import read_answer
from moot.engine.speaker import Speaker
from moot.engine.standing import Asked, Lapse, Standing
from moot.tellers import TRACES, at

log = logging.getLogger("moot.floor")


class Floor:
    """Calls on players, one turn at a time each."""

    def __init__(self, backing: Backing) -> None:
        self._behind = backing
        self._asking = Asking(backing)

    async def give(self, debate: str, turn: Turn) -> None:
        """Calls on the player who holds a turn and plays what it answers, or writes why it did not answer."""
        seat, label = turn.taker or "", turn.label
        told = {"moot.debate": debate, "moot.seat": seat, "moot.turn": label}
        with at(debate=debate, seat=seat, turn=label), TRACES.span("turn", told):
            await self._give(debate, turn)

    async def end(self) -> None:
        """Waits for what must be written although nobody waits for it any more."""
        await self._asking.end()

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
        settings = speaker.seated.settings or {}
        call = Call(speaker.debate, speaker.turn, brief, brief.asks[number], before, settings)
        return await self._asking.ask(speaker, call, CallKey(speaker.debate, speaker.turn.label, number, attempt))

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
                await self._asking.to_its_end(self._behind.steward.play(speaker.debate, asked))
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
        await self._asking.to_its_end(self._behind.steward.lapse(debate, replace(lapse, detail=detail)))


async def _all(asking: Sequence[Coroutine[Any, Any, Kept]], speaker: Speaker) -> list[Kept]:
    """All answers; if one fails the others are still waited for, because they are paid for."""
    done = await asyncio.gather(*asking, return_exceptions=True)
    kept = [each for each in done if isinstance(each, Kept)]
    speaker.calls.extend(kept)
    for each in done:
        if isinstance(each, BaseException):
            raise each
    return kept


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
