"""Results as they are kept: one file for each day, commit and database, with every scenario that was measured."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.load.spread import Measured
from benchmarks.processes import ROOT
from benchmarks.report import machine, run_of

RESULTS = ROOT / "benchmarks" / "results"


@dataclass(frozen=True, slots=True)
class Result:
    """A scenario as it was measured last, and when and where that was."""

    measured: Measured
    file: Path
    date: str
    commit: str
    machine: Mapping[str, Any]

    @property
    def origin(self) -> str:
        """Where the numbers come from, in a line of Markdown."""
        kept = f"[results](../benchmarks/results/{self.file.name})"
        return f"{self.date[:10]}, commit `{self.commit}`, {self.machine['cores']} cores, {kept}"


def keep(measured: Sequence[Measured], database: str, quick: bool, folder: Path) -> Path:
    """Writes what was measured; scenarios that the file had before and that were not measured again stay."""
    at, run = datetime.now(UTC), run_of({}, quick)
    path = folder / f"{at:%Y-%m-%d}-{run.commit}-load-{database}{'-quick' if quick else ''}.json"
    before: dict[str, Any] = json.loads(path.read_text())["scenarios"] if path.exists() else {}
    told = {
        "date": at.isoformat(timespec="seconds"),
        "commit": run.commit,
        "uncommitted_changes": run.changed,
        "quick": quick,
        "machine": machine(),
        "database": database,
        "scenarios": before | {each.scenario: each.told() for each in measured},
    }
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=2) + "\n")
    return path


def latest(database: str, folder: Path = RESULTS) -> dict[str, Result]:
    """The newest result of each scenario on a database; those of tiny sizes have another name, and are none."""
    found: dict[str, Result] = {}
    files = [(json.loads(path.read_text()), path) for path in folder.glob(f"*-load-{database}.json")]
    for told, path in sorted(files, key=lambda each: each[0]["date"]):
        for name, scenario in told["scenarios"].items():
            measured = Measured.read(scenario)
            found[name] = Result(measured, path, told["date"], told["commit"], told["machine"])
    return found
