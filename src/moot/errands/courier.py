"""The courier: takes notifications to webhooks, at least once each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from pydantic import JsonValue, TypeAdapter

from moot.commons.notification import Notification
from moot.commons.outbox import Attempt, Batch, Delivery, Letter, Outbox, Webhook
from moot.desk.replies import Reply
from moot.engine import Clock, Enduring
from moot.errands.reaching import Reach
from moot.errands.sending import Sender

log = logging.getLogger("moot.errands")

Tell: TypeAlias = Callable[[str, Sequence[Notification]], Awaitable[Sequence[Reply] | None]]
"""How a member, or the house's owner, is told of these; None where the member is gone."""

_JSON: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class Courier:
    """Sends what is due, each webhook's deliveries one after the other."""

    def __init__(self, outbox: Outbox, tell: Tell, reach: Reach, clock: Clock) -> None:
        self._outbox = outbox
        self._tell = tell
        self._sender = Sender(reach, clock)
        self._clock = clock

    async def round(self) -> int:
        """Sends what is due now; to how many webhooks it went."""
        batches = await self._outbox.take(self._clock())
        done = await asyncio.gather(*(self._carried(batch) for batch in batches))
        return sum(done)

    async def _carried(self, batch: Batch) -> bool:
        """Whether it was carried out; whatever is wrong with one webhook must not keep the others waiting."""
        with Enduring(log, "webhook %s", batch.webhook.id):
            await self._carry(batch)
            return True
        return False

    async def _carry(self, batch: Batch) -> None:
        hook = batch.webhook
        told = await self._tell(hook.member, [delivery.notification for delivery in batch.deliveries])
        if told is None:
            await self._outbox.drop(hook.id)
            return
        attempts: list[Attempt] = []
        for delivery, news in zip(batch.deliveries, told, strict=True):
            attempts.append(await self._attempt(hook, delivery, news))
            # Who cannot be reached is not asked for each of many deliveries.
            if attempts[-1].error is not None:
                break
        await self._outbox.settle(hook.id, attempts, self._clock())

    async def _attempt(self, hook: Webhook, delivery: Delivery, told: Reply) -> Attempt:
        body = _JSON.dump_json({**told.model_dump(mode="json"), "event_id": delivery.notification.id})
        sent = await self._sender.send(hook, Letter(delivery.notification.kind, delivery.id, body))
        return Attempt(delivery, sent.status, sent.error)
