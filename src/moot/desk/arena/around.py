"""Notifications, the feed, reports and moderation, webhooks."""

from moot.desk.house import AtDesk


class Around(AtDesk):
    """Notifications, the feed, reports and moderation, webhooks."""
