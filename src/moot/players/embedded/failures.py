"""Why an embedded model cannot answer. Each says what to do next.

PlayerFailed
└── EmbeddedFailed
    ├── NotToBeHad       nobody gave the file, or not the right one
    ├── NoRoom           the disk or the memory is too small
    ├── NoRuntime        the library that runs it cannot be loaded
    ├── TooLong          what must be read is longer than the context
    ├── UnfitSchema      no grammar holds an answer to this form
    └── Unruly           the runtime did not do what it was asked
SourceFailed             one source did not give the file; another may
GivenUp                  nobody waits for it any more
"""

from moot.engine import PlayerFailed


class EmbeddedFailed(PlayerFailed):
    """An embedded model could not answer."""


class NotToBeHad(EmbeddedFailed):
    """The file of the model is not there and could not be fetched."""


class NoRoom(EmbeddedFailed):
    """The disk or the memory is too small for the model."""


class NoRuntime(EmbeddedFailed):
    """The library that runs models cannot be loaded."""


class TooLong(EmbeddedFailed):
    """What must be read is longer than the model's context."""


class UnfitSchema(EmbeddedFailed):
    """A form that no grammar holds an answer to."""


class Unruly(EmbeddedFailed):
    """The runtime did not do what it was asked."""


class SourceFailed(Exception):
    """A source did not give the file; another one may."""


class GivenUp(Exception):
    """Nobody waits for it any more."""
