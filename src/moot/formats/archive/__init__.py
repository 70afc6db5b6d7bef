"""Archive: a debate that was held elsewhere, kept here to be read; nobody can add to it, and it counts nowhere."""

from moot.formats.archive.moves import Graph, Said, There
from moot.formats.archive.rules import ArchiveRules
from moot.formats.archive.setup import IMPORTER, LONGEST_TEXT, MOST_LINES, MOST_SPEAKERS, Archive, Source, Speaker
from moot.formats.archive.state import State

format = ArchiveRules()

__all__ = [
    "IMPORTER",
    "LONGEST_TEXT",
    "MOST_LINES",
    "MOST_SPEAKERS",
    "Archive",
    "ArchiveRules",
    "Graph",
    "Said",
    "Source",
    "Speaker",
    "State",
    "There",
    "format",
]
