"""The Python that guests run: the one that this house runs on, without what was installed into it for the house."""

import os
import sys
from pathlib import Path

PYTHON = "python"
"""The word that stands for it in a guest's command."""


def prefix() -> Path:
    """Where it is installed, whatever environment the house itself lives in."""
    return Path(sys.base_prefix).resolve()


def executable() -> Path:
    """The program itself."""
    found = prefix() / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return found if found.exists() else Path(sys.executable).resolve()


def is_within_reach(path: Path) -> bool:
    """Whether somebody without any rights of his own may get there."""
    return all(parent.stat().st_mode & 0o001 for parent in path.parents) and os.access(path, os.X_OK)
