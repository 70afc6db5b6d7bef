"""Bubblewrap: namespaces of its own for every guest, a file system made of nothing but what is named here.

Nothing of the host can be written: files come in through memory, answers go out through pipes.
"""

import os
import shutil
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from moot.sandbox.backends import seccomp
from moot.sandbox.backends.interpreter import PYTHON, executable, prefix
from moot.sandbox.backends.obstacle import Obstacle
from moot.sandbox.lane import place, width
from moot.sandbox.limits import MB, Files, Limits, Ran, must_be_files
from moot.sandbox.pump import Launch, Pumped, Talk, pump, talking

NOBODY = 65534
FIRST_UID = 64000
UIDS = 1500
"""Guests of a house that runs as root get users of their own, because the kernel counts processes by user."""
ADDRESSES = 4096 * MB
"""How much a process may reserve: programs reserve far more than they use, so this only stops the absurd."""
OPEN_FILES = 256
FOLDER = "/work"
INSTALL = "Install it: apt install bubblewrap (or dnf, pacman, apk)"

_NEEDED = ("bwrap", "prlimit", "setpriv")
_ROOTS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")


class Bubblewrap:
    """Runs programs in namespaces of their own."""

    name = "bwrap"

    def obstacle(self) -> Obstacle | None:
        """What is missing here, as far as it can be told without a run."""
        if not sys.platform.startswith("linux"):
            return Obstacle("bubblewrap is for Linux alone", "Use wasm here.")
        if seccomp.machine() is None:
            return Obstacle("its filter of system calls is not written for this kind of machine", "Use wasm here.")
        missing = [name for name in _NEEDED if shutil.which(name) is None]
        if missing:
            return Obstacle(f"there is no program {missing[0]!r} on the PATH", INSTALL)
        return None

    async def run(
        self, files: Files, argv: Sequence[str], limits: Limits | None = None, stdin: bytes | Talk = b""
    ) -> Ran:
        """Runs a program in a folder with these files."""
        must_be_files(files)
        limits = limits or Limits()
        async with place() as number:
            with _launch(files, argv, limits, number) as launch:
                return self._told(await pump(launch, limits, talking(stdin)))

    def _told(self, pumped: Pumped) -> Ran:
        # Only these three speak before the guest does, and only where they could not start it.
        failed = pumped.exit_code in (1, 126, 127) and not pumped.stdout
        refused = failed and pumped.stderr.startswith((b"bwrap: ", b"setpriv: ", b"prlimit: "))
        return pumped.ran(self.name, refused=refused)


@contextmanager
def _launch(files: Files, argv: Sequence[str], limits: Limits, number: int) -> Generator[Launch]:
    """The command, with the descriptors that it reads open for as long as it runs."""
    kind = seccomp.machine()
    assert kind is not None
    fds: list[int] = []
    try:
        inside = {name: _in_memory(text, fds) for name, text in files.items()}
        barred = _in_memory(seccomp.program(kind), fds)
        root = os.geteuid() == 0
        words = [_found("bwrap"), *_namespaces(root), *_environment(), *_system(), *_devices(limits)]
        words += [*_work(inside, limits), *_shown(limits), "--remount-ro", "/", "--chdir", FOLDER]
        words += ["--seccomp", str(barred), "--"]
        words += [*(_dropped(number) if root else ()), *_limited(limits), *_program(argv)]
        yield Launch(tuple(words), {}, tuple(fds))
    finally:
        for fd in fds:
            os.close(fd)


def _in_memory(text: bytes, fds: list[int]) -> int:
    fd = os.memfd_create("moot")
    fds.append(fd)
    view = memoryview(text)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _found(name: str) -> str:
    return shutil.which(name) or name


