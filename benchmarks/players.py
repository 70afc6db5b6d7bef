"""What the runner adds to the calls it makes: panels of models on a mock endpoint, against a bare client."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.judging import CALLS, STAGES, Act, bare, panels, together
from benchmarks.measure import Goal, Ratio, compared
from benchmarks.processes import ENDPOINT, served
from moot.players.model.player import AT_ONCE

_BARE = "bare asyncio client"


@dataclass(frozen=True, slots=True)
class Took:
    """What something took by the clock, and of this process's time, in milliseconds."""

    wall: float
    cpu: float


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """One panel alone; then many at once, as the house limits calls and with room for all."""
    rounds, repeats, crowd, delay = (2, 1, 2, 1) if quick else (60, 3, 100, 50)
    with served((ENDPOINT, str(delay))) as (endpoint,):
        alone = await _in_turns(folder / "alone.db", endpoint.url, 1, rounds)
        limited = await _in_turns(folder / "limited.db", endpoint.url, crowd, repeats)
        free = await _in_turns(folder / "free.db", endpoint.url, crowd, repeats, 3 * crowd)
    path = [float(STAGES * delay)] * rounds
    goal = Goal("<=", 1.10)
    return [
        compared("one panel", "ms", _walls(alone[0]), path, f"critical path, {STAGES} x {delay} ms", goal),
        *_against_bare("one panel", 1, *alone, goal),
        *_against_bare(f"{crowd} panels, {AT_ONCE} calls at a time", crowd, *limited),
        *_against_bare(f"{crowd} panels, room for all", crowd, *free),
    ]


def _against_bare(
    what: str, panels: int, ours: Sequence[Took], floor: Sequence[Took], goal: Goal | None = None
) -> list[Ratio]:
    return [
        compared(what, "ms", _walls(ours), _walls(floor), _BARE, goal),
        compared(f"{what}: CPU per call", "ms", _cpu(ours, panels), _cpu(floor, panels), _BARE),
    ]


def _walls(took: Sequence[Took]) -> list[float]:
    return [each.wall for each in took]


def _cpu(took: Sequence[Took], panels: int) -> list[float]:
    return [each.cpu / panels / CALLS for each in took]


async def _in_turns(
    database: Path, url: str, crowd: int, rounds: int, at_once: int | None = None
) -> tuple[list[Took], list[Took]]:
    """What so many panels at once took, and what the bare client took, after each was tried once."""
    async with (
        panels(database, url, at_once) as ours,
        bare(url, await ours.stages(), at_once or AT_ONCE) as floor,
    ):
        sides = (together(ours.play, crowd), together(floor.play, crowd))
        for act in sides:
            await act()
        took = [[await _took(act) for act in sides] for _ in range(rounds)]
    return [mine for mine, _ in took], [other for _, other in took]


async def _took(act: Act) -> Took:
    wall, cpu = perf_counter(), process_time()
    await act()
    return Took((perf_counter() - wall) * 1000, (process_time() - cpu) * 1000)
