"""`moot verify` through a server and from the database itself, and `moot export`."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass

import pytest

from tests.cli.shell import Said, Shell
from tests.cli.test_serving import served

pytestmark = pytest.mark.timeout(180)


@dataclass
class Kept:
    """A database with two debates, and no server."""

    shell: Shell
    debate: str
    first_hash: str
    last_hash: str

    def __call__(self, *arguments: str) -> Said:
        return self.shell(*arguments, name="moot")

    def rewrite(self) -> None:
        """Changes what was said in the debate's motion."""
        with closing(sqlite3.connect(self.shell.home / "moot" / "moot.db")) as database:
            changed = "UPDATE lines SET body = replace(body, 'We cache', 'We never cache') WHERE debate_id = ?"
            assert database.execute(changed, [self.debate]).rowcount
            database.commit()


def opened(aw: Shell) -> str:
    debate: str = aw("debate", "generate-id").data["id"]
    about = ("--title", "Plan", "--debate-type", "coding_plan_debate", "--content", "We cache.")
    assert aw("debate", "create", "--debate-id", debate, *about).code == 0
    return debate


@pytest.fixture
def kept(aw: Shell, closed_port: int) -> Kept:
    with served(aw, "--port", "0") as url:
        aw.set(DEBATE_SERVER_URL=url)
        debate, _ = opened(aw), opened(aw)
        first = aw("verify", debate).data["hash"]
        motion = aw("debate", "get-context", "--debate-id", debate).data["arguments"][0]["id"]
        claim = ("--role", "opponent", "--target-id", motion, "--content", "Stale reads.")
        assert aw("debate", "submit", "--debate-id", debate, *claim).code == 0
        last = aw("verify", debate).data
        assert (last["sound"], last["read_from"]) == (True, "server")
        assert aw("verify", "--all").data == {"checked": 2, "sound": 2, "read_from": "server"}
        assert aw("verify", debate, "--expect", first).data["expected_line"] == 1
        own = aw("verify", debate, "--database", str(aw.home / "moot" / "moot.db")).data
        assert (own["hash"], own["read_from"]) == (last["hash"], "database")
        copy = aw.home / "copy.jsonl"
        assert aw("export", debate, "--as", "jsonl", "--out", str(copy)).data["bytes"] == copy.stat().st_size
        assert "We cache." in aw.process("export", debate, "--as", "markdown").out
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    return Kept(aw, debate, first, last["hash"])


def test_without_a_server_the_database_is_read(kept: Kept):
    said = kept("verify", kept.debate)
    assert said.code == 0
    assert (said.data["hash"], said.data["read_from"]) == (kept.last_hash, "database")
    assert kept("verify", "--all").data == {"checked": 2, "sound": 2, "read_from": "database"}


def test_a_hash_that_was_noted_is_still_in_the_record(kept: Kept):
    assert kept("verify", kept.debate, "--expect", kept.last_hash).data["expected_line"] == 2
    assert kept("verify", kept.debate, "--expect", kept.first_hash.upper()).data["expected_line"] == 1


def test_a_hash_that_is_not_in_the_record_says_that_it_was_rewritten(kept: Kept):
    said = kept("verify", kept.debate, "--expect", "00" * 32)
    assert said.code == 1
    assert said.error["code"] == "UNSOUND"
    assert "was rewritten" in said.error["message"]


def test_a_record_that_was_changed_is_found(kept: Kept):
    kept.rewrite()
    one = kept("verify", kept.debate)
    assert one.code == 1
    assert one.error["code"] == "UNSOUND"
    assert one.error["fault_line"] == 1
    assert "its content was changed" in one.error["message"]
    every = kept("verify", "--all")
    assert every.code == 1
    assert (every.error["checked"], every.error["sound"]) == (2, 1)
    assert [unsound["debate_id"] for unsound in every.error["unsound"]] == [kept.debate]


def test_a_debate_that_is_not_there_is_refused(kept: Kept):
    said = kept("verify", "nowhere")
    assert said.code == 1
    assert said.error["code"] == "DEBATE_NOT_FOUND"


def test_without_server_and_database_nothing_is_made_up(aw: Shell, closed_port: int):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    said = aw("verify", "--all", name="moot")
    assert said.code == 1
    assert "no database" in said.error["message"]
    assert not (aw.home / "moot").exists()


def test_a_copy_that_cannot_be_written_is_refused(kept: Kept):
    with served(kept.shell, "--port", "0") as url:
        kept.shell.set(DEBATE_SERVER_URL=url)
        said = kept("export", kept.debate, "--out", "/nowhere/copy.md")
    assert said.code == 1
    assert "Cannot write '/nowhere/copy.md'" in said.error["message"]
    assert json.dumps(said.error)
