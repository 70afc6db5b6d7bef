"""Tickets of lanes that nobody needs just now, and that are kept for the next call: most calls need no word then."""

from collections.abc import Callable, Collection
from time import monotonic

_CROWDED_FOR = 3.0
"""For so many seconds nobody keeps a ticket; as long as somebody waits, it is said anew every second."""
_SILENT = 3.0
"""A process that has not been heard of for so many seconds uses none; after five it counts as gone."""


class SpareTickets:
    """Tickets of this process that are in a lane although nobody uses them now, by the lane and its limit."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._tickets: dict[tuple[str, int], list[int]] = {}
        self._fewest: dict[tuple[str, int], int] = {}
        """How many there were at the least since it was last asked which were unused."""
        self._crowded: dict[str, float] = {}
        self._heard_at = float("-inf")

    def heard(self) -> None:
        """This process has been heard of now, so that what it has still counts."""
        self._heard_at = self._clock()

    def found(self, lane: str, most: int) -> int | None:
        """One for the next call, if there is any; the one that was used last, so that the others can be given up."""
        tickets = self._tickets.get((lane, most))
        # Others may have taken the places of one that was frozen or cut off.
        if not tickets or self._clock() - self._heard_at > _SILENT:
            return None
        ticket = tickets.pop()
        self._fewest[lane, most] = min(self._fewest[lane, most], len(tickets))
        return ticket

    def kept(self, lane: str, most: int, ticket: int) -> bool:
        """Keeps one, unless somebody waits for that lane; whether it did."""
        if self._crowded.get(lane, 0.0) > self._clock():
            return False
        tickets = self._tickets.setdefault((lane, most), [])
        self._fewest.setdefault((lane, most), len(tickets))
        tickets.append(ticket)
        return True

    def give_up(self, lane: str) -> list[int]:
        """Those of a lane for which somebody waits; none is kept there for a while."""
        self._crowded[lane] = self._clock() + _CROWDED_FOR
        return [ticket for key in list(self._tickets) if key[0] == lane for ticket in self._popped(key)]

    def forget(self, lost: Collection[int]) -> None:
        """Those that the database does not have any more."""
        if lost:
            for tickets in self._tickets.values():
                tickets[:] = [ticket for ticket in tickets if ticket not in lost]

    def all(self) -> list[int]:
        """Every one that there is."""
        return [ticket for tickets in self._tickets.values() for ticket in tickets]

    def unused(self) -> list[int]:
        """Those that nobody has needed since this was last asked, which are not kept any longer."""
        found: list[int] = []
        for key, tickets in list(self._tickets.items()):
            fewest = self._fewest.pop(key, 0)
            found += tickets[:fewest]
            del tickets[:fewest]
            if tickets:
                self._fewest[key] = len(tickets)
            else:
                del self._tickets[key]
        return found

    def _popped(self, key: tuple[str, int]) -> list[int]:
        self._fewest.pop(key, None)
        return self._tickets.pop(key)
