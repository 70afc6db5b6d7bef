"""The results: a table to read, and a file to keep."""

import json
import os
import platform
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.measure import Ratio
from benchmarks.processes import ROOT


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the benchmarks: where, when, on what, and what came of it."""

    at: datetime
    commit: str
    changed: bool
    """Whether there were changes that are in no commit."""
    quick: bool
    ratios: Mapping[str, Sequence[Ratio]]

    def told(self) -> dict[str, Any]:
        """The run as it is kept."""
        return {
            "date": self.at.isoformat(timespec="seconds"),
            "commit": self.commit,
            "uncommitted_changes": self.changed,
            "quick": self.quick,
            "machine": machine(),
            "results": [_told(name, ratio) for name, ratios in self.ratios.items() for ratio in ratios],
        }

    def keep(self, folder: Path) -> Path:
        """Writes it to a file named by date and commit."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.at:%Y-%m-%d}-{self.commit}.json"
        path.write_text(json.dumps(self.told(), indent=2) + "\n")
        return path

    def table(self) -> str:
        """The run as a table."""
        rows = [("benchmark", "what", "against", "ours", "floor", "ratio", "goal", "met")]
        for name, ratios in self.ratios.items():
            rows += [(name, ratio.what, ratio.floor_is, *_numbers(ratio)) for ratio in ratios]
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        return "\n".join(_aligned(row, widths) for row in rows)


def run_of(ratios: Mapping[str, Sequence[Ratio]], quick: bool) -> Run:
    """The run that has just ended."""
    commit = _git("rev-parse", "--short", "HEAD") or "unknown"
    return Run(datetime.now(UTC), commit, bool(_git("status", "--porcelain")), quick, ratios)


def machine() -> dict[str, Any]:
    """What it ran on, as far as it matters."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
    }


def _told(name: str, ratio: Ratio) -> dict[str, Any]:
    goal = None if ratio.goal is None else str(ratio.goal)
    return {"benchmark": name, **asdict(ratio), "goal": goal, "met": ratio.met}


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    words = [cell.ljust(width) for cell, width in zip(row[:3], widths, strict=False)]
    numbers = [cell.rjust(width) for cell, width in zip(row[3:], widths[3:], strict=True)]
    return "  ".join([*words, *numbers]).rstrip()


def _numbers(ratio: Ratio) -> tuple[str, ...]:
    met = {True: "yes", False: "NO", None: ""}[ratio.met]
    sizes = [f"{value:,.0f}" if value >= 100 else f"{value:.2f}" for value in (ratio.ours, ratio.floor)]
    return (*(f"{size} {ratio.unit}" for size in sizes), f"{ratio.ratio:.2f}", str(ratio.goal or ""), met)


def _git(*arguments: str) -> str:
    try:
        told = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.strip()
