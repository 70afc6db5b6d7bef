"""Workers beside a server on one PostgreSQL: they share its debates, and nobody is asked twice."""

import json
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import anyio

from moot.testing.wire import Asked, Gate, Reply, WireServer, slow
from tests.cli.shell import outside
from tests.support.house import SECONDS, ServerProcess, inside
from tests.support.houses import TOKEN
from tests.support.players import JUDGES, Matter, calls, recommending, seats
from tests.support.understudy import Understudy

MANY = 4


@contextmanager
def worker(database: str, home: Path) -> Generator[Understudy]:
    """`moot work`, working."""
    with working(database, home) as (process, _):
        yield process


@contextmanager
def working(database: str, home: Path, **more: str) -> Generator[tuple[Understudy, str]]:
    """The same with more in its environment; and where it tells its metrics, if it does."""
    home.mkdir(exist_ok=True)
    environment = {**outside(), **more, "MOOT_HOME": str(home)}
    process = Understudy(["work", "--database", database], environment, log=home / "log")
    try:
        told = json.loads(process.stdout.readline())["data"]
        assert told["working"] is True
        yield process, told["metrics"] or ""
    finally:
        process.kill()
        process.wait(SECONDS)
        process.stdout.close()


async def test_they_share_debates_and_go_on_with_those_of_a_server_that_was_killed(postgres_url: str, tmp_path: Path):
    gate, held = Gate(), False

    def judge(asked: Asked) -> Reply:
        return slow(recommending("A"), gate=gate) if held else recommending("A")

    with (
        WireServer(dict.fromkeys(JUDGES, judge)) as wire,
        ServerProcess.serving(postgres_url, token=TOKEN) as first,
        worker(postgres_url, tmp_path / "one") as one,
        worker(postgres_url, tmp_path / "two"),
    ):
        async with first.client() as owner:
            panels = [await Matter.asked(first, owner, seats=seats(wire, *JUDGES)) for _ in range(MANY)]
            for panel in panels:
                assert await panel.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
            # Three who could have asked, and everybody was asked once.
            assert calls(wire) == dict.fromkeys(sorted(JUDGES), MANY)
            held = True
            last = await Matter.asked(first, owner, seats=seats(wire, *JUDGES))
            with anyio.fail_after(SECONDS):
                while sum(calls(wire).values()) < len(JUDGES) * (MANY + 1):
                    await anyio.lowlevel.checkpoint()
        first.kill()
        gate.open()
        # Only workers are left to finish it: this house calls on nobody.
        async with inside(postgres_url, token=TOKEN) as house:
            left = Matter(house.http, last.debate)
            with anyio.fail_after(SECONDS):
                while (debate := (await left.context())["debate"])["state"] != "CONSENSUS":
                    await house.bulletin.grown(last.debate, debate["seq"], SECONDS)
            assert await left.sound()
        one.send_signal(signal.SIGTERM)
        assert one.wait(SECONDS) == 0
