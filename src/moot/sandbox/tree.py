"""A tree of processes: who is in it, what they hold, and its end."""

import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

ROUNDS = 200
"""How often the living are looked for while a tree is ended; its processes are limited, so a few rounds do."""

_PROC = Path("/proc")
_LISTED = _PROC / "self" / "task" / str(os.getpid()) / "children"
_HELD = (b"RssAnon:", b"RssShmem:")


def descendants(root: int) -> list[int]:
    """Everybody whom a process started, and whom they started; without itself, without the dead."""
    children = _children if _LISTED.exists() else _families().__getitem__
    found: list[int] = []
    waiting = [root]
    while waiting:
        started = list(children(waiting.pop()))
        found += started
        waiting += started
    return found


def _families() -> defaultdict[int, list[int]]:
    """Everybody's children, where the kernel does not list them: all processes are asked for their parent."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for path in _PROC.glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            # The name before may have blanks and brackets of its own.
            found[int(path.read_bytes().rpartition(b")")[2].split()[1])].append(int(path.parent.name))
    return found


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):
        for task in (_PROC / str(process) / "task").iterdir():
            with suppress(OSError):
                yield from map(int, (task / "children").read_bytes().split())


def held(root: int) -> int:
    """The bytes that a process and all below it hold: their own pages and those they share with each other."""
    return sum(map(_held, (root, *descendants(root))))


def _held(process: int) -> int:
    try:
        status = (_PROC / str(process) / "status").read_bytes()
    except OSError:
        return 0
    told = (line.split() for line in status.splitlines() if line.startswith(_HELD))
    return sum(int(words[1]) * 1024 for words in told)


def end_tree(root: int) -> None:
    """Kills everybody below a process, and last the process itself, so that nobody is left behind unseen."""
    for _ in range(ROUNDS):
        living = [process for process in descendants(root) if not _is_dead(process)]
        if not living:
            break
        for process in living:
            _kill(process)
    end_group(root)


def end_group(leader: int) -> None:
    """Kills a process and whoever is still in its group."""
    # Nobody may be left; macOS says "not permitted" of a group that only has the dead in it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _kill(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)


def _is_dead(process: int) -> bool:
    try:
        stat = (_PROC / str(process) / "stat").read_bytes()
    except OSError:
        return True
    return stat.rpartition(b")")[2].split()[:1] in ([b"Z"], [b"X"])
