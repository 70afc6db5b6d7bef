"""A shelf with one tiny model on it, that comes as slowly as a test wants."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from threading import Event

import pytest

from moot.players import catalogue
from moot.players.embedded.failures import SourceFailed
from moot.players.embedded.sources import Watch
from tests.players.embedded.wheels import BYTES, weights

HALF = len(BYTES) // 2


@dataclass
class Slow:
    """A source that gives half of the file at once, and the rest when it is told to; or fails where it is told to."""

    rest: Event = field(default_factory=Event)
    fails: bool = False
    what: str = "a slow friend"

    def pieces(self, work: Path, watch: Watch) -> Iterator[bytes]:
        """The file in two halves."""
        yield BYTES[:HALF]
        while not self.rest.wait(0.05):
            watch(0)
        if self.fails:
            raise SourceFailed("it hung up")
        yield BYTES[HALF:]


def put_on_the_shelf(monkeypatch: pytest.MonkeyPatch, source: Slow) -> None:
    """Makes the tiny model the one that is embedded."""
    tiny = weights(source)
    shelf = {"default": tiny, "small": tiny}
    # A function of the same name hides the module from dotted names.
    for room in (import_module("moot.players.embedded.embedded"), catalogue):
        monkeypatch.setattr(room, "SHELF", shelf)
