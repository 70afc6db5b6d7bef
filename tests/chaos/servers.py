"""Servers that are killed and come back at the same address."""

import shutil
import socket
from collections.abc import Generator
from contextlib import contextmanager
from random import Random

from tests.support.house import ServerProcess


@contextmanager
def steady_server(database: str) -> Generator[ServerProcess]:
    """A server whose address stays its own while it is down."""
    server = ServerProcess(database, url=f"http://127.0.0.1:{steady_port()}")
    server.start()
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(server.folder, ignore_errors=True)


def steady_port() -> int:
    """A free port below those that outgoing connections get: a client that tries again must not sit down on it."""
    chance = Random()
    for _ in range(200):
        port = chance.randrange(20_000, 30_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise RuntimeError("No free port was found.")
