"""Speaking: the turns for which players are called on in this process, one task for each."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection

from moot.debate import Outage, Turn
from moot.engine.floor import Floor
from moot.tellers import TRACES
from moot.tellers.counts import SPEAKING

log = logging.getLogger("moot.runner")

_PARTING = 10.0
"""Seconds that players have to fall silent when the house closes."""


class Speaking:
    """Who speaks here. `silent` is told of a debate whenever somebody in it has ended, and whether for an outage."""

    def __init__(self, floor: Floor, silent: Callable[[str, bool], None]) -> None:
        self._floor = floor
        self._silent = silent
        self._tasks: defaultdict[str, dict[str, asyncio.Task[None]]] = defaultdict(dict)
        """By debate, and there by the label of the turn."""
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def debates(self) -> Collection[str]:
        """Those in which somebody speaks."""
        return self._tasks.keys()

    def turns(self, debate: str) -> Collection[str]:
        """The labels of the turns that are being taken in a debate."""
        return self._tasks.get(debate, {}).keys()

    def start(self, debate: str, turn: Turn) -> None:
        """Gives the floor to the player who holds a turn."""
        label = turn.label
        # The turn belongs to the trace in which the debate grew, and not to the runner's own.
        within = TRACES.after_growth(debate)
        task = asyncio.create_task(self._floor.give(debate, turn), name=f"floor {debate} {label}", context=within)
        self._tasks[debate][label] = task
        SPEAKING.add()
        task.add_done_callback(lambda done: self._ended(debate, label, done))

    def dismiss(self, debate: str, due: Collection[str] = ()) -> None:
        """Stops those who speak in a debate and are not due, without waiting for them to fall silent."""
        for label in [label for label in self.turns(debate) if label not in due]:
            task = self._taken_out(debate, label)
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)
            task.cancel()

    async def end(self) -> None:
        """Stops all of them, and waits until they are silent and what they said last is kept."""
        for debate in tuple(self.debates):
            self.dismiss(debate)
        if self._leaving:
            _, left = await asyncio.wait(self._leaving, timeout=_PARTING)
            for task in left:
                log.warning("%s was told to stop and does not", task.get_name())
        await self._floor.end()

    def _ended(self, debate: str, label: str, task: asyncio.Task[None]) -> None:
        SPEAKING.add(by=-1)
        if self._tasks.get(debate, {}).get(label) is task:
            self._taken_out(debate, label)
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            # The turn is still due: its holder is called on again, after an outage soon, and else by the next sweep.
            shown = None if isinstance(fault, Outage) else fault
            log.error("debate %s, turn %s: %s", debate, label, fault, exc_info=shown)
        self._silent(debate, isinstance(fault, Outage))

    def _taken_out(self, debate: str, label: str) -> asyncio.Task[None]:
        tasks = self._tasks[debate]
        task = tasks.pop(label)
        if not tasks:
            del self._tasks[debate]
        return task
