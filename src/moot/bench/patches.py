"""Patches: whether a text is one, which files it changes, and whether it fits a repository at a commit."""

import asyncio
import os
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

_FILE = re.compile(r"^(---|\+\+\+) (?:[ab]/)?([^\t\n]+)", re.MULTILINE)
_HUNK = re.compile(r"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_QUIET = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.attributesFile=/dev/null")
"""A repository may be hostile: nothing that it configures is run."""
_SECONDS = 60.0


def files_of(patch: str) -> frozenset[str]:
    """The files that a patch changes, makes or takes away."""
    return frozenset(name.strip() for _, name in _FILE.findall(patch)) - {"/dev/null"}


def fault_of(patch: str) -> str | None:
    """What keeps a text from being a unified diff; None where nothing does."""
    if not files_of(patch):
        return "it names no file (--- a/…, +++ b/…)"
    lines = patch.splitlines()
    hunks = [number for number, line in enumerate(lines) if line.startswith("@@")]
    if not hunks:
        return "it has no hunk (@@ … @@)"
    faults = (_hunk_fault(lines, number) for number in hunks)
    return next((fault for fault in faults if fault is not None), None)


def _hunk_fault(lines: list[str], start: int) -> str | None:
    """Whether a hunk has as many lines as its head says."""
    head = _HUNK.match(lines[start])
    if head is None:
        return f"line {start + 1} is no head of a hunk"
    before, after = (1 if count is None else int(count) for count in head.groups())
    for line in lines[start + 1 :]:
        if before <= 0 and after <= 0:
            break
        if line[:1] == "\\":
            continue
        if line[:1] not in ("", " ", "-", "+"):
            break
        before -= line[:1] != "+"
        after -= line[:1] != "-"
    return f"the hunk at line {start + 1} does not have as many lines as its head says" if before or after else None


def localisation(patch: str, gold: str) -> Mapping[str, float]:
    """Which share of the changed files is right, and which share of the right files is changed."""
    changed, right = files_of(patch), files_of(gold)
    hit = len(changed & right)
    return {"file_precision": hit / len(changed) if changed else 0.0, "file_recall": hit / len(right)}


async def applies(patch: str, repo: Path, commit: str) -> tuple[bool | None, str]:
    """Whether a patch fits a repository at a commit, and what git says; None where the commit is not there.

    Works on an index of its own: nothing in the repository is changed, and no file of it is laid out.
    """
    with TemporaryDirectory(prefix="moot-bench-") as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        code, said = await _git(repo, index, b"", "read-tree", commit)
        if code:
            return None, f"the commit {commit[:12]} is not in {repo.name}: {said}"
        code, said = await _git(repo, index, patch.encode(), "apply", "--cached", "--check", "-")
    return code == 0, said


async def _git(repo: Path, more: Mapping[str, str], given: bytes, *words: str) -> tuple[int, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = {**kept, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", **more}
    process = await asyncio.create_subprocess_exec(
        *("git", "-C", str(repo), *_QUIET, *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            _, said = await process.communicate(given)
    except TimeoutError:
        process.kill()
        await process.wait()
        return -1, "git took too long"
    return process.returncode or 0, " ".join(said.decode("utf-8", "replace").split())[:300]
