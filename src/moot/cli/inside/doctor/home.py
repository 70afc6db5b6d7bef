"""The home of the house: there, writable, private, with room on its disk."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from moot.cli.inside.doctor.finding import Finding, fails, works
from moot.settings import Settings

ROOM = 64 << 20
"""Bytes that must be free: a house that cannot write refuses every move."""
_WRITABLE = "Mount it so that it can be written, or set MOOT_HOME to a folder on another disk."
_ELSEWHERE = "Correct who owns it, or set MOOT_HOME to another folder."


def home_of(settings: Settings) -> Iterator[Finding]:
    """What there is to say of the home and its disk."""
    home = settings.home.expanduser().absolute()
    # Not Path.exists, which raises where one may not look.
    there = next(folder for folder in (home, *home.parents) if os.path.exists(folder))
    if not there.is_dir():
        yield fails("home", f"{there} is no folder", _ELSEWHERE, needed=True)
        return
    if not os.access(there, os.R_OK | os.W_OK | os.X_OK, effective_ids=True):
        if os.statvfs(there).f_flag & os.ST_RDONLY:
            yield fails(
                "home", f"the disk of {there} takes no writes: it is mounted to be read", _WRITABLE, needed=True
            )
            return
        yield fails("home", f"{there} cannot be read and written by this user", _ELSEWHERE, needed=True)
        return
    yield works("home", str(home) if there == home else f"{home} is made at the first opening", needed=True)
    if there == home and (mode := stat.S_IMODE(home.stat().st_mode)) & 0o077:
        what = f"others on this machine can look into {home} (mode {mode:o})"
        yield fails("home", what, f"Run: chmod 700 {home}")
    yield _disk(there)


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        what = f"{free / 1e6:,.0f} MB are free on the disk of {folder}"
        return fails("disk", what, "Make room: nothing can be kept on a full disk.", needed=True)
    return works("disk", f"{free / 1e9:,.1f} GB are free", needed=True)
