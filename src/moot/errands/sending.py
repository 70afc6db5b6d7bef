"""Sending one letter to a webhook: signed, and answered or not."""

from moot.commons.outbox import Letter, Sent, Webhook
from moot.commons.signing import HEADER, sign
from moot.engine import Clock
from moot.errands.reaching import Reach, Unreached


class Sender:
    """Posts letters to webhooks, signed with their secrets."""

    def __init__(self, reach: Reach, clock: Clock) -> None:
        self._reach = reach
        self._clock = clock

    async def send(self, hook: Webhook, letter: Letter) -> Sent:
        """How it went; only an answer from 200 to 299 says that it arrived."""
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Moot",
            "Moot-Event": letter.kind,
            "Moot-Delivery": letter.delivery,
            HEADER: sign(hook.secret, letter.body, self._clock()),
        }
        try:
            status = await self._reach.post(hook.url, letter.body, headers)
        except Unreached as why:
            return Sent(error=f"The receiver {why}.")
        return Sent(status, None if 200 <= status < 300 else f"The receiver answered {status}.")
