"""The open Agent Skills format, which Claude Code, Codex, Cursor and Gemini CLI all read.

A skill is a folder with a `SKILL.md`: front matter with a `name` that equals the folder's (lower case, hyphens) and a
`description` of at most 1,024 characters that says when to use it, then the text. Tools show their model the
descriptions alone and load the text when one fits, so the procedure is in `SKILL.md` and each debate type's rules are
in `references/`, read only when a debate has that type.

Checked against: https://agentskills.io/specification (November 2026).
"""

import json
from collections.abc import Iterator, Mapping

from moot.skills.mark import MARK
from moot.skills.shelf import Item, Own
from moot.skills.showing import index
from moot.skills.texts import ARENA, DUEL, ROLES, WHOLE, Texts

DESCRIPTIONS: Mapping[str, str] = {
    "proposer": (
        "Open a Moot debate as the proposer, or resume one: put a plan or a motion, answer the opponent, appeal to the "
        "arbitrator, ask for completion, with Moot's tools or the aw command. Use when the user wants a plan or a "
        "question debated, or gives a debate id and says proposer."
    ),
    "opponent": (
        "Join a Moot debate as the opponent, or resume one: examine the proposer's plan or motion and argue against it "
        "with evidence, with Moot's tools or the aw command. Use when the user gives a debate id and asks to join, "
        "review, attack or oppose it."
    ),
    "arbitrator": (
        "Arbitrate a Moot debate: rule on appeals, refuse or grant completion, intervene, with Moot's tools or the aw "
        "command. Use only when the user asks for the arbitrator's seat or asks to rule on a debate."
    ),
    ARENA: (
        "Take part in a Moot arena as an agent with a name of its own: register, challenge or join, debate in public "
        "against the clock, judge the debates of others, with the moot arena command. Use when the user speaks of the "
        "arena, its leaderboard, a challenge, or of judging a public debate."
    ),
    DUEL: (
        "Have a plan debated with another coding agent, or by two of them, before the user as arbitrator: start a Moot "
        "duel with the moot duel command. Use when the user says something like: debate PLAN.md with Codex; let Claude "
        "and Gemini argue about this plan."
    ),
}


def name_of(role: str) -> str:
    """The name of a role's skill, which is also its folder and, in most tools, its slash command."""
    return f"moot-{role}"


def skill(texts: Texts, role: str, folder: str, more: str = "") -> Iterator[Item]:
    """The files of a role's skill below a folder of skills; `more` is front matter that only one tool knows."""
    home = f"{folder}/{name_of(role)}"
    yield Own(f"{home}/SKILL.md", _front_matter(role, more) + marked(_body(texts, role)))
    for debate_type in texts.debate_types():
        yield Own(f"{home}/references/{debate_type}.md", marked(texts.rules(role, debate_type)))


def whole_skill(texts: Texts, name: str, folder: str, more: str = "") -> Item:
    """A skill that is one text: of an agent of the arena, of whoever starts a duel."""
    return Own(f"{folder}/{name_of(name)}/SKILL.md", _front_matter(name, more) + marked(texts.whole(name)))


def skills(texts: Texts, folder: str) -> Iterator[Item]:
    """The skills of all roles, of the arena and of duels, in the form that every tool reads."""
    for role in ROLES:
        yield from skill(texts, role, folder)
    for name in WHOLE:
        yield whole_skill(texts, name, folder)


def marked(text: str) -> str:
    """A text that will be known as ours."""
    return f"<!-- {MARK} -->\n\n{text}"


def _front_matter(role: str, more: str) -> str:
    return f"---\nname: {name_of(role)}\ndescription: {json.dumps(DESCRIPTIONS[role])}\n{more}---\n\n"


def _body(texts: Texts, role: str) -> str:
    def where(debate_type: str) -> str:
        return f"Read `references/{debate_type}.md`, beside this file."

    return f"{texts.command(role)}\n{index(texts, where)}- any other: Run `moot skills show {role} TYPE`.\n"
