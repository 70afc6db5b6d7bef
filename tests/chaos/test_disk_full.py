"""A full disk: moves are refused, nothing is half written, reading goes on, and so does all once there is room."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

import pytest

from moot.client import Client, Patience, Refused, new_id
from tests.chaos.debaters import PATIENCE
from tests.chaos.disks import FileLimit, SmallDisk
from tests.chaos.servers import steady_server
from tests.support.house import ServerProcess
from tests.support.postgres import PostgresServer
from tests.support.thorough import only_when_thorough

pytestmark = pytest.mark.chaos

NONE = "A small disk could not be had: nothing may be mounted here"
LONG = Random(20).randbytes(4_500).hex()
"""So much is said, and so that it cannot be pressed together, that no page has room for it already."""


class Fillable(Protocol):
    """What can be filled."""

    def fill(self) -> None: ...

    def empty(self) -> None: ...


def must_go_on_after_it(server: ServerProcess, disk: Fillable, says: str) -> None:
    """Fills the disk under a debate, tries what can be tried, and makes room again."""
    client, hasty = Client(server.url, patience=PATIENCE), Client(server.url, patience=Patience(retries=0))
    debate, before = new_id(), new_id()
    motion = client.create_debate(debate, "Full", "general_debate", "Let it fill.")["argument_id"]
    disk.fill()
    try:
        for _ in range(2):
            with pytest.raises(Refused, match=says) as refused:
                hasty.submit(debate, "opponent", motion, LONG, client_request_id="claim")
            assert (refused.value.status, refused.value.error["code"]) == (503, "UNAVAILABLE")
        with pytest.raises(Refused, match=says):
            hasty.create_debate(before, "Fuller", "general_debate", LONG)
        assert [argument["seq"] for argument in hasty.arguments(debate)["arguments"]] == [1]
        assert hasty.verify(debate)["sound"]
    finally:
        disk.empty()
    claim = client.submit(debate, "opponent", motion, LONG, client_request_id="claim")
    assert (claim["seq"], claim["repeated"]) == (2, False)
    assert client.verify(debate)["sound"]
    with pytest.raises(Refused) as unknown:
        client.context(before)
    assert unknown.value.error["code"] == "DEBATE_NOT_FOUND"


def test_sqlite_refuses_moves_until_files_may_grow_and_until_there_is_room(tmp_path: Path) -> None:
    with SmallDisk.if_any(tmp_path / "disk", 8) as disk, steady_server(str(tmp_path / "disk" / "moot.db")) as server:
        must_go_on_after_it(server, FileLimit(server.pid), "disk I/O error. Nothing was written")
        if disk is None:
            pytest.skip(NONE)
        must_go_on_after_it(server, disk, "the disk is full. Nothing was written")


@pytest.mark.postgres
def test_postgresql_refuses_moves_until_there_is_room(mortal_postgres: PostgresServer) -> None:
    with SmallDisk.if_any(mortal_postgres.folder / "small", 64) as disk:
        if disk is None:
            pytest.skip(NONE)
        database = mortal_postgres.new_database(within=disk.folder)
        try:
            with steady_server(database) as server:
                must_go_on_after_it(server, disk, "its disk is full. Nothing was written")
        finally:
            mortal_postgres.drop_database(database)


@only_when_thorough
@pytest.mark.postgres
def test_postgresql_that_panics_for_want_of_room_for_its_log_goes_on_where_it_was() -> None:
    with folder_for_all() as folder, SmallDisk.if_any(folder, 160) as disk:
        if disk is None:
            pytest.skip(NONE)
        with PostgresServer.started(within=disk.folder) as postgres, steady_server(postgres.new_database()) as server:
            client, hasty = Client(server.url, patience=PATIENCE), Client(server.url, patience=Patience(retries=0))
            debate = new_id()
            motion = client.create_debate(debate, "Log", "general_debate", "Let it fill.")["argument_id"]
            disk.fill()
            with pytest.raises(RuntimeError):
                _write_log(postgres)
            assert "PANIC" in postgres.log
            with pytest.raises(Refused) as refused:
                hasty.submit(debate, "opponent", motion, LONG, client_request_id="claim")
            assert refused.value.status == 503
            disk.empty()
            postgres.crash()
            postgres.start()
            claim = client.submit(debate, "opponent", motion, LONG, client_request_id="claim")
            assert (claim["seq"], claim["repeated"]) == (2, False)
            assert client.verify(debate)["sound"]


@contextmanager
def folder_for_all() -> Generator[Path]:
    """A folder that others can get at: PostgreSQL does not run as root."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        yield Path(folder) / "disk"


def _write_log(postgres: PostgresServer) -> None:
    """Makes it write more of its log than there is room for."""
    for _ in range(20):
        postgres.execute("SELECT pg_logical_emit_message(TRUE, 'more', 'log'), pg_switch_wal()")
