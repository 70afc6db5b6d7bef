"""Wheels of this tree, and environments in which nothing else of it can be found."""

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


def built(kind: str, folder: Path, tree: Path = ROOT) -> Path:
    """The wheel or sdist of a tree, built without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True, timeout=60)
    (made,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@dataclass(frozen=True)
class Environment:
    """An environment with Moot installed in it from a wheel."""

    root: Path

    @property
    def moot(self) -> Path:
        """The program."""
        return self.root / "bin" / "moot"

    @classmethod
    def with_wheel(cls, root: Path, wheel: Path, *, borrowing: bool) -> "Environment":
        """A new one: with what Moot depends on from the package index, or borrowed from the tests' own environment."""
        venv.create(root, symlinks=True)
        made = cls(root)
        pip = [sys.executable, "-m", "pip", "--python", str(root / "bin" / "python")]
        how = ["--no-deps", "--no-index", "--no-compile"] if borrowing else []
        install = [*pip, "install", "-q", "--disable-pip-version-check", *how, str(wheel)]
        subprocess.run(install, check=True, capture_output=True, timeout=900)
        if borrowing:
            # Its own .pth files are not read: the tree is not reachable by the editable install there.
            (made.packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
        return made

    @property
    def packages(self) -> Path:
        """Where its packages are."""
        (found,) = self.root.glob("lib/python*/site-packages")
        return found

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a program of it, in its own folder."""
        outside = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
        outside.pop("PYTHONPATH", None)
        words = (str(self.root / "bin" / words[0]), *words[1:])
        known = {**outside, "HOME": str(self.root), **environment}
        return subprocess.run(words, cwd=self.root, env=known, capture_output=True, text=True, timeout=120)
