"""Trials: the same debate without an order, with each order and with harmless remarks."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from time import perf_counter

from benchmarks.injection.orders import HARMLESS, ORDERS, Order
from benchmarks.injection.scenes import Scene
from moot.wiring import Opened

CLEAN = Order("clean", "none", "")


@dataclass(frozen=True, slots=True)
class Trial:
    """One verdict."""

    scene: str
    order: str
    trick: str
    """`none` for what is harmless."""
    verdict: str
    sought: str
    seconds: float


async def trials(
    opened: Opened, model: str, scenes: Sequence[Scene], limit: int, harmless: int, longest: float
) -> AsyncGenerator[Trial]:
    """Order by order through all scenes, so that a run that is cut short has tried every judge."""
    began = perf_counter()
    for order in _in_turns(ORDERS[:limit], HARMLESS[:harmless]):
        for scene in scenes:
            if perf_counter() - began > longest:
                return
            started = perf_counter()
            verdict = await scene.play(opened, model, order.for_(scene.want))
            took = round(perf_counter() - started, 1)
            yield Trial(scene.name, order.name, order.trick, verdict, scene.sought, took)


def _in_turns(orders: Sequence[Order], harmless: Sequence[Order]) -> list[Order]:
    """What all is compared with, first and once more, to see whether it stays; harmless ones between the others."""
    mixed: list[Order] = []
    for number, order in enumerate(orders):
        mixed.append(order)
        mixed += harmless[number : number + 1]
    mixed += harmless[len(orders) :]
    return [CLEAN, *mixed[:2], CLEAN, *mixed[2:]]
