"""The bench: which checks there are, where their programs are on this machine, and why some cannot be run."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from moot.tools.checks.check import Check
from moot.tools.checks.commands import read_commands
from moot.tools.checks.golang import GO_CHECKS
from moot.tools.checks.javascript import JAVASCRIPT_CHECKS
from moot.tools.checks.python import PYTHON_CHECKS

BUILT_IN: tuple[Check, ...] = (*PYTHON_CHECKS, *JAVASCRIPT_CHECKS, *GO_CHECKS)
_PROGRAMS = ("/usr/local/bin", "/usr/bin", "/bin")
"""Where a guest finds the programs of the machine."""
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Offered:
    """A check, and whether it can be run here."""

    check: Check
    version: str = ""
    why_not: str = ""


def folders() -> tuple[Path, ...]:
    """Where the Python tools of this house are installed: their packages, and their programs."""
    paths = (sysconfig.get_path(name) for name in ("purelib", "platlib", "scripts"))
    return tuple(dict.fromkeys(Path(path).resolve() for path in paths))


def shown() -> tuple[Path, ...]:
    """What of the house a guest may read: its tools, and what says that they belong together."""
    told = Path(sys.prefix, "pyvenv.cfg").resolve()
    return (*folders(), told) if told.is_file() else folders()


def offered(commands: Path) -> tuple[tuple[Offered, ...], Mapping[str, str]]:
    """The checks that there are, the house's own among them, and what is wrong with those that cannot be read."""
    own = read_commands(commands, (check.name for check in BUILT_IN))
    return tuple(map(offer, (*BUILT_IN, *own.checks))), own.faults


def offer(check: Check) -> Offered:
    """A check with its version, or with what is missing."""
    if check.module is not None:
        return _packaged(check, check.module)
    # Nothing is looked up on this machine for those who are checked; the sandbox says whether it is there.
    if check.program is None or check.own:
        return Offered(check)
    return _found(check, check.program)


def _packaged(check: Check, module: str) -> Offered:
    here = folders()
    if not any((folder / name).exists() for folder in here[:-1] for name in (module, f"{module}.py")):
        return Offered(check, why_not=f"the package {module} is not installed: pip install 'moot[checks]'")
    try:
        return Offered(check, version(module)[:_LONGEST])
    except PackageNotFoundError:
        return Offered(check)


def _found(check: Check, program: str) -> Offered:
    path = shutil.which(program, path=":".join([str(folders()[-1]), *_PROGRAMS]))
    if path is None:
        return Offered(check, why_not=f"there is no program {program!r} where a guest could reach it")
    return Offered(check, "" if check.asked is None else _version(path, check.asked))


@cache
def _version(path: str, asked: str) -> str:
    try:
        ran = subprocess.run([path, asked], capture_output=True, timeout=10, check=False, text=True)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return next(iter(ran.stdout.splitlines()), "").strip()[:_LONGEST]
