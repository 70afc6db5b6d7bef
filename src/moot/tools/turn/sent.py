"""Tools that other packages send: a function that makes them for a turn, out of what its seat may look at."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from moot.delegates import TOOLS, Received, received
from moot.engine import Tool
from moot.tools.turn.grants import ABOUT
from moot.tools.turn.site import Site

log = logging.getLogger("moot.tools")

Maker: TypeAlias = Callable[[Site], Sequence[Tool]]
"""Makes the tools of a turn; the first line of its docstring says what they are for."""


def tools_sent() -> Received[Maker]:
    """The tools of other packages, by the name that they are granted under."""
    return received(TOOLS, _a_maker)


def about(maker: Maker) -> str:
    """What the tools are for."""
    return (inspect.getdoc(maker) or "tools of a package").partition("\n")[0].rstrip(".")


async def made_by(maker: Maker, name: str, site: Site) -> tuple[Sequence[Tool], Sequence[str]]:
    """The tools for a site, and why there are none where a package breaks: a turn goes on without them."""
    try:
        made = tuple(await asyncio.to_thread(maker, site))
        if unfit := [each for each in made if not isinstance(cast(Any, each), Tool)]:
            raise TypeError(f"a {type(unfit[0]).__name__} is no tool")
    except (Exception, SystemExit) as fault:  # A package is a stranger's code: it may raise anything.
        log.exception("the tools %r could not be made", name)
        return (), [f"{name}: they could not be made ({type(fault).__name__}: {fault})"]
    return made, ()


def _a_maker(name: str, given: Any) -> Maker:
    if name in ABOUT:
        raise ValueError("the house has tools of this name itself")
    if isinstance(given, type) or not callable(given):
        raise ValueError("it is no set of tools: it must be a function that takes a site and gives tools")
    return cast(Maker, given)
