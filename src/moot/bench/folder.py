"""The folder of a run: its plan, what was asked for last, its rows, and the results as they are read."""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import BaseModel, ValidationError

from moot.bench.chart import chart
from moot.bench.plan import Plan, read_plan
from moot.bench.report import CHART, report
from moot.bench.results import results
from moot.bench.rows import Row, RowFile
from moot.bench.suites import SUITES
from moot.debate import ActionNotAllowed, InvalidInput
from moot.locks import taken

DATABASE = "moot.db"
_ORDER = "order.json"


class Order(BaseModel, frozen=True):
    """What was asked for: which tasks, of whom."""

    tasks: tuple[str, ...]
    of: int
    """How many the data has."""
    systems: tuple[str, ...]
    models: tuple[str | None, ...]
    unanswered: int | None = None
    """For recorded answers: to how many tasks there is none; these do not count."""

    def rows(self, known: list[Row]) -> list[Row]:
        """Those of the rows that were asked for, by model and system, in the order of the tasks."""
        by_key = {row.key: row for row in known if row.starved is None}
        keys = ((task, system, model) for model in self.models for system in self.systems for task in self.tasks)
        return [by_key[key] for key in keys if key in by_key]

    def given_up(self, known: list[Row]) -> list[Row]:
        """Those that were asked for and given up for want of budget."""
        done = {row.key for row in self.rows(known)}
        wanted = {(task, system, model) for model in self.models for system in self.systems for task in self.tasks}
        return [*{row.key: row for row in known if row.starved is not None and row.key in wanted - done}.values()]

    @property
    def size(self) -> int:
        """How many rows there are in the end."""
        return len(self.tasks) * len(self.systems) * len(self.models)


def told(plan: Plan, order: Order, known: list[Row], stopped: str | None = None) -> dict[str, Any]:
    """The results of what was asked for, as far as they are known."""
    rows = order.rows(known)
    data = {"file": plan.file, "sha256": plan.sha256, "tasks": len(order.tasks), "of": order.of}
    given_up = [row.model_dump(mode="json", exclude_none=True) for row in order.given_up(known)]
    more = {"data": data, "complete": len(rows) == order.size, "stopped": stopped, "given_up": given_up}
    more |= {} if order.unanswered is None else {"unanswered": order.unanswered}
    return results(plan.suite, rows, cannot=SUITES[plan.suite].cannot, **more)


class Folder:
    """Where a run is kept."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.rows = RowFile(path / "rows.jsonl")
        self.database = str(path / DATABASE)

    @contextmanager
    def alone(self) -> Generator[None]:
        """While no other process runs here; refused where one does. A process that dies lets go of it."""
        with self._lock() as file:
            if not taken(file):
                raise ActionNotAllowed(
                    f"Another run is under way in {str(self._path)!r}.",
                    suggestion="Wait for its end, or give this one a folder of its own with --out.",
                )
            yield

    def begin(self, plan: Plan, order: Order) -> Plan:
        """Begins a run here, or goes on with it; a refusal where the folder holds another."""
        kept = plan.keep(self._path)
        self._write(_ORDER, order.model_dump_json() + "\n")
        return kept

    def end(self, found: dict[str, Any]) -> dict[str, Any]:
        """Writes the results down, for people and for programs."""
        self._write("results.json", json.dumps(found, ensure_ascii=False, indent=1) + "\n")
        self._write("report.md", report(found))
        self._write(CHART, chart(found))
        return found

    def counted(self) -> dict[str, Any]:
        """The results, counted from the rows and written down anew."""
        plan = read_plan(self._path)
        try:
            order = Order.model_validate_json((self._path / _ORDER).read_text(encoding="utf-8"))
        except (OSError, ValidationError):
            raise InvalidInput(
                f"Nothing in {str(self._path)!r} says what was asked for.", suggestion="Run it again with --out."
            ) from None
        return self.end(told(plan, order, self.rows.read()))

    def _lock(self) -> IO[bytes]:
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            return (self._path / ".lock").open("ab")
        except OSError as trouble:
            raise InvalidInput(
                f"Nothing can be kept in {str(self._path)!r}: {trouble.strerror}.",
                suggestion="Name another folder with --out.",
            ) from None

    def _write(self, name: str, text: str) -> None:
        fresh = self._path / f".{name}.new"
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, self._path / name)
