"""Waiting for the others, with two layers of time-out: one poll, and the whole wait."""

from collections.abc import Callable

from moot.client.asking import Asking
from moot.client.errors import Away, NoServer
from moot.client.paths import debate_path
from moot.client.patience import Contact
from moot.client.shapes import Waited

POLL = 60.0
"""The most seconds that the server holds one poll."""
GRACE = 5.0
"""How much longer the client listens than the server holds."""
DEADLINE = 300.0
FIRST_TRIES = 6
"""How often to try again a server that was not there from the first: about 13 s, in which one can restart."""

Lost = Callable[[str], None]
"""Told what keeps the server away, each time that it is lost."""


def unheard(why: str) -> None:
    """Tells nobody."""


class Waiting(Asking):
    """The call that takes its time."""

    def wait(
        self, debate_id: str, argument_id: str, role: str, deadline: float = DEADLINE, lost: Lost = unheard
    ) -> Waited:
        """Waits until the others have spoken, or the deadline; comes back to a server that restarts meanwhile."""
        clock = self._patience.clock
        until = clock() + deadline
        contact = Contact(self._patience, retries=max(FIRST_TRIES, self._patience.retries), steadfast=True)
        while True:
            left = max(0.0, until - clock())
            try:
                waited = self._poll(debate_id, argument_id, role, min(POLL, left))
            except (NoServer, Away) as trouble:
                if left <= 0:
                    raise
                lost(str(trouble))
                contact.lost(trouble, at_most=until - clock())
                continue
            if waited["status"] == "ready" or clock() >= until:
                return waited
            self._after_poll(contact, left - (until - clock()))

    def _poll(self, debate_id: str, argument_id: str, role: str, seconds: float) -> Waited:
        query = {"argument_id": argument_id, "role": role, "timeout": round(seconds, 3)}
        return self._read(Waited, self._once("GET", debate_path(debate_id, "wait"), query, timeout=seconds + GRACE))

    def _after_poll(self, contact: Contact, held: float) -> None:
        """A poll that came back empty at once is from a server about to stop: no need to hurry back."""
        contact.answered()
        if held < 1.0:
            self._patience.rest(0)
