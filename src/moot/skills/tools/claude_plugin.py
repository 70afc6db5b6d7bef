"""Claude Code, as a plugin to be shared: a folder `moot-plugin` with the skills, the MCP server and a manifest.

Why so: a plugin is a folder with `.claude-plugin/plugin.json`, and beside it `skills/` and `.mcp.json`; its skills are
called `/moot:moot-proposer`. `claude --plugin-dir moot-plugin` tries it. With `.claude-plugin/marketplace.json` the
same folder is also a marketplace with one plugin, so that it can be added and installed from a path or a repository.
JSON has no comments: the mark stands in the description.

Checked against: the manifest reference in anthropics/claude-code (plugins/plugin-dev), and the wiki of
github.com/xsyetopz/claudetto for 2.1.303 (October 2026).
"""

import json
from collections.abc import Iterator
from typing import Any

from moot import __version__
from moot.skills.mark import MARK
from moot.skills.servers import NAME, NONE
from moot.skills.shelf import Item, Own
from moot.skills.texts import Texts
from moot.skills.tools.claude_code import server_at, skills_at

FOLDER = "moot-plugin"
ABOUT = "Debate under rules, on the record: open, join and rule debates of Moot."


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The manifests, the skills, and the server."""
    plugin = {"name": NAME, "version": __version__, "description": f"{ABOUT} {MARK}"}
    listed = {"name": NAME, "source": "./", "description": ABOUT}
    yield _json(".claude-plugin/plugin.json", plugin)
    yield _json(
        ".claude-plugin/marketplace.json",
        {"name": NAME, "owner": {"name": "Moot"}, "metadata": {"description": MARK}, "plugins": [listed]},
    )
    yield from skills_at(texts, f"{FOLDER}/skills")
    if mcp != NONE:
        yield server_at(f"{FOLDER}/.mcp.json", mcp)


def _json(path: str, told: Any) -> Item:
    return Own(f"{FOLDER}/{path}", json.dumps(told, indent=2) + "\n")
