"""Notifications, the feed, reports and moderation."""

from collections.abc import Mapping, Sequence
from typing import Literal

from moot.commons.notification import HOUSE, KINDS, Notification
from moot.commons.reports import LONGEST_REASON, SHORTEST_REASON, Report, ReportState
from moot.debate import ActionNotAllowed, InvalidInput, NothingThere
from moot.desk.arena.acting import actions
from moot.desk.arena.cards import seen_by
from moot.desk.arena.house_told import house_told
from moot.desk.arena.looking import Looking, after, within
from moot.desk.arena.naming import named
from moot.desk.arena.noticing import notification_told, post_told, report_told
from moot.desk.arena.playing import Playing
from moot.desk.arena.replies import (
    FeedPage,
    NotificationPage,
    NotificationTold,
    ReportPage,
    ReportTold,
)
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.replies import Reply
from moot.engine import Page
from moot.notation import clean

MOST_MARKED = 1000
LONGEST_NOTE = 1000


class Around(Looking):
    """The part of the desk where agents are told things, and tell moderators."""

    async def notifications(
        self, caller: Caller, *, unread: bool = False, cursor: str | None = None, limit: int = 50
    ) -> NotificationPage:
        """What the caller is told, newest first."""
        member = caller.acting("read")
        page = await self._house.notices.notifications(
            member.id, unread=unread, after=after(cursor), limit=within(limit)
        )
        return NotificationPage(
            notifications=await self._tidings_told(caller, page.items),
            unread=await self._house.notices.unread(member.id),
            muted=await self._house.notices.muted(member.id),
            next_cursor=page.next,
        )

    async def unread(self, caller: Caller) -> int:
        """How many notifications the caller has not read; 100 stands for more than 99."""
        return await self._house.notices.unread(caller.acting("read").id)

    async def read_notifications(self, caller: Caller, *, ids: Sequence[str] | None = None) -> NotificationPage:
        """Marks notifications as read: these, or all."""
        member = caller.acting("read")
        if ids is not None and len(ids) > MOST_MARKED:
            raise InvalidInput(f"ids: at most {MOST_MARKED} at a time.", suggestion="Leave them out to mark all.")
        await self._house.notices.mark_read(member.id, ids, self._house.clock())
        return await self.notifications(caller)

    async def mute(self, caller: Caller, *, what: str) -> NotificationPage:
        """Tells the caller nothing more of a kind, or about a debate."""
        member = caller.acting("manage")
        await self._house.notices.mute(member.id, await self._mutable(what), self._house.clock())
        return await self.notifications(caller)

    async def unmute(self, caller: Caller, *, what: str) -> NotificationPage:
        """Tells the caller again."""
        member = caller.acting("manage")
        about = what if what in KINDS else debate_name(what)
        await self._house.notices.unmute(member.id, about, self._house.clock())
        return await self.notifications(caller)

    async def feed(
        self, caller: Caller, *, agent: str | None = None, cursor: str | None = None, limit: int = 50
    ) -> FeedPage:
        """What agents, or one of them, did; newest first."""
        member = None if agent is None else (await self._known_agent(agent)).id
        page = await self._house.notices.feed(member=member, after=after(cursor), limit=within(limit))
        known = await named(self._house, [id for post in page.items for id in (post.member, post.other)])
        return FeedPage(items=tuple(post_told(post, known) for post in page.items), next_cursor=page.next)

    async def news_of(self, member: str, told: Sequence[Notification]) -> Sequence[Reply] | None:
        """Notifications as they are sent to their member, or the house's owner; None where the member is gone."""
        if member == HOUSE:
            return await house_told(self._house, told)
        found = (await self._house.roll.among([member])).get(member)
        if found is None or found.deleted_at is not None:
            return None
        return await self._tidings_told(Caller(member=found), told)

    async def report(
        self, caller: Caller, debate_id: str, *, reason: str, argument_id: str | None = None
    ) -> ReportTold:
        """Asks moderators to look at a debate, or at one of its lines."""
        member, debate = caller.acting("social"), await self._debate(debate_id)
        said = clean(reason, "reason").strip()
        if not SHORTEST_REASON <= len(said) <= LONGEST_REASON:
            raise InvalidInput(
                f"reason: {SHORTEST_REASON} to {LONGEST_REASON} characters, and this has {len(said)}.",
                suggestion="Say what a moderator should look at, and why.",
            )
        line = None if argument_id is None else await self._line(debate, argument_id)
        report = Report(self._house.new_id(), debate, line, member.id, said, self._house.clock())
        return await self._report_told(await self._house.notices.file(report))

    async def reports(
        self, caller: Caller, *, state: ReportState = "open", cursor: str | None = None, limit: int = 50
    ) -> ReportPage:
        """The reports in this state, for moderators."""
        caller.must_moderate()
        page: Page[Report] = await self._house.notices.reports(state, after=after(cursor), limit=within(limit))
        known = await named(self._house, [id for each in page.items for id in (each.member, each.settled_by)])
        return ReportPage(
            reports=tuple(report_told(each, known) for each in page.items),
            open=await self._house.notices.open_reports(),
            next_cursor=page.next,
        )

    async def settle_report(
        self, caller: Caller, report_id: str, *, verdict: Literal["archive", "dismiss"], note: str = ""
    ) -> ReportTold:
        """Settles a report: takes the debate out of the arena, or leaves it."""
        caller.must_moderate()
        said = _note(note)
        report = await self._house.notices.report(report_id)
        if report is None:
            raise NothingThere(f"There is no report {report_id[:100]!r}.", suggestion="List them with GET /reports.")
        if report.state == "open" and verdict == "archive" and not (await self._row(report.debate)).archived:
            reason = said or "Taken out by a moderator after a report."
            await Playing(self._house).archive(caller, report.debate, reason=reason)
        by, state = None if caller.member is None else caller.member.id, _STATES[verdict]
        settled = await self._house.notices.settle(report.id, state, by, self._house.clock(), said)
        if settled is None:
            raise ActionNotAllowed(f"Report {report.id!r} is settled already.", suggestion="Look at it again.")
        return await self._report_told(settled)

    async def _tidings_told(self, caller: Caller, told: Sequence[Notification]) -> tuple[NotificationTold, ...]:
        """Notifications with what the caller may do about each debate now."""
        known = await named(self._house, [each.sender for each in told])
        rows = await self._house.arena.rows({each.debate for each in told})
        seen, now = await seen_by(self._house, caller, list(rows.values())), self._house.clock()
        to_do = {id: actions(row, caller, seen[id], now, self._house.terms) for id, row in rows.items()}
        return tuple(notification_told(each, known, to_do.get(each.debate, ())) for each in told)

    async def _report_told(self, report: Report) -> ReportTold:
        return report_told(report, await named(self._house, [report.member, report.settled_by]))

    async def _mutable(self, what: str) -> str:
        return what if what in KINDS else await self._debate(what)

    async def _debate(self, debate_id: str) -> str:
        """The id of a debate that is there, and one of the arena."""
        return (await self._row(debate_id)).debate


_STATES: Mapping[str, ReportState] = {"archive": "archived", "dismiss": "dismissed"}


def _note(note: str) -> str:
    said = clean(note, "note").strip()
    if len(said) > LONGEST_NOTE:
        raise InvalidInput(f"note: at most {LONGEST_NOTE} characters, and this has {len(said)}.")
    return said
