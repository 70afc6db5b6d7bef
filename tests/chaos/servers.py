"""Servers that are killed and come back at the same address."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager

from tests.support.house import ServerProcess
from tests.support.ports import steady_port


@contextmanager
def steady_server(database: str) -> Generator[ServerProcess]:
    """A server whose address stays its own while it is down."""
    server = ServerProcess(database, url=f"http://127.0.0.1:{steady_port()}")
    server.start()
    try:
        yield server
    finally:
        server.kill()
        server.leave()
        shutil.rmtree(server.folder, ignore_errors=True)
