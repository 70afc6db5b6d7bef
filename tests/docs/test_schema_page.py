"""The page of the database has every table that a real PostgreSQL has, those of the queue among them."""

import re

import asyncpg
import pytest

from scripts.schema import tables

TABLE = re.compile(r"^\*\*`(\w+)`\*\*.*?\n\n((?:\|.*\n)+)", re.MULTILINE)
COLUMN = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
OTHERS = {"alembic_version", "debates_words", "documents_words"}
"""Alembic's own, and indexes that are made otherwise on each database: the page tells of these in words."""
THERE = """
    SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position)
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY table_name
"""


@pytest.mark.postgres
async def test_every_table_of_a_house_on_postgresql_is_told_of_column_by_column(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url)
    try:
        there = {name: set(columns) for name, columns in await connection.fetch(THERE) if name not in OTHERS}
    finally:
        await connection.close()
    told = {name: set(COLUMN.findall(rows)) for name, rows in TABLE.findall(f"{tables()}\n")}
    assert {name: there[name] ^ told.get(name, set()) for name in there if there[name] != told.get(name)} == {}
