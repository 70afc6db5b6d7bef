"""`moot doctor` on sound and on broken machines. Each is really broken: nothing of what it looks at is pretended."""

import asyncio
import json
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import asyncpg
import pytest

from moot.cli.inside.doctor import home as doctors_home
from moot.cli.inside.doctor import machine
from moot.cli.inside.doctor import round as doctors_round
from moot.cli.inside.doctor.finding import Finding, Probe
from moot.players.embedded import SHELF
from moot.players.embedded.stamps import stamp
from moot.settings import Settings
from moot.store import open_store
from tests.cli.shell import Shell, outside
from tests.cli.test_sandbox import nothing_holds
from tests.client.scripted import Reply, ScriptedServer
from tests.support.ports import steady_port
from tests.support.thorough import only_when_thorough

__all__ = ["nothing_holds"]


@pytest.fixture
def moot(aw: Shell) -> Shell:
    """A sound machine: a house that was opened once, a port that is free, nobody who would be called on."""
    home = aw.home / "moot"
    home.mkdir(mode=0o700)
    aw.set(MOOT_PORT=str(steady_port()), NO_COLOR="1")
    asyncio.run(opened_once(str(home / "moot.db")))
    return aw


async def opened_once(url: str, attended: datetime | None = None) -> None:
    store = await open_store(url)
    if attended is not None:
        await store.attend(attended)
    await store.close()


