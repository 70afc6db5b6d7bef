"""Cursor: `.cursor/skills/moot-<role>/SKILL.md`.

Why there: since 2.4 (January 2026) Cursor reads skills, chooses them by their description and offers each as a slash
command. Its own `/migrate-to-skills` turns rules that are applied intelligently (`.cursor/rules/*.mdc` with a
description and no globs, which is what ours would be) and commands (`.cursor/commands/*.md`) into exactly this, so
both older places are left alone. `.cursor/skills` is read by every version that knows skills, `.agents/skills` only by
newer ones.

Checked against: https://cursor.com/docs/context/skills (2026) and the text of Cursor's own migrate-to-skills.
"""

from collections.abc import Iterator

from moot.skills.shelf import Item
from moot.skills.texts import Texts
from moot.skills.tools.skill import skills


def items(texts: Texts) -> Iterator[Item]:
    """The skills of the three roles, and of the arena."""
    return skills(texts, ".cursor/skills")
