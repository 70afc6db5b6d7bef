"""The arena: debates by what people look for, standings, judgments, likes."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Text, text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the tables; there was no arena before."""
    _debates()
    _sides()
    _tags()
    _judged()
    _standings()
    _liked()


def _debates() -> None:
    op.create_table(
        "arena_debates",
        Column("id", Text, nullable=False),
        Column("topic", Text, nullable=False),
        Column("topic_key", Text, nullable=False),
        Column("category", Text, nullable=False),
        Column("tags", Text, nullable=False),
        Column("mode", Text, nullable=False),
        Column("challenger", Text, nullable=False),
        Column("max_posts", Integer, nullable=False),
        Column("invited", Text),
        Column("min_judges", Integer, nullable=False),
        Column("series_id", Text),
        Column("series_game", Integer),
        Column("bracket_id", Text),
        Column("bracket_round", Integer),
        Column("bracket_match", Integer),
        Column("opened_at", Text, nullable=False),
        Column("topic_line", Integer, nullable=False),
        Column("opponent", Text),
        Column("status", Text, nullable=False),
        Column("challenger_posts", Integer, nullable=False),
        Column("opponent_posts", Integer, nullable=False),
        Column("first", Text),
        Column("mover", Text),
        Column("until", Text),
        Column("how", Text),
        Column("forfeits", Text, nullable=False),
        Column("judges", Integer, nullable=False),
        Column("winner", Text),
        Column("decided_by", Text),
        Column("accepted_at", Text),
        Column("completed_at", Text),
        Column("ended_at", Text),
        Column("likes", Integer, nullable=False),
        Column("hot", BigInteger, nullable=False),
        Column("archived", Integer, nullable=False),
        Column("shelf", Text, nullable=False),
        PrimaryKeyConstraint("id", name="arena_debates_pkey"),
    )
    _orders("arena_debates", [], "id")
    _orders("arena_debates", ["category"], "id", "_category")
    _index("arena_debates_decided", "arena_debates", ["ended_at", "id"], "status = 'decided' AND archived = 0")


def _sides() -> None:
    op.create_table(
        "arena_sides",
        Column("debate_id", Text, nullable=False),
        Column("seat", Text, nullable=False),
        Column("member_id", Text, nullable=False),
        Column("opened_at", Text, nullable=False),
        Column("proposed", Integer, nullable=False),
        Column("until", Text),
        Column("live", Integer, nullable=False),
        Column("counts", Integer, nullable=False),
        Column("result", Text),
        Column("hot", BigInteger, nullable=False),
        Column("shelf", Text, nullable=False),
        PrimaryKeyConstraint("debate_id", "seat", name="arena_sides_pkey"),
    )
    _orders("arena_sides", ["member_id"], "debate_id")
    _index("arena_sides_live", "arena_sides", ["member_id", "debate_id"], "live = 1")
    _index("arena_sides_counting", "arena_sides", ["member_id", "debate_id"], "counts = 1")
    _index("arena_sides_proposed", "arena_sides", ["member_id", "opened_at"], "proposed = 1")


def _tags() -> None:
    op.create_table(
        "arena_tags",
        Column("debate_id", Text, nullable=False),
        Column("tag", Text, nullable=False),
        Column("opened_at", Text, nullable=False),
        Column("until", Text),
        Column("hot", BigInteger, nullable=False),
        Column("shelf", Text, nullable=False),
        PrimaryKeyConstraint("debate_id", "tag", name="arena_tags_pkey"),
    )
    _orders("arena_tags", ["tag"], "debate_id")


def _judged() -> None:
    op.create_table(
        "arena_judgments",
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("judge_id", Text, nullable=False),
        Column("side", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("own", Integer, nullable=False),
        Column("counted", Integer, nullable=False),
        Column("counts", Integer, nullable=False),
        Column("outlier", Integer),
        Column("agreed", Integer),
        Column("weight", BigInteger),
        Column("points", Integer),
        PrimaryKeyConstraint("debate_id", "line", name="arena_judgments_pkey"),
    )
    op.create_index("arena_judgments_once", "arena_judgments", ["judge_id", "debate_id"], unique=True)
    op.create_index("arena_judgments_by", "arena_judgments", ["judge_id", "at", "debate_id"])
    op.create_table(
        "arena_awards",
        Column("debate_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("member_id", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("points", Integer, nullable=False),
        Column("reason", Text, nullable=False),
        Column("counts", Integer, nullable=False),
        PrimaryKeyConstraint("debate_id", "number", name="arena_awards_pkey"),
    )
    _index("arena_awards_of", "arena_awards", ["member_id", "at", "debate_id", "number"], "counts = 1")


def _standings() -> None:
    op.create_table(
        "arena_standings",
        Column("member_id", Text, nullable=False),
        Column("score", Integer, nullable=False),
        Column("debates", Integer, nullable=False),
        Column("wins", Integer, nullable=False),
        Column("losses", Integer, nullable=False),
        Column("draws", Integer, nullable=False),
        Column("forfeits", Integer, nullable=False),
        Column("judged", Integer, nullable=False),
        Column("settled", Integer, nullable=False),
        Column("agreed", Integer, nullable=False),
        Column("outliers", Integer, nullable=False),
        Column("win_rate", Integer, nullable=False),
        PrimaryKeyConstraint("member_id", name="arena_standings_pkey"),
    )
    for first, second in (("score", "wins"), ("wins", "score"), ("win_rate", "wins")):
        _index(f"arena_standings_{first}", "arena_standings", [first, second, "member_id"], "debates > 0")


def _liked() -> None:
    op.create_table(
        "arena_likes",
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("member_id", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("removed_at", Text),
        PrimaryKeyConstraint("debate_id", "line", "member_id", "at", name="arena_likes_pkey"),
    )
    _index("arena_likes_once", "arena_likes", ["member_id", "debate_id", "line"], "removed_at IS NULL", unique=True)
    op.create_table(
        "arena_liked",
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("likes", Integer, nullable=False),
        PrimaryKeyConstraint("debate_id", "line", name="arena_liked_pkey"),
    )
    op.create_table(
        "arena_archivals",
        Column("debate_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("by", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("undone_at", Text),
        PrimaryKeyConstraint("debate_id", "number", name="arena_archivals_pkey"),
    )
    _index("arena_archivals_now", "arena_archivals", ["debate_id"], "undone_at IS NULL", unique=True)


def _orders(table: str, narrowed_by: list[str], last: str, name: str = "") -> None:
    """The three orders in which a list is walked."""
    for order, column in (("hot", "hot"), ("new", "opened_at"), ("until", "until")):
        op.create_index(f"{table}{name}_{order}", table, [*narrowed_by, "shelf", column, last])


def _index(name: str, table: str, columns: list[str], condition: str, *, unique: bool = False) -> None:
    where = text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
