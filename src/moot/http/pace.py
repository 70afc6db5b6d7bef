"""The pace at the door: how often one place may try keys that do not fit, and one caller ask for what costs much.

Counted in the memory of this process, in minutes that begin with the first try: many processes do not add up.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from time import monotonic

from moot.debate import RateLimited
from moot.desk import Caller

MINUTE = 60.0
_MOST_KEPT = 10_000
"""How many places, callers and keys are remembered; those that were not seen for longest are forgotten first."""
_HEAVY = frozenset({"audit", "diff", "export", "imports", "papers", "rerun", "verify"})
"""How paths end whose answer takes the whole record, or writes one."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is too much within a minute; 0 is no bound."""

    wrong_keys: int = 30
    heavy: int = 120


class Tally:
    """Counts by name within a minute, and says when there is room again."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._clock = clock
        self._counts: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def wait(self, name: str) -> int:
        """How many seconds until there is room; 0 where there is."""
        began, count = self._since(name)
        return max(1, ceil(began + MINUTE - self._clock())) if self._most and count >= self._most else 0

    def add(self, name: str) -> None:
        """One more."""
        began, count = self._since(name)
        self._counts[name] = (began, count + 1)
        self._counts.move_to_end(name)
        if len(self._counts) > _MOST_KEPT:
            self._counts.popitem(last=False)

    def _since(self, name: str) -> tuple[float, int]:
        now = self._clock()
        began, count = self._counts.get(name, (now, 0))
        return (now, 0) if now - began >= MINUTE else (began, count)


class Pace:
    """Slows down who guesses keys, and who asks for much."""

    def __init__(self, bounds: Bounds | None = None, clock: Callable[[], float] = monotonic) -> None:
        bounds = bounds or Bounds()
        self._wrong = Tally(bounds.wrong_keys, clock)
        self._heavy = Tally(bounds.heavy, clock)
        self._fitted = _Marks()
        self._unfit = _Marks()

    def must_be_fit_to_try(self, place: str, key: str | None) -> None:
        """Refuses a key from a place of many wrong ones unheard, unless it fitted before: a guess must tell nothing."""
        if (seconds := self._wrong.wait(place)) and (key is None or key not in self._fitted):
            raise RateLimited("Too many keys that do not fit came from your address.", seconds)

    def fitted(self, key: str) -> None:
        """A key was good."""
        self._fitted.add(key)

    def wrong(self, place: str, key: str | None = None) -> None:
        """A key was not; the same again is no second guess (a browser sends what it kept with every picture)."""
        if key is None or key not in self._unfit:
            self._wrong.add(place)
        if key is not None:
            self._unfit.add(key)

    def must_not_ask_much(self, path: str, caller: Caller, place: str) -> None:
        """Refuses whoever asks too often for what costs much; the owner may."""
        if caller.owns or path.rpartition("/")[2] not in _HEAVY:
            return
        name = _named(caller, place)
        if seconds := self._heavy.wait(name):
            raise RateLimited("You asked for much within a minute: records, exports, audits.", seconds)
        self._heavy.add(name)


class _Marks:
    """Keys that were seen, as far as they must be known again: their digests."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, None] = OrderedDict()

    def __contains__(self, key: str) -> bool:
        return _mark(key) in self._kept

    def add(self, key: str) -> None:
        """One more, or the same again."""
        self._kept[_mark(key)] = None
        self._kept.move_to_end(_mark(key))
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)


def _mark(key: str) -> bytes:
    return sha256(key.encode(errors="backslashreplace")).digest()


def _named(caller: Caller, place: str) -> str:
    if caller.member is not None:
        return f"member {caller.member.id}"
    return f"from {place}" if caller.visits else f"of {caller.debate} {caller.seat}"
