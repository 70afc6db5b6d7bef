"""The camp: the database of a house, its servers and its workers, all of them mortal."""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from moot.testing.wire.requests import MARKER
from tests.chaos.disks import SmallDisk
from tests.chaos.hands import Hand, Life
from tests.chaos.storm.arrivals import Arrival
from tests.chaos.storm.moods import STEADY
from tests.chaos.storm.silences import note_silences, silences_in
from tests.support.postgres import PostgresServer

ROOM = 64
"""The megabytes of the disk that the database has."""
CONFIG = "grace_minutes = 0\n"
"""A clock that is set forward counts as time in which the house was down, and turns that fell due then are spared."""
ONE_TRY = 3
"""Seconds after which one try of a model that is silent is given up."""
MODELS = ("m1", "m2", "m3", STEADY)
"""What the models that play are called."""
MODEL = """
[players.{model}]
model = "openai:{model}@{endpoint}"
settings = {{timeout = {one_try}, extra_headers = {{{marker} = "hand:{name}"}}}}
"""
"""They are told who asks."""
CLERK = """
[players.clerk]
command = ["sh", "{program}", "{name}"]
"""
PROGRAM = """
question=$(sha256sum | cut -d' ' -f1)
mark=$(cat /proc/sys/kernel/random/uuid)
echo "$question $(date +%s.%N) $mark $1" >> "{asked}"
echo "$mark" >&2
cat "{answer}"
"""
"""A judge that notes what it was asked, when and by whom, and always says the same."""
ANSWER = """
{"recommendation": "A", "summary": "It is the least that can fail.", "for_stance": "It serves the aim.",
 "assessments": {"A": "Good.", "B": "Bad.", "C": "Worse."}, "reasoning": "It is the least that can fail."}
"""


@dataclass
class Camp:
    """Everything that can be broken."""

    folder: Path
    database: str
    endpoint: str
    servers: Sequence[Hand]
    workers: Sequence[Hand] = ()
    postgres: PostgresServer | None = None
    disk: SmallDisk | None = None

    @property
    def hands(self) -> Sequence[Hand]:
        """Servers and workers."""
        return [*self.servers, *self.workers]

    @property
    def asked(self) -> Path:
        """Where the program that plays notes what it was asked."""
        return self.folder / "asked"

    @classmethod
    @contextmanager
    def on_sqlite(cls, folder: Path, endpoint: str) -> Generator["Camp"]:
        """One server that does all by itself."""
        with SmallDisk.if_any(folder / "disk", ROOM) as disk:
            database = str(folder / "disk" / "moot.db")
            serving = [Hand.serving("server", folder / "server", database)]
            camp = cls(folder, database, endpoint, serving, disk=disk)
            with camp._pitched():
                yield camp

    @classmethod
    @contextmanager
    def on_postgres(
        cls, folder: Path, endpoint: str, postgres: PostgresServer, servers: int, workers: int
    ) -> Generator["Camp"]:
        """Servers and workers beside each other, on a database that has a small disk if one can be had."""
        # Where PostgreSQL gets at it, which does not run as root.
        with SmallDisk.if_any(postgres.folder / f"disk-{folder.name}", ROOM) as disk:
            database = postgres.new_database(within=None if disk is None else disk.folder)
            names = [f"server {number}" for number in range(servers)], [f"worker {number}" for number in range(workers)]
            serving = [Hand.serving(name, folder / name, database) for name in names[0]]
            working = [Hand.working(name, folder / name, database) for name in names[1]]
            camp = cls(folder, database, endpoint, serving, working, postgres, disk)
            try:
                with camp._pitched():
                    asyncio.run(note_silences(database))
                    yield camp
            finally:
                postgres.drop_database(database)

    def hand_of(self, arrival: Arrival) -> Hand:
        """Who sent a question."""
        return next(hand for hand in self.hands if hand.name == arrival.by)

    def life_of(self, arrival: Arrival) -> Life:
        """The process that sent a question."""
        return self.hand_of(arrival).life_at(arrival.at)

    def hear_silences(self) -> None:
        """Learns who was taken for gone, and when: only by others, and those share a database."""
        silences = () if self.postgres is None else asyncio.run(silences_in(self.database))
        for life in (life for hand in self.hands for life in hand.lives):
            life.silences = [(each.since, each.until) for each in silences if each.pid == life.pid]

    def let_pass(self, time: timedelta) -> None:
        """Lets so much time pass, by all clocks."""
        for hand in self.hands:
            hand.clock.step(time)

    def revive(self) -> None:
        """Starts whoever is down, as a supervisor does."""
        for hand in self.hands:
            hand.start()

    def calm(self) -> None:
        """Everything is up, awake, and has room; clocks stay as they are."""
        if self.disk is not None:
            self.disk.empty()
        for hand in self.hands:
            hand.thaw()
        self.revive()
        down = [f"{hand.name}: {hand.log[-2000:]}" for hand in self.hands if not hand.up]
        assert not down, down

    @contextmanager
    def _pitched(self) -> Generator[None]:
        answer, program = self.folder / "answer", self.folder / "clerk"
        answer.write_text(ANSWER)
        program.write_text(PROGRAM.format(asked=self.asked, answer=answer))
        with ExitStack() as ends:
            for hand in self.hands:
                (hand.home / "config.toml").write_text(CONFIG)
                (hand.home / "players.toml").write_text(self._players_of(hand.name, program))
                ends.callback(hand.kill)
            self.calm()
            yield

    def _players_of(self, name: str, program: Path) -> str:
        known = {"endpoint": self.endpoint, "one_try": ONE_TRY, "marker": MARKER, "name": name}
        models = [MODEL.format(model=model, **known) for model in MODELS]
        return "".join([*models, CLERK.format(program=program, name=name)])