def examined(moot: Shell, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    """What the doctor found, by what it is about."""
    said = moot("doctor", "--json", *arguments, name="moot")
    found: dict[str, list[dict[str, Any]]] = {}
    for one in said.data["findings"]:
        found.setdefault(one["about"], []).append(one)
        assert one["state"] != "fails" or "how" in one, one
    broken = any(one["state"] == "fails" and one["needed"] for many in found.values() for one in many)
    assert (said.code, said.data["sound"]) == (int(broken), not broken)
    return found


def failing(found: dict[str, list[dict[str, Any]]]) -> list[str]:
    """What fails, but for sandboxes, which this machine may really lack."""
    return sorted({about for about, many in found.items() for one in many if one["state"] == "fails"} - {"sandbox"})


def seen(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Every file below a folder, as it stands."""
    return {
        str(path): (path.stat().st_size, path.stat().st_mtime_ns, path.stat().st_mode) for path in folder.rglob("*")
    }


def test_on_a_sound_machine_it_finds_nothing_and_changes_nothing(moot: Shell):
    before = seen(moot.home)
    found = examined(moot)
    assert failing(found) == []
    assert "sound" in found["database"][0]["what"]
    assert found["usual player"][0]["state"] == "unused"
    assert seen(moot.home) == before


def test_a_machine_on_which_moot_was_never_run_is_sound(aw: Shell):
    aw.set(MOOT_PORT=str(steady_port()))
    found = examined(aw)
    assert failing(found) == []
    assert "first opened" in found["database"][0]["what"]
    assert not (aw.home / "moot").exists()


@contextmanager
def closed(folder: Path) -> Generator[None]:
    """While it lasts, this user cannot look into the folder; root stops being root, whom no mode keeps out."""
    mode = stat.S_IMODE(folder.stat().st_mode)
    folder.chmod(0)
    nobody = 65534
    if root := os.geteuid() == 0:
        os.seteuid(nobody)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(mode)


def test_broken_machine_1_a_home_that_cannot_be_entered(moot: Shell):
    with closed(moot.home / "moot"):
        found = examined(moot)
    assert {"home", "settings"} <= set(failing(found))
    assert "cannot be read and written" in found["home"][0]["what"]
    moot.set(MOOT_HOME=str(moot.home / "moot" / "moot.db"))
    assert "is no folder" in examined(moot)["home"][0]["what"]


def test_broken_machine_2_databases_that_nobody_can_open(moot: Shell):
    file = moot.home / "moot" / "moot.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    found = examined(moot)
    assert failing(found) == ["database"]
    assert "newer Moot (revision 9999" in found["database"][0]["what"]

    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
    assert "damaged" in examined(moot)["database"][0]["what"]
    file.write_bytes(b"no database at all" * 100)
    assert "no SQLite database" in examined(moot)["database"][0]["what"]

    file.unlink()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE theirs (x)")
    assert "belongs to another program" in examined(moot)["database"][0]["what"]


def test_broken_machine_3_a_postgresql_that_is_away(moot: Shell, closed_port: int):
    moot.set(MOOT_DATABASE_URL=f"postgresql://moot:hush-hush@127.0.0.1:{closed_port}/moot")
    found = examined(moot)
    assert failing(found) == ["database"]
    assert "cannot be reached" in found["database"][0]["what"]
    assert "hush-hush" not in json.dumps(found)


@pytest.mark.usefixtures("nothing_holds")
def test_broken_machine_4_no_sandbox_at_all(moot: Shell):
    (finding,) = examined(moot)["sandbox"]
    assert (finding["state"], finding["needed"]) == ("fails", False)
    assert "code of workshops is not run" in finding["what"]
    assert "apt install bubblewrap" in finding["how"]


def test_broken_machine_5_a_model_whose_file_was_changed(moot: Shell):
    moot.set(MOOT_PLAYER="embedded:small")
    small, folder = SHELF["small"], moot.home / "moot" / "models"
    folder.mkdir()
    file = folder / small.file
    with file.open("wb") as other:
        other.truncate(small.size)
    stamp(file, small.sha256)
    found = examined(moot)
    assert failing(found) == ["usual player"]
    assert "hash is not the right one" in found["usual player"][0]["what"]
    assert "moot models fetch" in found["usual player"][0]["how"]
    file.write_bytes(b"half")
    assert "4 bytes instead of 98,362,432" in examined(moot)["usual player"][0]["what"]


def test_broken_machine_6_a_port_that_somebody_else_has(moot: Shell):
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", int(moot.environment["MOOT_PORT"])))
        stranger.listen()
        (finding,) = examined(moot)["port"]
    assert (finding["state"], finding["needed"]) == ("fails", True)
    if sys.platform == "linux":
        assert f"process {os.getpid()}" in finding["what"]


def test_a_port_that_our_own_server_has_is_as_it_should_be(moot: Shell):
    with ScriptedServer(Reply({"status": "ok", "version": "0.1.0"})) as server:
        moot.set(MOOT_PORT=server.url.rpartition(":")[2])
        assert "Moot 0.1.0 answers" in examined(moot)["port"][0]["what"]


def test_broken_machine_7_no_key_for_those_who_are_to_be_called_on(moot: Shell, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    moot.set(MOOT_PLAYER="anthropic:claude-sonnet-4-5")
    (moot.home / "moot" / "players.toml").write_text('[players.sage]\nmodel = "anthropic:m"\n[players.odd]\nx = 1\n')
    found = examined(moot)
    assert failing(found) == ["players", "usual player"]
    assert found["usual player"][0]["what"].endswith("ANTHROPIC_API_KEY is not set")
    assert [one["what"].partition(":")[0] for one in found["players"]] == ["odd", "sage"]


def test_broken_machine_8_secrets_that_others_can_read_and_a_token_that_can_be_guessed(moot: Shell):
    home = moot.home / "moot"
    file = home / "config.toml"
    file.write_text('host = "0.0.0.0"\nauth_token = "secret"\n')
    file.chmod(0o644)
    home.chmod(0o755)
    found = examined(moot)
    assert failing(found) == ["home", "secrets", "token"]
    assert found["secrets"][0]["how"] == f"Run: chmod 600 {file}"
    assert "secret" not in found["token"][0]["what"]
    file.chmod(0o600)
    home.chmod(0o700)
    file.write_text('auth_token = "Zb3-kQ9_vT1xLw7pR5sN"\n')
    assert failing(examined(moot)) == []


def test_broken_machine_9_a_clock_that_was_set_back_and_a_disk_that_is_full(
    moot: Shell, monkeypatch: pytest.MonkeyPatch
):
    asyncio.run(opened_once(str(moot.home / "moot" / "moot.db"), datetime.now(UTC) + timedelta(days=1)))
    monkeypatch.setattr(doctors_home, "ROOM", 1 << 62)
    found = examined(moot)
    assert failing(found) == ["clock", "disk"]
    assert "attended to later" in found["clock"][0]["what"]


def test_broken_machine_10_settings_that_do_not_fit(moot: Shell):
    moot.set(MOOT_JUDGE_DAYS="soon", MOOT_PRT="1")
    found = examined(moot)
    assert failing(found) == ["settings"]
    assert [one["needed"] for one in found["settings"]] == [True, False]


@pytest.fixture
def of_the_house_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that leaves out the sandboxes, checks and browsers, which take their time and are not in question."""
    near = tuple(probe for probe in doctors_round.PROBES if probe.about in ("versions", "home", "database", "secrets"))
    monkeypatch.setattr(doctors_round, "PROBES", near)


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("mysql://x/y", "no store for mysql:// addresses"),
        ("postgresql:/moot", "no :// after 'postgresql'"),
        ("postgresql://moot:hush/hush@db/moot", "cannot be read"),
        ("postgresql://moot:hush-hush@db:port/moot", "cannot be read"),
        (".", "is a folder, and no file"),
    ],
)
@pytest.mark.usefixtures("of_the_house_alone")
def test_broken_machine_11_an_address_of_a_database_that_is_none(moot: Shell, address: str, fault: str):
    moot.set(MOOT_DATABASE_URL=address)
    found = examined(moot)
    # Once, and not again with everything that hangs on it.
    assert failing(found) == ["database"]
    assert fault in found["database"][0]["what"]
    assert "hush" not in json.dumps(found) + moot("config", "show", name="moot").out


