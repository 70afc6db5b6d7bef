"""Wheels through pip, which knows the registry that this machine is set to."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from moot.players.embedded.failures import SourceFailed

_LOOK_EVERY = 0.2
_LONGEST_TOLD = 300


def download_wheels(requirements: Sequence[str], folder: Path, watch: Callable[[int], None]) -> None:
    """Downloads wheels into an empty folder, telling `watch` how many bytes are there; nothing is installed or run.

    Raises:
        SourceFailed: It says what pip said last.
    """
    said = folder / "pip.log"
    with said.open("wb") as log, _pip(requirements, folder, log.fileno()) as pip:
        try:
            while _is_running(pip):
                watch(_bytes_in(folder))
        except BaseException:
            pip.kill()
            raise
    if pip.returncode != 0:
        raise SourceFailed(_last_words(said))


def _pip(requirements: Sequence[str], folder: Path, log: int) -> "subprocess.Popen[bytes]":
    told = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--disable-pip-version-check", "--retries=2"]
    return subprocess.Popen(
        [sys.executable, "-m", "pip", "download", "--quiet", *told, "--dest", str(folder), *requirements],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        # What is on the way lies in our folder too: its growth is the progress, and its end is ours to see to.
        env={**os.environ, "TMPDIR": str(folder), "PIP_NO_INPUT": "1"},
    )


def _is_running(pip: "subprocess.Popen[bytes]") -> bool:
    try:
        pip.wait(_LOOK_EVERY)
    except subprocess.TimeoutExpired:
        return True
    return False


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*.whl"):
        # Pip moves and removes files meanwhile.
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return total


def _last_words(said: Path) -> str:
    lines = [line for line in said.read_text(errors="replace").splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or ["pip did not say why"])[-1][:_LONGEST_TOLD]
