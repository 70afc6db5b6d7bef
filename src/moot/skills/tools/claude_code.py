"""Claude Code: `.claude/skills/moot-<role>/SKILL.md`, and the MCP server in `.mcp.json`.

Why there: custom slash commands have been merged into skills. A skill is found by its description and is also the slash
command `/moot-proposer`, with what the user types behind it added to the text, so nothing is written to
`.claude/commands/` (those still work, and lose to a skill of the same name).

`allowed-tools` spares the user a question for each command that only reads or waits, since a debate is a long loop.
It grants, and forbids nothing. Commands that write (submit, appeal, ruling …) are left to the user's own permissions:
what leaves the machine is theirs to allow. `argument-hint` is shown while typing. `$DEBATE_ID` and the like are safe:
only `$ARGUMENTS`, `$0`… and names declared in `arguments` are replaced. A shell command is stopped after two minutes by
default and ten at most, hence `--deadline 100` in the texts.

`.mcp.json` at the root is where a project names its MCP servers; the user is asked once whether to trust it.

Checked against: https://code.claude.com/docs/en/skills as reported for 2.1.278 (dev.to/rulestack, September 2026) and
2.1.303 (github.com/xsyetopz/claudetto wiki, October 2026); utils/timeouts.ts for the two and ten minutes.
"""

import re
from collections.abc import Iterator

from moot.skills.servers import NAME, NONE, server
from moot.skills.shelf import Entry, Item
from moot.skills.texts import ARENA, DUEL, ROLES, Texts
from moot.skills.tools.skill import skill, whole_skill

READS = frozenset({"generate-id", "get-context", "wait", "list", "get", "diff", "history"})
ARENA_READS = frozenset({"me", "notifications", "list", "show", "wait", "changes", "leaderboard"})
"""The commands that change nothing."""


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The skills, and the server."""
    yield from skills_at(texts, ".claude/skills")
    if mcp != NONE:
        yield server_at(".mcp.json", mcp)


def skills_at(texts: Texts, folder: str) -> Iterator[Item]:
    """The skills of the three roles, of the arena and of duels."""
    for role in ROLES:
        yield from skill(texts, role, folder, _more(texts, role))
    lines = re.findall(r"^(moot arena ([a-z-]+))(.*)$", texts.whole(ARENA), re.M)
    yield whole_skill(texts, ARENA, folder, _front("[what to do there]", lines, ARENA_READS))
    yield whole_skill(texts, DUEL, folder, 'argument-hint: "[plan file, and the agents]"\n')


def server_at(path: str, mcp: str) -> Item:
    """The server, as `.mcp.json` names servers."""
    return Entry(path, ("mcpServers", NAME), server(mcp, type="http", url="URL"))


def _more(texts: Texts, role: str) -> str:
    hint = "[debate id, or what to debate]" if role == "proposer" else "[debate id]"
    lines = re.findall(r"^(aw (?:debate|docs) ([a-z-]+))(.*)$", texts.command(role), re.M)
    return _front(hint, lines, READS)


def _front(hint: str, lines: list[tuple[str, str, str]], harmless: frozenset[str]) -> str:
    reads = dict.fromkeys(f"{command}{' *' if rest else ''}" for command, verb, rest in lines if verb in harmless)
    allowed = "".join(f'  - "Bash({pattern})"\n' for pattern in reads)
    return f'argument-hint: "{hint}"\nallowed-tools:\n{allowed}'
