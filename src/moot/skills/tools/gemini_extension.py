"""Gemini CLI, as an extension to be shared: a folder `moot-extension` with the skills, commands, server and a manifest.

Why so: an extension is a folder with `gemini-extension.json`, whose name must be that of the folder; beside it are
`skills/`, `commands/` and the context file, which is sent with every request and therefore short. `gemini extensions
link moot-extension` tries it. A command of an extension cannot name a file of it, so that it names the skill. JSON has
no comments: the mark stands in the description.

Checked against: https://geminicli.com/docs/extensions/reference and the extensions API (2026).
"""

import json
from collections.abc import Iterator

from moot import __version__
from moot.skills.mark import MARK
from moot.skills.servers import NAME, NONE, server
from moot.skills.shelf import Item, Own
from moot.skills.texts import Texts
from moot.skills.tools.gemini import COMMANDS, command
from moot.skills.tools.skill import marked, name_of, skills

FOLDER = "moot-extension"
CONTEXT = """\
When the user asks you to open, join, resume, judge or arbitrate a debate of Moot, gives you a debate id, or wants a
plan debated, use the skill of your role: moot-proposer, moot-opponent, moot-arbitrator, moot-duel or moot-arena.
"""


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The manifest, the context, the skills, and a command for each."""
    manifest = {
        "name": FOLDER,
        "version": __version__,
        "description": f"Debate under rules, on the record. {MARK}",
        "contextFileName": "GEMINI.md",
        **({} if mcp == NONE else {"mcpServers": {NAME: server(mcp, httpUrl="URL")}}),
    }
    yield Own(f"{FOLDER}/gemini-extension.json", json.dumps(manifest, indent=2) + "\n")
    yield Own(f"{FOLDER}/GEMINI.md", marked(CONTEXT))
    yield from skills(texts, f"{FOLDER}/skills")
    for name, what in COMMANDS.items():
        prompt = f"Use the skill {name_of(name)}, and follow it to the end.\nWhat the user typed: {{{{args}}}}\n"
        yield command(f"{FOLDER}/commands/moot/{name}.toml", what, prompt)
