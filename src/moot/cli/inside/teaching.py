"""The texts for agents: loaded only by `moot skills`."""

from pathlib import Path

from moot import skills
from moot.cli.inside.refusing import told
from moot.settings import Settings


def install(target: str, folder: Path, mcp: str) -> list[Path]:
    """Writes the texts where a tool looks for them."""
    with told():
        return skills.install(target, folder, Settings().rules_dir, mcp)


def uninstall(target: str, folder: Path) -> list[Path]:
    """Takes them away again."""
    with told():
        return skills.uninstall(target, folder, Settings().rules_dir)


def show(role: str, debate_type: str | None) -> str:
    """What an agent in a role of a debate type must know, or in the arena."""
    with told():
        return skills.show_any(role, debate_type, Settings().rules_dir)
