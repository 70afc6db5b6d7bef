"""Tools: what a model may use in its turn, where its seat is granted `counting`."""

import re
from collections.abc import Sequence

from moot.engine import Told, Tool
from moot.tools.turn import Arguments, Site, tool


class Line(Arguments, frozen=True):
    """What the tool is given; a model sees its JSON schema."""

    line: str


def tools(site: Site) -> Sequence[Tool]:
    """Counts syllables."""
    return (tool("count_syllables", "How many syllables a line of a poem has, roughly.", Line, _count),)


async def _count(given: Line) -> Told:
    return Told(str(len(re.findall(r"[aeiouy]+", given.line.lower()))))
