"""Codex: `.agents/skills/moot-<role>/SKILL.md`, and the MCP server in `.codex/config.toml`.

Why there: Codex looks for skills in `.agents/skills` of every folder from where it was started up to the root of the
repository. They are chosen by their description, through `/skills`, or by writing `$moot-proposer`. Custom prompts
(`~/.codex/prompts`) are deprecated and no longer shown, and belong to a user, not a project; `.codex/skills` is the
older place. AGENTS.md is left alone: it is sent with every request, and a debate is rare.

`.codex/config.toml` of a project is read where the user trusts the project. Codex passes few variables on to a server
that it starts; those that say where Moot is are named.

Checked against: https://developers.openai.com/codex/skills (2026), openai/codex#15941 as told in the release notes of
pandazki/pneuma-skills 3.20.2 (Codex 0.137.0).
"""

import json
from collections.abc import Iterator

from moot.skills.servers import NAME, NONE, STDIO
from moot.skills.shelf import Item, Shared
from moot.skills.texts import Texts
from moot.skills.tools.skill import skills

PASSED_ON = ("DEBATE_SERVER_URL", "DEBATE_AUTH_TOKEN", "MOOT_HOME", "MOOT_CALLED_ON")


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The skills, and the server."""
    yield from skills(texts, ".agents/skills")
    if mcp != NONE:
        yield Shared(".codex/config.toml", _table(mcp), "toml")


def _table(mcp: str) -> str:
    if mcp == STDIO:
        told = f'command = "moot"\nargs = ["mcp"]\nenv_vars = {json.dumps(PASSED_ON)}'
    else:
        told = f"url = {json.dumps(mcp)}"
    return f"[mcp_servers.{NAME}]\n{told}"
