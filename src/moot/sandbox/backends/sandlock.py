"""Sandlock: Landlock and filters on system calls, for machines where bubblewrap may not make namespaces."""

import json
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from moot.sandbox.backends.bubblewrap import FIRST_UID, UIDS
from moot.sandbox.backends.interpreter import PYTHON, executable, is_within_reach, prefix
from moot.sandbox.backends.obstacle import Obstacle
from moot.sandbox.lane import place, width
from moot.sandbox.limits import MB, Files, Limits, Ran, must_be_files, write
from moot.sandbox.pump import Launch, Talk, pump, talking

WORKER = Path(__file__).with_name("sandlock_worker.py")
SYSTEM = "/usr/bin/python3"
INSTALL = "Install it: pip install sandlock"

_READABLE = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


class Sandlock:
    """Runs programs that the kernel lets touch no more than is named."""

    name = "sandlock"

    def obstacle(self) -> Obstacle | None:
        """What is missing here, as far as it can be told without a run."""
        if not sys.platform.startswith("linux"):
            return Obstacle("sandlock is for Linux alone", "Use wasm here.")
        if find_spec("sandlock") is None:
            return Obstacle("the package sandlock is not installed", INSTALL)
        return None

    async def run(
        self, files: Files, argv: Sequence[str], limits: Limits | None = None, stdin: bytes | Talk = b""
    ) -> Ran:
        """Runs a program in a folder with these files, which is gone afterwards."""
        must_be_files(files)
        limits = limits or Limits()
        async with place() as number:
            with _launch(files, argv, limits, number) as launch:
                pumped = await pump(launch, limits, talking(stdin))
        # The worker speaks only where it could not start the guest, and then as Python does of its own failure.
        refused = pumped.exit_code == 1 and f'File "{WORKER}"'.encode() in pumped.stderr
        return pumped.ran(self.name, refused=refused)


@contextmanager
def _launch(files: Files, argv: Sequence[str], limits: Limits, number: int) -> Generator[Launch]:
    uid = FIRST_UID + (os.getpid() * width() + number) % UIDS if os.geteuid() == 0 else None
    with TemporaryDirectory(prefix="moot-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o711)
        folder, storage = Path(made, "work"), Path(made, "storage")
        write(files, folder)
        for path in (folder / "tmp", storage):
            path.mkdir(parents=True, exist_ok=True)
        _give(Path(made), uid)
        python = _python(uid)
        plan = {
            "folder": str(folder),
            "storage": str(storage),
            "uid": uid,
            "argv": [str(python) if argv[0] == PYTHON else argv[0], *argv[1:]],
            "readable": _readable(python, limits),
            "environment": _environment(folder, python),
            # It kills without a word; what is over the limit is for the watchdog, which says so.
            "memory": 2 * limits.memory * MB,
            "disk": limits.disk * MB,
            "processes": limits.processes,
            "cpu": max(1, round(limits.cpu)),
        }
        with _lifeline() as line:
            told = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
            words = (sys.executable, "-I", str(WORKER), json.dumps({**plan, "lifeline": line}))
            yield Launch(words, told, (line,))


@contextmanager
def _lifeline() -> Generator[int]:
    """The worker's end of a pipe that closes when this house ends, however it ends."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


def _give(made: Path, uid: int | None) -> None:
    if uid is None:
        return
    for parent, folders, names in os.walk(made):
        for name in (*folders, *names):
            os.chown(Path(parent, name), uid, uid)


def _python(uid: int | None) -> Path:
    """An interpreter that the guest can reach; root's own may lie where nobody else may go."""
    return executable() if uid is None or is_within_reach(executable()) else Path(SYSTEM)


def _home(python: Path) -> Path:
    return prefix() if python == executable() else Path("/usr")


def _readable(python: Path, limits: Limits) -> list[str]:
    named = (*_READABLE, *_DEVICES, str(_home(python)), *map(str, limits.readable))
    return [path for path in named if Path(path).exists()]


def _environment(folder: Path, python: Path) -> dict[str, str]:
    path = f"{python.parent}:/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8", "TMPDIR": str(folder / "tmp")}
