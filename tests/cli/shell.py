"""A shell: commands in this process, or in one of their own, with an environment that owes nothing to the tester's."""

import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from moot.cli.app import run
from tests.support.program import BIN
from tests.support.understudy import Understudy


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def envelope(self) -> dict[str, Any]:
        """The one object on standard output."""
        return json.loads(self.out)

    @property
    def data(self) -> Any:
        """What was asked for."""
        assert self.envelope["success"] is True, self.out
        return self.envelope["data"]

    @property
    def error(self) -> dict[str, Any]:
        """What went wrong."""
        assert self.envelope["success"] is False, self.out
        return self.envelope["error"]


@dataclass
class Shell:
    """Where commands are run."""

    home: Path
    capture: pytest.CaptureFixture[str]
    patch: pytest.MonkeyPatch
    environment: dict[str, str] = field(default_factory=dict[str, str])

    def set(self, **environment: str) -> None:
        """Sets variables for the commands that follow."""
        self.environment |= environment
        for name, value in environment.items():
            self.patch.setenv(name, value)

    def __call__(self, *arguments: str, name: str = "aw") -> Said:
        """Runs a command in this process."""
        self.capture.readouterr()
        code = run(arguments, name)
        said = self.capture.readouterr()
        return Said(code, said.out, said.err)

    def process(self, *arguments: str, given: bytes | None = None, name: str = "aw") -> Said:
        """Runs a command in a process of its own, with this on its standard input; None is no input at all."""
        source = subprocess.DEVNULL if given is None else subprocess.PIPE
        process = self.start(*arguments, name=name, stdin=source)
        out, err = process.communicate(None if given is None else given, timeout=60)
        return Said(process.returncode, out.decode(), err.decode())

    def start(
        self,
        *arguments: str,
        name: str = "aw",
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
    ) -> subprocess.Popen[bytes]:
        """Starts a command and lets it run."""
        return subprocess.Popen(
            [BIN / name, *arguments], env=self.all, stdin=stdin, stdout=stdout, stderr=stderr, cwd=self.home
        )

    def up(self, *arguments: str) -> Understudy:
        """Starts a command that stays up: `moot serve` or `moot run`, which a fresh interpreter is slow to load."""
        return Understudy(arguments, self.all, cwd=self.home)

    @property
    def all(self) -> dict[str, str]:
        """The environment of a process."""
        return outside() | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"} | self.environment


def outside() -> dict[str, str]:
    """The tester's environment without what speaks to Moot."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
