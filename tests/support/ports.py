"""Ports for tests: one on which nobody can begin to listen meanwhile, and one that stays free until it is used."""

import socket
from collections.abc import Iterator
from random import Random

import pytest


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port on which nobody listens, nor can while the test runs: it is taken, and turns everybody away."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def kept(port: int) -> socket.socket:
    """Keeps a port for a server that is down: everybody is turned away, and nobody but the server can come back."""
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", port))
    return place


def steady_port() -> int:
    """A free port below those that outgoing connections get: a client that tries again must not sit down on it."""
    chance = Random()
    for _ in range(200):
        port = chance.randrange(20_000, 30_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise RuntimeError("No free port was found.")
