"""An environment for each peer, so that what one needs does not touch another, nor Moot."""

import subprocess
import sys
import venv
from pathlib import Path

from benchmarks.peers.systems import System


class NotInstalled(Exception):
    """A peer could not be had."""


def python_of(system: System, folder: Path) -> Path:
    """The interpreter that has the system; its environment is made where there is none."""
    if not system.packages:
        return Path(sys.executable)
    home = folder / system.name
    python, done = home / "bin" / "python", home / "installed"
    if not done.exists():
        print(f"{system.name}: installing {', '.join(system.packages)} …", flush=True)
        venv.create(home, with_pip=True, clear=True)
        install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "uvloop", *system.packages]
        told = subprocess.run(install, capture_output=True, text=True)
        if told.returncode:
            raise NotInstalled(told.stderr.strip().splitlines()[-1] if told.stderr.strip() else "pip failed")
        done.touch()
    return python
