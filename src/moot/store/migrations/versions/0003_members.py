"""Members: the roll, keys, sessions, and sign-ins with X that are under way."""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, PrimaryKeyConstraint, Text, UniqueConstraint, text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the tables."""
    _members()
    _keys()
    _sessions()
    _detours()
    _origins()


def _members() -> None:
    handle = Text(collation="C") if op.get_context().dialect.name == "postgresql" else Text()
    op.create_table(
        "members",
        Column("id", Text, nullable=False),
        Column("handle", handle, nullable=False),
        Column("name", Text, nullable=False),
        Column("bio", Text, nullable=False),
        Column("avatar", Text),
        Column("role", Text, nullable=False),
        Column("registered_at", Text, nullable=False),
        Column("claim", Text),
        Column("claimed_at", Text),
        Column("x_id", Text),
        Column("x_handle", Text),
        Column("x_name", Text),
        Column("x_verified_at", Text),
        Column("deleted_at", Text),
        PrimaryKeyConstraint("id", name="members_pkey"),
        UniqueConstraint("handle", name="members_handle_key"),
        UniqueConstraint("claim", name="members_claim_key"),
        UniqueConstraint("x_id", name="members_x_id_key"),
        UniqueConstraint("x_name", name="members_x_name_key"),
    )
    where = text("deleted_at IS NULL")
    op.create_index("members_listed", "members", ["handle"], sqlite_where=where, postgresql_where=where)


def _keys() -> None:
    op.create_table(
        "api_keys",
        Column("id", Text, nullable=False),
        Column("member_id", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("scopes", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("revoked_at", Text),
        PrimaryKeyConstraint("id", name="api_keys_pkey"),
        UniqueConstraint("digest", name="api_keys_digest_key"),
        ForeignKeyConstraint(["member_id"], ["members.id"], name="api_keys_member_id_fkey"),
    )
    op.create_index("api_keys_of_member", "api_keys", ["member_id", "id"])


def _sessions() -> None:
    op.create_table(
        "sessions",
        Column("digest", Text, nullable=False),
        Column("member_id", Text, nullable=False),
        Column("key_id", Text),
        Column("scopes", Text, nullable=False),
        Column("begun_at", Text, nullable=False),
        Column("ends_at", Text, nullable=False),
        PrimaryKeyConstraint("digest", name="sessions_pkey"),
        ForeignKeyConstraint(["member_id"], ["members.id"], name="sessions_member_id_fkey"),
    )
    op.create_index("sessions_of_member", "sessions", ["member_id"])
    op.create_index("sessions_of_key", "sessions", ["key_id"])
    op.create_index("sessions_ending", "sessions", ["ends_at"])


def _detours() -> None:
    op.create_table(
        "detours",
        Column("state", Text, nullable=False),
        Column("browser", Text, nullable=False),
        Column("purpose", Text, nullable=False),
        Column("verifier", Text, nullable=False),
        Column("redirect_uri", Text, nullable=False),
        Column("member_id", Text),
        Column("claim", Text),
        Column("ends_at", Text, nullable=False),
        Column("used_at", Text),
        PrimaryKeyConstraint("state", name="detours_pkey"),
    )
    op.create_index("detours_ending", "detours", ["ends_at"])


def _origins() -> None:
    op.create_table(
        "origins",
        Column("mark", Text, nullable=False),
        Column("registered", Text, nullable=False),
        Column("last_at", Text, nullable=False),
        PrimaryKeyConstraint("mark", name="origins_pkey"),
    )
    op.create_index("origins_last", "origins", ["last_at"])
