"""MCP servers as tools: those of the tools file, each with the tools that it offers."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from moot.debate import JsonObject, NothingThere
from moot.engine import Tool
from moot.tools.turn.book import NamedMcp

MOST_TOOLS = 20
"""Tools of one server that are offered."""
_LONGEST_NAME = 60
_LONGEST_ABOUT = 600
_UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
_LISTING = 20.0
"""Seconds that a server may take to say what it offers."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool of a server."""

    there: str
    """Its name at the server."""
    name: str
    about: str
    arguments: JsonObject

    def bound(self, connection: Any) -> Tool:
        """The tool, over a connection."""
        return Tool(self.name, self.about, self.arguments, partial(connection.call, self.there))


class McpServers:
    """The servers that the owner named. What each offers is asked once, and again when its definition changes."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._offered: dict[str, tuple[Offered, ...]] = {}

    async def tools(
        self, named: Mapping[str, NamedMcp], role: str, stack: AsyncExitStack
    ) -> tuple[Sequence[Tool], Sequence[str]]:
        """The tools of the servers that a role may use, and why some servers have none. The stack closes them."""
        allowed = {name: one for name, one in named.items() if one.roles is None or role in one.roles}
        # The client takes half a second to import, and most houses name no server.
        talking = import_module("moot.tools.turn.mcp_talking") if allowed else None
        tools: list[Tool] = []
        missing: list[str] = []
        for name, one in allowed.items():
            connection: Any = getattr(talking, "Connection")(name, one, self._environment)  # noqa: B009
            stack.push_async_callback(connection.close)
            try:
                offered = await self._listed(name, one, connection)
                fit = [each for each in offered if one.tools is None or each.there in one.tools]
                tools += [each.bound(connection) for each in fit[:MOST_TOOLS]]
            except NothingThere as trouble:
                missing.append(f"mcp: {trouble.message}")
        return tools, missing

    async def _listed(self, name: str, named: NamedMcp, connection: Any) -> Sequence[Offered]:
        key = f"{name} {named.model_dump_json(exclude={'tools', 'roles'})}"
        if key not in self._offered:
            try:
                async with asyncio.timeout(_LISTING):
                    found = await connection.offered()
            except TimeoutError:
                raise NothingThere(f"The MCP server {name!r} did not say in time what it offers.") from None
            self._offered[key] = tuple(_described(name, each) for each in found)
        return self._offered[key]


def _described(server: str, offered: Any) -> Offered:
    name = _UNFIT.sub("_", f"{server}_{offered.name}")[:_LONGEST_NAME]
    about = f"{str(offered.description or offered.name)[:_LONGEST_ABOUT]} (of the MCP server {server})"
    return Offered(offered.name, name, about, {**offered.input_schema, "type": "object"})
