"""A rolling upgrade: two versions on one PostgreSQL, the later one changes the tables, and debates go on in both."""

from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from moot.store.revision import HEAD
from moot.testing.wire import Asked, Gate, Reply, WireServer, slow
from tests.chaos import versions
from tests.support.house import SECONDS, ServerProcess, Table, said
from tests.support.players import JUDGES, Matter, calls, recommending, seats
from tests.support.thorough import only_when_thorough

pytestmark = [pytest.mark.anyio, pytest.mark.chaos, pytest.mark.postgres, only_when_thorough]


async def revision(url: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval("SELECT version_num FROM alembic_version"))
    finally:
        await connection.close()


async def goes_through_both(old: ServerProcess, new: ServerProcess) -> None:
    """A debate whose seats sit at different servers, from its opening to its end."""
    async with old.client() as here, new.client() as there:
        proposer, opponent = (Table(http, debate) for debate in [str(uuid4())] for http in (here, there))
        await proposer.opened()
        said(await opponent.claim("opponent", "Why two?"))
        heard = said(await proposer.wait("proposer", on=1, seconds=SECONDS))
        assert heard["arguments"][-1]["content"] == "Why two?"
        said(await proposer.claim("proposer", "One waits.", about=2))
        assert said(await opponent.wait("opponent", on=2, seconds=SECONDS))["action"] == "respond"
        said(await opponent.claim("opponent", "Agreed.", about=3))
        said(await proposer.resolve(about=4))
        said(await opponent.rule("Do it.", close=True))
        assert (await proposer.context())["debate"]["state"] == "CLOSED"
        assert await proposer.sound()
        assert await opponent.sound()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("old_is", ["of before", "of this tree"])
async def test_debates_go_on_in_two_versions_while_the_later_one_changes_the_tables(
    old_is: str, empty_postgres_url: str, tmp_path: Path
):
    if old_is == "of before":
        older, newer, at = versions.of_before(tmp_path), None, HEAD
    else:
        older, newer, at = None, versions.to_come(tmp_path), versions.NEXT
    gate = Gate()

    def judge(asked: Asked) -> Reply:
        return slow(recommending("A"), gate=gate)

    with (
        WireServer(dict.fromkeys(JUDGES, judge)) as wire,
        ServerProcess.serving(empty_postgres_url, program=older) as old,
    ):
        before = await revision(empty_postgres_url)
        async with old.client() as owner:
            panel = await Matter.asked(old, owner, seats=seats(wire, *JUDGES))
            wire.awaited(len(JUDGES))
            with ServerProcess.serving(empty_postgres_url, program=newer) as new:
                assert before < at == await revision(empty_postgres_url)
                await goes_through_both(old, new)
                gate.open()
                assert await panel.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
                # Both could have asked; nobody was asked twice.
                assert calls(wire) == dict.fromkeys(sorted(JUDGES), 1)
                if newer is None:
                    # It does not know yet that a newer database may serve it.
                    with pytest.raises(RuntimeError, match="NEWER_DATABASE"):
                        old.restart()
                else:
                    old.restart()
                    await goes_through_both(old, new)


@pytest.mark.timeout(120)
async def test_a_version_that_is_not_served_any_more_is_refused_when_it_starts(empty_postgres_url: str, tmp_path: Path):
    newer = versions.to_come(tmp_path, serves=versions.NEXT)
    with (
        ServerProcess.serving(empty_postgres_url, program=newer),
        pytest.raises(RuntimeError, match="NEWER_DATABASE"),
        ServerProcess.serving(empty_postgres_url),
    ):
        pass
