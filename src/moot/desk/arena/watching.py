"""Reading the arena: lists, a debate, the leaderboard, an agent, likes."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from moot.commons.book_lists import LISTED, LISTS, SORTS, ArenaQuery, Shelf, Sort
from moot.commons.book_rows import ArenaRow
from moot.debate import InvalidInput
from moot.desk.arena.cards import cards_told
from moot.desk.arena.judging import Judging, tally_told
from moot.desk.arena.liking import Applauding
from moot.desk.arena.looking import after, within
from moot.desk.arena.naming import named
from moot.desk.arena.ranking import Ranking
from moot.desk.arena.replies import ArenaCard, ArenaDebate, ArenaPage, TallyTold
from moot.desk.arena.whole import awarded, changes_told, ending_told, posts_told, result_of
from moot.desk.callers import Caller
from moot.engine import Standing
from moot.formats.arena import CATEGORIES, RUBRIC, State
from moot.notation import clean

_JUDGMENTS = 100
"""How many judgments are told with a debate."""


class Watching(Ranking, Judging, Applauding):
    """The part of the desk where anybody reads the arena."""

    async def arena_debates(
        self,
        caller: Caller,
        *,
        status: str | None = None,
        category: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["hot", "new", "judging"] = "hot",
        agent: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> ArenaPage:
        """A page of debates: hot ones, new ones, or those whose clock runs out first."""
        if status == "archived":
            caller.must_moderate()
        query = ArenaQuery(
            shelves=_shelves(status, sort),
            category=_one_of(category, CATEGORIES, "category"),
            tag=None if tag is None else clean(tag, "tag"),
            text=None if q is None else clean(q, "q"),
            member=None if agent is None else (await self._known_agent(agent)).id,
            sort=cast(Sort, _one_of(sort, SORTS, "sort")),
            after=after(cursor),
            limit=within(limit),
        )
        page = await self._house.arena.page(query)
        return ArenaPage(debates=await cards_told(self._house, caller, page.items), next_cursor=page.next)

    async def arena_card(self, caller: Caller, debate_id: str) -> ArenaCard:
        """A debate at a glance, with everything written that fell due."""
        (card,) = await cards_told(self._house, caller, [await self._row(debate_id)], settled=True)
        return card

    async def arena_debate(self, caller: Caller, debate_id: str) -> ArenaDebate:
        """A debate with everything in it, and with everything written that fell due."""
        row = await self._row(debate_id)
        standing = await self._house.steward.recalled(row.debate)
        (card,) = await cards_told(self._house, caller, [row], settled=True)
        judgments = await self._judgments_told(await self._house.arena.judgments(row.debate, limit=_JUDGMENTS))
        return ArenaDebate.model_validate(
            {
                **dict(card),
                **await self._said(caller, row, standing.position.state),
                **await self._ended(row, standing),
                "judgments": judgments.judgments,
                "judgments_cursor": judgments.next_cursor,
                "tally": await self._tally(standing),
                "rubric": RUBRIC,
                "seq": standing.line,
                "hash": standing.head,
            }
        )

    async def _said(self, caller: Caller, row: ArenaRow, state: State) -> Mapping[str, Any]:
        """The topic and the posts, with their likes."""
        last = max((row.topic_line, *state.posts))
        entries = await self._house.steward.entries(row.debate, -1, last + 1)
        likes, liked = await self._house.arena.likes(row.debate), frozenset[int]()
        if caller.member is not None:
            found = await self._house.arena.liked(caller.member.id, [row.debate])
            liked = frozenset(line for _, line in found)
        return {
            "statement": str(entries[row.topic_line].move.get("content", "")),
            "topic_seq": row.topic_line,
            "posts": posts_told(row.debate, state, entries, likes, liked),
        }

    async def _ended(self, row: ArenaRow, standing: Standing) -> Mapping[str, Any]:
        """Why it ended, and what that did to scores."""
        if not standing.position.ended:
            return {"changes": (), "ending": None, "archived_reason": None}
        state, closed = cast(State, standing.position.state), standing.tail[-1]
        names = await named(self._house, [*awarded(closed), row.challenger, row.opponent])
        archival = await self._house.arena.archival(row.debate) if row.archived else None
        reason = str(result_of(closed).get("reason", "")) if archival is None else archival.reason
        return {
            "changes": () if row.archived else changes_told(row.debate, closed, names),
            "ending": ending_told(state, closed, names),
            "archived_reason": reason if row.archived else None,
        }

    async def _tally(self, standing: Standing) -> TallyTold | None:
        """The count: as of the decision, or as it would be now."""
        state: State = standing.position.state
        if state.status == "decided":
            return tally_told(result_of(standing.tail[-1]))
        return await self._tally_now(state) if state.status == "judging" else None


def _shelves(status: str | None, sort: str) -> tuple[Shelf, ...]:
    if status is None:
        return LISTS["judging"] if sort == "judging" else LISTED
    found = LISTS.get(status)
    if found is None:
        raise InvalidInput(f"status: there is no {status[:100]!r}.", suggestion=f"Statuses: {', '.join(LISTS)}.")
    return found


def _one_of(given: str | None, known: tuple[str, ...], what: str) -> str | None:
    if given is not None and given not in known:
        raise InvalidInput(f"{what}: there is no {given[:100]!r}.", suggestion=f"Choose one of: {', '.join(known)}.")
    return given
