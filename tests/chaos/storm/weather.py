"""The weather: what is done to a camp, when, and for how long. The same seed does the same in the same order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from tests.chaos.debaters import Ledger
from tests.chaos.storm.camp import Camp

HOUR = timedelta(hours=1)


@dataclass
class Weather:
    """Faults, one after the other; what is frozen, full or down is so for a while."""

    camp: Camp
    chance: Random
    longest: float
    """The most seconds that a fault lasts."""
    log: list[str] = field(default_factory=list[str])
    """What was done, in order, to be printed where something is found wrong."""
    struck: list[str] = field(default_factory=list[str])
    """The faults alone."""

    @property
    def faults(self) -> Mapping[str, Callable[[Ledger], None]]:
        """What can be done here, by name."""
        everywhere = {"kill": self._kill, "freeze": self._freeze, "step": self._step}
        full = {} if self.camp.disk is None else {"fill": self._fill}
        cut = {} if self.camp.postgres is None else {"crash": self._crash, "cut": self._cut}
        return {**everywhere, **full, **cut}

    def drawn(self, times: int) -> Sequence[str]:
        """Every kind of fault so often, in an order of chance; each comes once before any comes again."""
        drawn: list[str] = []
        for _ in range(times):
            names = sorted(self.faults)
            self.chance.shuffle(names)
            drawn += names
        return drawn

    def strike(self, fault: str, ledger: Ledger) -> None:
        """Lets one fault happen, and has a supervisor look after those who died of it."""
        self.note(fault)
        self.struck.append(fault)
        self.faults[fault](ledger)
        self.camp.revive()

    def _kill(self, ledger: Ledger) -> None:
        hand = self.chance.choice(self.camp.hands)
        self.note(f"  {hand.name}")
        hand.kill()

    def _freeze(self, ledger: Ledger) -> None:
        hand = self.chance.choice(self.camp.hands)
        self.note(f"  {hand.name}")
        hand.freeze()
        self._linger(ledger)
        hand.thaw()

    def _step(self, ledger: Ledger) -> None:
        """A clock an hour ahead goes back, so that none strays far; one that is right goes either way."""
        hand = self.chance.choice(self.camp.hands)
        way = self.chance.choice((HOUR, -HOUR))
        by = -hand.clock.off or way
        self.note(f"  {hand.name} by {by.total_seconds():+.0f} s")
        hand.clock.step(by)

    def _fill(self, ledger: Ledger) -> None:
        assert self.camp.disk is not None
        self.camp.disk.fill()
        self._linger(ledger)
        self.camp.disk.empty()

    def _crash(self, ledger: Ledger) -> None:
        assert self.camp.postgres is not None
        self.camp.postgres.crash()
        self._linger(ledger)
        self.camp.postgres.start()

    def _cut(self, ledger: Ledger) -> None:
        assert self.camp.postgres is not None
        self.camp.postgres.cut_connections()

    def _linger(self, ledger: Ledger) -> None:
        """For as long as chance will have it, or until somebody who waited has noticed and so much more."""
        seconds = self.chance.uniform(0.1, self.longest)
        before = ledger.interrupted
        ledger.crowd.linger(lambda: ledger.interrupted > before + 3, seconds)

    def note(self, what: str) -> None:
        """Notes what happens, and when."""
        self.log.append(f"{datetime.now(UTC):%H:%M:%S.%f} {what}")
