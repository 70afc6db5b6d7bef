"""Codex: `.agents/skills/moot-<role>/SKILL.md`.

Why there: Codex looks for skills in `.agents/skills` of every folder from where it was started up to the root of the
repository. They are chosen by their description, through `/skills`, or by writing `$moot-proposer`. Custom prompts
(`~/.codex/prompts`) are deprecated and no longer shown, and belong to a user, not a project; `.codex/skills` is the
older place. AGENTS.md is left alone: it is sent with every request, and a debate is rare.

Checked against: https://developers.openai.com/codex/skills (2026), openai/codex#15941 as told in the release notes of
pandazki/pneuma-skills 3.20.2 (Codex 0.137.0).
"""

from collections.abc import Iterator

from moot.skills.shelf import Item
from moot.skills.texts import Texts
from moot.skills.tools.skill import skills


def items(texts: Texts) -> Iterator[Item]:
    """The skills of the three roles, and of the arena."""
    return skills(texts, ".agents/skills")
