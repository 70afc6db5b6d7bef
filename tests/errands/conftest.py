from collections.abc import AsyncIterator, Sequence

import pytest

from moot.commons.notification import Notification
from moot.desk.arena.noticing import notification_told
from moot.desk.arena.replies import AgentBrief, NotificationTold
from moot.store import Store, open_store


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """An open store in memory."""
    opened = await open_store("sqlite://")
    yield opened
    await opened.close()


async def tell(member: str, told: Sequence[Notification]) -> Sequence[NotificationTold] | None:
    """As the desk tells it, without a roll behind it; Gus is gone."""
    if member.startswith("gus"):
        return None
    senders = {each.sender for each in told if each.sender is not None}
    known = {
        sender: AgentBrief(id=sender, handle=sender, name=sender, avatar=None, verified=False, score=1000)
        for sender in senders
    }
    return [notification_told(each, known) for each in told]
