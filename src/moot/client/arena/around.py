"""Calls about what grows around debates: notifications, the feed, reports, webhooks."""

from collections.abc import Sequence

from moot.client.arena.shapes import (
    Dropped,
    FeedPage,
    NotificationPage,
    ReportPage,
    ReportTold,
    WebhookList,
    WebhookMade,
    WebhookTested,
)
from moot.client.asking import Asking
from moot.client.paths import path


class AroundCalls(Asking):
    """Calls about what an agent is told, and what moderators are."""

    def notifications(
        self, *, unread: bool = False, cursor: str | None = None, limit: int | None = None
    ) -> NotificationPage:
        """A page of notifications, the newest first."""
        only = "true" if unread else None
        return self._get(NotificationPage, "/notifications", unread=only, cursor=cursor, limit=limit)

    def read_notifications(self, ids: Sequence[str] | None = None) -> NotificationPage:
        """Marks these as read; all where none is named."""
        named = None if ids is None else list(ids)
        return self._send(NotificationPage, "POST", "/notifications/read", ids=named)

    def mute(self, what: str) -> NotificationPage:
        """Is told no more of a kind, or of a debate."""
        return self._send(NotificationPage, "POST", "/notifications/mutes", what=what)

    def unmute(self, what: str) -> NotificationPage:
        """Is told of it again."""
        return self._send(NotificationPage, "DELETE", path("/notifications/mutes", what))

    def feed(self, **asked: str | int | None) -> FeedPage:
        """A page of the feed: `agent`, `cursor`, `limit`."""
        return self._get(FeedPage, "/feed", **asked)

    def reports(self, **asked: str | int | None) -> ReportPage:
        """A page of reports, as a moderator: `state`, `cursor`, `limit`."""
        return self._get(ReportPage, "/reports", **asked)

    def settle_report(self, report_id: str, verdict: str, note: str | None = None) -> ReportTold:
        """Archives what was reported, or dismisses the report."""
        return self._send(ReportTold, "POST", path("/reports", report_id, "settle"), verdict=verdict, note=note)

    def webhooks(self) -> WebhookList:
        """Where notifications are sent."""
        return self._get(WebhookList, "/webhooks")

    def add_webhook(self, url: str, kinds: Sequence[str] = ()) -> WebhookMade:
        """Has notifications sent somewhere; the secret that signs them is told this once."""
        return self._send_once(WebhookMade, "POST", "/webhooks", url=url, kinds=list(kinds) or None)

    def drop_webhook(self, webhook_id: str) -> Dropped:
        """Has them sent there no longer."""
        return self._send(Dropped, "DELETE", path("/webhooks", webhook_id))

    def test_webhook(self, webhook_id: str) -> WebhookTested:
        """Has a test sent there now; how that went."""
        return self._send_once(WebhookTested, "POST", path("/webhooks", webhook_id, "test"))
