"""Stand-ins for coding agents, on a path of their own."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).with_name("stand_in_agent.py")
TOLD = {"says", "printed", "hang"}


@dataclass(frozen=True)
class StandIn:
    """One of them."""

    path: Path

    @classmethod
    def made(cls, folder: Path, program: str, *turns: Any) -> "StandIn":
        """Puts a stand-in into a folder; it takes these turns, the last one again and again."""
        folder.mkdir(exist_ok=True)
        made = cls(folder / program)
        made.path.write_text(f"#!{sys.executable} -ISE\n{PROGRAM.read_text()}")
        made.path.chmod(0o755)
        made.will(*turns)
        return made

    def will(self, *turns: Any) -> None:
        """What it does next: a form that it fills in, or an object with `says`, `printed`, `exit`, `hang` …"""
        told = [turn if TOLD & set(turn) else {"says": turn} for turn in turns]
        self.path.with_suffix(".json").write_text(json.dumps(told))

    @property
    def calls(self) -> list[dict[str, Any]]:
        """How it was called: its words, what it was given, where it ran."""
        log = self.path.with_suffix(".log")
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def path_with(folder: Path) -> str:
    """A PATH on which they are found first."""
    return f"{folder}{os.pathsep}{os.environ['PATH']}"
