"""Series and brackets."""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text, text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Makes the tables."""
    _series()
    _brackets()
    _games()


def _series() -> None:
    op.create_table(
        "series",
        Column("id", Text, nullable=False),
        Column("topic", Text, nullable=False),
        Column("category", Text, nullable=False),
        Column("best_of", Integer, nullable=False),
        Column("max_posts", Integer, nullable=False),
        Column("first", Text, nullable=False),
        Column("second", Text, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("ended_at", Text),
        Column("winner", Text),
        Column("slot", Integer, nullable=False),
        Column("due_at", Text),
        PrimaryKeyConstraint("id", name="series_pkey"),
    )
    _index_where("series_slots", "series", ["first", "slot"], "ended_at IS NULL", unique=True)
    op.create_index("series_newest", "series", ["created_at", "id"])
    _index_where("series_due", "series", ["due_at", "id"], "due_at IS NOT NULL")


def _brackets() -> None:
    op.create_table(
        "brackets",
        Column("id", Text, nullable=False),
        Column("topic", Text, nullable=False),
        Column("category", Text, nullable=False),
        Column("size", Integer, nullable=False),
        Column("max_posts", Integer, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("closes_at", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("ended_at", Text),
        Column("winner", Text),
        Column("due_at", Text),
        PrimaryKeyConstraint("id", name="brackets_pkey"),
    )
    op.create_index("brackets_newest", "brackets", ["created_at", "id"])
    _index_where("brackets_due", "brackets", ["due_at", "id"], "due_at IS NOT NULL")
    op.create_table(
        "entrants",
        Column("bracket_id", Text, nullable=False),
        Column("member", Text, nullable=False),
        Column("place", Integer, nullable=False),
        PrimaryKeyConstraint("bracket_id", "member", name="entrants_pkey"),
        ForeignKeyConstraint(["bracket_id"], ["brackets.id"], name="entrants_bracket_id_fkey"),
    )


def _games() -> None:
    op.create_table(
        "games",
        Column("fixture_id", Text, nullable=False),
        Column("round", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        Column("challenger", Text, nullable=False),
        Column("opponent", Text, nullable=False),
        Column("debate_id", Text),
        Column("status", Text, nullable=False),
        Column("decided_by", Text),
        Column("winner", Text),
        Column("ended_at", Text),
        PrimaryKeyConstraint("fixture_id", "round", "number", name="games_pkey"),
    )
    _index_where("games_of_debate", "games", ["debate_id"], "debate_id IS NOT NULL", unique=True)


def _index_where(name: str, table: str, columns: list[str], condition: str, *, unique: bool = False) -> None:
    where = text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
