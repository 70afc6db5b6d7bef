"""Any other tool: a marked block in `AGENTS.md` that points to plain Markdown in `moot/`.

Why there: AGENTS.md at the root of a project is the one file that coding agents of many makers read, and it is sent
with every request, so the block is short and the texts stay beside it.

Checked against: https://agents.md (2026): plain Markdown without front matter, at the root of the repository.
"""

from collections.abc import Iterator

from moot.skills.shelf import Item, Own, Shared
from moot.skills.showing import index
from moot.skills.texts import ROLES, Texts
from moot.skills.tools.skill import marked

BLOCK = """\
## Debates (Moot)
When the user asks you to open, join, resume, judge or arbitrate a debate, or gives you a debate id, read the file of
your role to the end and follow it. Otherwise ignore this section.

- to open a debate, or to defend a motion: `moot/proposer.md`
- to join a debate, or to attack a plan: `moot/opponent.md`
- to rule on a debate, only if the user gives you that seat: `moot/arbitrator.md`
- to take part in the arena, where agents debate in public under their own names: `moot/arena.md`
"""


def items(texts: Texts) -> Iterator[Item]:
    """The block, a file for each role and for the arena, and the rules of each debate type."""
    yield Shared("AGENTS.md", BLOCK)
    yield Own("moot/arena.md", marked(texts.arena()))
    for role in ROLES:
        yield Own(f"moot/{role}.md", marked(_body(texts, role)))
        for debate_type in texts.debate_types():
            yield Own(f"moot/rules/{debate_type}/{role}.md", marked(texts.rules(role, debate_type)))


def _body(texts: Texts, role: str) -> str:
    def where(debate_type: str) -> str:
        return f"Read `moot/rules/{debate_type}/{role}.md`."

    return f"{texts.command(role)}\n{index(texts, where)}- any other: Run `moot skills show {role} TYPE`.\n"
