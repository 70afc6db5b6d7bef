import json
import os
import signal
from pathlib import Path

import asyncpg
from playwright.sync_api import Page

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
