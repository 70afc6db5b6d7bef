"""Programs in the sandbox with the files of a site around them."""

import asyncio
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from moot.sandbox import PYTHON, Files, Limits, Ran, SandboxUnavailable, Talk, plain, sandbox
from moot.sandbox.backends import Wasm
from moot.tools.checks.bench import folders
from moot.tools.checks.check import ENDED
from moot.tools.checks.trees import laid
from moot.tools.turn.site import Tree

START = Path(__file__).with_name("start.py")
LIMITS = Limits(wall=20.0, cpu=20.0, memory=1024, processes=128, disk=128)
_SYSTEM = ("/usr/local/bin", "/usr/bin", "/bin")
_LONGEST = 3000


@dataclass(frozen=True, slots=True)
class Guest:
    """A program to be run among files."""

    words: tuple[str, ...]
    tree: Tree = field(default_factory=dict[str, bytes])
    beside: Files = field(default_factory=dict[str, bytes])
    """Files above the tree."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    says_where: bool = False
    """Whether the first line of its output is the folder of the tree."""


async def hosted(guest: Guest, stdin: bytes | Talk = b"", *, unconfined: bool = False, limits: Limits = LIMITS) -> Ran:
    """Runs a guest in the first sandbox that holds; nothing is run where none does."""
    holding = await sandbox(unconfined=unconfined)
    if holding.name == Wasm.name:
        raise SandboxUnavailable("The sandbox here runs plain Python programs alone.")
    plan = {"words": guest.words, "environment": dict(guest.environment), "says_where": guest.says_where}
    files = {
        **guest.beside,
        "plan.json": json.dumps(plan).encode(),
        "start.py": START.read_bytes(),
        **await asyncio.to_thread(laid, guest.tree),
    }
    bounds = replace(limits, readable=folders())
    return await holding.run(files, (PYTHON, "-I", "-B", "start.py"), bounds, stdin)


def reached(program: str) -> str | None:
    """Where a program lies that a guest can reach; None where there is none."""
    return shutil.which(program, path=":".join((str(folders()[-1]), *_SYSTEM)))


def outcome(ran: Ran) -> str:
    """How a run ended and what it said, for reading."""
    why = ENDED.get(ran.why)
    ended = f"It ended with exit code {ran.exit_code}." if why is None else f"{why[0].upper()}{why[1:]}."
    said = [(name, plain(text, _LONGEST)) for name, text in (("output", ran.stdout), ("errors", ran.stderr))]
    return "\n".join([f"{ended} ({ran.seconds:.2f} s, {ran.backend})", *_sections(said)])


def _sections(said: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{name}:\n{text.rstrip()}" for name, text in said if text.strip()]
