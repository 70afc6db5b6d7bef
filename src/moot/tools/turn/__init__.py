"""The tools that a model may use in its turn."""

from moot.tools.turn.book import FILE, Book, NamedLsp, NamedMcp, read_tools
from moot.tools.turn.box import Box
from moot.tools.turn.grants import ABOUT, Offer
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.sent import Maker, tools_sent
from moot.tools.turn.site import CANDIDATES, Site, site_of

__all__ = [
    "ABOUT",
    "CANDIDATES",
    "FILE",
    "Arguments",
    "Book",
    "Box",
    "Maker",
    "NamedLsp",
    "NamedMcp",
    "Offer",
    "Site",
    "read_tools",
    "site_of",
    "tool",
    "tools_sent",
]
