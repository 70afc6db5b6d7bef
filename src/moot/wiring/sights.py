"""What the operator sees of this process and its machine."""

import shutil
from pathlib import Path

from moot.desk.operations_replies import CircuitTold, Disk
from moot.players.circuits import CIRCUITS


def circuits() -> tuple[CircuitTold, ...]:
    """The providers that failed and have not worked since, as this process sees them."""
    return tuple(
        CircuitTold(provider=lane, failures=failures, open=is_open, seconds=round(seconds, 1))
        for lane, failures, is_open, seconds in CIRCUITS.troubled()
    )


def disk_of(home: Path) -> Disk | None:
    """The disk that the home is on; None as long as there is no home."""
    try:
        usage = shutil.disk_usage(home.expanduser())
    except OSError:
        return None
    return Disk(free_bytes=usage.free, total_bytes=usage.total)
