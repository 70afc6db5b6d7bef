"""Runs the tours of docs/tours, and the troubles, as they stand, and writes what came out under each command.

`python -m scripts.tours` writes the pages anew; a test runs them again and compares. A block of `sh` is run, and the
block of `text` after it, if there is one, is what it printed. Ids, hashes, keys and times are never twice the same, so
they are not compared.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.support.ports import steady_port

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOURS = tuple(sorted((DOCS / "tours").glob("*.md")))
TROUBLES = DOCS / "troubleshooting.md"
STEP = re.compile(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
MARK = "@@@@ what the next step prints"
USUAL = "127.0.0.1:3456"
VARYING = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    r"|\b[0-9a-f]{8}\b|\b[0-9a-f]{64}\b"  # their beginnings, and hashes
    r"|\bmoot_[\w-]{20,}"  # keys
    r"|\d{4}-\d\d-\d\dT[\d:.]+Z"  # times
    r"|(?<=\| )\d+\.\d(?= \|$)",  # seconds
    re.MULTILINE,
)


def steps(page: str) -> list[tuple[str, str]]:
    """The commands of a tour, and what each block of them prints."""
    return [(found[1], found[2] or "") for found in STEP.finditer(page)]


def masked(text: str) -> str:
    """What is the same whenever it is run."""
    return VARYING.sub("…", text)


def toured(page: str, folder: Path, house: Mapping[str, str]) -> str:
    """A tour with what its commands print now."""
    printed = iter(_printed([command for command, _ in steps(page)], folder, house))

    def told(found: re.Match[str]) -> str:
        shown = next(printed)
        return f"```sh\n{found[1]}```\n" + ("" if found[2] is None else f"```text\n{shown}```\n")

    return STEP.sub(told, page)


@contextmanager
def housed(folder: Path) -> Generator[Mapping[str, str]]:
    """A house of one's own to run tours in: the environment of its commands."""
    port = steady_port()
    house = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "MOOT_HOME": str(folder / "home"),
        "MOOT_PORT": str(port),
        "DEBATE_SERVER_URL": f"http://127.0.0.1:{port}",
    }
    subprocess.run(("moot", "serve", "--detach"), env=house, check=True, capture_output=True, timeout=100)
    try:
        yield house
    finally:
        subprocess.run(("moot", "serve", "stop"), env=house, check=True, capture_output=True, timeout=100)


def _printed(commands: list[str], folder: Path, house: Mapping[str, str]) -> list[str]:
    """What each block printed, all of them in one shell."""
    folder.mkdir()
    (folder / "docs").symlink_to(DOCS)
    script = "set -eu\n" + "".join(f"echo '{MARK}'\n{command}" for command in commands)
    done = subprocess.run(
        ("bash", "-c", script),
        cwd=folder,
        env=house,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise RuntimeError(f"the tour ended with {done.returncode}:\n{done.stdout}")
    here = house["DEBATE_SERVER_URL"].removeprefix("http://")
    usual = done.stdout.replace(here, USUAL).replace(house["MOOT_HOME"], "~/.moot")
    return usual.split(f"{MARK}\n")[1:]


def main() -> None:
    """Write what each page prints; the troubles come up in a house where nothing was done yet."""
    for pages in (TOURS, (TROUBLES,)):
        with tempfile.TemporaryDirectory(prefix="moot-tours-") as made, housed(Path(made)) as house:
            for page in pages:
                page.write_text(toured(page.read_text(), Path(made) / page.stem, house))
                print(f"{page.name}: written")


if __name__ == "__main__":
    main()
