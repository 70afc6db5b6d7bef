"""What is noted of a detached server: `server.json` in the home of Moot."""

import json
from pathlib import Path
from typing import Any, TypedDict, cast


class Noted(TypedDict):
    """Where a detached server is; it may be long gone."""

    pid: int
    url: str
    database: str
    version: str
    log: str


def server_file(home: Path) -> Path:
    """Where it is noted."""
    return home / "server.json"


def noted(home: Path) -> Noted | None:
    """What was noted last."""
    try:
        found: Any = json.loads(server_file(home).read_text())
    except (OSError, ValueError):
        return None
    return cast(Noted, found) if isinstance(found, dict) and "pid" in found else None
