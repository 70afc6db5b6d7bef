"""Accounts: registering, claiming, keys, sessions, X, leaving."""

from moot.desk.arena.accounts_keys import Keyring
from moot.desk.arena.accounts_x import Vouching


class Membership(Vouching, Keyring):
    """Accounts: registering, claiming, keys, sessions, X, leaving."""
