"""Every table there is, so that whoever needs all of them has imported all of them."""

from moot.store.arena import tables as arena
from moot.store.commons import tables as commons
from moot.store.fixtures import tables as fixtures
from moot.store.memory import tables as memory
from moot.store.roll import tables as roll
from moot.store.tables import metadata

__all__ = ["arena", "commons", "fixtures", "memory", "metadata", "roll"]
