"""How a tool is told of Moot's MCP server: a program that it starts, or an address."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moot.debate import InvalidInput

STDIO, NONE = "stdio", "none"
NAME = "moot"
"""What the server is called in every tool's list."""
PROGRAM: Mapping[str, Any] = {"command": "moot", "args": ["mcp"]}


def must_be_server(mcp: str) -> str:
    """Refuses what is neither a way nor an address."""
    if mcp not in (STDIO, NONE) and not (mcp.startswith(("http://", "https://")) and leads_to_moot({"url": mcp})):
        raise InvalidInput(
            f"{mcp!r} is no MCP server of Moot's.",
            suggestion="Choose stdio, none, or an address as http://127.0.0.1:3456/mcp.",
        )
    return mcp


def server(mcp: str, **address: str) -> Mapping[str, Any]:
    """The entry for a server; `address` is what the tool calls an address, with `URL` for it."""
    return PROGRAM if mcp == STDIO else {name: mcp if value == "URL" else value for name, value in address.items()}


def ours(entry: Any) -> bool:
    """Whether an entry is as we would have written it, for a program or for an address."""
    match entry:
        case {"command": _}:
            return entry == PROGRAM
        case {"type": "http", "url": str(), **rest} | {"url": str(), **rest} | {"httpUrl": str(), **rest}:
            return not rest and leads_to_moot(entry)
        case _:
            return False


def leads_to_moot(entry: Any) -> bool:
    """Whether an entry leads to Moot, whatever else it says."""
    match entry:
        case {"command": str() as command, "args": ["mcp", *_]}:
            return Path(command).name == NAME
        case {"url": str() as url} | {"httpUrl": str() as url}:
            return url.rstrip("/").endswith("/mcp")
        case _:
            return False
