"""Sandboxes in this process: which hold, and one run."""

import asyncio
import shlex
from pathlib import Path
from typing import Any

from moot.cli.inside.refusing import told
from moot.debate import InvalidInput
from moot.sandbox import PYTHON, Finding, Limits, Unconfined, detect, plain, sandbox
from moot.settings import Settings

RUN_BY = {".py": (PYTHON,), ".sh": ("/bin/sh",), ".js": ("node",)}


def checked() -> dict[str, Any]:
    """Every backend with what a canary showed of it, and which is used."""
    with told():
        unconfined = Unconfined.name if Settings().unconfined and Unconfined().obstacle() is None else None
        findings = asyncio.run(detect())
        uses = next((found.name for found in findings if found.holds), unconfined)
        return {"uses": uses, "backends": [_finding(found) for found in findings]}


def _finding(found: Finding) -> dict[str, Any]:
    seconds = None if found.seconds is None else round(found.seconds, 3)
    if found.obstacle is None:
        return {"name": found.name, "holds": True, "seconds": seconds}
    return {"name": found.name, "holds": False, "why_not": found.obstacle.why, "how": found.obstacle.how}


def run(file: str, timeout: float, memory: int, backend: str | None) -> dict[str, Any]:
    """One run of a program that lies in a file."""
    with told():
        path = Path(file)
        return asyncio.run(_run(path, path.read_bytes(), Limits(wall=timeout, cpu=timeout, memory=memory), backend))


async def _run(path: Path, text: bytes, limits: Limits, backend: str | None) -> dict[str, Any]:
    name = f"program{path.suffix}"
    words = _words(path, text)
    holding = await sandbox(backend, unconfined=Settings().unconfined)
    ran = await holding.run({name: text}, (*words, name), limits)
    return {
        "backend": ran.backend,
        "why": ran.why,
        "exit_code": ran.exit_code,
        "stdout": plain(ran.stdout, limits.kept),
        "stderr": plain(ran.stderr, limits.kept),
        "seconds": round(ran.seconds, 4),
    }


def _words(path: Path, text: bytes) -> tuple[str, ...]:
    """How the program is run: by its ending, or as its first line says."""
    if path.suffix in RUN_BY:
        return RUN_BY[path.suffix]
    first = text.split(b"\n", 1)[0].decode("utf-8", "replace")
    if not first.startswith("#!") or not first[2:].strip():
        suggestion = "Let its name end in .py, .sh or .js, or begin it with #!."
        raise InvalidInput(f"Nobody knows how to run {path.name!r}.", suggestion=suggestion)
    return tuple(shlex.split(first[2:]))
