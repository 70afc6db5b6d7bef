"""Round tables of three models: how one is opened, and when its stages ended by its own record."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from benchmarks.load.ground import MODELS
from moot.notation import Line, read

STAGES = 3
CALLS = STAGES * len(MODELS)
_SEATS = {f"speaker-{number}": model.lower() for number, model in enumerate(MODELS, 1)}
_QUESTION = (
    "Does the first release work offline? A: no offline mode. B: all of it works offline. C: reading alone does. "
    "Field workers lose the network for hours. Their tablets are old. The release is due in spring."
)


@dataclass(slots=True)
class Table:
    """A debate: when it was to begin, and when each stage and the whole ended, in seconds since 1970."""

    id: str
    begun: float
    stages: list[float] = field(default_factory=list[float])
    ended: float | None = None

    @staticmethod
    def due(at: float) -> "Table":
        """One that is to begin then."""
        return Table(str(uuid4()), at)

    def read(self, lines: Sequence[Line]) -> None:
        """Takes its times from its record."""
        entries = [read(line) for line in lines]
        self.stages = [entry.noted.timestamp() for entry in entries if entry.kind == "counted"]
        if entries and entries[-1].kind == "closed":
            self.ended = entries[-1].noted.timestamp()

    @property
    def took(self) -> float:
        """Milliseconds from when it was to begin to its last line."""
        assert self.ended is not None
        return (self.ended - self.begun) * 1000


def stages_of(table: Table) -> list[float]:
    """Milliseconds of each stage; the first counts from the moment at which the debate was to begin."""
    return [(end - begun) * 1000 for begun, end in zip([table.begun, *table.stages], table.stages, strict=False)]


def question(table: Table) -> tuple[str, dict[str, Any]]:
    """Where a table is opened, and with what: no two models ever agree, so all rounds are held."""
    setup = {"title": "Offline?", "speakers": len(MODELS), "max_rounds": STAGES, "players": _SEATS}
    move = {"question": _QUESTION, "wanted": "choice", "options": list(MODELS)}
    fields = {"setup": setup, "role": "asker", "type": "QUESTION", "move": move, "debate_id": table.id}
    return "/api/v1/formats/roundtable/debates", fields
