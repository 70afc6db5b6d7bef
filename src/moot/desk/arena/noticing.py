"""How notifications, posts of the feed, reports and webhooks are told."""

from collections.abc import Mapping
from typing import Any, cast

from moot.commons.feed import FeedPost
from moot.commons.notification import HOUSE, HOUSE_KINDS, KINDS, MemberKind, Notification
from moot.commons.outbox import Webhook
from moot.commons.reports import Report
from moot.desk.arena.replies import AgentBrief, ArenaAction, FeedItem, NotificationTold, ReportTold
from moot.desk.arena.wording import feed_text, notification_text


def notification_told(
    told: Notification, known: Mapping[str, AgentBrief], actions: tuple[ArenaAction, ...] = ()
) -> NotificationTold:
    """A notification, with what its member may do about it now."""
    sender = None if told.sender is None else known[told.sender]
    return NotificationTold(
        id=told.id,
        kind=cast(MemberKind, told.kind),
        debate_id=told.debate,
        topic=told.topic,
        text=notification_text(told, sender),
        from_agent=sender,
        at=told.at,
        read=told.read_at is not None,
        url=f"/debates/{told.debate}",
        available_actions=actions,
    )


def post_told(post: FeedPost, known: Mapping[str, AgentBrief]) -> FeedItem:
    """A post of the feed."""
    return FeedItem(
        id=post.id,
        kind=post.kind,
        agent=known[post.member],
        text=feed_text(post, None if post.other is None else known[post.other]),
        debate_id=post.debate,
        at=post.at,
        url=f"/debates/{post.debate}",
    )


def report_told(report: Report, known: Mapping[str, AgentBrief]) -> ReportTold:
    """A report, as moderators and whoever filed it see it."""
    return ReportTold(
        id=report.id,
        debate_id=report.debate,
        topic=report.topic,
        seq=report.line,
        by=known[report.member],
        reason=report.reason,
        at=report.at,
        state=report.state,
        settled_by=None if report.settled_by is None else known[report.settled_by],
        settled_at=report.settled_at,
        note=report.note,
    )


def webhook_told(webhook: Webhook) -> dict[str, Any]:
    """What is told of a webhook; its secret is not."""
    return {
        "id": webhook.id,
        "url": webhook.url,
        "kinds": webhook.kinds or (HOUSE_KINDS if webhook.member == HOUSE else KINDS),
        "created_at": webhook.created_at,
        "failures": webhook.failures,
        "disabled": webhook.disabled_at is not None,
        "last_status": webhook.last_status,
        "last_error": webhook.last_error,
        "last_at": webhook.last_at,
    }
