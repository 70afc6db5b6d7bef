"""Lanes: how many calls may be under way at once to one provider and to one model."""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

_PROVIDER, _MODEL = "provider:", "model:"
_HERE = ("provider:embedded", "model:embedded:")
"""A model in the memory of this process is nobody else's to wait for."""


class Lanes(Protocol):
    """Lets so many through at once, in the order they came."""

    def through(self, wanted: Mapping[str, int]) -> AbstractAsyncContextManager[None]:
        """Waits until every lane has room for one more than are in it, by its limit."""
        ...


class LocalLanes:
    """The lanes of one process."""

    def __init__(self) -> None:
        self._lanes: dict[str, asyncio.Semaphore] = {}

    def through(self, wanted: Mapping[str, int]) -> AbstractAsyncContextManager[None]:
        """Waits until every lane has room; they are entered in one order, so that nobody waits in a circle."""
        return _Through([self._lane(name, wanted[name]) for name in sorted(wanted)])

    def _lane(self, name: str, most: int) -> asyncio.Semaphore:
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._lanes[name] = asyncio.Semaphore(most)
        return lane


class _Through(AbstractAsyncContextManager[None]):
    """Lanes on which somebody is under way. A class, because it is on the way of every call."""

    __slots__ = ("_entered", "_lanes")

    def __init__(self, lanes: list[asyncio.Semaphore]) -> None:
        self._lanes = lanes
        self._entered = 0

    async def __aenter__(self) -> None:
        try:
            for lane in self._lanes:
                await lane.acquire()
                self._entered += 1
        except BaseException:
            self._leave()
            raise

    async def __aexit__(self, *ended: object) -> None:
        self._leave()

    def _leave(self) -> None:
        for lane in reversed(self._lanes[: self._entered]):
            lane.release()


def shared_lanes(wanted: Mapping[str, int]) -> dict[str, int]:
    """Those lanes whose limit holds for all processes of a house: providers elsewhere, and narrower models of theirs.

    What a machine does by itself (programs, sandboxes, models in memory) is its own.
    """
    found = {name: most for name, most in wanted.items() if name.startswith((_PROVIDER, _MODEL))}
    return {
        name: most
        for name, most in found.items()
        if not name.startswith(_HERE) and not (name.startswith(_MODEL) and most >= _widest_above(name, found))
    }


def _widest_above(model: str, lanes: Mapping[str, int]) -> float:
    """The limit of the provider whom a model belongs to, where that is known: nothing wider needs a lane of its own."""
    above = model.removeprefix(_MODEL)
    providers = {name.removeprefix(_PROVIDER): most for name, most in lanes.items() if name.startswith(_PROVIDER)}
    return min((most for name, most in providers.items() if above.startswith(f"{name}:")), default=float("inf"))
