"""`moot standings`: the book of the arena compared with the records, and made anew, on the database itself."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.store.arena.stage import stage_on


async def played(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    async with stage_on(str(path)) as stage:
        ann, bob, jay = await stage.members("ann", "bob", "jay")
        await stage.decided(ann, bob, (jay, "challenger"))


@pytest.fixture
def house(aw: Shell) -> Path:
    """The database of a house where one debate was decided."""
    path = aw.home / "moot" / "moot.db"
    asyncio.run(played(path))
    return path


def rewrite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("UPDATE arena_standings SET score = 9999").rowcount == 3
        database.execute("DELETE FROM arena_sides")
        database.commit()


def test_what_the_records_say_is_sound(aw: Shell, house: Path):
    assert aw("standings", "verify", name="moot").data == {"debates": 1, "changed": 0}
    anew = aw("standings", "rebuild", name="moot").data
    assert (anew["debates"], anew["changed"]) == (1, 0)
    assert anew["notifications"] > 0
    assert anew["posts"] > 0


def test_what_was_changed_is_found_and_made_anew(aw: Shell, house: Path):
    rewrite(house)
    found = aw("standings", "verify", "--database", str(house), name="moot")
    assert found.code == 1
    assert (found.error["code"], found.error["changed"]) == ("UNSOUND", 5)
    assert "moot standings rebuild" in found.error["suggestion"]
    assert aw("standings", "verify", name="moot").code == 1, "comparing changes nothing"
    assert aw("standings", "rebuild", "--field", "changed", name="moot").out.strip() == "5"
    assert aw("standings", "verify", name="moot").code == 0


def test_without_a_database_nothing_is_made_up(aw: Shell):
    said = aw("standings", "rebuild", name="moot")
    assert said.code == 1
    assert "no database" in said.error["message"]
    assert not (aw.home / "moot").exists()
