"""Members: the roll, keys, sessions, and sign-ins with X that are under way."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the tables."""
