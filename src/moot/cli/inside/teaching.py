"""The texts for agents: loaded only by `moot skills`."""

from pathlib import Path

from moot import skills
from moot.cli.inside.refusing import told
from moot.debate import InvalidInput
from moot.settings import Settings


def install(target: str, folder: Path) -> list[Path]:
    """Writes the texts where a tool looks for them."""
    with told():
        return skills.install(target, folder, Settings().rules_dir)


def show(role: str, debate_type: str | None) -> str:
    """What an agent in a role of a debate type must know, or in the arena."""
    with told():
        if role == skills.ARENA:
            return skills.show_arena()
        if debate_type is None:
            known = ", ".join(skills.debate_types(Settings().rules_dir))
            raise InvalidInput("A type of debate is missing.", suggestion=f"Name one of: {known}.")
        return skills.show(role, debate_type, Settings().rules_dir)
