"""Writes the texts where a tool looks for them, and takes them away again."""

from pathlib import Path

from moot.debate import InvalidInput
from moot.skills import shelf
from moot.skills.servers import STDIO, must_be_server
from moot.skills.shelf import Item
from moot.skills.texts import Texts
from moot.skills.tools import TOOLS


def targets() -> tuple[str, ...]:
    """The tools that the texts can be installed for."""
    return tuple(TOOLS)


def install(target: str, folder: Path, extra: Path | None = None, mcp: str = STDIO) -> list[Path]:
    """Writes the texts for a tool into a project's folder; again, with the same result.

    `mcp` is how the tool reaches Moot's MCP server: `stdio`, an address, or `none`.
    """
    return shelf.put(folder, _items(target, Texts(extra), must_be_server(mcp)))


def uninstall(target: str, folder: Path, extra: Path | None = None) -> list[Path]:
    """Takes away what an install wrote for a tool, and nothing else; the files that changed or are gone."""
    return shelf.take(folder, _items(target, Texts(extra), STDIO))


def _items(target: str, texts: Texts, mcp: str) -> list[Item]:
    if target not in TOOLS:
        raise InvalidInput(
            f"There is nothing to install for {target!r}.", suggestion=f"Choose one of: {', '.join(TOOLS)}."
        )
    return list(TOOLS[target](texts, mcp))
