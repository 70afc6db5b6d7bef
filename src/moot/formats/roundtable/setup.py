"""What is agreed before the question: how many answer, how often, and how long each has."""

from pydantic import Field, model_validator

from moot.debate import Setup

ASKER = "asker"
MOST_SPEAKERS = 16
_DAY = 86_400


def speaker(number: int) -> str:
    """The seat of the speaker with this number, from 1 on."""
    return f"speaker-{number}"


class RoundTable(Setup, frozen=True):
    """What is agreed before the question."""

    speakers: int = Field(default=3, ge=1, le=MOST_SPEAKERS)
    max_rounds: int = Field(default=2, ge=1, le=5)
    """How often each answers; fewer where all say the same."""
    timeout_per_turn: int = Field(default=600, ge=1, le=_DAY)
    """Seconds that a speaker has whom the house calls on."""
    timeout_per_person: int = Field(default=_DAY, ge=1, le=365 * _DAY)
    """Seconds that a speaker has who comes by itself."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats of the speakers."""
        return tuple(map(speaker, range(1, self.speakers + 1)))

    @model_validator(mode="after")
    def _seats_exist(self) -> "RoundTable":
        seats = (ASKER, *self.names)
        strange = [seat for seat in self.players or {} if seat not in seats]
        if strange:
            raise ValueError(f"there is no seat {strange[0]!r}; the seats are: {', '.join(seats)}")
        return self