def _namespaces(root: bool) -> list[str]:
    """All of its own. Root keeps no user namespace: mapped to nobody it would still own /proc/sys as the real root."""
    common = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    common += ["--die-with-parent", "--new-session", "--hostname", "moot", "--cap-drop", "ALL"]
    if not root:
        return [*common, "--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
        common += ["--cap-add", capability]
    return common


def _environment() -> list[str]:
    path = f"{prefix() / 'bin'}:/usr/local/bin:/usr/bin:/bin"
    told = {"PATH": path, "HOME": FOLDER, "LANG": "C.UTF-8"}
    return ["--clearenv", *(word for name, value in told.items() for word in ("--setenv", name, value))]


def _system() -> list[str]:
    """The programs of the machine and the interpreter, to be read alone."""
    words = ["--ro-bind", "/usr", "/usr"]
    for name in _ROOTS:
        path = Path("/", name)
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    words += ["--perms", "0755", "--dir", "/etc"]
    for path in ("/etc/ld.so.cache", "/etc/alternatives"):
        words += ["--ro-bind-try", path, path]
    return [*words, *_bound(prefix())]


def _bound(path: Path, inside: Path | None = None) -> list[str]:
    """A folder of the machine, to be read alone: where it is, or elsewhere inside."""
    if path.is_relative_to("/usr"):
        return []
    place = inside or path
    words: list[str] = []
    # Made by itself, a parent could be entered by root alone.
    for parent in reversed(place.parents[:-1]):
        words += ["--perms", "0755", "--dir", str(parent)]
    return [*words, "--ro-bind", str(path), str(place)]


def _shown(limits: Limits) -> list[str]:
    """What is named beyond the system; below the interpreter it is there already."""
    paths = (path for path in limits.readable if not path.is_relative_to(prefix()))
    return [word for path in paths for word in _bound(path, _past_links(path))]


def _past_links(path: Path) -> Path:
    """Where a folder is inside: what the guest calls /tmp is a link into the place where it may write."""
    return Path(FOLDER, *path.parts[1:]) if path.is_relative_to("/tmp") else path


def _devices(limits: Limits) -> list[str]:
    shared = str(limits.disk * MB // 4)
    words = ["--proc", "/proc", "--dev", "/dev", "--size", shared, "--perms", "1777", "--tmpfs", "/dev/shm"]
    return [*words, "--remount-ro", "/dev"]


def _work(inside: dict[str, int], limits: Limits) -> list[str]:
    """The one place to write: bounded, in memory, gone with the guest."""
    words = ["--size", str(limits.disk * MB), "--perms", "1777", "--tmpfs", FOLDER]
    words += ["--perms", "1777", "--dir", f"{FOLDER}/tmp", "--symlink", f"{FOLDER}/tmp", "/tmp"]
    folders = {parent for name in inside for parent in PurePosixPath(name).parents if parent.parts}
    for folder in sorted(folders):
        words += ["--perms", "1777", "--dir", f"{FOLDER}/{folder}"]
    for name, fd in inside.items():
        words += ["--perms", "0444", "--ro-bind-data", str(fd), f"{FOLDER}/{name}"]
    return words


def _dropped(number: int) -> list[str]:
    uid = str(FIRST_UID + (os.getpid() * width() + number) % UIDS)
    words = [_found("setpriv"), "--reuid", uid, "--regid", uid, "--clear-groups", "--bounding-set=-all"]
    return [*words, "--inh-caps=-all", "--no-new-privs", "--"]


def _limited(limits: Limits) -> list[str]:
    cpu = max(1, round(limits.cpu))
    addresses = max(ADDRESSES, 2 * limits.memory * MB)
    words = [_found("prlimit"), f"--as={addresses}", f"--nproc={limits.processes}", f"--cpu={cpu}:{cpu + 1}"]
    return [*words, "--core=0", f"--fsize={limits.disk * MB}", f"--nofile={OPEN_FILES}", "--memlock=0", "--"]


def _program(argv: Sequence[str]) -> list[str]:
    program, *rest = argv
    return [str(executable()) if program == PYTHON else program, *rest]
