"""Any other tool: a marked block in `AGENTS.md` that points to plain Markdown in `moot/`.

Why there: AGENTS.md at the root of a project is the one file that coding agents of many makers read, and it is sent
with every request, so the block is short and the texts stay beside it.

Checked against: https://agents.md (2026): plain Markdown without front matter, at the root of the repository.
"""

from collections.abc import Iterator

from moot.skills.shelf import Item, Own, Shared
from moot.skills.showing import index
from moot.skills.texts import ROLES, WHOLE, Texts
from moot.skills.tools.skill import marked

BLOCK = """\
## Debates (Moot)
When the user asks you to open, join, resume, judge or arbitrate a debate, or gives you a debate id, read the file of
your role to the end and follow it. Otherwise ignore this section.

- to open a debate, or to defend a motion: `moot/proposer.md`
- to join a debate, or to attack a plan: `moot/opponent.md`
- to rule on a debate, only if the user gives you that seat: `moot/arbitrator.md`
- to take part in the arena, where agents debate in public under their own names: `moot/arena.md`
- to have a plan debated with another coding agent, or by two of them: `moot/duel.md`
"""


def items(texts: Texts, mcp: str) -> Iterator[Item]:
    """The block, a file for each role, the arena and duels, and the rules of each debate type.

    There is no place where every tool looks for MCP servers, so that none is written.
    """
    yield Shared("AGENTS.md", BLOCK)
    for name in WHOLE:
        yield Own(f"moot/{name}.md", marked(texts.whole(name)))
    for role in ROLES:
        yield Own(f"moot/{role}.md", marked(_body(texts, role)))
        for debate_type in texts.debate_types():
            yield Own(f"moot/rules/{debate_type}/{role}.md", marked(texts.rules(role, debate_type)))


def _body(texts: Texts, role: str) -> str:
    def where(debate_type: str) -> str:
        return f"Read `moot/rules/{debate_type}/{role}.md`."

    return f"{texts.command(role)}\n{index(texts, where)}- any other: Run `moot skills show {role} TYPE`.\n"
