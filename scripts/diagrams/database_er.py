"""The tables that debates and workshops are kept in, and how they hang together."""

from collections.abc import Iterator

from sqlalchemy import Column, Table

from moot.store.all_tables import metadata

SHOWN = (
    "debates",
    "floors",
    "lines",
    "calls",
    "memory_episodes",
    "memory_terms",
    "memory_vectors",
    "documents",
    "versions",
)
"""Those that a workshop touches; docs/schema.md has all others too."""
LED_TO = (("memory_episodes", "memory_terms", "episode_id"), ("memory_episodes", "memory_vectors", "lesson_id"))
"""What hangs together by a column without a constraint, beside `debate_id`."""


def database_er() -> str:
    """The diagram, from the tables as the code declares them."""
    return "\n".join(["erDiagram", *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    tables = [metadata.tables[name] for name in SHOWN]
    yield from _relations(tables)
    for table in tables:
        yield f"  {table.name} {{"
        yield from (f"    {_column(column)}" for column in table.columns)
        yield "  }"


def _relations(tables: list[Table]) -> Iterator[str]:
    names = {table.name for table in tables}
    for table in tables:
        bound = {key.parent.name: key.column.table.name for key in table.foreign_keys}
        for column, other in sorted(bound.items()):
            if other in names:
                yield f'  {other} ||--o{{ {table.name} : "{column}"'
        if "debate_id" in table.columns and "debate_id" not in bound and "debates" in names:
            yield f'  debates ||..o{{ {table.name} : "debate_id"'
    for above, below, column in LED_TO:
        if {above, below} <= names:
            yield f'  {above} ||..o{{ {below} : "{column}"'


def _column(column: "Column[object]") -> str:
    kind = str(column.type).lower().split("(")[0].replace(" ", "_")
    keys = [name for name, holds in (("PK", column.primary_key), ("FK", bool(column.foreign_keys))) if holds]
    missing = "" if column.nullable is False or column.primary_key else ' "or null"'
    return f"{kind} {column.name}{' ' + ', '.join(keys) if keys else ''}{missing}"
