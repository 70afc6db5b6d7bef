"""What is said in each debate: every kind of argument, in one order, so that the record can be foretold."""

from collections.abc import Iterator
from dataclasses import dataclass

MOTION, CLAIM, APPEAL, RULING, INTERVENTION, RESOLUTION = (
    "MOTION",
    "CLAIM",
    "APPEAL",
    "RULING",
    "INTERVENTION",
    "RESOLUTION",
)


@dataclass(frozen=True, slots=True)
class Step:
    """One move: the line it will stand at, and who makes it."""

    line: int
    role: str
    kind: str
    held: bool = False
    """Whether the mover could move sooner, and must hear of the line before some other way than by its turn."""
    close: bool = False

    @property
    def content(self) -> str:
        """What is said: nothing that is said anywhere else in the debate."""
        return f"{self.kind} of the {self.role} for line {self.line}"

    def request(self, debate: str) -> str:
        """The request id it is made under, however often."""
        return f"{debate}/{self.line}"


def planned(exchanges: int) -> list[Step]:
    """A debate with an appeal, an intervention with a parked claim, a refused and an accepted resolution."""
    return [Step(line, *said) for line, said in enumerate(_said(exchanges), start=1)]


def _said(exchanges: int) -> Iterator[tuple[str, str, bool, bool]]:
    yield _by("proposer", MOTION)
    for _ in range(exchanges):
        yield from (_by("opponent", CLAIM), _by("proposer", CLAIM))
    yield from (_by("opponent", CLAIM), _by("proposer", APPEAL), _by("arbitrator", RULING), _by("proposer", CLAIM))
    yield from (_by("arbitrator", INTERVENTION), _by("arbitrator", RULING))
    yield from (_by("opponent", CLAIM, held=True), _by("proposer", CLAIM, held=True))
    yield from (_by("opponent", CLAIM), _by("proposer", RESOLUTION), _by("arbitrator", RULING), _by("proposer", CLAIM))
    for _ in range(exchanges):
        yield from (_by("opponent", CLAIM), _by("proposer", CLAIM))
    yield from (_by("opponent", CLAIM), _by("proposer", RESOLUTION, held=True))
    yield _by("arbitrator", RULING, close=True)


def _by(role: str, kind: str, held: bool = False, close: bool = False) -> tuple[str, str, bool, bool]:
    return role, kind, held, close
