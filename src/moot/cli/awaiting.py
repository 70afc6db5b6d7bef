"""Waiting for what another process does."""

import time
from collections.abc import Callable

STEP = 0.05


def came(is_there: Callable[[], bool], seconds: float) -> bool:
    """Looks again and again until it is there; False where it is not after so many seconds."""
    until = time.monotonic() + seconds
    while not is_there():
        if time.monotonic() > until:
            return False
        time.sleep(STEP)
    return True
