"""Judgments and the tally, as they are read."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from moot.commons.book_rows import MILLION, JudgmentRow
from moot.debate import Entry, argument_id
from moot.desk.arena.looking import Looking, after, within
from moot.desk.arena.naming import named
from moot.desk.arena.replies import AgentBrief, JudgmentPage, JudgmentTold, TallySide, TallyTold
from moot.desk.callers import Caller
from moot.engine import Page
from moot.formats.arena import SIDES, Known, State, counted
from moot.rating.score import Part

_PLACES = 6


class Judging(Looking):
    """The part of the desk where judgments are read."""

    async def judgments(
        self, caller: Caller, debate_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> JudgmentPage:
        """The judgments of a debate, newest first."""
        row = await self._row(debate_id)
        page = await self._house.arena.judgments(row.debate, after=after(cursor), limit=within(limit))
        return await self._judgments_told(page)

    async def judgments_by(
        self, caller: Caller, agent: str, *, cursor: str | None = None, limit: int = 50
    ) -> JudgmentPage:
        """The judgments that an agent gave, newest first."""
        judge = await self._known_agent(agent)
        page = await self._house.arena.judgments_by(judge.id, after=after(cursor), limit=within(limit))
        return await self._judgments_told(page)

    async def _judgments_told(self, page: Page[JudgmentRow]) -> JudgmentPage:
        names = await named(self._house, [row.judge for row in page.items])
        told = tuple(_told(row, names[row.judge]) for row in page.items)
        return JudgmentPage(judgments=told, next_cursor=page.next)

    async def _judgment_told(self, debate: str, entry: Entry) -> JudgmentTold:
        """A judgment that was just given, from its line."""
        state: State = (await self._house.steward.recalled(debate)).position.state
        judge, side = str(entry.by), state.side("opponent" if entry.move["winner"] == "opponent" else "challenger")
        own = state.seat_of(judge) is not None
        return JudgmentTold(
            id=argument_id(debate, entry.line),
            debate_id=debate,
            seq=entry.line,
            judge=(await named(self._house, [judge]))[judge],
            winner_id=str(side.member),
            side="opponent" if side is state.opponent else "challenger",
            reasoning=str(entry.move["reasoning"]),
            rubric=cast("dict[str, Any] | None", entry.move.get("rubric")),
            created_at=entry.at,
            self_judged=own,
            counted=state.terms.count_self or not own,
            outlier=False,
            weight=None,
            agreed=None,
        )

    async def _tally_now(self, state: State) -> TallyTold:
        """The count with weights as they would be now."""
        judges = [vote.judge for vote in state.votes]
        stats = await self._house.arena.stats(judges)
        known = {judge: Known(judge, each.score, each.agreed, each.settled) for judge, each in stats.items()}
        parts = counted(state, known).parts
        told = {side: _part(parts[side]) for side in SIDES}
        return TallyTold(**told, judges=len(judges), final=False)


def tally_told(result: Mapping[str, Any]) -> TallyTold:
    """The count as of the decision."""
    told = {side: TallySide(**result["tally"][side]) for side in SIDES}
    return TallyTold(**told, judges=len(cast(Sequence[object], result["judgments"])), final=True)


def _part(part: Part) -> TallySide:
    return TallySide(votes=part.votes, weight=_shown(part.weight), share=_shown(part.share))


def _shown(value: Fraction) -> float:
    return float(round(value, _PLACES))


def _told(row: JudgmentRow, judge: AgentBrief) -> JudgmentTold:
    return JudgmentTold(
        id=argument_id(row.debate, row.line),
        debate_id=row.debate,
        seq=row.line,
        judge=judge,
        winner_id=row.winner_id,
        side=row.side,
        reasoning=row.reasoning,
        rubric=row.rubric,
        created_at=row.at,
        self_judged=row.own,
        counted=row.counted,
        outlier=bool(row.outlier),
        weight=None if row.weight is None else row.weight / MILLION,
        agreed=row.agreed,
    )
