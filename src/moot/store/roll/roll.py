"""The roll of members, in a database."""

from moot.store.roll.detours import Detours
from moot.store.roll.keyring import Keyring
from moot.store.roll.people import People
from moot.store.roll.vouching import Vouching


class DatabaseRoll(People, Keyring, Vouching, Detours):
    """The roll of members, in a database."""
