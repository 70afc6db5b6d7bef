"""Where an archive stands while it is written: how much of it is there."""

from dataclasses import dataclass, replace

from moot.formats.archive.setup import Archive


@dataclass(frozen=True, slots=True)
class State:
    """An archive after one of its lines."""

    seats: tuple[str, ...]
    order: tuple[int, ...]
    form: str
    sha256: str
    said: int = 0
    since: int = 0

    @staticmethod
    def of(setup: Archive) -> "State":
        """The state before its first line."""
        seats = tuple(speaker.seat for speaker in setup.speakers)
        return State(seats, setup.order, setup.source.form, setup.source.sha256)

    @property
    def over(self) -> bool:
        """Whether all of it is there."""
        return self.said == len(self.order)

    @property
    def next(self) -> str:
        """Whose words come next."""
        return self.seats[self.order[self.said]]

    def going_on(self, line: int) -> "State":
        """After one more line."""
        return replace(self, said=self.said + 1, since=line)
