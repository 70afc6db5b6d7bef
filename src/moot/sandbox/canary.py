"""The canary: a program that tries to get out. A backend counts only where it could not."""

import json
import secrets
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from moot.sandbox.limits import Limits, Ran
from moot.sandbox.words import plain

PROCESSES = 12
LIMITS = Limits(wall=20.0, cpu=10.0, processes=PROCESSES)
SHOWN = 200

TEXT = b"""
import json, os, socket, sys, time
path, port, many = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
tried = {"ran": True, "read": None, "connected": False, "forked": 0}
try:
    with open(path) as secret:
        tried["read"] = secret.read()
except Exception:
    pass
try:
    socket.create_connection(("127.0.0.1", port), 2).send(b"out")
    tried["connected"] = True
except Exception:
    pass
try:
    for _ in range(many):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        tried["forked"] += 1
except Exception:
    pass
print(json.dumps(tried), flush=True)
os._exit(0)
"""


@dataclass(frozen=True, slots=True)
class Cage:
    """What the canary is set upon: a secret that anybody on this machine may read, and a port that answers."""

    path: Path
    secret: str
    listening: socket.socket

    @property
    def argv(self) -> tuple[str, ...]:
        """How the canary is called."""
        port: int = self.listening.getsockname()[1]
        return ("python", "canary.py", str(self.path), str(port), str(3 * PROCESSES))

    def escaped(self, ran: Ran) -> str | None:
        """How it got out, or that nothing was shown; None where it was held."""
        told = _told(ran.stdout)
        if told is None:
            said = plain(ran.stderr, SHOWN).strip().splitlines() or [f"it ended by {ran.why} without a word"]
            return said[-1] if said[0].startswith("Traceback") else said[0]
        if self.secret.encode() in ran.stdout + ran.stderr:
            return "a guest could read a file of this machine"
        if told["connected"] or self._reached():
            return "a guest could reach a port of this machine"
        if told["forked"] >= PROCESSES:
            return f"a guest could start {told['forked']} processes where {PROCESSES} are allowed"
        return None

    def _reached(self) -> bool:
        try:
            self.listening.accept()[0].close()
        except BlockingIOError:
            return False
        return True


@contextmanager
def cage() -> Generator[Cage]:
    """A cage for one canary."""
    secret = secrets.token_hex(16)
    with TemporaryDirectory(prefix="moot-canary-") as folder, socket.socket() as listening:
        Path(folder).chmod(0o755)
        path = Path(folder, "secret")
        path.write_text(secret)
        path.chmod(0o644)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        yield Cage(path, secret, listening)


def _told(stdout: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(stdout)
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    tried = cast(dict[str, Any], told)
    return tried if tried.get("ran") is True else None
