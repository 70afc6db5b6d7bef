"""The limit of calls to a provider holds over all workers, and those that are killed or frozen hold nothing."""

import asyncio
import signal
from pathlib import Path

import asyncpg
import pytest

from moot.testing.wire import Asked, Gate, Reply, WireServer, slow
from tests.packaging.test_work import worker
from tests.support.house import API, SECONDS, Table, inside, said
from tests.support.players import JUDGES, QUESTION, recommending, seats
from tests.support.understudy import Understudy

pytestmark = [pytest.mark.anyio, pytest.mark.chaos, pytest.mark.postgres]

MOST = 3


class Provider:
    """Answers one call after the other, as it is told to, and counts how many there were at once."""

    def __init__(self) -> None:
        self.gates: list[Gate] = []
        self.answered = 0
        self.abandoned = 0
        """Calls whose caller is gone or frozen, so that others may take their place."""
        self.most = 0
        self._at_once = False

    def __call__(self, asked: Asked) -> Reply:
        self.gates.append(gate := Gate())
        self.most = max(self.most, len(self.gates) - self.answered - self.abandoned)
        if self._at_once:
            self.answer()
        return slow(recommending("A"), gate=gate)

    def answer(self) -> None:
        """Answers the oldest call that waits."""
        self.answered += 1
        self.gates[self.answered - 1].open()

    def answer_all(self) -> None:
        """Answers all that wait, and all that come."""
        self._at_once = True
        while self.answered < len(self.gates):
            self.answer()

    async def until_full(self, wire: WireServer) -> None:
        """Returns once as many calls are under way, by those who live, as there may be."""
        await asyncio.to_thread(wire.awaited, self.answered + self.abandoned + MOST, SECONDS)


async def places(connection: "asyncpg.Connection[asyncpg.Record]", process: Understudy) -> int:
    """How many places in a lane a process has."""
    return await connection.fetchval(
        "SELECT count(*) FROM lane_tickets WHERE admitted AND holder LIKE $1", f"%:{process.pid}:%"
    )


def limited(home: Path) -> Path:
    """The home of a worker with the limit in its configuration."""
    home.mkdir()
    (home / "config.toml").write_text(f"provider_calls = {MOST}\n")
    return home


@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
async def test_no_more_calls_are_out_than_one_limit_allows_and_a_worker_that_is_gone_holds_none(
    fate: signal.Signals, postgres_url: str, tmp_path: Path
):
    provider, panels = Provider(), list[Table]()
    with (
        WireServer(dict.fromkeys(JUDGES, provider)) as wire,
        worker(postgres_url, limited(tmp_path / "one")) as one,
        worker(postgres_url, limited(tmp_path / "two")),
    ):
        async with inside(postgres_url) as house, asyncio.timeout(3 * SECONDS):
            connection = await asyncpg.connect(postgres_url)

            async def ask() -> None:
                asked = {**QUESTION, "seats": seats(wire, *JUDGES)}
                panels.append(Table(house.http, said(await house.http.post(f"{API}/panels", json=asked))["debate_id"]))

            for _ in range(4):
                await ask()
            await provider.until_full(wire)
            # One after the other is answered, and each makes room for one more, until both workers are at it.
            while not 0 < (held := await places(connection, one)) < MOST:
                provider.answer()
                await ask()
                await provider.until_full(wire)
            assert provider.most == MOST
            one.send_signal(fate)
            provider.abandoned = held
            # Nobody is answered, and yet its places are taken by the other.
            await provider.until_full(wire)
            one.send_signal(signal.SIGCONT)
            provider.answer_all()
            for panel in panels:
                while (debate := (await panel.context())["debate"])["state"] != "CONSENSUS":
                    await house.bulletin.grown(panel.debate, debate["seq"], SECONDS)
                assert await panel.sound()
            assert provider.most == MOST
            await connection.close()
