"""The first tables: debates, their lines, documents, and the house itself."""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text, UniqueConstraint, text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes them all."""
    _debates()
    _floors()
    _lines()
    _documents()
    op.create_table(
        "house",
        Column("key", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("key", name="house_pkey"),
    )
    _words("debates", rewritten=False)
    _words("documents", rewritten=True)


def _debates() -> None:
    op.create_table(
        "debates",
        Column("number", Integer, nullable=False),
        Column("id", Text, nullable=False),
        Column("format", Text, nullable=False),
        Column("variety", Text),
        Column("title", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("floor", Text, nullable=False),
        Column("shared", Integer, nullable=False),
        Column("deadline", Text),
        Column("lines", Integer, nullable=False),
        Column("head", Text, nullable=False),
        Column("opened_at", Text, nullable=False),
        Column("updated_at", Text, nullable=False),
        Column("ended_at", Text),
        PrimaryKeyConstraint("number", name="debates_pkey"),
        UniqueConstraint("id", name="debates_id_key"),
    )
    newest = ["updated_at", "id"]
    op.create_index("debates_newest", "debates", newest)
    op.create_index("debates_by_status", "debates", ["status", *newest, "variety", "format"])
    op.create_index("debates_by_format", "debates", ["format", *newest])
    op.create_index("debates_by_variety", "debates", ["variety", *newest])
    op.create_index("debates_by_floor", "debates", ["floor", *newest, "variety", "format"])
    _index_where("debates_open", "debates", newest, "ended_at IS NULL")
    _index_where("debates_ended", "debates", newest, "ended_at IS NOT NULL")
    _index_where("debates_due", "debates", ["deadline", "id"], "deadline IS NOT NULL")


def _floors() -> None:
    op.create_table(
        "floors",
        Column("debate_id", Text, nullable=False),
        Column("seat", Text, nullable=False),
        Column("updated_at", Text, nullable=False),
        PrimaryKeyConstraint("debate_id", "seat", name="floors_pkey"),
        ForeignKeyConstraint(["debate_id"], ["debates.id"], name="floors_debate_id_fkey"),
    )
    op.create_index("floors_by_seat", "floors", ["seat", "updated_at", "debate_id"])


def _lines() -> None:
    op.create_table(
        "lines",
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("head", Text, nullable=False),
        Column("body", Text, nullable=False),
        Column("hash", Text, nullable=False),
        Column("request", Text),
        PrimaryKeyConstraint("debate_id", "line", name="lines_pkey"),
        ForeignKeyConstraint(["debate_id"], ["debates.id"], name="lines_debate_id_fkey"),
    )
    _index_where("lines_requests", "lines", ["debate_id", "request"], "request IS NOT NULL", unique=True)


def _documents() -> None:
    op.create_table(
        "documents",
        Column("number", Integer, nullable=False),
        Column("id", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("debate_id", Text),
        Column("latest", Integer, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("updated_at", Text, nullable=False),
        PrimaryKeyConstraint("number", name="documents_pkey"),
        UniqueConstraint("id", name="documents_id_key"),
    )
    op.create_index("documents_newest", "documents", ["updated_at", "id"])
    op.create_index("documents_by_debate", "documents", ["debate_id", "updated_at", "id"])
    op.create_table(
        "versions",
        Column("document_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("size", Integer, nullable=False),
        Column("note", Text),
        Column("by", Text),
        Column("request", Text),
        Column("content", Text, nullable=False),
        PrimaryKeyConstraint("document_id", "number", name="versions_pkey"),
        ForeignKeyConstraint(["document_id"], ["documents.id"], name="versions_document_id_fkey"),
    )
    _index_where("versions_requests", "versions", ["request"], "request IS NOT NULL", unique=True)


def _index_where(name: str, table: str, columns: list[str], condition: str, *, unique: bool = False) -> None:
    where = text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _words(table: str, *, rewritten: bool) -> None:
    """A full-text index. What is never rewritten is kept without its text, which is in the record anyway."""
    name = f"{table}_words"
    if op.get_context().dialect.name == "sqlite":
        bare = "" if rewritten else ", content=''"
        op.execute(f"CREATE VIRTUAL TABLE {name} USING fts5(words, detail=none, tokenize='ascii'{bare})")
        return
    op.execute(f"CREATE TABLE {name} (number integer PRIMARY KEY, words tsvector NOT NULL)")
    op.execute(f"CREATE INDEX {name}_found ON {name} USING gin (words)")
