"""The texts for agents: loaded only by `moot skills`."""

from pathlib import Path

from moot import skills
from moot.cli.inside.refusing import told
from moot.settings import Settings


def install(target: str, folder: Path) -> list[Path]:
    """Writes the texts where a tool looks for them."""
    with told():
        return skills.install(target, folder, Settings().rules_dir)


def show(role: str, debate_type: str) -> str:
    """What an agent in a role of a debate type must know."""
    with told():
        return skills.show(role, debate_type, Settings().rules_dir)
