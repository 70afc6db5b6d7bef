"""The arena: debates by what people look for, standings, judgments, likes."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the tables."""
