"""Embedded models: real local language models that need no key, and no network once they are fetched."""

from moot.players.embedded.embedded import Embedded, embedded
from moot.players.embedded.failures import (
    EmbeddedFailed,
    NoRoom,
    NoRuntime,
    NotToBeHad,
    TooLong,
    UnfitSchema,
    Unruly,
)
from moot.players.embedded.fetching import Progress
from moot.players.embedded.shelf import SHELF, Weights

__all__ = [
    "SHELF",
    "Embedded",
    "EmbeddedFailed",
    "NoRoom",
    "NoRuntime",
    "NotToBeHad",
    "Progress",
    "TooLong",
    "UnfitSchema",
    "Unruly",
    "Weights",
    "embedded",
]
