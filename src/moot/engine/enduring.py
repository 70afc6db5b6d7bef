"""Enduring: what is done again and again, where one failure is told and is no reason to stop."""

from logging import Logger
from types import TracebackType

from moot.debate import Outage


class Enduring:
    """A block whose faults are told in a log, an outage as what it is, all else with its trace, and go no further."""

    def __init__(self, log: Logger, doing: str, *about: object) -> None:
        self._log, self._doing, self._about = log, doing, about

    def __enter__(self) -> None:
        """Nothing is prepared."""

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        match fault:
            case Outage():
                self._log.warning(f"{self._doing}: %s", *self._about, fault)
            case Exception():
                self._log.error(self._doing, *self._about, exc_info=fault)
            case _:
                return False
        return True
