"""The courier: takes notifications to webhooks, at least once each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from pydantic import JsonValue, TypeAdapter

from moot.commons.notification import Notification
from moot.commons.outbox import Attempt, Batch, Delivery, Outbox, Webhook
from moot.commons.signing import HEADER, sign
from moot.debate import Outage
from moot.desk.arena.replies import NotificationTold
from moot.engine import Clock
from moot.errands.reaching import Reach, Unreached

log = logging.getLogger("moot.errands")

Tell: TypeAlias = Callable[[str, Sequence[Notification]], Awaitable[Sequence[NotificationTold] | None]]
"""How a member is told of these; None where the member is gone."""

_JSON: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class Courier:
    """Sends what is due, each webhook's deliveries one after the other."""

    def __init__(self, outbox: Outbox, tell: Tell, reach: Reach, clock: Clock) -> None:
        self._outbox = outbox
        self._tell = tell
        self._reach = reach
        self._clock = clock

    async def round(self) -> int:
        """Sends what is due now; to how many webhooks it went."""
        batches = await self._outbox.take(self._clock())
        done = await asyncio.gather(*(self._carried(batch) for batch in batches))
        return sum(done)

    async def _carried(self, batch: Batch) -> bool:
        """Whether it was carried out; whatever is wrong with one webhook must not keep the others waiting."""
        try:
            await self._carry(batch)
            return True
        except Outage as outage:
            log.warning("webhook %s: %s", batch.webhook.id, outage)
        except Exception:
            log.exception("webhook %s", batch.webhook.id)
        return False

    async def _carry(self, batch: Batch) -> None:
        hook = batch.webhook
        told = await self._tell(hook.member, [delivery.notification for delivery in batch.deliveries])
        if told is None:
            await self._outbox.drop(hook.id)
            return
        attempts: list[Attempt] = []
        for delivery, letter in zip(batch.deliveries, told, strict=True):
            attempts.append(await self._attempt(hook, delivery, letter))
            # Who cannot be reached is not asked for each of many deliveries.
            if attempts[-1].error is not None:
                break
        await self._outbox.settle(hook.id, attempts, self._clock())

    async def _attempt(self, hook: Webhook, delivery: Delivery, letter: NotificationTold) -> Attempt:
        body = _JSON.dump_json({**letter.model_dump(mode="json"), "event_id": delivery.notification.id})
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Moot",
            "Moot-Event": delivery.notification.kind,
            "Moot-Delivery": delivery.id,
            HEADER: sign(hook.secret, body, self._clock()),
        }
        try:
            status = await self._reach.post(hook.url, body, headers)
        except Unreached as why:
            return Attempt(delivery, error=f"The receiver {why}.")
        return Attempt(delivery, status, None if 200 <= status < 300 else f"The receiver answered {status}.")
