"""The hands of a house: servers and workers in processes of their own, which die, freeze and come back."""

import json
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from tests.chaos.clocks import SteppedClock, main
from tests.support.house import SECONDS
from tests.support.ports import steady_port
from tests.support.understudy import Understudy

Span: TypeAlias = tuple[datetime, datetime | None]
"""From when to when; None: it goes on."""


@dataclass(eq=False)
class Life:
    """What became of one process, from its start to its end."""

    began: datetime
    ended: datetime | None = None
    freezes: list[Span] = field(default_factory=list[Span])
    silences: Sequence[Span] = ()
    """When it said no word for so long that others took it for gone, as far as that is known."""
    pid: int = 0

    def was_held_up(self, since: datetime, until: datetime) -> bool:
        """Whether it was, at any moment between these."""
        return any(begun <= until and ended >= since for begun, ended in self._stops())

    def awake_from(self, at: datetime, soon: timedelta) -> datetime:
        """When it went on, if it was held up at this moment or so soon after it; else the moment itself."""
        return max([at, *(ended for begun, ended in self._stops() if begun <= at + soon)])

    def thaw(self) -> None:
        """Notes that it goes on, if it was frozen."""
        now = datetime.now(UTC)
        self.freezes = [(begun, ended or now) for begun, ended in self.freezes]

    def _stops(self) -> Iterator[tuple[datetime, datetime]]:
        for begun, ended in (*self.freezes, *self.silences):
            yield begun, ended or self.ended or datetime.now(UTC)


@dataclass
class Hand:
    """One process, with a home, a clock and, if it serves, an address of its own."""

    name: str
    home: Path
    arguments: Sequence[str]
    url: str = ""
    lives: list[Life] = field(default_factory=list[Life])
    """Those it has had, the last of which it has now."""
    _process: Understudy | None = None

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        self.clock = SteppedClock(self.home / "clock")

    @classmethod
    def serving(cls, name: str, home: Path, database: str) -> "Hand":
        """A server, at a port that stays its own while it is down."""
        port = steady_port()
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(port), "--database", database]
        return cls(name, home, arguments, f"http://127.0.0.1:{port}")

    @classmethod
    def working(cls, name: str, home: Path, database: str) -> "Hand":
        """A worker."""
        return cls(name, home, ["work", "--database", database])

    @property
    def log(self) -> str:
        """All that it has said beside its output, in all its lives."""
        return (self.home / "log").read_text()

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def up(self) -> bool:
        """Whether it runs, be it frozen."""
        return self._process is not None and self._process.returncode is None

    def start(self) -> bool:
        """Starts it if it is down; whether it came up, which it does not without its database."""
        if self.up:
            return True
        self._let_go()
        self._end_life()
        outside = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
        environment = {**outside, "MOOT_HOME": str(self.home), **self.clock.environment}
        self.lives.append(Life(datetime.now(UTC)))
        self._process = Understudy(self.arguments, environment, log=self.home / "log", main=main, program=None)
        self.lives[-1].pid = self._process.pid
        told = json.loads(self._process.stdout.readline() or "{}")
        if not told.get("success"):
            self.kill()
        return self.up

    def kill(self) -> None:
        """Ends it as by a power cut."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Asks it to stop; its exit code."""
        return self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Stops it in the middle of whatever it does."""
        self.lives[-1].freezes.append((datetime.now(UTC), None))
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets it go on as if no time had passed."""
        self._signal(signal.SIGCONT)
        if self.lives:
            self.lives[-1].thaw()

    def life_at(self, at: datetime) -> Life:
        """Which of its lives it was in then; what it sent last may be seen when it is dead already."""
        return next(life for life in reversed(self.lives) if life.began <= at)

    def _signal(self, sent: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(sent)

    def _end(self, how: signal.Signals) -> int:
        self._signal(how)
        self.thaw()
        code = 0 if self._process is None else self._process.wait(SECONDS)
        self._let_go()
        self._end_life()
        return code

    def _end_life(self) -> None:
        if self.lives and self.lives[-1].ended is None:
            self.lives[-1].ended = datetime.now(UTC)

    def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.stdout.close()
