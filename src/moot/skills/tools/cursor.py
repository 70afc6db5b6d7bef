"""Cursor: `.cursor/skills/moot-<role>/SKILL.md`, and the MCP server in `.cursor/mcp.json`.

Why there: since 2.4 (January 2026) Cursor reads skills, chooses them by their description and offers each as a slash
command. Its own `/migrate-to-skills` turns rules that are applied intelligently (`.cursor/rules/*.mdc` with a
description and no globs, which is what ours would be) and commands (`.cursor/commands/*.md`) into exactly this, so
both older places are left alone. `.cursor/skills` is read by every version that knows skills, `.agents/skills` only by
newer ones.

Checked against: https://cursor.com/docs/context/skills and https://cursor.com/docs/mcp (2026), and the text of Cursor's
own migrate-to-skills.
"""

from collections.abc import Iterator

from moot.skills.servers import NAME, NONE, server
from moot.skills.shelf import Entry, Item
from moot.skills.texts import Texts
from moot.skills.tools.skill import skills


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The skills, and the server."""
    yield from skills(texts, ".cursor/skills")
    if mcp != NONE:
        yield Entry(".cursor/mcp.json", ("mcpServers", NAME), server(mcp, url="URL"))