@pytest.mark.usefixtures("of_the_house_alone")
def test_broken_machine_12_a_database_that_another_program_holds(moot: Shell):
    file = moot.home / "moot" / "moot.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("CREATE TABLE theirs (x)")
        found = examined(moot)
    assert failing(found) == ["database"]
    assert "another program holds" in found["database"][0]["what"]


MOUNTING = """
import subprocess, sys
from pathlib import Path
from moot.cli.inside.doctor.home import home_of
from moot.settings import Settings
home = Path(sys.argv[1])
for words in (["-t", "tmpfs", "-o", "size=900k,mode=700", "tmpfs"], ["-o", "remount,ro"]):
    if subprocess.run(["mount", *words, str(home)]).returncode:
        sys.exit(7)
    print("; ".join(finding.what for finding in home_of(Settings(home=home)) if finding.state == "fails"))
"""


@only_when_thorough
def test_broken_machine_13_a_disk_that_is_full_and_one_that_takes_no_writes(tmp_path: Path):
    """In a world of its own, where disks can be mounted."""
    command = ["unshare", "--user", "--map-root-user", "--mount", sys.executable, "-c", MOUNTING, str(tmp_path)]
    try:
        done = subprocess.run(command, env=outside(), capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        pytest.skip("unshare could not be had")
    if done.returncode:
        pytest.skip(f"This machine lets nobody mount a disk: {done.stderr.strip()}")
    full, closed_to_writes = done.stdout.splitlines()
    assert full.startswith("1 MB are free on the disk of")
    assert closed_to_writes.endswith("takes no writes: it is mounted to be read")


def test_a_sqlite_that_finds_no_words_is_told_unless_records_are_kept_elsewhere(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine, "_finds_words", lambda: False)
    found = list(machine.versions(Settings(database_url="x.db")))
    assert "without FTS5" in found[0].what
    assert all(finding.state == "works" for finding in machine.versions(Settings(database_url="postgresql://db/moot")))


def test_what_hangs_is_told_and_keeps_nobody_waiting(moot: Shell, monkeypatch: pytest.MonkeyPatch):
    for_ever = Event()

    def look(settings: object) -> list[Finding]:
        for_ever.wait()
        return []

    monkeypatch.setattr(doctors_round, "PROBES", (Probe("disk", look, seconds=0.01),))
    try:
        assert "no answer within 0.01 s" in examined(moot)["disk"][0]["what"]
    finally:
        for_ever.set()


def test_a_doctor_that_fails_says_so(moot: Shell, monkeypatch: pytest.MonkeyPatch):
    def look(settings: object) -> list[Finding]:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(doctors_round, "PROBES", (Probe("disk", look),))
    assert "ZeroDivisionError: oh" in examined(moot)["disk"][0]["what"]


def test_without_a_package_that_all_stand_on_it_says_which(moot: Shell, monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.startswith("moot.cli.inside.doctor")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pydantic_settings", None)
    monkeypatch.delitem(sys.modules, "moot.settings")
    said = moot("doctor", "--json", name="moot")
    assert said.code == 1
    assert "pydantic_settings" in said.data["findings"][0]["what"]


def test_the_usual_player_is_really_asked_on_demand(moot: Shell):
    moot.set(MOOT_PLAYER="local")
    program = json.dumps([sys.executable, "-c", "print('{\"sides\": 3}')"])
    file = moot.home / "moot" / "players.toml"
    file.write_text(f"[players.local]\ncommand = {program}\n")
    assert "call" not in examined(moot)
    assert "answered rightly" in examined(moot, "--call")["call"][0]["what"]
    file.write_text(f"[players.local]\ncommand = {json.dumps([sys.executable, '-c', 'exit(3)'])}\n")
    assert failing(examined(moot, "--call")) == ["call"]


@pytest.mark.parametrize("format_", ["table", "markdown"])
def test_people_can_read_it(moot: Shell, format_: str):
    said = moot("doctor", "--format", format_, name="moot")
    assert "database" in said.out
    assert said.code == 0


def test_a_real_postgresql_is_found_sound_and_one_of_a_newer_moot_is_not(moot: Shell, postgres_url: str):
    asyncio.run(opened_once(postgres_url, datetime.now(UTC)))
    moot.set(MOOT_DATABASE_URL=postgres_url)
    found = examined(moot)
    assert failing(found) == []
    assert found["database"][0]["what"].startswith("PostgreSQL ")
    asyncio.run(run_there(postgres_url, "UPDATE alembic_version SET version_num = '9999'"))
    found = examined(moot)
    assert failing(found) == ["database"]
    assert "newer Moot (revision 9999" in found["database"][0]["what"]


async def run_there(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()
