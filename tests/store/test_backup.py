"""Backups: a whole house into files and back, on either database; damaged, newer and half-made ones not at all."""

import gzip
import io
import json
import os
import shutil
import sqlite3
import stat
import tarfile
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Table, select

from moot.debate import HouseNotEmpty, InvalidInput, UnfitBackup
from moot.desk import OWNER
from moot.engine import Answer, CallKey
from moot.store import open_store, schema
from moot.store.all_tables import metadata
from moot.store.backup import KEPT, LEFT_OUT, Manifest, opened_chest
from moot.store.backup.manifest import FORM
from moot.store.database import Moment, Prepared
from moot.store.house import attend
from moot.store.postgres import PostgresDatabase
from moot.store.sqlite import SqliteDatabase
from moot.store.tables import debates, house
from moot.testing import START
from tests.support.ring import Ring, member, ring_on

MOTION: dict[str, Any] = {"title": "Queues", "debate_type": "general_debate", "content": "Use one enormous queue."}


def nothing(table: str, rows: int) -> None:
    """Nobody listens."""


async def lived_in(ring: Ring) -> str:
    """A house in which something of everything has happened; a debate of it."""
    ann, bob = await ring.pair()
    judge = await ring.agent("judith")
    ring.clock.advance(days=8)
    decided = await ring.completed(ann, bob)
    await ring.judged(judge, decided)
    await ring.desk.like(judge, decided)
    await ring.desk.mute(ann, what=decided)
    await ring.desk.report(judge, decided, reason="Look at this.")
    await ring.desk.add_webhook(OWNER, url="https://example.com/hook")
    debate = str(uuid4())
    await ring.desk.open_arbitration(OWNER, debate_id=debate, **MOTION)
    await ring.desk.create_document(OWNER, title="A plan", content="First this zebra.", debate_id=debate)
    answer = Answer("{}", "model", {"messages": []}, None, {"half": "\ud83d"})
    await ring.opened.store.ledger.keep(CallKey(debate, "proposer/open/1/1"), answer, START)
    assert member(ann) != member(bob)
    return debate


async def backed_up(database: str, out: Path) -> Manifest:
    store = await open_store(database)
    try:
        return await store.back_up(out, START, nothing)
    finally:
        await store.close()


async def restored(database: str, backup: Path, say: Callable[[str, int], None] = nothing) -> int:
    store = await open_store(database)
    try:
        with opened_chest(backup) as chest:
            return await store.restore(chest, say)
    finally:
        await store.close()


@pytest.fixture(scope="module")
async def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup as one file, taken while the house is open."""
    folder = tmp_path_factory.mktemp("house")
    database = str(folder / "moot.db")
    async with ring_on(database, folder) as ring:
        await lived_in(ring)
        await ring.opened.store.back_up(folder / "house.tar.gz", START, nothing)
    return folder / "house.tar.gz"


@pytest.fixture(scope="module")
async def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the tables of a new house, made once: migrating each anew takes longer than the tests."""
    path = tmp_path_factory.mktemp("template") / "moot.db"
    await (await open_store(str(path))).close()
    return path


