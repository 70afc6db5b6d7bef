"""Around the debates: notifications, feed, reports, webhooks."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text, UniqueConstraint, text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the tables."""
    _notifications()
    _feed()
    _reports()
    _webhooks()


def _notifications() -> None:
    op.create_table(
        "notifications",
        Column("id", Text, nullable=False),
        Column("member", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("sender", Text),
        Column("detail", Text),
        Column("at", Text, nullable=False),
        Column("read_at", Text),
        PrimaryKeyConstraint("id", name="notifications_pkey"),
    )
    op.create_index("notifications_newest", "notifications", ["member", "at", "id"])
    _index_where("notifications_unread", "notifications", ["member", "at", "id"], "read_at IS NULL")
    op.create_index("notifications_of_debate", "notifications", ["debate_id"])
    op.create_table(
        "mutes",
        Column("member", Text, nullable=False),
        Column("what", Text, nullable=False),
        Column("since", Text, nullable=False),
        Column("until", Text),
        PrimaryKeyConstraint("member", "what", "since", name="mutes_pkey"),
    )
    op.create_table(
        "reminders",
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("topic", Integer, nullable=False),
        Column("due_at", Text, nullable=False),
        Column("until", Text, nullable=False),
        PrimaryKeyConstraint("debate_id", name="reminders_pkey"),
    )
    op.create_index("reminders_due", "reminders", ["due_at", "debate_id"])


def _feed() -> None:
    op.create_table(
        "feed",
        Column("id", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("member", Text, nullable=False),
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("other", Text),
        Column("detail", Text),
        Column("at", Text, nullable=False),
        PrimaryKeyConstraint("id", name="feed_pkey"),
    )
    op.create_index("feed_newest", "feed", ["at", "id"])
    op.create_index("feed_of_member", "feed", ["member", "at", "id"])
    op.create_index("feed_of_debate", "feed", ["debate_id"])


def _reports() -> None:
    op.create_table(
        "reports",
        Column("id", Text, nullable=False),
        Column("debate_id", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("member", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("settled_by", Text),
        Column("settled_at", Text),
        Column("note", Text, nullable=False),
        PrimaryKeyConstraint("id", name="reports_pkey"),
        UniqueConstraint("debate_id", "line", "member", name="reports_debate_id_line_member_key"),
    )
    op.create_index("reports_filed", "reports", ["state", "at", "id"])
    op.create_index("reports_settled", "reports", ["state", "settled_at", "id"])
    op.create_index("reports_of_member", "reports", ["member", "at"])


def _webhooks() -> None:
    op.create_table(
        "webhooks",
        Column("id", Text, nullable=False),
        Column("member", Text, nullable=False),
        Column("url", Text, nullable=False),
        Column("secret", Text, nullable=False),
        Column("kinds", Text, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("failures", Integer, nullable=False),
        Column("disabled_at", Text),
        Column("last_status", Integer),
        Column("last_error", Text),
        Column("last_at", Text),
        Column("held_until", Text),
        Column("due_at", Text),
        PrimaryKeyConstraint("id", name="webhooks_pkey"),
    )
    op.create_index("webhooks_of_member", "webhooks", ["member", "id"])
    _index_where("webhooks_due", "webhooks", ["due_at", "id"], "due_at IS NOT NULL")
    op.create_table(
        "deliveries",
        Column("id", Text, nullable=False),
        Column("webhook_id", Text, nullable=False),
        Column("notification_id", Text, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("due_at", Text, nullable=False),
        PrimaryKeyConstraint("id", name="deliveries_pkey"),
    )
    op.create_index("deliveries_due", "deliveries", ["webhook_id", "due_at", "id"])


def _index_where(name: str, table: str, columns: list[str], condition: str) -> None:
    where = text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
