"""The verbs of whoever runs the house: how it is, and what to look after."""

from moot.desk.callers import Caller
from moot.desk.house import AtDesk
from moot.desk.operations_replies import Operations, Vitals
from moot.desk.troubles import troubles


class Operating(AtDesk):
    """The part of the desk for whoever runs the house."""

    async def operations(self, caller: Caller) -> Operations:
        """How the house runs: what waits, what it costs, what is slow and what fails. The owner's to read."""
        caller.must_own()
        watch, now = self._house.watch, self._house.clock()
        told = await watch.overseer.oversight(now)
        circuits, disk = watch.circuits(), watch.disk()
        found = troubles(told, circuits, disk, now, self._house.steward.spared_until())
        return Operations(**dict(told), at=now, troubles=found, circuits=circuits, disk=disk)

    async def vitals(self) -> Vitals:
        """How much waits, in numbers alone; whoever shows them decides to whom."""
        return await self._house.watch.overseer.vitals(self._house.clock())
