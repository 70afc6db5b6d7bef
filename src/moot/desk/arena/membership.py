"""Accounts: registering, claiming, keys, sessions, X, leaving."""

from moot.desk.house import AtDesk


class Membership(AtDesk):
    """Accounts: registering, claiming, keys, sessions, X, leaving."""
