"""What the owner of the house is told through webhooks: gates, seats that wait for a person, ends."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from moot.commons.house_news import OWN_SEATS
from moot.commons.notification import HouseKind, Notification
from moot.desk.arena.wording import house_text
from moot.desk.house import House
from moot.desk.replies import AvailableAction, Reply
from moot.desk.telling import actions_told


class HouseNews(Reply, frozen=True):
    """Something that the owner of the house is told, with what may be done about it at the moment of sending."""

    id: str
    kind: HouseKind
    debate_id: str
    format: str
    title: str
    text: str
    detail: str | None
    """Which gate (its phase), what was decided there, which seat is waited for, or how it ended."""
    seq: int
    """The line that tells of it."""
    at: datetime
    state: str
    """Where the debate stands now."""
    url: str
    available_actions: tuple[AvailableAction, ...]
    """What the seat may do now in which the owner decides."""


async def house_told(house: House, told: Sequence[Notification]) -> tuple[HouseNews, ...]:
    """What is told to the house's owner, as it is sent."""
    return tuple([await _told(house, each) for each in told])


async def _told(house: House, told: Notification) -> HouseNews:
    position = (await house.steward.look(told.debate)).position
    seat = OWN_SEATS.get(position.rules.name)
    return HouseNews(
        id=told.id,
        kind=cast(HouseKind, told.kind),
        debate_id=told.debate,
        format=position.rules.name,
        title=told.topic,
        text=house_text(told),
        detail=told.detail,
        seq=told.line,
        at=told.at,
        state=position.status,
        url=f"/debates/{told.debate}",
        available_actions=() if seat is None else actions_told(told.debate, position, seat),
    )
