"""Where a server is reached, and by how many at once."""

import resource
import socket
from contextlib import suppress

from moot.debate import InvalidInput
from moot.settings import Settings

_OPEN_FILES = 65_536
"""As many as a server may need; more would only slow down programs that it starts and that close them all."""


def listening_at(settings: Settings) -> socket.socket:
    """The socket of this address, which from then on is this process's alone."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        # Some systems let two bind one port, and only one listen.
        listening.listen()
    except OSError as taken:
        listening.close()
        raise InvalidInput(
            f"Cannot listen on {settings.host}:{settings.port}: {taken.strerror}.",
            suggestion="Another server may run there (moot serve status); or choose another --port.",
        ) from taken
    listening.set_inheritable(False)
    return listening


def address_of(listening: socket.socket) -> str:
    """How whoever listens there is reached."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def allow_many_connections() -> None:
    """Lifts this process's limit of open files: each who waits or watches holds one, and shells grant few unasked."""
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _OPEN_FILES)
    if few != resource.RLIM_INFINITY and few < wanted:
        # Some systems tell of a limit that they do not grant.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
