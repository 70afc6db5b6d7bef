"""Tools: what a player may use in its turn before it answers, and which of them a seat was granted."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Protocol, cast

from moot.debate import JsonObject
from moot.engine.calls import Call

GRANTS = "tools"
"""The setting of a seat that says which tools it may use."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a tool tells: data that others wrote, never an instruction."""

    text: str
    ok: bool = True
    """Whether it did what it was asked; else the text says why not."""
    cut: bool = False
    """Whether there was more than is told."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a player may use in its turn."""

    name: str
    """As the player calls it: letters, digits, `_` and `-`."""
    description: str
    arguments: JsonObject
    """The JSON schema of its arguments, which are one object."""
    use: Callable[[JsonObject], Awaitable[Told]]


@dataclass(frozen=True, slots=True)
class Kit:
    """The tools of one call."""

    tools: tuple[Tool, ...] = ()
    missing: tuple[str, ...] = ()
    """What was granted and is not there, each with why."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one turn may use of tools; whatever is met first ends it, and then only the answer is wanted."""

    calls: int = 8
    tokens: int = 96_000
    """Tokens that may be spent beside those of an answer without tools."""
    result: int = 8 * 1024
    """Bytes of one result that are read."""
    results: int = 48 * 1024
    """Bytes of all results together."""
    seconds: float = 30.0
    """How long one use may take."""
    together: float = 120.0
    """How long all uses may take together."""


class Toolbox(Protocol):
    """Whoever has the tools of this house."""

    def __call__(self, call: Call) -> AbstractAsyncContextManager[Kit]:
        """The tools that were granted for a call, for as long as it lasts; none reads more than the seat may."""
        ...


def granted(call: Call) -> tuple[str, ...]:
    """Which tools a call may use: as its seat was set up, or else as its role has it."""
    if call.toolless is not None:
        return ()
    if GRANTS not in call.settings:
        return call.brief.tools
    return tuple(cast(Sequence[str], call.settings[GRANTS] or ()))


def without_tools(call: Call, why: str) -> Call:
    """The same question, to be answered without tools."""
    return replace(call, toolless=why)
