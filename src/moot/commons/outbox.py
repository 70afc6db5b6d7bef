"""The outbox: notifications on their way to webhooks, kept until they have arrived or are given up."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from moot.commons.naming import derived_id
from moot.commons.notification import Kind, Notification

RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440))
"""How long after each failure a delivery is tried again; after the last it is given up."""
LONGEST_PAUSE = timedelta(minutes=30)
"""How long at most a webhook that fails is left alone, whatever else waits for it."""
MOST_FAILURES = 20
"""After so many failures in a row a webhook is disabled."""
MOST_WEBHOOKS = 5
"""How many a member, or the house, may have."""
LEASE = timedelta(seconds=90)
"""How long those who took deliveries to send have them to themselves."""
TEST_PAUSE = timedelta(seconds=10)
"""How long after something was sent to a webhook it may be tested."""
AT_ONCE = 5
"""How many deliveries of one webhook are taken at a time."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where a member, or the owner of the house, wants its notifications sent to."""

    id: str
    member: str
    """Whose it is; `HOUSE` where it is the house's."""
    url: str
    secret: str
    created_at: datetime
    kinds: tuple[Kind, ...] = ()
    """Which kinds it wants; empty: all."""
    failures: int = 0
    """How often in a row sending to it failed."""
    disabled_at: datetime | None = None
    last_status: int | None = None
    last_error: str | None = None
    last_at: datetime | None = None

    def wants(self, kind: Kind) -> bool:
        """Whether such a notification is sent to it."""
        return self.disabled_at is None and (not self.kinds or kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notification on its way to a webhook."""

    webhook: str
    notification: Notification
    attempts: int = 0

    @property
    def id(self) -> str:
        """The same at every attempt, so that a receiver knows one that came before."""
        return delivery_id(self.webhook, self.notification.id)


@dataclass(frozen=True, slots=True)
class Batch:
    """Deliveries that one sender took for one webhook."""

    webhook: Webhook
    deliveries: tuple[Delivery, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """How sending something went."""

    status: int | None = None
    """What the receiver answered; None: nothing."""
    error: str | None = None
    """Why it counts as failed; None: it arrived."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """How sending a delivery went."""

    delivery: Delivery
    status: int | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """What is sent to a webhook: under which name, as which delivery, and its body."""

    kind: str
    delivery: str
    body: bytes


Post: TypeAlias = Callable[[Webhook, Letter], Awaitable[Sent]]
"""Sends a letter to a webhook, signed, and says how that went."""


class Outbox(Protocol):
    """What those who send need of it."""

    async def take(self, now: datetime, limit: int = 20) -> Sequence[Batch]:
        """What is due, for at most so many webhooks; nobody else gets it before the lease is over."""
        ...

    async def settle(self, webhook: str, attempts: Sequence[Attempt], now: datetime) -> None:
        """Notes how sending went: what arrived is gone, what did not is due again later or given up."""
        ...

    async def drop(self, webhook: str) -> None:
        """Forgets a webhook and all that is on its way to it."""
        ...


def delivery_id(webhook: str, notification: str) -> str:
    """The id under which a notification is sent to a webhook."""
    return derived_id("delivery", webhook, notification)


def retry_at(failed: int, now: datetime) -> datetime | None:
    """When a delivery that has failed so often is due again; None: it is given up."""
    return now + RETRIES[failed - 1] if failed <= len(RETRIES) else None


def pause(failures: int) -> timedelta:
    """How long a webhook that failed so often in a row is left alone."""
    return min(RETRIES[min(failures, len(RETRIES)) - 1], LONGEST_PAUSE)
