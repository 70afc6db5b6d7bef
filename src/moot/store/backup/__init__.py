"""Backups: everything a house knows, as files that can be read anywhere, and a house made from them again."""

from moot.store.backup.chest import Chest, opened_chest
from moot.store.backup.kept import KEPT, LEFT_OUT
from moot.store.backup.manifest import Manifest
from moot.store.backup.restoring import restore
from moot.store.backup.taking import Say, take

__all__ = ["KEPT", "LEFT_OUT", "Chest", "Manifest", "Say", "opened_chest", "restore", "take"]
