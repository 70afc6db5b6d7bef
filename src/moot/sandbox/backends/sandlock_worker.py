"""The process that starts a guest under sandlock and stays its supervisor; run as a file, so that it loads little.

It has no rights left when it starts the guest: as root, sandlock leaves calls open that only root may make.
"""

import ctypes
import json
import os
import resource
import runpy
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
TREE = Path(__file__).parents[1] / "tree.py"
ADDRESSES = 4096 * 1024 * 1024
OPEN_FILES = 256


def main() -> None:
    """Starts what the first argument describes, waits for it and ends as it ended."""
    plan: dict[str, Any] = json.loads(sys.argv[1])
    # Before the rights are dropped: they may lie where only root can read.
    sandlock: Any = import_module("sandlock")
    end_tree = runpy.run_path(str(TREE))["end_tree"]
    _limit(plan)
    _drop(plan["uid"])
    Thread(target=_end_with, args=(plan["lifeline"], end_tree), daemon=True).start()
    box = sandlock.Sandbox(
        fs_readable=plan["readable"],
        fs_writable=[plan["folder"], "/dev/null"],
        workdir=plan["folder"],
        cwd=plan["folder"],
        fs_storage=plan["storage"],
        max_disk=plan["disk"],
        max_memory=plan["memory"],
        max_processes=plan["processes"],
        # Memory that no process has mapped is nobody's: it would not be counted.
        extra_deny_syscalls=["memfd_create", "memfd_secret"],
        no_coredump=True,
        clean_env=True,
        env=plan["environment"],
        on_exit=sandlock.BranchAction.ABORT,
        on_error=sandlock.BranchAction.ABORT,
    )
    ended = box.popen(plan["argv"]).wait()
    os._exit(_code(ended))


def _limit(plan: dict[str, Any]) -> None:
    cpu = plan["cpu"]
    for what, most in (
        (resource.RLIMIT_CPU, (cpu, cpu + 1)),
        (resource.RLIMIT_AS, (ADDRESSES, ADDRESSES)),
        (resource.RLIMIT_CORE, (0, 0)),
        (resource.RLIMIT_FSIZE, (plan["disk"], plan["disk"])),
        (resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES)),
    ):
        resource.setrlimit(what, most)


def _drop(uid: int | None) -> None:
    call = ctypes.CDLL(None, use_errno=True).prctl
    # Whoever loses its parent comes here, where it is seen and ended.
    call(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        call(PR_SET_DUMPABLE, 1, 0, 0, 0)


def _end_with(lifeline: int, end_tree: Callable[[int], None]) -> None:
    """Ends everybody here once the house is gone, which alone holds the other end of the line."""
    os.set_inheritable(lifeline, False)
    while os.read(lifeline, 1):
        pass
    end_tree(os.getpid())


def _code(ended: Any) -> int:
    """As a shell tells it."""
    if ended.reason.name == "EXITED":
        return int(ended.exit_code) & 0xFF
    return 128 + (int(ended.signal) if ended.signal > 0 else signal.SIGKILL)


if __name__ == "__main__":
    main()
