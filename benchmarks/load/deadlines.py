"""Many deadlines that are far away, and some that come: what the far ones cost, and how late the others lapse."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from uuid import uuid4

from benchmarks.filling import fill, held, names
from benchmarks.load.ground import Ground, House
from benchmarks.load.pool import pool
from benchmarks.load.schedule import SEED, arrivals, pursued
from benchmarks.load.spread import Measured, Spread, Step
from benchmarks.processes import ROOT
from moot.debate import Tabled
from moot.engine import Growth
from moot.formats.roundtable import Question, RoundTable, format
from moot.notation import read
from moot.store import Store

_FLOOR = "a bare heap of asyncio timers"
_A_MONTH = 30 * 86_400
_QUESTION = "What is the sum of the first three primes?"
_LONGEST = 90.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many deadlines are pending; how many a second come, for how long, after which time; how long it idles."""

    pending: int
    rate: float
    seconds: float
    after: int
    idle: float


FULL = Sizes(100_000, 100, 20, 25, 30)
QUICK = Sizes(20, 20, 0.4, 1, 0.2)


async def prepare(database: str, quick: bool) -> None:
    """Fills the house with debates whose deadline is a month away."""
    await fill(database, _pending((QUICK if quick else FULL).pending))


async def measure(ground: Ground) -> Measured:
    """First nothing happens; then some are opened, and nobody answers in time."""
    sizes = QUICK if ground.quick else FULL
    await asyncio.sleep(sizes.idle / 4)
    idle = await _idle(ground.house, sizes.idle)
    ground.say(f"{sizes.pending:,} deadlines: {100 * idle:.2f} % of a core while nothing happens")
    late, cpu = await _lapsed(ground.house, sizes)
    floor, resting = await asyncio.to_thread(_heap, sizes)
    step = Step(
        f"{sizes.pending:,} deadlines",
        sizes.pending,
        {"late": Spread.of(late)},
        {"late": Spread.of(floor)},
        {
            "idle_percent_of_a_core": round(100 * idle, 3),
            "floor_idle_percent_of_a_core": round(100 * resting, 3),
            "due_per_s": sizes.rate,
            "cpu_ms_per_lapse": round(cpu * 1000 / len(late), 3),
            "mb_of_the_house": round(ground.house.resident() / 1e6, 1),
        },
    )
    return Measured("deadlines", _FLOOR, (step,))


async def _idle(house: House, seconds: float) -> float:
    cpu, begun = house.cpu(), perf_counter()
    await asyncio.sleep(seconds)
    return (house.cpu() - cpu) / (perf_counter() - begun)


async def _lapsed(house: House, sizes: Sizes) -> tuple[list[float], float]:
    """How many milliseconds after its deadline each lapse was written, and the CPU of all."""
    moments = arrivals(sizes.rate, sizes.seconds, SEED)
    debates = [str(uuid4()) for _ in moments]
    setup = {"title": "Sums", "speakers": 1, "max_rounds": 1, "timeout_per_person": sizes.after}
    fields = {"setup": setup, "role": "asker", "type": "QUESTION", "move": {"question": _QUESTION, "wanted": "number"}}
    async with pool(house.url) as callers, house.store() as store:

        async def open_one(number: int, due: float) -> float:
            body = {**fields, "debate_id": debates[number]}
            return (await callers.post("/api/v1/formats/roundtable/debates", body)).at

        begun = perf_counter()
        await pursued(moments, open_one)
        cpu = house.cpu()
        await asyncio.sleep(max(0.0, sizes.after + sizes.seconds - (perf_counter() - begun)))
        late = await _lateness(store, debates)
        return late, house.cpu() - cpu


async def _lateness(store: Store, debates: list[str]) -> list[float]:
    until, late = perf_counter() + _LONGEST, dict[str, float]()
    while len(late) < len(debates):
        for debate in debates:
            if debate not in late and (found := await _late(store, debate)) is not None:
                late[debate] = found
        if perf_counter() > until:
            raise TimeoutError(f"{len(debates) - len(late)} of {len(debates)} debates have not lapsed.")
        await asyncio.sleep(0.05)
    return list(late.values())


async def _late(store: Store, debate: str) -> float | None:
    """Both times stand in the line: when it fell due, and when that was written."""
    entries = (read(line) for line in await store.lines(debate, 1))
    lapse = next((entry for entry in entries if entry.kind == "lapsed"), None)
    return None if lapse is None else (lapse.noted - lapse.at).total_seconds() * 1000


def _pending(count: int) -> Iterator[Growth]:
    at = datetime.now(UTC)
    for number, debate in enumerate(names(count, seed=9)):
        setup = RoundTable(title=f"Sums {number}", speakers=1, max_rounds=1, timeout_per_person=_A_MONTH)
        tabled = Tabled.opening(format, setup, at)
        yield held(debate, tabled, [("asker", Question(question=_QUESTION, wanted="number"))], at)


def _heap(sizes: Sizes) -> tuple[list[float], float]:
    """How late its timers were, and what share of a core it used while none fired."""
    words = map(str, (sizes.pending, sizes.rate, sizes.seconds, sizes.idle / 4))
    command = [sys.executable, "-m", "benchmarks.load.timers", *words]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)
    return told["late"], told["idle"]
