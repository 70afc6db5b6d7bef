"""The plan of a run: what is asked of whom, and what of it makes two runs the same run."""

import json
import os
import random
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias, get_args
from uuid import UUID, uuid4

from pydantic import BaseModel, Field, ValidationError

from moot.bench.suites import Suite
from moot.bench.task import Passes, Task
from moot.debate import HUMAN, InvalidInput
from moot.formats.roundtable import QUESTION_LIMIT

System: TypeAlias = Literal["single", "vote", "debate", "workshop"]
SYSTEMS: tuple[System, ...] = get_args(System)
NOBODY = frozenset({HUMAN, "sandbox"})
WORKSHOP_TASK = 7500
"""The most bytes of a task for a workshop, whose tasks have 8,000 characters with what is said around them."""
_FILE = "run.json"


class Plan(BaseModel, frozen=True):
    """What a run is about; rows of two plans do not belong together."""

    id: UUID = Field(default_factory=uuid4)
    suite: str
    file: str
    sha256: str
    seats: int = Field(default=3, ge=2, le=16)
    """How many debate."""
    rounds: int = Field(default=2, ge=1, le=5)
    """How often each of them answers at most."""
    samples: int = Field(default=5, ge=1, le=64)
    """How many answers a vote is among, where there is no debate whose tokens it may use."""
    timeout: int = Field(default=600, ge=1, le=86_400)
    """Seconds that a seat has for its turn."""
    temperature: float | None = None
    seed: int | None = None

    def keep(self, folder: Path) -> "Plan":
        """The plan that a folder has: this one, if it had none; a refusal where it has another."""
        path = folder / _FILE
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            fresh.write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")
            os.replace(fresh, path)
            return self
        kept = read_plan(folder)
        ours, theirs = (plan.model_dump(exclude={"id", "file"}) for plan in (self, kept))
        if other := [name for name, value in ours.items() if theirs[name] != value]:
            told = ", ".join(f"{name} {theirs[name]!r}" for name in other)
            raise InvalidInput(
                f"{str(folder)!r} holds another run: {told}.", suggestion="Give the same again, or another --out."
            )
        return kept


def read_plan(folder: Path) -> Plan:
    """The plan of a run that was begun."""
    try:
        return Plan.model_validate_json((folder / _FILE).read_text(encoding="utf-8"))
    except OSError:
        raise InvalidInput(
            f"There is no run in {str(folder)!r}.", suggestion="Name the folder that --out named."
        ) from None
    except (ValidationError, json.JSONDecodeError):
        raise InvalidInput(
            f"{str(folder / _FILE)!r} is no plan of a run.", suggestion="Begin with another --out."
        ) from None


def digest_of(path: Path) -> str:
    """The digest of a file, by which a run knows its data again."""
    return sha256(path.read_bytes()).hexdigest()


def selected(tasks: Sequence[Task], limit: int | None, seed: int | None) -> tuple[Task, ...]:
    """The first tasks; with a seed as many drawn by it, in their order."""
    if limit is None or limit >= len(tasks):
        return tuple(tasks)
    if seed is None:
        return tuple(tasks[:limit])
    places = sorted(random.Random(seed).sample(range(len(tasks)), limit))
    return tuple(tasks[place] for place in places)


def must_suit(suite: Suite, systems: Sequence[str], models: Sequence[str], tasks: Sequence[Task]) -> None:
    """Refuses what cannot be run before anybody is asked: no code for a workshop, too long a task, nobody to call."""
    if strange := [model for model in models if model in NOBODY]:
        raise InvalidInput(
            f"A benchmark cannot be put to {strange[0]!r}: it must be somebody who answers when called on.",
            suggestion="Name a model with --model. See: moot models",
        )
    most = WORKSHOP_TASK if "workshop" in systems else QUESTION_LIMIT
    if long := next((task for task in tasks if len(task.prompt.encode()) > most), None):
        raise InvalidInput(
            f"Task {long.id!r} of {suite.name} has {len(long.prompt.encode())} bytes; {most} can be asked.",
            suggestion="Shorten it, or leave it out.",
        )
    strange = next((task for task in tasks if not isinstance(task.check, Passes)), None)
    if "workshop" in systems and strange is not None:
        raise InvalidInput(
            f"A workshop writes code, and task {strange.id!r} of {suite.name} does not ask for any.",
            suggestion="Use --system debate.",
        )
