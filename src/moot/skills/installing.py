"""Writes the texts where a tool looks for them."""

from pathlib import Path

from moot.debate import InvalidInput
from moot.skills import shelf
from moot.skills.texts import Texts
from moot.skills.tools import TOOLS


def targets() -> tuple[str, ...]:
    """The tools that the texts can be installed for."""
    return tuple(TOOLS)


def install(target: str, folder: Path, extra: Path | None = None) -> list[Path]:
    """Writes the texts for a tool into a project's folder; again, with the same result."""
    if target not in TOOLS:
        raise InvalidInput(
            f"There is nothing to install for {target!r}.", suggestion=f"Choose one of: {', '.join(TOOLS)}."
        )
    return shelf.put(folder, TOOLS[target](Texts(extra)))
