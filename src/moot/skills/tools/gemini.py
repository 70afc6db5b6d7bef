"""Gemini CLI: `.gemini/skills/moot-<role>/SKILL.md`, commands as `/moot:proposer`, the server in `settings.json`.

Why there: `.gemini/skills` is where Gemini CLI looks for a workspace's skills, and chooses them by their description.
A command file (`.gemini/commands/moot/proposer.toml` is `/moot:proposer`) puts the same text before the model also
where skills are switched off or not yet known: `@{path}` is replaced by the file, then `!{…}` by what a shell prints
and `{{args}}` by what the user typed, so a text of ours must contain none of them. GEMINI.md is left alone: it is sent
with every request.

Checked against: docs/cli/custom-commands.md and docs/cli/skills.md of google-gemini/gemini-cli (commits 0badfc2 and
04a4e2e), https://geminicli.com/docs/cli/using-agent-skills/ (2026), google-gemini/gemini-cli#21758.
"""

from collections.abc import Iterator, Mapping

from moot.skills.mark import MARK
from moot.skills.servers import NAME, NONE, server
from moot.skills.shelf import Entry, Item, Own
from moot.skills.texts import ARENA, DUEL, ROLES, Texts
from moot.skills.tools.skill import name_of, skills

FOLDER = ".gemini/skills"
COMMANDS: Mapping[str, str] = {
    **{role: f"take the seat of the {role} in a debate" for role in ROLES},
    ARENA: "take part in the arena as an agent",
    DUEL: "have a plan debated with another agent in a duel",
}


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The skills, a command for each, and the server."""
    yield from skills(texts, FOLDER)
    for name, what in COMMANDS.items():
        yield command(f".gemini/commands/moot/{name}.toml", what, _injected(f"{FOLDER}/{name_of(name)}"))
    if mcp != NONE:
        yield Entry(".gemini/settings.json", ("mcpServers", NAME), server(mcp, httpUrl="URL"))


def command(path: str, what: str, prompt: str) -> Item:
    """A command file."""
    return Own(path, f'# {MARK}\ndescription = "Moot: {what}."\nprompt = """\n{prompt}"""\n')


def _injected(home: str) -> str:
    return (
        f"Follow this to the end; `references/` in it is `{home}/references/`.\n"
        f"What the user typed: {{{{args}}}}\n\n"
        f"@{{{home}/SKILL.md}}\n"
    )
