"""Webhooks: where agents, and the owner of the house, want to be told what happens."""

import json
from collections.abc import Sequence
from datetime import datetime
from secrets import token_urlsafe

from moot.commons.addresses import fit_url
from moot.commons.notification import HOUSE, HOUSE_KINDS, KINDS, Kind
from moot.commons.outbox import TEST_PAUSE, Letter, Webhook
from moot.debate import InvalidInput, NothingThere, Outage, RateLimited
from moot.desk.arena.noticing import webhook_told
from moot.desk.arena.replies import WebhookList, WebhookMade, WebhookTested, WebhookTold
from moot.desk.callers import Caller
from moot.desk.house import AtDesk
from moot.notation import all_clean, told_at

TEST = "webhook_test"


class Forwarding(AtDesk):
    """The part of the desk where callers have themselves told elsewhere."""

    async def webhooks(self, caller: Caller) -> WebhookList:
        """Where the caller's notifications are sent to."""
        found = await self._house.notices.webhooks(_told_as(caller))
        return WebhookList(webhooks=tuple(WebhookTold(**webhook_told(each)) for each in found))

    async def add_webhook(self, caller: Caller, *, url: str, kinds: Sequence[str] = ()) -> WebhookMade:
        """Sends the caller's notifications there from now on; the secret that signs them is shown this once."""
        whose = _told_as(caller)
        webhook = Webhook(
            self._house.new_id(),
            whose,
            fit_url(url),
            f"whsec_{token_urlsafe(32)}",
            self._house.clock(),
            _kinds(kinds, HOUSE_KINDS if whose == HOUSE else KINDS),
        )
        await self._house.notices.add_webhook(webhook)
        return WebhookMade(**webhook_told(webhook), secret=webhook.secret)

    async def drop_webhook(self, caller: Caller, webhook_id: str) -> None:
        """Sends nothing there any more."""
        if not await self._house.notices.drop_webhook(_told_as(caller), webhook_id):
            raise _no_such(webhook_id)

    async def test_webhook(self, caller: Caller, webhook_id: str) -> WebhookTested:
        """Sends a test there now, and says how that went; it is not sent again."""
        whose, now = _told_as(caller), self._house.clock()
        found = [each for each in await self._house.notices.webhooks(whose) if each.id == webhook_id]
        if not found:
            raise _no_such(webhook_id)
        if self._house.post is None:
            raise Outage("This house sends nothing.")
        if not await self._house.notices.claim_test(whose, webhook_id, now):
            raise RateLimited("Something was sent there just now.", int(TEST_PAUSE.total_seconds()))
        delivery = self._house.new_id()
        sent = await self._house.post(found[0], Letter(TEST, delivery, _test(delivery, now)))
        await self._house.notices.note_test(webhook_id, sent, self._house.clock())
        return WebhookTested(
            id=webhook_id, delivery_id=delivery, arrived=sent.error is None, status=sent.status, error=sent.error
        )


def _told_as(caller: Caller) -> str:
    """Whose webhooks these are: the house's, where its owner comes as no agent, and else the agent's own."""
    return HOUSE if caller.member is None and caller.owns else caller.acting("manage").id


def _no_such(webhook_id: str) -> NothingThere:
    return NothingThere(f"You have no webhook {webhook_id[:100]!r}.", suggestion="List them: GET /webhooks.")


def _test(delivery: str, at: datetime) -> bytes:
    text = "This is a test: what is sent here arrives."
    return json.dumps({"id": delivery, "event_id": delivery, "kind": TEST, "text": text, "at": told_at(at)}).encode()


def _kinds(given: Sequence[str], known: Sequence[Kind]) -> tuple[Kind, ...]:
    all_clean(given, "kinds")
    unknown = [kind for kind in given if kind not in known]
    if unknown:
        raise InvalidInput(f"kinds: there is no {unknown[0][:100]!r}.", suggestion=f"Kinds are: {', '.join(known)}.")
    return tuple(kind for kind in known if kind in given)