@pytest.fixture
def empty(template: Path, tmp_path: Path) -> str:
    """The database of an empty house."""
    shutil.copy(template, tmp_path / "new.db")
    return str(tmp_path / "new.db")


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_a_house_comes_back_whole_on_either_database(
    kind: str, backup: Path, empty: str, tmp_path: Path, request: pytest.FixtureRequest
):
    database = empty if kind == "sqlite" else request.getfixturevalue("postgres_url")
    told: list[str] = []
    rows = await restored(database, backup, lambda table, _: told.append(table))
    assert set(told) <= {table.name for table in KEPT}
    # And out again, as a folder: what the tables hold is the same to the byte.
    with opened_chest(backup) as chest:
        before = chest.manifest
    after = await backed_up(database, tmp_path / "again")
    assert after.tables == before.tables
    assert rows == sum(held.rows for held in after.tables.values())
    assert {name for name, held in after.tables.items() if held.rows} >= {
        "debates",
        "lines",
        "house",
        "documents",
        "versions",
        "calls",
        "members",
        "api_keys",
        "arena_debates",
        "arena_likes",
        "arena_judgments",
        "webhooks",
        "reports",
        "mutes",
        "notifications",
    }
    async with ring_on(database, tmp_path) as ring:
        there = (await ring.desk.debates(OWNER)).debates
        assert all([(await ring.desk.verify(OWNER, debate.id)).sound for debate in there])
        assert await ring.rebuilt_differs() == 0
        assert [debate.title for debate in (await ring.desk.debates(OWNER, q="enormous")).debates] == ["Queues"]
        assert (await ring.desk.documents(OWNER, q="zebra")).documents[0].title == "A plan"
        # It goes on living: the next debate and the next document find a number of their own.
        await ring.desk.open_arbitration(OWNER, debate_id=str(uuid4()), **MOTION)
        await ring.desk.create_document(OWNER, title="Another", content="Text.")


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_what_is_written_while_a_backup_is_taken_is_not_in_it_and_waits_for_nobody(
    kind: str, empty: str, request: pytest.FixtureRequest
):
    postgres = kind == "postgres"
    url = request.getfixturevalue("postgres_url") if postgres else empty
    database = await (PostgresDatabase.opened(url, 5) if postgres else SqliteDatabase.opened(Path(url), 5))

    async def read(moment: Moment, table: Table) -> list[Any]:
        return [row async for rows in moment.rows(Prepared(select(table))) for row in rows]

    try:
        await attend(database, START)
        async with database.moment() as moment:
            assert await read(moment, debates) == []
            before = await read(moment, house)
            await attend(database, START + timedelta(hours=1))
            assert await read(moment, house) == before
        async with database.moment() as later:
            assert await read(later, house) != before
    finally:
        await database.close()


async def test_every_table_is_kept_or_left_out_with_a_reason():
    assert {table.name for table in KEPT} | set(LEFT_OUT) == set(metadata.tables)
    assert not {table.name for table in KEPT} & set(LEFT_OUT)
    assert all(LEFT_OUT.values())


async def test_a_backup_is_for_its_owner_alone_and_takes_nobodys_place(empty: str, tmp_path: Path):
    await backed_up(empty, tmp_path / "folder")
    await backed_up(empty, tmp_path / "deep" / "file.tgz")
    files = [path for path in (tmp_path / "folder").rglob("*") if path.is_file()]
    assert len(files) == len(KEPT) + 1
    assert {stat.S_IMODE(path.stat().st_mode) for path in [*files, tmp_path / "deep" / "file.tgz"]} == {0o600}
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700
    for taken in (tmp_path / "folder", tmp_path / "deep" / "file.tgz"):
        with pytest.raises(InvalidInput, match="there already"):
            await backed_up(empty, taken)
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".moot-backup-")]
    with pytest.raises(InvalidInput, match="in memory"):
        await backed_up("sqlite://", tmp_path / "memory")


async def test_a_house_that_is_not_empty_is_left_as_it_is(backup: Path, empty: str, tmp_path: Path):
    database = empty
    async with ring_on(database, tmp_path) as ring:
        await ring.desk.create_document(OWNER, title="Mine", content="Mine.")
    before = (await backed_up(database, tmp_path / "before")).tables
    with pytest.raises(HouseNotEmpty) as refused:
        await restored(database, backup)
    assert refused.value.fields["table"] in ("documents", "versions")
    assert (await backed_up(database, tmp_path / "after")).tables == before


class Interrupted(Exception):
    """Somebody pulled the plug."""


async def test_a_restore_that_is_interrupted_leaves_nothing_and_can_be_done_again(
    backup: Path, empty: str, tmp_path: Path
):

    def pull_the_plug(table: str, rows: int) -> None:
        if table == "lines":
            raise Interrupted

    with pytest.raises(Interrupted):
        await restored(empty, backup, pull_the_plug)
    left = (await backed_up(empty, tmp_path / "left")).tables
    assert {name for name, held in left.items() if held.rows} <= {"house"}
    assert await restored(empty, backup) > 0


def unpacked(backup: Path, folder: Path) -> Path:
    with tarfile.open(backup) as packed:
        packed.extractall(folder, filter="data")
    return folder


