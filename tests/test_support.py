import asyncpg
from playwright.sync_api import Page

from tests.support.postgres import PostgresServer


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
