"""Records kept in memory: the smallest store that keeps the promises of the port."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from moot.engine import Card, CardQuery, Growth, LineTaken, Page, Reading, RequestTaken, Transaction
from moot.notation import Line, told_at


@dataclass(frozen=True, slots=True)
class Held:
    """What an in-memory transaction is: the growth on its way."""

    growth: Growth


class MemoryRecords:
    """A record store in a dictionary. `calls` counts what was asked of it, `lines_read` what it gave."""

    def __init__(self, readings: Sequence[Reading] = ()) -> None:
        self.records: dict[str, list[Line]] = {}
        self.book: dict[str, Card] = {}
        self.calls: Counter[str] = Counter()
        self.lines_read = 0
        self._readings = readings

    async def append(self, growth: Growth) -> None:
        """Keeps it, unless another was first or a guard refuses."""
        self.calls["append"] += 1
        self._must_fit(growth)
        transaction: Transaction = Held(growth)
        for guard in growth.guards:
            await guard(transaction)
        for reading in self._readings:
            await reading(transaction, growth)
        # A guard may have let others in.
        self._must_fit(growth)
        self.records.setdefault(growth.debate, []).extend(growth.lines)
        self.book[growth.debate] = growth.card

    async def lines(self, debate: str, after: int = -1, limit: int | None = None) -> Sequence[Line]:
        """The lines after a line."""
        self.calls["lines"] += 1
        found = [line for line in self.records.get(debate, ()) if line.line > after][:limit]
        self.lines_read += len(found)
        return found

    async def requested(self, debate: str, request: str) -> Line | None:
        """The line that carries this request id."""
        self.calls["requested"] += 1
        return next((line for line in self.records.get(debate, ()) if line.request == request), None)

    async def card(self, debate: str) -> Card | None:
        """The debate at a glance."""
        self.calls["card"] += 1
        return self.book.get(debate)

    async def cards(self, query: CardQuery) -> Page[Card]:
        """The debates that match, newest growth first."""
        self.calls["cards"] += 1
        found = self._found(query)
        start = int(query.after or 0)
        end = start + query.limit
        return Page(tuple(found[start:end]), str(end) if end < len(found) else None)

    async def count(self, query: CardQuery) -> int:
        """How many debates match."""
        self.calls["count"] += 1
        return len(self._found(query))

    async def ready(self) -> None:
        """It always is."""

    async def due(
        self, until: datetime, limit: int = 100, beyond: tuple[datetime, str] | None = None
    ) -> Sequence[Card]:
        """Unfinished debates whose deadline has come, earliest first."""
        self.calls["due"] += 1
        late = [card for card in self.book.values() if card.ended_at is None and _by(card, until)]
        places = {(card.deadline or until, card.debate): card for card in late}
        return [places[place] for place in sorted(places) if beyond is None or place > beyond][:limit]

    async def called(self, after: str | None = None, limit: int = 100) -> Page[Card]:
        """The debates in which a player is due, oldest growth first."""
        self.calls["called"] += 1
        beyond = after or ""
        found = sorted((card for card in self.book.values() if card.called and _place(card) > beyond), key=_place)
        cards = tuple(found[: max(1, limit)])
        return Page(cards, _place(cards[-1]) if len(found) > len(cards) else None)

    def _must_fit(self, growth: Growth) -> None:
        kept = self.records.get(growth.debate, [])
        if len(kept) - 1 != growth.after:
            raise LineTaken
        taken = {line.request for line in kept if line.request is not None}
        if any(line.request in taken for line in growth.lines):
            raise RequestTaken

    def _found(self, query: CardQuery) -> list[Card]:
        found = [card for card in self.book.values() if _matches(card, query) and self._tells(card, query.text)]
        return sorted(found, key=lambda card: (card.updated_at, card.debate), reverse=True)

    def _tells(self, card: Card, text: str | None) -> bool:
        bodies = (line.body for line in self.records[card.debate])
        return text is None or text.casefold() in "\n".join([card.title, *bodies]).casefold()


def _place(card: Card) -> str:
    return f"{told_at(card.updated_at)} {card.debate}"


def _by(card: Card, until: datetime) -> bool:
    return card.deadline is not None and card.deadline <= until


def _matches(card: Card, query: CardQuery) -> bool:
    wanted = ((query.format, card.format), (query.variety, card.variety), (query.status, card.status))
    if any(asked is not None and asked != has for asked, has in wanted):
        return False
    if query.floor is not None and query.floor not in card.floor:
        return False
    return query.ended is None or query.ended == (card.ended_at is not None)
