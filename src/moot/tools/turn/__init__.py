"""The tools that a model may use in its turn."""

from moot.tools.turn.book import FILE, Book, NamedLsp, NamedMcp, read_tools
from moot.tools.turn.box import ABOUT, Box, Offer
from moot.tools.turn.site import CANDIDATES, Site, site_of

__all__ = [
    "ABOUT",
    "CANDIDATES",
    "FILE",
    "Book",
    "Box",
    "NamedLsp",
    "NamedMcp",
    "Offer",
    "Site",
    "read_tools",
    "site_of",
]