def _newer(folder: Path) -> None:
    _told(folder, revision="9999", moot="99.0")


def _another_form(folder: Path) -> None:
    _told(folder, form="moot-backup/2")


def _never(folder: Path) -> None:
    _told(folder, revision="0")


def _table_lost(folder: Path) -> None:
    (folder / "tables" / "lines.jsonl").unlink()


def _table_unknown(folder: Path) -> None:
    tables = json.loads((folder / "manifest.json").read_text())["tables"]
    _told(folder, tables={**tables, "spies": tables["lines"]})


def _row_changed(folder: Path) -> None:
    path = folder / "tables" / "members.jsonl"
    path.write_text(path.read_text().replace("Ann", "Eve"))


def _row_lost(folder: Path) -> None:
    path = folder / "tables" / "lines.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


def _row_of_another_kind(folder: Path) -> None:
    (folder / "tables" / "debates.jsonl").write_text('["one", "two"]\n')


def _value_of_another_kind(folder: Path) -> None:
    path = folder / "tables" / "debates.jsonl"
    rows = [json.loads(row) for row in path.read_text().splitlines()]
    path.write_text("".join(f"{json.dumps([True, *row[1:]])}\n" for row in rows))


def _row_twice(folder: Path) -> None:
    path = folder / "tables" / "debates.jsonl"
    path.write_text(path.read_text() * 2)
    _signed(folder)


def _row_incomplete(folder: Path) -> None:
    path = folder / "tables" / "debates.jsonl"
    rows = [json.loads(row) for row in path.read_text().splitlines()]
    path.write_text("".join(f"{json.dumps([*row[:4], None, *row[5:]])}\n" for row in rows))
    _signed(folder)


def _no_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def _no_sense(folder: Path) -> None:
    (folder / "manifest.json").write_text("[]")


def _link(folder: Path) -> None:
    path = folder / "tables" / "house.jsonl"
    path.rename(folder / "elsewhere")
    path.symlink_to(folder / "elsewhere")


def _signed(folder: Path) -> None:
    """Makes the manifest say what the table of debates has become: only the database can tell."""
    tables, content = json.loads((folder / "manifest.json").read_text())["tables"], folder / "tables" / "debates.jsonl"
    held = {"rows": content.read_text().count("\n"), "sha256": sha256(content.read_bytes()).hexdigest()}
    _told(folder, tables={**tables, "debates": held})


def _told(folder: Path, **fields: Any) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (_newer, "made by Moot 99.0 .* newer"),
        (_another_form, "newer"),
        (_never, "tables 0.*, which no Moot ever had"),
        (_table_lost, "has no file tables/lines.jsonl"),
        (_table_unknown, "other tables than this Moot: spies"),
        (_row_changed, "members.jsonl of the backup is not as it was written"),
        (_row_lost, "lines.jsonl of the backup is not as it was written"),
        (_row_of_another_kind, "Row 1 of debates in the backup is damaged"),
        (_value_of_another_kind, "Row 1 of debates in the backup is damaged"),
        (_row_twice, "do not fit together"),
        (_row_incomplete, "do not fit together"),
        (_no_manifest, "has no file manifest.json"),
        (_no_sense, "cannot be read"),
        (_link, "has no file tables/house.jsonl"),
    ],
)
async def test_a_backup_that_is_not_fit_is_refused_and_nothing_is_kept(
    backup: Path, empty: str, tmp_path: Path, spoil: Callable[[Path], None], fault: str
):
    folder = unpacked(backup, tmp_path / "spoilt")
    spoil(folder)
    with pytest.raises(UnfitBackup, match=fault):
        await restored(empty, folder)
    left = (await backed_up(empty, tmp_path / "left")).tables
    assert {name for name, held in left.items() if held.rows} <= {"house"}


