"""Holders: which process has put a question, so that no two pay for the same answer."""

import os
import socket
from secrets import token_hex


class Holder:
    """This process, and what it can tell of others."""

    def __init__(self) -> None:
        self._host = socket.gethostname()
        self.name = f"{self._host}:{os.getpid()}:{token_hex(4)}"

    def is_gone(self, name: str) -> bool:
        """Whether a holder is known to have ended; of those on other machines nothing is known."""
        host, _, rest = name.rpartition(":")[0].rpartition(":")
        if host != self._host or name == self.name:
            return False
        pid = int(rest)
        return pid == os.getpid() or not _is_alive(pid)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
