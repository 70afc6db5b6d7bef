"""Gemini CLI: `.gemini/skills/moot-<role>/SKILL.md`, and the commands `/moot:proposer` and so on.

Why there: `.gemini/skills` is where Gemini CLI looks for a workspace's skills, and chooses them by their description.
A command file (`.gemini/commands/moot/proposer.toml` is `/moot:proposer`) puts the same text before the model also
where skills are switched off or not yet known: `@{path}` is replaced by the file, then `!{…}` by what a shell prints
and `{{args}}` by what the user typed, so a text of ours must contain none of them. GEMINI.md is left alone: it is sent
with every request.

Checked against: docs/cli/custom-commands.md and docs/cli/skills.md of google-gemini/gemini-cli (commits 0badfc2 and
04a4e2e), https://geminicli.com/docs/cli/using-agent-skills/ (2026), google-gemini/gemini-cli#21758.
"""

from collections.abc import Iterator

from moot.skills.shelf import MARK, Item, Own
from moot.skills.texts import ARENA, ROLES, Texts
from moot.skills.tools.skill import name_of, skills

FOLDER = ".gemini/skills"


def items(texts: Texts) -> Iterator[Item]:
    """The skills of the three roles and of the arena, and a command for each."""
    yield from skills(texts, FOLDER)
    for role in ROLES:
        yield _command(role, f"take the seat of the {role} in a debate")
    yield _command(ARENA, "take part in the arena as an agent")


def _command(name: str, what: str) -> Item:
    home = f"{FOLDER}/{name_of(name)}"
    text = (
        f"# {MARK}\n"
        f'description = "Moot: {what}."\n'
        f'prompt = """\n'
        f"Follow this to the end; `references/` in it is `{home}/references/`.\n"
        f"What the user typed: {{{{args}}}}\n\n"
        f"@{{{home}/SKILL.md}}\n"
        f'"""\n'
    )
    return Own(f".gemini/commands/moot/{name}.toml", text)
