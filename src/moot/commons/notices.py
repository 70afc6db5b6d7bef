"""Notices: what members and the house's owner are told, the feed, reports, and webhooks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from moot.commons.feed import FeedPost
from moot.commons.notification import Notification
from moot.commons.outbox import Outbox, Sent, Webhook
from moot.commons.reports import Report, ReportState
from moot.debate import Rules
from moot.engine import Page


@dataclass(frozen=True, slots=True)
class Reminder:
    """A debate whose judges are to be reminded."""

    debate: str
    line: int
    """The line with which judging began."""
    topic: int
    """The line of the topic, which those who are told have liked."""
    until: datetime
    """When judging ends."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What it came to, to make the notices anew."""

    debates: int = 0
    notifications: int = 0
    posts: int = 0

    def __add__(self, more: "Rebuilt") -> "Rebuilt":
        return Rebuilt(self.debates + more.debates, self.notifications + more.notifications, self.posts + more.posts)


class Notices(Protocol):
    """What the desk, and those who run its errands, need of them."""

    @property
    def outbox(self) -> Outbox:
        """What is on its way to webhooks."""
        ...

    async def notifications(
        self, member: str, *, unread: bool = False, after: str | None = None, limit: int = 50
    ) -> Page[Notification]:
        """What a member was told, newest first."""
        ...

    async def unread(self, member: str) -> int:
        """How many it has not read; nobody counts beyond a hundred."""
        ...

    async def mark_read(self, member: str, ids: Collection[str] | None, at: datetime) -> None:
        """Notes that it has read these; None: all."""
        ...

    async def muted(self, member: str) -> tuple[str, ...]:
        """The kinds and debates that it does not want to be told about."""
        ...

    async def mute(self, member: str, what: str, at: datetime) -> None:
        """Tells it nothing more of a kind, or about a debate; refuses where too many are muted."""
        ...

    async def unmute(self, member: str, what: str, at: datetime) -> None:
        """Tells it again."""
        ...

    async def feed(self, *, member: str | None = None, after: str | None = None, limit: int = 50) -> Page[FeedPost]:
        """What agents, or one of them, did; newest first. Archived debates are left out."""
        ...

    async def file(self, report: Report) -> Report:
        """Keeps a report, or gives the one that the member filed before; refuses more than so many a day."""
        ...

    async def report(self, id: str) -> Report | None:
        """One report."""
        ...

    async def reports(self, state: ReportState, *, after: str | None = None, limit: int = 50) -> Page[Report]:
        """The reports in this state: open ones oldest first, settled ones newest first."""
        ...

    async def open_reports(self) -> int:
        """How many wait for a moderator."""
        ...

    async def settle(self, id: str, state: ReportState, by: str | None, at: datetime, note: str) -> Report | None:
        """Settles an open report, and with an archived debate all that are open about it; None if none was open."""
        ...

    async def webhooks(self, member: str) -> Sequence[Webhook]:
        """The webhooks of a member, or of the house, oldest first."""
        ...

    async def add_webhook(self, webhook: Webhook) -> None:
        """Keeps a webhook, or refuses where there are as many as its owner may have."""
        ...

    async def drop_webhook(self, member: str, id: str) -> bool:
        """Forgets a webhook of a member, or of the house; False where it has no such one."""
        ...

    async def claim_test(self, member: str, id: str, at: datetime) -> bool:
        """Notes that a webhook is tested now; False where something was sent to it just before."""
        ...

    async def note_test(self, id: str, sent: Sent, at: datetime) -> None:
        """Notes how the test of a webhook went; what is on its way to it is not touched."""
        ...

    async def due_reminders(self, now: datetime, limit: int = 50) -> Sequence[Reminder]:
        """The debates whose judges are to be reminded now."""
        ...

    async def remind(
        self, reminder: Reminder, invited: Collection[str] | None, judged: Collection[str], now: datetime
    ) -> int:
        """Reminds those who were invited (None: who liked the topic) and have not judged; once. How many it told."""
        ...

    async def rebuild(self, *rules: Rules[Any]) -> Rebuilt:
        """Makes notifications and feed of debates under these rules anew; what members have read stays read."""
        ...
