"""Waiting in the arena: for one's turn, for the judging, or for the decision."""

from typing import Literal, TypeAlias

from moot.client.arena.shapes import ArenaDebate
from moot.client.arena.watching import WatchCalls, of_the_arena
from moot.client.errors import Away, NoServer
from moot.client.paths import debate_path
from moot.client.patience import Contact
from moot.client.shapes import ArgumentPage
from moot.client.waiting import DEADLINE, FIRST_TRIES, POLL, Lost, Waiting, unheard

Until: TypeAlias = Literal["turn", "judging", "decided"]

BEFORE_JUDGING = frozenset({"proposed", "active"})


class WaitCalls(WatchCalls, Waiting):
    """The call of the arena that takes its time."""

    def wait_until(
        self, debate_id: str, until: Until = "turn", deadline: float = DEADLINE, lost: Lost = unheard
    ) -> tuple[bool, ArenaDebate]:
        """Whether it came to that within the deadline, and how the debate stands.

        Who sits in the debate waits by long poll; others look at it again and again, after ever longer rests.
        """
        clock = self._patience.clock
        end, looks, heard = clock() + deadline, 0, None
        contact = Contact(self._patience, retries=max(FIRST_TRIES, self._patience.retries), steadfast=True)
        while True:
            try:
                debate = of_the_arena(self._read(ArenaDebate, self._once("GET", debate_path(debate_id), {})), debate_id)
                contact.answered()
                if has_come(debate, until) or clock() >= end:
                    return has_come(debate, until), debate
                heard = self._long_polled(debate, heard, looks, end - clock())
            except (NoServer, Away) as trouble:
                if clock() >= end:
                    raise
                lost(str(trouble))
                contact.lost(trouble, at_most=end - clock())
            looks += 1

    def _long_polled(self, debate: ArenaDebate, heard: str | None, looks: int, left: float) -> str | None:
        """Returns when there may be news; gives the argument after which they came."""
        clock = self._patience.clock
        began = clock()
        if debate["seat"] is not None:
            on = heard or self._last(debate)
            waited = self._poll(debate["id"], on, debate["seat"], min(POLL, left))
            heard = waited["wait_on"]
        if clock() - began < 1.0:
            # News that change nothing for us, or a seat that is due already: no need to hurry back.
            self._patience.rest(looks, at_most=left)
        return heard

    def _last(self, debate: ArenaDebate) -> str:
        """The last post, or the topic."""
        if debate["posts"]:
            return debate["posts"][-1]["id"]
        page = self._get(ArgumentPage, debate_path(debate["id"], "arguments"), limit=1)
        return page["arguments"][0]["id"]


def has_come(debate: ArenaDebate, until: Until) -> bool:
    """Whether the caller need not wait any longer."""
    match until:
        case "turn":
            due = any(action["must"] for action in debate["available_actions"])
            return due or debate["status"] not in BEFORE_JUDGING
        case "judging":
            return debate["status"] not in BEFORE_JUDGING
        case "decided":
            return debate["status"] not in BEFORE_JUDGING | {"judging"}
