"""What every driver shares: it plays a debate alone and many at once, and says in JSON what that took.

Run inside each system's own environment: beside the standard library there is uvloop, and no Moot.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from threading import Event, Thread
from time import perf_counter, process_time
from typing import Any

import uvloop
from profiling import profiled

AGENTS = ("A", "B", "C")
"""Each is a model of the endpoint, and votes for the option that it is named after."""
ROUNDS = 2
STAGES = ROUNDS + 1
QUESTION = (
    "Does the first release work offline? A: no offline mode. B: all of it works offline. C: reading alone does. "
    "Field workers lose the network for hours. Their tablets are old. The release is due in spring."
)
ROLE = "You argue for option {name}. Read what the others said, answer them in a few sentences, and hold your ground."
BALLOT = "The debate is over. Name the option you vote for: A, B or C."

_WARMING = 5

Play = Callable[[], Awaitable[Any]]
Says = Callable[[str, str], Awaitable[str]]
"""What an agent answers to what it is told."""


@dataclass(frozen=True)
class Asked:
    """What a driver is told to do."""

    url: str
    alone: int
    crowd: int
    repeats: int
    folder: str

    @staticmethod
    def given() -> "Asked":
        """From the command line."""
        url, alone, crowd, repeats, folder = sys.argv[1:]
        return Asked(url, int(alone), int(crowd), int(repeats), folder)


def seen(question: str, said: list[tuple[str, str]]) -> str:
    """The question, and what was said to it so far."""
    return "\n\n".join([question, *(f"{name} said:\n{words}" for name, words in said)])


def tallied(votes: list[str]) -> str:
    """The option that most vote for; of equals, the first."""
    counted = {option: sum(vote.strip().rstrip(".").endswith(option) for vote in votes) for option in AGENTS}
    return max(AGENTS, key=lambda option: counted[option])


async def debated(says: Says) -> str:
    """The debate for a system that is asked call by call: all speak at once in each round, then all vote."""
    said: list[tuple[str, str]] = []
    for _ in range(ROUNDS):
        told = seen(QUESTION, said)
        said += zip(AGENTS, await asyncio.gather(*(says(name, told) for name in AGENTS)), strict=True)
    told = seen(QUESTION, said) + "\n\n" + BALLOT
    return tallied(await asyncio.gather(*(says(name, told) for name in AGENTS)))


async def measured(asked: Asked, play: Play, stages: int = STAGES) -> dict[str, Any]:
    """What one debate takes, and many at once.

    As many are played before, a few at a time: what a system keeps of debates that are over, up to whatever bounds it
    has, is no part of a live one.
    """
    calls = len(AGENTS) * stages
    for _ in range(max(1, asked.crowd // _WARMING)):
        await asyncio.gather(*(play() for _ in range(_WARMING)))
    alone = [await _timed([play]) for _ in range(asked.alone)]
    before, peak = _resident(), 0
    crowds: list[tuple[float, float]] = []
    for _ in range(asked.repeats):
        with _Watched() as memory:
            crowds.append(await _timed([play] * asked.crowd))
        peak = max(peak, memory.peak)
    profile = await profiled(lambda: _timed([play] * asked.crowd)) if os.environ.get("PEERS_PROFILE") else None
    return {
        "profile": profile,
        "stages": stages,
        "calls": calls,
        "alone_ms": [wall * 1000 for wall, _ in alone],
        "alone_cpu_ms_per_call": [cpu * 1000 / calls for _, cpu in alone],
        "crowd": asked.crowd,
        "crowd_seconds": [wall for wall, _ in crowds],
        "crowd_cpu_ms_per_call": [cpu * 1000 / calls / asked.crowd for _, cpu in crowds],
        "rss_mb_before": before / 1e6,
        "rss_mb_peak": peak / 1e6,
        "kb_per_live_debate": max(0, peak - before) / asked.crowd / 1e3,
    }


async def _timed(plays: list[Play]) -> tuple[float, float]:
    wall, cpu = perf_counter(), process_time()
    await asyncio.gather(*(play() for play in plays))
    return perf_counter() - wall, process_time() - cpu


def run(
    system: str, version: str, playing: "Callable[[Asked], Any]", *, persistence: bool, stages: int = STAGES
) -> None:
    """Measures a system: `playing` gives, as an async context, how a debate is played."""

    async def main() -> dict[str, Any]:
        asked = Asked.given()
        async with playing(asked) as play:
            return await measured(asked, play, stages)

    # The same loop for all: every environment has it.
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        took = runner.run(main())
    print("MEASURED " + json.dumps({"system": system, "version": version, "persistence": persistence, **took}))


@asynccontextmanager
async def in_threads(asked: Asked, play: Callable[[], object]) -> AsyncGenerator[Play]:
    """For a system that blocks: each debate has a thread."""
    with ThreadPoolExecutor(asked.crowd) as pool:
        loop = asyncio.get_running_loop()

        async def one() -> None:
            await loop.run_in_executor(pool, play)

        yield one


def _resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class _Watched:
    """The most memory that was held, looked at fifty times a second."""

    def __enter__(self) -> "_Watched":
        self.peak = _resident()
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.02):
            self.peak = max(self.peak, _resident())
