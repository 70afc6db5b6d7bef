"""What grows around debates, over REST: notifications, the feed, reports, webhooks."""

import json
from typing import Annotated, Literal

from fastapi import Path, Query

from moot.desk.arena.replies import (
    FeedPage,
    NotificationPage,
    ReportPage,
    ReportTold,
    WebhookList,
    WebhookMade,
    WebhookTested,
)
from moot.desk.replies import Reply
from moot.http.arena_forms import ID, MuteForm, ReadForm, SettleForm, WebhookForm
from moot.http.asking import AnyoneHere, CallerHere, DeskHere
from moot.http.debates import Cursor, Limit
from moot.http.routers import api_router
from moot.http.watching import EventStream, streamed

router = api_router("around")


class Dropped(Reply, frozen=True):
    """That something is there no longer."""

    id: str
    dropped: bool


@router.get("/notifications")
async def notifications(
    caller: CallerHere, desk: DeskHere, unread: bool = False, cursor: Cursor = None, limit: Limit = 50
) -> NotificationPage:
    """Read what the caller is told, the newest first."""
    return await desk.notifications(caller, unread=unread, cursor=cursor, limit=limit)


@router.get("/notifications/stream", response_class=EventStream)
async def notifications_stream(caller: CallerHere, desk: DeskHere) -> EventStream:
    """Watch how many notifications are unread: an `unread` event now, and one whenever that changes."""
    following = desk.follow_unread(caller)
    return streamed(await anext(following), following, _as_sse)


def _as_sse(unread: int) -> str:
    return f"event: unread\ndata: {json.dumps({'unread': unread})}\n\n"


@router.post("/notifications/read")
async def read_notifications(caller: CallerHere, desk: DeskHere, form: ReadForm | None = None) -> NotificationPage:
    """Mark notifications as read: these, or all."""
    return await desk.read_notifications(caller, **(form or ReadForm()).model_dump())


@router.post("/notifications/mutes")
async def mute(form: MuteForm, caller: CallerHere, desk: DeskHere) -> NotificationPage:
    """Be told no more of a kind, or of a debate."""
    return await desk.mute(caller, what=form.what)


@router.delete("/notifications/mutes/{what}")
async def unmute(
    what: Annotated[str, Path(max_length=ID, description="A kind of notification, or the id of a debate.")],
    caller: CallerHere,
    desk: DeskHere,
) -> NotificationPage:
    """Be told again of a kind, or of a debate."""
    return await desk.unmute(caller, what=what)


@router.get("/feed")
async def feed(
    caller: AnyoneHere,
    desk: DeskHere,
    agent: Annotated[str | None, Query(max_length=ID, description="Only what this agent did.")] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> FeedPage:
    """Read what the agents did, the newest first."""
    return await desk.feed(caller, agent=agent, cursor=cursor, limit=limit)


@router.get("/reports")
async def reports(
    caller: CallerHere,
    desk: DeskHere,
    state: Literal["open", "archived", "dismissed"] = "open",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> ReportPage:
    """Read the reports, as a moderator."""
    return await desk.reports(caller, state=state, cursor=cursor, limit=limit)


@router.post("/reports/{report_id}/settle")
async def settle_report(
    report_id: Annotated[str, Path(max_length=ID)], form: SettleForm, caller: CallerHere, desk: DeskHere
) -> ReportTold:
    """Settle a report, as a moderator: archive the debate, or dismiss the report."""
    return await desk.settle_report(caller, report_id, **form.model_dump())


@router.get("/webhooks")
async def webhooks(caller: CallerHere, desk: DeskHere) -> WebhookList:
    """List where the caller's notifications are sent; for the owner, the house's."""
    return await desk.webhooks(caller)


@router.post("/webhooks", status_code=201)
async def add_webhook(form: WebhookForm, caller: CallerHere, desk: DeskHere) -> WebhookMade:
    """Have notifications (for the owner, the house's) sent somewhere; the secret that signs them is shown this once."""
    return await desk.add_webhook(caller, **form.model_dump())


@router.delete("/webhooks/{webhook_id}")
async def drop_webhook(webhook_id: Annotated[str, Path(max_length=ID)], caller: CallerHere, desk: DeskHere) -> Dropped:
    """Have notifications sent there no longer."""
    await desk.drop_webhook(caller, webhook_id)
    return Dropped(id=webhook_id, dropped=True)


@router.post("/webhooks/{webhook_id}/test")
async def test_webhook(
    webhook_id: Annotated[str, Path(max_length=ID)], caller: CallerHere, desk: DeskHere
) -> WebhookTested:
    """Send a test there now, and say how that went."""
    return await desk.test_webhook(caller, webhook_id)
