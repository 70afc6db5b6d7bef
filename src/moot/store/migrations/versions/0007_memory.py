"""Episodes, the words by which their lessons are found, and what lessons mean to a model."""

from alembic import op
from sqlalchemy import Column, Double, Integer, LargeBinary, PrimaryKeyConstraint, Text, text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes the tables."""
    _episodes()
    _words()
    _vectors()


def _episodes() -> None:
    op.create_table(
        "memory_episodes",
        Column("id", Text, nullable=False),
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("seat", Text, nullable=False),
        Column("thread", Text, nullable=False),
        Column("agent", Text),
        Column("task", Text, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("attempt_line", Integer),
        Column("report_line", Integer),
        Column("failures", Text, nullable=False),
        Column("passed", Integer, nullable=False),
        Column("total", Integer, nullable=False),
        Column("root_cause", Text, nullable=False),
        Column("went_wrong", Text, nullable=False),
        Column("to_change", Text, nullable=False),
        Column("confidence", Double, nullable=False),
        Column("lesson", Text),
        Column("lesson_id", Text),
        Column("at", Text, nullable=False),
        Column("shown", Integer, nullable=False),
        Column("passed_later", Integer, nullable=False),
        Column("wise", Integer, nullable=False),
        PrimaryKeyConstraint("id", name="memory_episodes_pkey"),
    )
    op.create_index("memory_episodes_newest", "memory_episodes", ["at", "id"])
    op.create_index("memory_episodes_of_agent", "memory_episodes", ["agent", "at", "id"])
    op.create_index("memory_episodes_of_debate", "memory_episodes", ["debate_id", "at", "id"])
    _index_where("memory_lessons_newest", "memory_episodes", ["at", "id"], "wise = 1")
    _index_where("memory_lessons", "memory_episodes", ["lesson_id", "at", "id"], "wise = 1")


def _words() -> None:
    op.create_table(
        "memory_terms",
        Column("word", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("episode_id", Text, nullable=False),
        Column("lesson_id", Text, nullable=False),
        PrimaryKeyConstraint("word", "at", "episode_id", name="memory_terms_pkey"),
    )
    op.create_index("memory_terms_of_episode", "memory_terms", ["episode_id"])


def _vectors() -> None:
    op.create_table(
        "memory_vectors",
        Column("embedder", Text, nullable=False),
        Column("lesson_id", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("vector", LargeBinary, nullable=False),
        PrimaryKeyConstraint("embedder", "lesson_id", name="memory_vectors_pkey"),
    )
    op.create_index("memory_vectors_newest", "memory_vectors", ["embedder", "at", "lesson_id"])


def _index_where(name: str, table: str, columns: list[str], condition: str) -> None:
    where = text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
