"""Series and brackets."""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Makes the tables."""
