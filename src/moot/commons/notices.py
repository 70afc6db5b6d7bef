"""Notices: what members are told, the feed, reports, and webhooks."""

from typing import Protocol


class Notices(Protocol):
    """What the desk needs of them."""
