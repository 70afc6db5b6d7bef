"""Patches: whether a text is one, which files it changes, and whether it fits a repository at a commit."""

import asyncio
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

_FILE = re.compile(r"(?:---|\+\+\+) (?:[ab]/)?([^\t\n]+)")
_HUNK = re.compile(r"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_QUIET = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.attributesFile=/dev/null")
"""A repository may be hostile: nothing that it configures is run."""
_ALONE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    # What is missing is not fetched: whoever made the clone can name the program that does it.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
}
_SECONDS = 60.0


def files_of(patch: str) -> frozenset[str]:
    """The files that a patch changes, makes or takes away."""
    told = (_FILE.match(line) for line in _outside(patch.split("\n")))
    return frozenset(found[1].strip() for found in told if found is not None) - {"/dev/null"}


def fault_of(patch: str) -> str | None:
    """What keeps a text from being a unified diff; None where nothing does."""
    if not files_of(patch):
        return "it names no file (--- a/…, +++ b/…)"
    lines = patch.removesuffix("\n").split("\n")
    hunks = [number for number, line in enumerate(lines) if line.startswith("@@")]
    if not hunks:
        return "it has no hunk (@@ … @@)"
    faults = (_hunk_fault(lines, number) for number in hunks)
    return next((fault for fault in faults if fault is not None), None)


def _hunk_fault(lines: list[str], start: int) -> str | None:
    """Whether a hunk has as many lines as its head says."""
    if _HUNK.match(lines[start]) is None:
        return f"line {start + 1} is no head of a hunk"
    if _hunk_end(lines, start) is None:
        return f"the hunk at line {start + 1} does not have as many lines as its head says"
    return None


def _hunk_end(lines: list[str], start: int) -> int | None:
    """The line after a hunk; None where it does not have as many lines as its head says."""
    head = _HUNK.match(lines[start])
    assert head is not None
    before, after = (1 if count is None else int(count) for count in head.groups())
    place = start + 1
    while (before > 0 or after > 0) and place < len(lines):
        sign = lines[place][:1]
        if sign not in ("", " ", "-", "+", "\\"):
            return None
        before -= sign in ("", " ", "-")
        after -= sign in ("", " ", "+")
        place += 1
    return None if before or after else place


def _outside(lines: list[str]) -> Iterator[str]:
    """The lines of a patch that are in no hunk: what a hunk takes away may begin with two dashes."""
    place = 0
    while place < len(lines):
        yield lines[place]
        end = _hunk_end(lines, place) if _HUNK.match(lines[place]) else None
        place = place + 1 if end is None else end


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
    try:
        process = await asyncio.create_subprocess_exec(
            *("git", "-C", str(repo), *_QUIET, *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env={**kept, **_ALONE, **more},
        )
    except FileNotFoundError:
        return -1, "there is no git here"
    try:
        async with asyncio.timeout(_SECONDS):
            _, said = await process.communicate(given)
    except TimeoutError:
        process.kill()
        await process.wait()
        return -1, "git took too long"
    return process.returncode or 0, " ".join(said.decode("utf-8", "replace").split())[:300]
