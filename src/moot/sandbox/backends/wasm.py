"""WebAssembly: Python programs in an interpreter that has no system to call, on any machine."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from moot.sandbox.backends.interpreter import PYTHON
from moot.sandbox.backends.obstacle import Obstacle
from moot.sandbox.lane import place
from moot.sandbox.limits import MB, Files, Limits, Ran, must_be_files
from moot.sandbox.pump import Launch, Talk, pump, talking

WORKER = Path(__file__).with_name("wasm_worker.py")
INSTALL = "Install it: pip install pyeryx"
ITS_OWN = 512
"""Megabytes that the worker itself may hold beside its guest."""


class Wasm:
    """Runs Python programs as WebAssembly, in a process of their own: a guest can bring down what it runs in."""

    name = "wasm"

    def obstacle(self) -> Obstacle | None:
        """What is missing here, as far as it can be told without a run."""
        if sys.version_info < (3, 12):
            return Obstacle("pyeryx needs Python 3.12 or newer", "Run Moot on Python 3.12 and: pip install pyeryx")
        if find_spec("eryx") is None:
            return Obstacle("the package pyeryx is not installed", INSTALL)
        return None

    async def run(
        self, files: Files, argv: Sequence[str], limits: Limits | None = None, stdin: bytes | Talk = b""
    ) -> Ran:
        """Runs a Python program in a folder with these files; another is refused."""
        must_be_files(files)
        limits = limits or Limits()
        source, words = _source(files, argv)
        if source is None:
            return Ran(self.name, "refused", None, b"", b"wasm runs Python programs alone", 0.0)
        talks = not isinstance(stdin, bytes)
        plan = {
            "files": {name: text.decode("latin-1") for name, text in files.items()},
            "source": source,
            "argv": words,
            "name": "guest" if talks else "__main__",
            "memory": limits.memory * MB,
            "disk": limits.disk * MB,
            "talks": talks,
        }
        talk = _Planned(json.dumps(plan).encode() + b"\n", talking(stdin))
        launch = Launch((sys.executable, "-I", str(WORKER)), {"PATH": "/usr/bin:/bin"})
        async with place():
            pumped = await pump(launch, replace(limits, memory=limits.memory + ITS_OWN), talk)
        return pumped.ran(self.name)


def _source(files: Files, argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """The program's text and its words, as Python's own command line reads them."""
    words = [word for word in argv[1:] if word not in ("-I", "-B", "-u", "-s", "-E")]
    if argv[0] != PYTHON or not words:
        return None, []
    if words[0] == "-c" and len(words) > 1:
        return words[1], ["-c", *words[2:]]
    text = files.get(words[0])
    return (None if text is None else text.decode("utf-8", "replace")), words


@dataclass(frozen=True, slots=True)
class _Planned:
    """A talk that begins with what the worker must know."""

    plan: bytes
    talk: Talk

    def begin(self) -> bytes:
        return self.plan + self.talk.begin()

    def heard(self, data: bytes) -> bytes:
        return self.talk.heard(data)

    @property
    def over(self) -> bool:
        return self.talk.over

    @property
    def due(self) -> float | None:
        return self.talk.due
