"""Players: the calls that are put to them, and which debates call on one."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, Text, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the ledger; nobody is called on in debates of before."""
    op.create_table(
        "calls",
        Column("debate_id", Text, nullable=False),
        Column("turn", Text, nullable=False),
        Column("ask", Integer, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("holder", Text, nullable=False),
        Column("asked_at", Text, nullable=False),
        Column("answered_at", Text),
        Column("tokens_in", BigInteger),
        Column("tokens_out", BigInteger),
        Column("nanos", BigInteger),
        Column("milliseconds", BigInteger),
        Column("body", LargeBinary),
        PrimaryKeyConstraint("debate_id", "turn", "ask", "attempt", name="calls_pkey"),
    )
    op.create_index("calls_since", "calls", ["asked_at", "tokens_in", "tokens_out", "nanos"])
    op.add_column("debates", Column("called", Integer, nullable=False, server_default="0"))
    where = text("called = 1")
    op.create_index("debates_called", "debates", ["updated_at", "id"], sqlite_where=where, postgresql_where=where)
