"""Drafts: words that are being said and may yet be taken back. Never in the record; losing them loses nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from moot.debate import Turn
from moot.engine.bulletin import Bulletin


@dataclass(frozen=True, slots=True)
class Words:
    """What a player has said so far of an answer."""

    debate: str
    seat: str
    turn: str
    """The label of the turn."""
    text: str
    number: int
    """Grows with every change, over all debates."""
    sealed: bool = False
    readers: tuple[str, ...] | None = None

    def told_to(self, reader: str | None) -> str | None:
        """The words as a reader may see them; None where only the fact of speaking shows."""
        own = reader is not None and reader == self.seat
        closed = self.readers is not None and reader is not None and reader not in self.readers
        return self.text if own or not (self.sealed or closed) else None


class Drafts:
    """Who is speaking now, in this process."""

    def __init__(self, bulletin: Bulletin) -> None:
        self._bulletin = bulletin
        self._spoken: dict[str, dict[str, Words]] = {}
        self._numbers = count(1)

    def say(self, debate: str, turn: Turn, text: str) -> None:
        """Shows what was said so far of a turn."""
        seat = turn.taker or ""
        words = Words(debate, seat, turn.label, text, next(self._numbers), turn.sealed, turn.readers)
        self._spoken.setdefault(debate, {})[turn.label] = words
        self._bulletin.stir(debate)

    def hush(self, debate: str, turn: Turn) -> None:
        """Takes the draft of a turn away: it was played, or is no longer wanted."""
        spoken = self._spoken.get(debate, {})
        spoken.pop(turn.label, None)
        if not spoken:
            self._spoken.pop(debate, None)
        self._bulletin.stir(debate)

    def since(self, debate: str, number: int) -> Sequence[Words]:
        """What has changed in a debate after a number, oldest first."""
        found = (words for words in self._spoken.get(debate, {}).values() if words.number > number)
        return sorted(found, key=lambda words: words.number)