def _tar(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in files.items():
            found = tarfile.TarInfo(name.replace("_", "."))
            found.size = len(content)
            tar.addfile(found, io.BytesIO(content))
    return packed.getvalue()


def _linked_tar() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        found = tarfile.TarInfo("manifest.json")
        found.type, found.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(found)
    return packed.getvalue()


ODD: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no gzip": lambda: b"\x1f\x8bnot gzip at all",
    "no tar": lambda: gzip.compress(b"not a tar"),
    "an empty tar": _tar,
    "an empty manifest": lambda: _tar(manifest_json=b"{}"),
    "a deep manifest": lambda: _tar(manifest_json=b"[" * 100_000),
    "half a manifest": lambda: _tar(manifest_json=json.dumps({"form": FORM}).encode()),
    "a link": _linked_tar,
    "cut short": lambda: _tar(manifest_json=b"{}")[:-20],
}


@pytest.mark.parametrize("odd", ODD)
def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, odd: str):
    (tmp_path / "odd.tar.gz").write_bytes(ODD[odd]())
    with pytest.raises(UnfitBackup), opened_chest(tmp_path / "odd.tar.gz"):
        raise AssertionError


def as_of(backup: Path, folder: Path, revision: str, columns: bool) -> Path:
    """The backup as a Moot of before would have taken it: of a database that never went further than its tables."""
    at = folder / "then.db"
    with closing(sqlite3.connect(at, isolation_level=None)) as connection:
        schema.make_as_of(connection, revision)
        there = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        told = {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            for name in there & {table.name for table in KEPT}
        }
    made = unpacked(backup, folder / "older")
    tables = json.loads((made / "manifest.json").read_text())["tables"]
    kept: dict[str, Any] = {}
    for table in KEPT:
        file = made / "tables" / f"{table.name}.jsonl"
        if table.name not in told:
            file.unlink()
            continue
        # As it stood then; the order of what is told in a row is another where the manifest says so.
        names = list(reversed(told[table.name])) if columns else told[table.name]
        rows = [dict(zip(table.columns.keys(), json.loads(row), strict=True)) for row in file.read_text().splitlines()]
        file.write_text("".join(f"{json.dumps([row[name] for name in names])}\n" for row in rows))
        digest = sha256(file.read_bytes()).hexdigest()
        kept[table.name] = {"rows": len(rows), "sha256": digest, **({"columns": names} if columns else {})}
    assert len(kept) <= len(tables)
    _told(made, revision=revision, moot="0.0.1", tables=kept)
    return made


@pytest.mark.parametrize(("revision", "columns"), [("0007", False), ("0001", True)])
async def test_a_backup_of_an_older_moot_is_brought_up_to_date_and_restored(
    revision: str, columns: bool, backup: Path, empty: str, tmp_path: Path
):
    older = as_of(backup, tmp_path, revision, columns)
    await restored(empty, older)
    with opened_chest(backup) as chest:
        before = chest.manifest.tables
    after = (await backed_up(empty, tmp_path / "after")).tables
    then = set(json.loads((older / "manifest.json").read_text())["tables"])
    # What it had is there, to the byte; what came with later tables is empty.
    assert {name for name in then if after[name] != before[name]} <= {"house", "debates"}
    assert {name: after[name].rows for name in set(after) - then} == dict.fromkeys(set(after) - then, 0)
    async with ring_on(empty, tmp_path) as ring:
        there = (await ring.desk.debates(OWNER)).debates
        assert len(there) == before["debates"].rows
        assert [(await ring.desk.verify(OWNER, debate.id)).fault for debate in there if debate.format != "arena"] == [
            None
        ]


async def test_an_older_backup_that_is_damaged_is_refused_and_nothing_is_kept(backup: Path, empty: str, tmp_path: Path):
    older = as_of(backup, tmp_path, "0007", columns=True)
    path = older / "tables" / "lines.jsonl"
    path.write_text(path.read_text().replace("enormous", "tiny"))
    with pytest.raises(UnfitBackup, match="not as it was written"):
        await restored(empty, older)
    _told(older, revision="0003")
    with pytest.raises(UnfitBackup, match="other tables than Moot had at that time"):
        await restored(empty, older)
    _told(older, revision="0000")
    with pytest.raises(UnfitBackup, match="no Moot ever had"):
        await restored(empty, older)
    left = (await backed_up(empty, tmp_path / "left")).tables
    assert {name for name, held in left.items() if held.rows} <= {"house"}
