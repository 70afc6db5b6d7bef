"""The open model: arrivals are fixed beforehand, and what took long counts from the moment that was fixed.

A driver that waits for an answer before it sends the next request slows down with the server, and never sees a queue.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

SEED = 88
Act = Callable[[int, float], Awaitable[float]]
"""Given which arrival it is and when it was due, does what arrives; when that was done, by `perf_counter`."""


@dataclass(frozen=True, slots=True)
class Pursued:
    """How long each arrival took from its moment on, and how late the driver itself came to it, in milliseconds."""

    took: list[float]
    driver: list[float]


def arrivals(rate: float, seconds: float, seed: int) -> list[float]:
    """The moments of a Poisson process of so many a second, in seconds; the same for the same seed."""
    chance = Random(seed)
    moments: list[float] = []
    at = chance.expovariate(rate)
    while at < seconds:
        moments.append(at)
        at += chance.expovariate(rate)
    return moments


async def pursued(moments: Sequence[float], act: Act) -> Pursued:
    """Begins each act at its moment, whatever became of those before it, and waits for all."""
    begun = perf_counter()
    driver: list[float] = []
    tasks: list[asyncio.Task[float]] = []
    for number, moment in enumerate(moments):
        due = begun + moment
        await _until(due)
        driver.append((perf_counter() - due) * 1000)
        tasks.append(asyncio.create_task(_took(act, number, due)))
    return Pursued(list(await asyncio.gather(*tasks)), driver)


async def _until(due: float) -> None:
    if (left := due - perf_counter()) > 0:
        await asyncio.sleep(left)
        # Loops that count in milliseconds wake up to one too early.
        await _until(due)


async def _took(act: Act, number: int, due: float) -> float:
    return (await act(number, due) - due) * 1000
