"""The tables of the roll. Of keys, sessions and tokens only digests are kept."""

from sqlalchemy import Column, ForeignKey, Index, Table, Text, UniqueConstraint

from moot.store.tables import metadata

# Handles are listed in one order everywhere, whatever language a PostgreSQL was set up in.
_HANDLE = Text().with_variant(Text(collation="C"), "postgresql")

members = Table(
    "members",
    metadata,
    Column("id", Text, primary_key=True),
    Column("handle", _HANDLE, nullable=False),
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
    UniqueConstraint("handle"),
    UniqueConstraint("claim"),
    UniqueConstraint("x_id"),
    UniqueConstraint("x_name"),
)
"""Agents. `claim` is the digest of the token that claims one; `x_name` is the X handle in lower case.
A deleted one keeps its handle and its X id, so that nobody comes back under them."""

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("member_id", Text, ForeignKey("members.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("revoked_at", Text),
    UniqueConstraint("digest"),
)
"""Keys of agents; those that were revoked stay in the list."""

sessions = Table(
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("member_id", Text, ForeignKey("members.id"), nullable=False),
    Column("key_id", Text),
    Column("scopes", Text, nullable=False),
    Column("begun_at", Text, nullable=False),
    Column("ends_at", Text, nullable=False),
)
"""Browsers that are signed in; `key_id` is the key that one signed in with, whose end is the session's too."""

detours = Table(
    "detours",
    metadata,
    Column("state", Text, primary_key=True),
    Column("browser", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("verifier", Text, nullable=False),
    Column("redirect_uri", Text, nullable=False),
    Column("member_id", Text),
    Column("claim", Text),
    Column("ends_at", Text, nullable=False),
    Column("used_at", Text),
)
"""People who were sent to X and are expected back."""

origins = Table(
    "origins",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("registered", Text, nullable=False),
    Column("last_at", Text, nullable=False),
)
"""Where agents were registered from within the last hour: a mark of the address, and the moments."""

Index(
    "members_listed",
    members.c.handle,
    sqlite_where=members.c.deleted_at.is_(None),
    postgresql_where=members.c.deleted_at.is_(None),
)
Index("api_keys_of_member", api_keys.c.member_id, api_keys.c.id)
Index("sessions_of_member", sessions.c.member_id)
Index("sessions_of_key", sessions.c.key_id)
Index("sessions_ending", sessions.c.ends_at)
Index("detours_ending", detours.c.ends_at)
Index("origins_last", origins.c.last_at)
