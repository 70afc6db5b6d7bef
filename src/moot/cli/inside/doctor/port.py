"""The port: free, or taken by whom."""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from moot.cli.environment import version_at
from moot.cli.inside.doctor.finding import Finding, fails, works
from moot.settings import Settings

_LISTENS = "0A"


def port(settings: Settings) -> Iterator[Finding]:
    """Whether a server could listen where it should, or one of ours does."""
    where = f"{settings.host}:{settings.port}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
            # Some systems let two bind one port, and only one listen.
            probe.listen(1)
        except OSError as taken:
            why = taken.strerror or str(taken)
        else:
            yield works("port", f"{where} is free", needed=True)
            return
    if (version := version_at(settings.address)) is not None:
        yield works("port", f"Moot {version} answers at {settings.address}", needed=True)
        return
    who = _listener(settings.port)
    what = f"{where} cannot be listened on ({why})" + (f"; {who} does" if who else "")
    yield fails("port", what, "Stop what listens there, or set MOOT_PORT to another port.", needed=True)


def _listener(number: int) -> str | None:
    """The process that listens on a port, where this machine tells: Linux does, of one's own processes."""
    sockets = {f"socket:[{inode}]" for inode in _inodes(number)}
    if not sockets:
        return None
    holding = (process for process in Path("/proc").glob("[0-9]*") if sockets & set(_held(process)))
    process = next(holding, None)
    with suppress(OSError):
        return None if process is None else f"process {process.name} ({(process / 'comm').read_text().strip()})"
    return None


def _held(process: Path) -> Iterator[str]:
    """What a process has open; of somebody else's nothing is told, and anything may be closed meanwhile."""
    with suppress(OSError):
        for file in (process / "fd").iterdir():
            with suppress(OSError):
                yield os.readlink(file)


def _inodes(number: int) -> Iterator[str]:
    for name in ("tcp", "tcp6"):
        table = Path("/proc/net", name)
        if not table.exists():
            continue
        for line in table.read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == _LISTENS and int(fields[1].rpartition(":")[2], 16) == number:
                yield fields[9]
