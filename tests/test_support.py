import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from playwright.sync_api import Page

from tests.support.blank import migrated, statements
from tests.support.by_file import dealt
from tests.support.postgres import PostgresServer
from tests.support.understudy import Understudy


async def test_a_new_database_answers_over_tcp_and_is_empty(empty_postgres_url: str):
    connection = await asyncpg.connect(empty_postgres_url)
    try:
        assert await connection.fetchval("SELECT 1") == 1
        assert await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0
    finally:
        await connection.close()


async def test_what_was_committed_survives_a_crash_of_the_server(postgres: PostgresServer):
    with PostgresServer.started() as server:
        connection = await asyncpg.connect(server.url())
        await connection.execute("CREATE TABLE kept AS SELECT 7 AS value")
        server.crash()
        connection.terminate()
        server.start()
        connection = await asyncpg.connect(server.url())
        assert await connection.fetchval("SELECT value FROM kept") == 7
        await connection.close()


def test_chromium_shows_a_page(page: Page):
    page.set_content("<title>Moot</title><p>The house is open.</p>")
    assert page.title() == "Moot"
    assert page.get_by_text("The house is open.").is_visible()


def test_an_understudy_has_the_place_and_the_words_of_a_fresh_process_and_says_how_it_ended(tmp_path: Path):
    refused = Understudy(["serve", "--host", "0.0.0.0"], {"HOME": str(tmp_path)}, cwd=tmp_path)
    said, beside = refused.communicate(timeout=30)
    assert (refused.returncode, beside) == (1, b"")
    assert json.loads(said)["error"]["code"] == "INVALID_INPUT"
    here = Understudy(["serve", "--port", "0", "--database", "here.db"], {"HOME": str(tmp_path)}, cwd=tmp_path)
    assert json.loads(here.stdout.readline())["data"]["database"]
    assert (tmp_path / "here.db").exists()
    assert here.pid != os.getpid()
    here.kill()
    assert here.communicate(timeout=30) == (b"", b"")
    assert here.returncode == -signal.SIGKILL


FILES = {
    "pass": "import pytest\n@pytest.mark.parametrize('n', range(5))\ndef test_it(n): pass\n",
    "fail": "import pytest\n@pytest.fixture(scope='module')\ndef made(): yield; print('unmade')\n"
    "def test_first(made): assert made == 1\ndef test_then(made): pass\n",
    "are_unreadable": "import nothing_of_that_name\n",
    "end_their_process": "import os\ndef test_it(): os._exit(9)\n",
}


@pytest.mark.parametrize(
    ("asked", "told"), [("tests", "2 failed, 6 passed, 1 error"), ("tests/test_fail.py::test_then", "1 passed")]
)
def test_tests_dealt_out_by_file_are_all_run_and_whatever_goes_wrong_is_told(tmp_path: Path, asked: str, told: str):
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").touch()
    for name, text in FILES.items():
        (tmp_path / "tests" / f"test_{name}.py").write_text(text)
    plugins = ["-p", "xdist", "-p", "tests.support.by_file", "-p", "no:cacheprovider"]
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-m", "pytest", "-n2", "--dist=worksteal", *plugins, asked]
    said = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100).stdout
    assert told in said
    assert ("No module named 'nothing_of_that_name'" in said) == (asked == "tests")
    assert ("test_end_their_process.py::all" in said) == (asked == "tests")


RACE = """import pathlib
def test_it():
    seen = pathlib.Path("seen")
    before = seen.exists()
    seen.touch()
    assert before
"""
RUNS: dict[str, tuple[dict[str, str], int, list[str]]] = {
    "a race passes alone and is named": (
        {"race": RACE},
        0,
        ["passed: a race, to be mended  tests/test_race.py::test_it"],
    ),
    "what always fails stays a failure": (
        {"race": RACE, "fail": "def test_it(): assert False"},
        1,
        ["failed  tests/test_fail.py::test_it", "passed: a race, to be mended  tests/test_race.py::test_it"],
    ),
    "many that fail are no race": ({f"race_{n}": RACE.replace("seen", f"seen_{n}") for n in range(4)}, 1, []),
}


@pytest.mark.parametrize(("files", "code", "told"), RUNS.values(), ids=list(RUNS))
def test_the_few_tests_that_failed_in_the_crowd_are_tried_alone_and_told(
    tmp_path: Path, files: dict[str, str], code: int, told: list[str]
):
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").touch()
    for name, text in files.items():
        (tmp_path / "tests" / f"test_{name}.py").write_text(text)
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-m", "scripts.every_test", "-p", "xdist"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == code, done.stdout
    _, _, last = done.stdout.partition("failed beside the others, then alone:\n")
    assert [line.strip() for line in last.splitlines()] == told


@pytest.mark.parametrize("count", [0, 1, 3, 4, 11])
def test_no_file_is_lost_in_dealing_and_each_worker_begins_with_a_long_one(count: int):
    for workers in (1, 2, 4):
        order = dealt(range(count), [number % 3 == 0 for number in range(count)], workers)
        assert sorted(order) == list(range(count))
    assert [dealt(range(8), [number > 5 for number in range(8)], 2)[at] for at in (0, 4)] == [6, 7]


def test_a_database_made_at_once_is_the_one_that_the_migrations_make():
    at_once = sqlite3.connect(":memory:")
    for statement in statements():
        at_once.execute(statement)
    with closing(at_once), closing(migrated()) as step_by_step:
        for what in ("* FROM alembic_version", "* FROM house", "type, name, sql FROM sqlite_master ORDER BY name"):
            assert at_once.execute(f"SELECT {what}").fetchall() == step_by_step.execute(f"SELECT {what}").fetchall()
        for name, kind in step_by_step.execute("SELECT name, type FROM sqlite_master").fetchall():
            if kind == "table" and not name.endswith(("_data", "_config")):
                count = f"SELECT count(*) FROM {name}"
                assert at_once.execute(count).fetchone() == step_by_step.execute(count).fetchone(), name
