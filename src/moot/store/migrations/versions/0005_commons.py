"""Around the debates: notifications, feed, reports, webhooks."""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the tables."""
